//! A pattern is written in a way that a host cannot read.
//!
//! ## Why
//!
//! Local servers make a grammar of each schema: a pattern with lookaround, `\\d` and the like, groups that start with `(?:`, or
//! without `^` and `$` stops all tools of the request. Others check that a pattern is one of JavaScript, and forms of Python
//! or PCRE lose the whole server.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"cari_plat","description":"Mencari kendaraan.","inputSchema":{"type":"object",
//!  "properties":{"plat":{"type":"string","pattern":"(?i)^[a-z]+$"}}}}
//! ```
//!
//! ```json bad host:llama-cpp
//! {"name":"cari_plat","description":"Mencari kendaraan.","inputSchema":{"type":"object",
//!  "properties":{"plat":{"type":"string","pattern":"^[A-Z]{1,2} \\d+$"}}}}
//! ```
//!
//! ```json good host:llama-cpp
//! {"name":"cari_plat","description":"Mencari kendaraan.","inputSchema":{"type":"object",
//!  "properties":{"plat":{"type":"string","pattern":"^[A-Z]{1,2} [0-9]+$"}}}}
//! ```
//!
//! ```json good
//! {"name":"cari_plat","description":"Mencari kendaraan.","inputSchema":{"type":"object",
//!  "properties":{"plat":{"type":"string","pattern":"^(?=.*[A-Z])\\w+$"}}}}
//! ```
//!
//! ## References
//!
//! email-mcp#58; kubernetes-mcp-server#758; rowboat#740 (strict functions); microsoft/vscode#245066.

use std::ops::Range;

use serde_json::Value;

use crate::host::refusal::Condition;
use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::rules::host::verdict::{self, Row, Spec, Verdict};
use crate::lint::scene::ToolView;

/// The rule.
pub static RULE: Rule = Rule {
    id: "host-pattern-grammar",
    group: Group::Host,
    severity: Severity::Error,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("host_pattern_grammar.rs"),
    check: Check::Tool(check),
};

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let rows = verdict::rows(cx, Condition::PatternGrammar, view.tool);
    if rows.is_empty() {
        return;
    }
    for node in &view.nodes {
        let Some(pattern) = node.get("pattern").and_then(Value::as_str) else { continue };
        let found = constructs(pattern);
        let heard = |construct: &Construct| {
            let speaks = |row: &Row| verdict::stands(row.1, node) && verdict::names(row.1, construct.word);
            rows.iter().copied().filter(speaks).collect::<Vec<_>>()
        };
        let Some(first) = found.iter().find(|construct| !heard(construct).is_empty()) else { continue };
        let Some(said) = Verdict::of(found.iter().flat_map(heard)) else { continue };
        let what = format!("a pattern with {}", first.says);
        let finding = said
            .tell(cx.at(format!("{}/pattern", node.pointer)), &what, Spec::Allows)
            .span(first.span.clone())
            .evidence(pattern)
            .help("write it with ^, $, plain classes such as [0-9] and plain groups, or say it in the description");
        cx.report(finding);
    }
}

/// A form that not every reader of patterns knows.
struct Construct {
    word: &'static str,
    says: &'static str,
    span: Range<usize>,
}

/// The forms in a pattern, each kind once, where it first stands.
fn constructs(pattern: &str) -> Vec<Construct> {
    let mut found: Vec<Construct> = Vec::new();
    let mut add = |word, says, span| {
        if !found.iter().any(|one| one.word == word) {
            found.push(Construct { word, says, span });
        }
    };
    if !pattern.starts_with('^') || !pattern.ends_with('$') {
        add("unanchored", "no ^ in front or no $ behind", 0..pattern.len());
    }
    let bytes = pattern.as_bytes();
    let (mut at, mut in_class) = (0, false);
    while at < bytes.len() {
        match bytes[at] {
            b'\\' => {
                match bytes.get(at + 1) {
                    Some(b'd' | b'D' | b'w' | b'W' | b's' | b'S') => add("shorthand", "a shorthand class", at..at + 2),
                    Some(b'b' | b'B') if !in_class => add("shorthand", "a word boundary", at..at + 2),
                    Some(b'A' | b'Z' | b'z') if !in_class => add("pcre", "an anchor of PCRE", at..at + 2),
                    _ => {}
                }
                at += 1;
            }
            b'[' => in_class = true,
            b']' => in_class = false,
            b'(' if !in_class => {
                if let Some((word, says, length)) = group(&pattern[at..]) {
                    add(word, says, at..at + length);
                }
            }
            _ => {}
        }
        at += 1;
    }
    found
}

/// The kind of group that begins here, when it is no plain one.
fn group(rest: &str) -> Option<(&'static str, &'static str, usize)> {
    let lookaround = ["(?=", "(?!", "(?<=", "(?<!"].into_iter().find(|front| rest.starts_with(front));
    if let Some(front) = lookaround {
        return Some(("lookaround", "lookaround", front.len()));
    }
    if rest.starts_with("(?:") {
        return Some(("group", "a group that is not kept", 3));
    }
    let pcre = ["(?P<", "(?P=", "(?P>", "(?>", "(?#"].into_iter().find(|front| rest.starts_with(front));
    let flags = || {
        let inner = rest.strip_prefix("(?")?;
        let end = inner.find(|c: char| !c.is_ascii_alphabetic())?;
        (end > 0 && inner[end..].starts_with(')')).then_some(end + 3)
    };
    pcre.map(str::len).or_else(flags).map(|length| ("pcre", "a form of Python or PCRE", length))
}
