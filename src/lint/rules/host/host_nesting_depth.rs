//! The input schema is nested deeper than a host takes.
//!
//! ## Why
//!
//! Providers stop at a fixed number of levels and fail the request with the tools of all servers. A model also fills deep
//! objects worse than flat parameters.
//!
//! ## Examples
//!
//! ```json bad host:meta
//! {"name":"atur","description":"Mengatur.","inputSchema":{"type":"object","properties":{"a":{"properties":{"b":{"properties":
//!  {"c":{"properties":{"d":{"properties":{"e":{"properties":{"f":{"properties":{"g":{"properties":{"h":{"properties":{"i":
//!  {"properties":{"j":{"properties":{"k":{"type":"string"}}}}}}}}}}}}}}}}}}}}}}}}
//! ```
//!
//! ```json good host:meta
//! {"name":"atur","description":"Mengatur.","inputSchema":{"type":"object","properties":{"a":{"type":"object",
//!  "properties":{"b":{"type":"array","items":{"type":"string"}}}}}}}
//! ```
//!
//! ## References
//!
//! anomalyco/opencode#50297; google-gemini/gemini-cli#5923; gonka-ai/gonka#1187.

use std::cmp::Reverse;

use crate::host::refusal::Condition;
use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::rules::host::verdict::{self, Row, Spec, Verdict};
use crate::lint::scene::ToolView;
use crate::lint::schema::node::Which;

/// The rule.
pub static RULE: Rule = Rule {
    id: "host-nesting-depth",
    group: Group::Host,
    severity: Severity::Error,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("host_nesting_depth.rs"),
    check: Check::Tool(check),
};

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let Some(root) = view.input_root() else { return };
    let inside = view.nodes.iter().filter(|node| node.which == Which::Input);
    let Some(deepest) = inside.max_by_key(|node| (node.depth, Reverse(&node.pointer))) else { return };
    let rows = verdict::rows(cx, Condition::NestingDepth, view.tool);
    let deeper = |(_, row): &Row| row.over.is_some_and(|over| deepest.depth > over);
    let Some(said) = Verdict::of(rows.into_iter().filter(deeper)) else { return };
    let (depth, path) = (deepest.depth, shortened(&deepest.pointer));
    let finding = said
        .tell(cx.at(root.pointer.clone()), &format!("a schema {depth} levels deep, at {path}"), Spec::Allows)
        .evidence(deepest.pointer.clone())
        .help("flatten it: name the inner values as parameters of their own");
    cx.report(finding);
}

/// The path, its middle left out when it is very long.
fn shortened(path: &str) -> String {
    let characters: Vec<char> = path.chars().collect();
    if characters.len() <= 160 {
        return path.to_owned();
    }
    let (front, end) = (&characters[..80], &characters[characters.len() - 60..]);
    format!("{}…{}", front.iter().collect::<String>(), end.iter().collect::<String>())
}
