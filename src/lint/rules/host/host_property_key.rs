//! A parameter's name holds characters, or is longer, than a host takes.
//!
//! ## Why
//!
//! The request fails with the tools of all servers, and the answer names a number instead of the parameter. Keys such as
//! `filter[state]` and `BeganAt<` come from descriptions of web APIs that were turned into tools. Two keys may become one when
//! a client replaces what is not allowed.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"panggilan_daftar","description":"Lists telephone calls.","inputSchema":{"type":"object",
//!  "properties":{"mulai<":{"type":"string"},"mulai>":{"type":"string"}}}}
//! ```
//!
//! ```json bad
//! {"name":"panggilan_daftar","description":"Lists telephone calls.","inputSchema":{"type":"object",
//!  "properties":{"тема":{"type":"string"}}}}
//! ```
//!
//! ```json good
//! {"name":"panggilan_daftar","description":"Lists telephone calls.","inputSchema":{"type":"object",
//!  "properties":{"mulai_sebelum":{"type":"string"},"papan.semua":{"type":"string"},"saring":{"type":"object",
//!  "properties":{"a[b]":{"type":"string"}}}}}}
//! ```
//!
//! ## References
//!
//! freee/freee-mcp#15; twilio-labs/mcp#49, #56, #58; anthropics/claude-code#79418; ComposioHQ/composio#2330.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::host::refusal::{Condition, Position};
use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::rules::host::verdict::{self, Row, Spec, Verdict};
use crate::lint::scene::ToolView;
use crate::lint::schema::node::Node;

/// The rule.
pub static RULE: Rule = Rule {
    id: "host-property-key",
    group: Group::Host,
    severity: Severity::Error,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("host_property_key.rs"),
    check: Check::Tool(check),
};

/// The longest key, in characters.
const LONGEST: usize = 64;

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let rows = verdict::rows(cx, Condition::PropertyKey, view.tool);
    if rows.is_empty() {
        return;
    }
    let mut safe: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for key in view.parameters().filter_map(Node::property) {
        safe.entry(sanitised(key)).or_default().push(key);
    }
    for node in &view.nodes {
        let Some(key) = node.property() else { continue };
        let speaks = |(_, row): &Row| {
            let here = if row.position == Position::Root { node.is_parameter() } else { verdict::stands(row, node) };
            here && row.pattern.as_ref().is_some_and(|pattern| !pattern.accepts(key))
        };
        let Some(said) = Verdict::of(rows.iter().copied().filter(speaks)) else { continue };
        let name = sanitised(key);
        let twin = safe.get(&name).and_then(|keys| keys.iter().find(|other| **other != key));
        let finding = said
            .tell(cx.at(node.pointer.clone()), &what(key, twin.copied()), Spec::Allows)
            .span(first_strange(key))
            .evidence(key)
            .help(help(&name, twin.is_some()));
        cx.report(finding);
    }
}

fn what(key: &str, twin: Option<&str>) -> String {
    let length = key.chars().count();
    let why = match key.chars().find(|c| !allowed(*c)) {
        Some(strange) => format!("the parameter {key:?} because of {strange:?}"),
        None if key.is_empty() => "a parameter without a name".to_owned(),
        None => format!("the parameter {key:?} of {length} characters"),
    };
    match twin {
        Some(other) => format!("{why}, which becomes one with {other:?} where clients replace such characters"),
        None => why,
    }
}

fn help(name: &str, taken: bool) -> String {
    let name = name.trim_matches('_');
    if taken || !name.chars().any(|c| c.is_ascii_alphanumeric()) {
        "name it in ASCII letters, digits, _, . and -, at most 64 of them".to_owned()
    } else {
        format!("call it {name} and map the name back in the server")
    }
}

fn allowed(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '-')
}

fn sanitised(key: &str) -> String {
    key.chars().take(LONGEST).map(|c| if allowed(c) { c } else { '_' }).collect()
}

/// The first character that is not allowed, or what stands behind the longest name.
fn first_strange(key: &str) -> Range<usize> {
    let strange = key.char_indices().find(|(_, c)| !allowed(*c)).map(|(at, c)| at..at + c.len_utf8());
    strange.unwrap_or_else(|| key.char_indices().nth(LONGEST).map_or(0, |(at, _)| at)..key.len())
}
