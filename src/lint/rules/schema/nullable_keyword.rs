//! A schema uses a keyword of OpenAPI that JSON Schema does not have.
//!
//! ## Why
//!
//! JSON Schema ignores `nullable`, `example`, `xml` and `externalDocs`: what they say binds nobody, a strict
//! validator warns or refuses, and the words are paid for on every turn. For Gemini's own declarations they are
//! right.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"cari_tamu","description":"Mencari tamu menurut nama.","inputSchema":{"type":"object",
//!  "properties":{"kota":{"type":"string","nullable":true}}}}
//! ```
//!
//! ```json good
//! {"name":"cari_tamu","description":"Mencari tamu menurut nama.","inputSchema":{"type":"object",
//!  "properties":{"kota":{"type":["string","null"]},"nullable":{"type":"boolean"}}}}
//! ```
//!
//! ## References
//!
//! OpenAPI 3.0, Schema Object; JSON Schema 2020-12 has no such keywords; cnadio/vscode-as-mcp-server#6.

use serde_json::{Value, json};

use crate::lint::cx::Cx;
use crate::lint::fix::{Change, Fix, FixLevel};
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::ToolView;
use crate::lint::schema::dialect::is_openapi;
use crate::lint::schema::node::Node;

/// The rule.
pub static RULE: Rule = Rule {
    id: "nullable-keyword",
    group: Group::Schema,
    severity: Severity::Info,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("nullable_keyword.rs"),
    check: Check::Node(check),
};

const FOREIGN: &[(&str, &str)] = &[
    ("nullable", "list \"null\" among the types"),
    ("example", "use examples, a list"),
    ("xml", "leave it out"),
    ("externalDocs", "leave it out"),
];

fn check(node: &Node<'_>, view: &ToolView<'_>, cx: &mut Cx<'_>) {
    if is_openapi(view) {
        return;
    }
    for (keyword, help) in FOREIGN {
        let Some(value) = node.get(keyword) else { continue };
        let finding = cx
            .at(format!("{}/{keyword}", node.pointer))
            .say(format!("{keyword} is a keyword of OpenAPI, which JSON Schema ignores"))
            .evidence(value.to_string())
            .help(*help);
        cx.report(match fix(node, keyword, value) {
            Some(fix) => finding.fix(fix),
            None => finding,
        });
    }
}

fn fix(node: &Node<'_>, keyword: &str, value: &Value) -> Option<Fix> {
    let remove = Change::Remove(format!("{}/{keyword}", node.pointer));
    let (level, patch, what) = match (keyword, value, node.get("type")) {
        ("nullable", Value::Bool(false), _) => (FixLevel::Safe, vec![remove], "drops what is so anyway"),
        ("nullable", Value::Bool(true), Some(Value::String(name))) => {
            let types = Change::Replace(format!("{}/type", node.pointer), json!([name, "null"]));
            (FixLevel::Unsafe, vec![types, remove], "lists null among the types")
        }
        ("example", value, _) if node.get("examples").is_none() => {
            let add = Change::Add(format!("{}/examples", node.pointer), json!([value]));
            (FixLevel::Unsafe, vec![remove, add], "says it as examples")
        }
        _ => return None,
    };
    Some(Fix { level, patch, what: what.to_owned() })
}

#[cfg(test)]
mod tests {
    use crate::lint::judged::findings;

    #[test]
    fn a_parameter_of_that_name_is_no_keyword() {
        let tool = |parameters: &str| {
            let schema = format!(r#"{{"type":"object","properties":{parameters}}}"#);
            format!(r#"{{"name":"t","description":"d","inputSchema":{schema}}}"#)
        };
        assert!(findings("nullable-keyword", &tool(r#"{"example":{"type":"string"}}"#)).is_empty());
        let found = findings("nullable-keyword", &tool(r#"{"a":{"type":"string","example":"b","nullable":true}}"#));
        assert_eq!(found.len(), 2);
    }
}
