//! An array says nothing of its entries, which some hosts refuse together with the whole request.
//!
//! ## Why
//!
//! It is the most reported breakage of all: one array without `items` in one tool, and no tool of any server works until it
//! is found. The answer names a number, seldom the tool. Empty `items` allow the same values, so adding them is safe; naming
//! the type of the entries also helps the model.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"buat_mesin","description":"Membuat satu mesin maya.","inputSchema":{"type":"object",
//!  "properties":{"label":{"type":["array","null"],"description":"Label bebas."}}}}
//! ```
//!
//! ```json bad host:gemini-api
//! {"name":"buat_mesin","description":"Membuat satu mesin maya.","inputSchema":{"type":"object",
//!  "properties":{"label":{"type":"array","items":{"description":"satu label"}}}}}
//! ```
//!
//! ```json good
//! {"name":"buat_mesin","description":"Membuat satu mesin maya.","inputSchema":{"type":"object",
//!  "properties":{"label":{"type":"array","items":{"type":"string"},"description":"Label bebas."}}}}
//! ```
//!
//! ```json good host:claude-api
//! {"name":"buat_mesin","description":"Membuat satu mesin maya.","inputSchema":{"type":"object",
//!  "properties":{"label":{"type":"array"}}}}
//! ```
//!
//! ## References
//!
//! microsoft/vscode#325618; digitalocean-labs/mcp-digitalocean#265; DollhouseMCP/mcp-server#1566.

use serde_json::{Map, Value};

use crate::host::refusal::Condition;
use crate::lint::cx::Cx;
use crate::lint::fix::{Change, Fix, FixLevel};
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::rules::host::verdict::{self, Row, Spec, Verdict};
use crate::lint::scene::ToolView;
use crate::lint::schema::node::Node;

/// The rule.
pub static RULE: Rule = Rule {
    id: "host-array-items",
    group: Group::Host,
    severity: Severity::Error,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("host_array_items.rs"),
    check: Check::Tool(check),
};

/// Keywords by which a schema of entries says what they are.
const SAY_A_TYPE: [&str; 5] = ["type", "$ref", "anyOf", "oneOf", "allOf"];

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let rows = verdict::rows(cx, Condition::ArrayItems, view.tool);
    if rows.is_empty() {
        return;
    }
    for node in view.nodes.iter().filter(|node| node.types().contains(&"array")) {
        let untyped = match node.get("items") {
            None => false,
            Some(Value::Array(_)) => continue,
            Some(items) if SAY_A_TYPE.iter().any(|keyword| items.get(keyword).is_some()) => continue,
            Some(_) => true,
        };
        let speaks =
            |row: &Row| verdict::stands(row.1, node) && row.1.of.iter().any(|word| word == "untyped") == untyped;
        let Some(said) = Verdict::of(rows.iter().copied().filter(speaks)) else { continue };
        let what = if untyped { "an array whose items say no type" } else { "an array without items" };
        let finding = said
            .tell(cx.at(node.pointer.clone()), what, Spec::Allows)
            .evidence(verdict::compact(node.value))
            .help("say what its entries are, for example \"items\": {\"type\": \"string\"}");
        cx.report(if untyped { finding } else { finding.fix(empty_items(node)) });
    }
}

fn empty_items(node: &Node<'_>) -> Fix {
    let patch = vec![Change::Add(format!("{}/items", node.pointer), Value::Object(Map::new()))];
    Fix { level: FixLevel::Safe, patch, what: "adds items that allow everything, as before".to_owned() }
}
