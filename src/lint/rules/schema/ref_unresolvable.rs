//! A reference leads nowhere, or out of the schema.
//!
//! ## Why
//!
//! A validator cannot compile the schema, and some clients then lose the whole list. What stands outside the schema
//! MUST NOT be fetched on its own account: an address in `$ref` would let a server change a tool after it was
//! reviewed.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"pindah","description":"Memindahkan berkas.","inputSchema":{"type":"object",
//!  "properties":{"tujuan":{"$ref":"#/$defs/Folder"}}}}
//! ```
//!
//! ```json bad
//! {"name":"move","description":"Moves a file.","inputSchema":{"type":"object",
//!  "properties":{"to":{"$ref":"https://example.com/folder.json"}}}}
//! ```
//!
//! ```json good
//! {"name":"pindah","description":"Memindahkan berkas.","inputSchema":{"type":"object",
//!  "properties":{"tujuan":{"$ref":"#/$defs/Folder"}},"$defs":{"Folder":{"type":"string"}}}}
//! ```
//!
//! ## References
//!
//! MCP 2026-07-28 (SEP-2106): references out of the schema are not dereferenced; davideast/stitch-mcp#184;
//! anthropics/claude-code#76881.

use serde_json::Value;

use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::ToolView;
use crate::lint::schema::brief::cut;
use crate::lint::schema::node::{Node, Which};
use crate::lint::schema::resolve::{Names, Target};

/// The rule.
pub static RULE: Rule = Rule {
    id: "ref-unresolvable",
    group: Group::Schema,
    severity: Severity::Error,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("ref_unresolvable.rs"),
    check: Check::Tool(check),
};

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    for which in [Which::Input, Which::Output] {
        let refers = |node: &&Node<'_>| node.which == which && node.get("$ref").is_some_and(Value::is_string);
        if !view.nodes.iter().any(|node| refers(&node)) {
            continue;
        }
        let names = Names::of(&view.nodes, which);
        for node in view.nodes.iter().filter(refers) {
            let Some(reference) = node.get("$ref").and_then(Value::as_str) else { continue };
            let say = match names.target(reference, &view.nodes, node) {
                Target::Found(target) if target.is_object() || target.is_boolean() => continue,
                Target::Found(_) => format!("{} is no schema", cut(reference)),
                Target::Missing => format!("{} does not exist in this schema", cut(reference)),
                Target::Outside => format!("{} lies outside the schema and must not be fetched", cut(reference)),
            };
            let finding = cx.at(format!("{}/$ref", node.pointer)).say(say).evidence(reference);
            cx.report(finding.help("put the definition under $defs of the same schema"));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::judged::findings;

    fn found(schema: &str) -> usize {
        findings("ref-unresolvable", &format!(r#"{{"name":"t","description":"d","inputSchema":{schema}}}"#)).len()
    }

    #[test]
    fn anchors_and_ids_are_places_too() {
        for schema in [
            r##"{"type":"object","properties":{"a":{"$ref":"#j"},"b":{"$anchor":"j"}}}"##,
            r##"{"type":"object","properties":{"a":{"$ref":"#/properties/b~1c"},"b/c":{}}}"##,
            r##"{"type":"object","properties":{"$ref":{"type":"string"}}}"##,
            r##"{"type":"object","default":{"$ref":"#/tidak/ada"}}"##,
            r##"{"type":"object","properties":{"a":{"$ref":"#"}}}"##,
        ] {
            assert_eq!(found(schema), 0, "{schema}");
        }
        assert_eq!(found(r##"{"type":"object","properties":{"a":{"$ref":"#/title"}},"title":"A"}"##), 1);
        assert_eq!(found(r##"{"type":"object","properties":{"a":{"$ref":"A"}},"$defs":{"A":{}}}"##), 1);
    }
}
