//! A parameter does not say what type it takes.
//!
//! ## Why
//!
//! The model guesses, and Gemini refuses some of them. A parameter that takes any JSON is rare; where it is meant,
//! the words should say so.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"simpan","description":"Menyimpan satu nilai.","inputSchema":{"type":"object",
//!  "properties":{"nilai":{"description":"Nilai yang disimpan."}}}}
//! ```
//!
//! ```json good
//! {"name":"simpan","description":"Menyimpan satu nilai.","inputSchema":{"type":"object",
//!  "properties":{"nilai":{"type":"string","description":"Nilai yang disimpan."},"mode":{"enum":["baru","timpa"]}}}}
//! ```
//!
//! ## References
//!
//! Gemini API, Schema: `type` is required; measured 2026-11: 10 of 783 real definitions.

use serde_json::Value;

use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::ToolView;
use crate::lint::schema::brief::cut;
use crate::lint::schema::node::{Node, Which};

/// The rule.
pub static RULE: Rule = Rule {
    id: "untyped-property",
    group: Group::Schema,
    severity: Severity::Info,
    confidence: Confidence::High,
    persona: Persona::Pedantic,
    status: Status::Stable,
    options: &[],
    file: include_str!("untyped_property.rs"),
    check: Check::Node(check),
};

/// What tells the type, or stands in for it.
const TELLS: &[&str] = &[
    "type",
    "enum",
    "const",
    "$ref",
    "$dynamicRef",
    "$recursiveRef",
    "anyOf",
    "oneOf",
    "allOf",
    "not",
    "if",
    "properties",
    "items",
    "prefixItems",
    "additionalProperties",
    "patternProperties",
];

fn check(node: &Node<'_>, _view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let Some(name) = node.property().filter(|_| node.which == Which::Input) else { return };
    let silent = match node.value {
        Value::Object(keywords) => !TELLS.iter().any(|keyword| keywords.contains_key(*keyword)),
        other => other == &Value::Bool(true),
    };
    if silent {
        let say = format!("{} has no type", cut(name));
        let finding = cx.at(&*node.pointer).say(say).evidence(node.value.to_string()).help("add a type, or an enum");
        cx.report(finding);
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::judged::findings;

    #[test]
    fn what_tells_the_type_otherwise_is_fine() {
        let found = |parameter: &str| {
            let schema = format!(r#"{{"type":"object","properties":{{"p":{parameter}}}}}"#);
            findings("untyped-property", &format!(r#"{{"name":"t","description":"d","inputSchema":{schema}}}"#)).len()
        };
        for parameter in ["{}", "true", r#"{"title":"P"}"#] {
            assert_eq!(found(parameter), 1, "{parameter}");
        }
        for parameter in [r#"{"const":1}"#, r#"{"anyOf":[{"type":"string"}]}"#, r#"{"$ref":"a"}"#, "false"] {
            assert_eq!(found(parameter), 0, "{parameter}");
        }
    }
}
