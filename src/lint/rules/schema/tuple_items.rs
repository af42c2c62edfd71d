//! A list of schemas stands under `items`, which 2020-12 calls `prefixItems`.
//!
//! ## Why
//!
//! Until 2019-09 a list under `items` meant one schema for each place. In 2020-12, the dialect that MCP takes for
//! granted, `items` is one schema, so strict validators and the Claude API refuse the tool, and others check nothing.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"garis","description":"Menggambar garis.","inputSchema":{"type":"object","properties":
//!  {"titik":{"type":"array","items":[{"type":"number"},{"type":"number"}]}}}}
//! ```
//!
//! ```json good
//! {"name":"garis","description":"Menggambar garis.","inputSchema":{"type":"object","properties":
//!  {"titik":{"type":"array","prefixItems":[{"type":"number"},{"type":"number"}]}}}}
//! ```
//!
//! ```json good
//! {"name":"garis","description":"Draws a line.","inputSchema":{"$schema":"http://json-schema.org/draft-07/schema#",
//!  "type":"object","properties":{"titik":{"type":"array","items":[{"type":"number"},{"type":"number"}]}}}}
//! ```
//!
//! ## References
//!
//! JSON Schema 2020-12, core, 10.3.1; MCP 2026-07-28: the default dialect is 2020-12.

use serde_json::Value;

use crate::lint::cx::Cx;
use crate::lint::fix::{Change, Fix, FixLevel};
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::ToolView;
use crate::lint::schema::dialect::{Dialect, is_openapi};
use crate::lint::schema::node::Node;

/// The rule.
pub static RULE: Rule = Rule {
    id: "tuple-items",
    group: Group::Schema,
    severity: Severity::Error,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("tuple_items.rs"),
    check: Check::Node(check),
};

fn check(node: &Node<'_>, view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let Some(items @ Value::Array(entries)) = node.get("items") else { return };
    if Dialect::of(node.root) != Some(Dialect::Draft2020) || is_openapi(view) {
        return;
    }
    let finding = cx
        .at(format!("{}/items", node.pointer))
        .say(format!("items is a list of {} schemas, where 2020-12 wants one", entries.len()))
        .evidence(items.to_string())
        .help("write prefixItems, or declare draft-07");
    // Beside a list, additionalItems says what 2020-12 says with items.
    let mut patch = vec![Change::Remove(format!("{}/items", node.pointer))];
    patch.push(Change::Add(format!("{}/prefixItems", node.pointer), items.clone()));
    if let Some(others) = node.get("additionalItems") {
        patch.push(Change::Remove(format!("{}/additionalItems", node.pointer)));
        patch.push(Change::Add(format!("{}/items", node.pointer), others.clone()));
    }
    let fix = Fix { level: FixLevel::Safe, patch, what: "writes the list as prefixItems".to_owned() };
    cx.report(if node.get("prefixItems").is_none() { finding.fix(fix) } else { finding });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::judged::findings;

    #[test]
    fn it_is_an_error_unless_an_older_dialect_is_declared() {
        let tool = |marker: &str| {
            let schema = format!(r#"{{{marker}"type":"object","properties":{{"p":{{"items":[true]}}}}}}"#);
            format!(r#"{{"name":"t","description":"d","inputSchema":{schema}}}"#)
        };
        let severity = |marker: &str| findings("tuple-items", &tool(marker)).first().map(|finding| finding.severity);
        assert_eq!(severity(""), Some(Severity::Error));
        assert_eq!(severity(r#""$schema":"https://json-schema.org/draft/2020-12/schema","#), Some(Severity::Error));
        assert_eq!(severity(r#""$schema":"https://json-schema.org/draft/2019-09/schema","#), None);
    }
}
