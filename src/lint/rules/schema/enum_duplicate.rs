//! A value stands twice in an enum.
//!
//! ## Why
//!
//! The second one says nothing and is paid for on every turn; some validators refuse the schema.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"atur_lampu","description":"Mengatur lampu satu ruangan.","inputSchema":{"type":"object",
//!  "properties":{"warna":{"type":"string","enum":["merah","biru","merah"]}}}}
//! ```
//!
//! ```json good
//! {"name":"atur_lampu","description":"Mengatur lampu satu ruangan.","inputSchema":{"type":"object",
//!  "properties":{"warna":{"type":"string","enum":["merah","biru"]}}}}
//! ```
//!
//! ## References
//!
//! JSON Schema 2020-12, validation, 6.1.2: elements of an enum should be unique.

use serde_json::Value;

use crate::lint::cx::Cx;
use crate::lint::fix::{Change, Fix, FixLevel};
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::ToolView;
use crate::lint::schema::node::Node;

/// The rule.
pub static RULE: Rule = Rule {
    id: "enum-duplicate",
    group: Group::Schema,
    severity: Severity::Warning,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("enum_duplicate.rs"),
    check: Check::Node(check),
};

fn check(node: &Node<'_>, _tool: &ToolView<'_>, cx: &mut Cx<'_>) {
    let Some(values) = node.get("enum").and_then(Value::as_array) else { return };
    let texts: Vec<String> = values.iter().map(Value::to_string).collect();
    let mut sorted: Vec<(&str, usize)> = texts.iter().enumerate().map(|(at, text)| (text.as_str(), at)).collect();
    sorted.sort_unstable();
    let mut again: Vec<usize> = sorted.windows(2).filter(|pair| pair[0].0 == pair[1].0).map(|pair| pair[1].1).collect();
    again.sort_unstable();
    let (Some(&first), Some(text)) = (again.first(), again.first().and_then(|&at| texts.get(at))) else { return };
    let pointer = |at: usize| format!("{}/enum/{at}", node.pointer);
    // From the last to the first, so that no removal moves another.
    let patch = again.iter().rev().map(|&at| Change::Remove(pointer(at))).collect();
    let what = "drops values that stand there already".to_owned();
    let finding = cx
        .at(pointer(first))
        .say(format!("{text} stands more than once in the enum"))
        .evidence(text.as_str())
        .fix(Fix { level: FixLevel::Safe, patch, what });
    cx.report(finding);
}
