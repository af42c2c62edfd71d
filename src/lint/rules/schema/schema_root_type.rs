//! The schema of the parameters is missing, or its root is not an object.
//!
//! ## Why
//!
//! The protocol says that `inputSchema` is an object whose `type` is `object`. Many clients check the whole list
//! against that: one malformed schema then hides every tool of the server, and nothing says why.
//!
//! Told apart are: no schema, null, something that is no object, an empty object, no `type`, another `type`, and
//! `properties` or `required` of the wrong kind at the root.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"keranjang","description":"Menampilkan isi keranjang belanja.","inputSchema":{}}
//! ```
//!
//! ```json bad
//! {"name":"arsip","description":"Lists the archive.","inputSchema":{"type":"object","properties":{},"required":null}}
//! ```
//!
//! ```json good
//! {"name":"keranjang","description":"Menampilkan isi keranjang belanja.","inputSchema":{"type":"object"}}
//! ```
//!
//! ## References
//!
//! MCP 2026-07-28, Tool: `inputSchema` is required and its root has `type: "object"`;
//! modelcontextprotocol/servers#3051; kerlenton/mcpsnoop#199.

use serde_json::{Value, json};

use crate::catalog::tool::{Dialect, Fidelity, Tool};
use crate::lint::cx::Cx;
use crate::lint::fix::{Change, Fix, FixLevel};
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::ToolView;
use crate::lint::schema::brief::{brief, cut};
use crate::lint::schema::dialect::is_openapi;

/// The rule.
pub static RULE: Rule = Rule {
    id: "schema-root-type",
    group: Group::Schema,
    severity: Severity::Error,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("schema_root_type.rs"),
    check: Check::Tool(check),
};

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let tool = view.tool;
    let pointer = tool.input_schema_pointer();
    if tool.fidelity == Fidelity::LowerBound {
        return cx.unchecked(pointer, "the source does not hold the schema");
    }
    let Some(schema) = tool.input_schema() else {
        if asks_for_one(tool) {
            let add = Change::Add(pointer.to_owned(), json!({"type": "object"}));
            let finding = cx.at(pointer).say("there is no schema of the parameters").fix(safe(add));
            cx.report(finding.help("a tool without parameters has {\"type\":\"object\"}"));
        }
        return;
    };
    let Some((why, at, change)) = fault(schema, pointer, is_openapi(view)) else { return };
    let finding = cx.at(pointer).say(why).evidence(schema.to_string());
    let finding = if at.is_empty() { finding } else { finding.and_at(format!("{pointer}{at}")) };
    let finding = finding.help("the root of the schema is an object with \"type\": \"object\"");
    cx.report(match change {
        Some(change) => finding.fix(safe(change)),
        None => finding,
    });
}

/// Whether the dialect wants a schema of every tool. Tools that a provider runs itself have a `type` and no schema.
fn asks_for_one(tool: &Tool) -> bool {
    match tool.dialect {
        Dialect::Mcp => true,
        Dialect::Anthropic => matches!(tool.value.get("type").and_then(Value::as_str), None | Some("custom")),
        _ => false,
    }
}

fn safe(change: Change) -> Fix {
    Fix { level: FixLevel::Safe, patch: vec![change], what: "says that the parameters are an object".to_owned() }
}

/// What is wrong, where below the root, and what would right it.
fn fault(schema: &Value, pointer: &str, openapi: bool) -> Option<(String, &'static str, Option<Change>)> {
    let whole = || Some(Change::Replace(pointer.to_owned(), json!({"type": "object"})));
    let Value::Object(keywords) = schema else {
        let fix = if schema.is_null() { whole() } else { None };
        return Some((format!("the schema is {}, not an object", brief(schema)), "", fix));
    };
    if keywords.is_empty() {
        return Some(("the schema is empty".to_owned(), "", whole()));
    }
    match keywords.get("type") {
        None => {
            let keys: Vec<String> = keywords.keys().take(4).map(|key| cut(key)).collect();
            let add = Change::Add(format!("{pointer}/type"), json!("object"));
            return Some((format!("the schema has no type, only {}", keys.join(", ")), "", Some(add)));
        }
        Some(Value::String(name)) if name == "object" || openapi && name == "OBJECT" => {}
        Some(other) => return Some((format!("the type is {}, not \"object\"", brief(other)), "/type", None)),
    }
    match (keywords.get("properties"), keywords.get("required")) {
        (Some(properties), _) if !properties.is_object() => {
            Some((format!("properties is {}, not an object", brief(properties)), "/properties", None))
        }
        (_, Some(required)) if !required.is_array() => {
            let remove = required.is_null().then(|| Change::Remove(format!("{pointer}/required")));
            Some((format!("required is {}, not a list of names", brief(required)), "/required", remove))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::judged::findings;

    fn said(schema: &str) -> Vec<String> {
        let tool = format!(r#"{{"name":"t","description":"d"{schema}}}"#);
        findings("schema-root-type", &tool).into_iter().map(|finding| finding.message).collect()
    }

    #[test]
    fn every_reason_is_told_apart() {
        let cases = [
            ("", "there is no schema"),
            (r#","inputSchema":null"#, "null"),
            (r#","inputSchema":{}"#, "empty"),
            (r#","inputSchema":{"$schema":"http://json-schema.org/draft-07/schema#"}"#, "only $schema"),
            (r#","inputSchema":{"type":"string"}"#, "\"string\""),
            (r#","inputSchema":{"type":["object","null"]}"#, "[\"object\",\"null\"]"),
            (r#","inputSchema":{"type":"object","required":null}"#, "required is null"),
            (r#","inputSchema":{"type":"object","properties":[]}"#, "properties is []"),
        ];
        for (schema, word) in cases {
            let said = said(schema);
            assert!(said.len() == 1 && said[0].contains(word), "{schema}: {said:?}");
        }
        assert!(said(r#","inputSchema":{"type":"object"}"#).is_empty());
    }

    #[test]
    fn dialects_that_leave_parameters_out_are_fine() {
        let json = r#"{"tools":[{"type":"function","function":{"name":"jam","description":"Jam berapa sekarang."}}]}"#;
        assert!(findings("schema-root-type", json).is_empty());
    }
}
