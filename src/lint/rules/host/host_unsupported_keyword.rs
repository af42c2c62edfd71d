//! A schema uses a keyword that a host refuses, or never shows to the model.
//!
//! ## Why
//!
//! Gemini's `parameters` knows a subset of JSON Schema and refuses the request at the first other keyword; many clients strip
//! them before. Other hosts strip limits for some models, so that a model never reads them: say such limits in the
//! description too. Notes are told once a tool, in the pedantic persona.
//!
//! ## Examples
//!
//! ```json bad host:gemini-api
//! {"name":"atur_suhu","description":"Mengatur suhu satu ruangan.","inputSchema":{"type":"object",
//!  "properties":{"suhu":{"type":"number","exclusiveMinimum":0}}}}
//! ```
//!
//! ```json bad host:moonshot
//! {"name":"atur_suhu","description":"Mengatur suhu.","inputSchema":{"type":"object",
//!  "properties":{"suhu":{"type":"number","anyOf":[{"minimum":3},{"maximum":1}]}}}}
//! ```
//!
//! ```json good host:gemini-api
//! {"name":"atur_suhu","description":"Mengatur suhu satu ruangan.","inputSchema":{"type":"object",
//!  "properties":{"const":{"type":"number","minimum":0}}}}
//! ```
//!
//! ```json good host:claude-api
//! {"name":"atur_suhu","description":"Mengatur suhu satu ruangan.","inputSchema":{"type":"object",
//!  "properties":{"suhu":{"type":"number","exclusiveMinimum":0}}}}
//! ```
//!
//! ## References
//!
//! promptfoo/promptfoo#6902; google-gemini/gemini-cli#13326; router-for-me/CLIProxyAPI#2142; microsoft/vscode-copilot-chat.

use std::collections::BTreeMap;

use crate::host::refusal::Condition;
use crate::lint::cx::Cx;
use crate::lint::finding::Finding;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::rules::host::verdict::{self, Row, Spec, Verdict};
use crate::lint::scene::ToolView;
use crate::lint::schema::node::Node;

/// The rule.
pub static RULE: Rule = Rule {
    id: "host-unsupported-keyword",
    group: Group::Host,
    severity: Severity::Error,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("host_unsupported_keyword.rs"),
    check: Check::Tool(check),
};

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let rows = verdict::rows(cx, Condition::UnsupportedKeyword, view.tool);
    if rows.is_empty() {
        return;
    }
    let mut notes: BTreeMap<&str, Finding> = BTreeMap::new();
    for node in &view.nodes {
        let Some(entries) = node.value.as_object() else { continue };
        for (keyword, value) in entries {
            let speaks = |(_, row): &Row| verdict::stands(row, node) && row.of.iter().any(|of| fits(of, keyword, node));
            let Some(said) = Verdict::of(rows.iter().copied().filter(speaks)) else { continue };
            let place = format!("{}/{keyword}", node.pointer);
            if said.severity() == Severity::Info
                && let Some(note) = notes.get_mut(keyword.as_str())
            {
                verdict::also(note, place);
                continue;
            }
            let finding = said
                .tell(cx.at(place), &format!("the keyword {keyword}"), Spec::Allows)
                .evidence(verdict::compact(value))
                .help(help(keyword));
            if said.severity() == Severity::Info {
                notes.insert(keyword, finding.persona(Persona::Pedantic));
            } else {
                cx.report(finding);
            }
        }
    }
    notes.into_values().for_each(|note| cx.report(note));
}

/// Whether a word of a row means this keyword at this node: `anyOf+type` is `type` beside `anyOf`.
fn fits(of: &str, keyword: &str, node: &Node<'_>) -> bool {
    match of.split_once('+') {
        Some((beside, word)) => word == keyword && node.get(beside).is_some(),
        None => of == keyword,
    }
}

fn help(keyword: &str) -> &'static str {
    match keyword {
        "const" => "write an enum of one value",
        "exclusiveMinimum" | "exclusiveMaximum" => "write minimum or maximum with the nearest value that is allowed",
        "oneOf" => "write anyOf",
        "type" => "say the type inside each part of anyOf",
        "$schema" => "leave it out: clients take 2020-12 without it",
        "$defs" | "definitions" => "write each definition where it is used",
        "additionalProperties" => "leave it out for that host, and check the arguments in the server",
        _ => "say it in the parameter's description, and check the arguments in the server",
    }
}
