//! An output schema says nothing: an object of any shape, or one string in a wrapper.
//!
//! ## Why
//!
//! It tells a model and a client nothing about the result, and it makes the server send the same text twice: as content
//! and as structured content. Frameworks write it for tools that return plain text.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"silabus","description":"Isi satu mata kuliah.","outputSchema":{"type":"object",
//!  "properties":{"result":{"type":"string"}},"required":["result"],"x-fastmcp-wrap-result":true}}
//! ```
//!
//! ```json good
//! {"name":"silabus","description":"Isi satu mata kuliah.","outputSchema":{"type":"object",
//!  "properties":{"judul":{"type":"string"},"sks":{"type":"integer"}},"required":["judul"]}}
//! ```
//!
//! ## References
//!
//! The Python frameworks' wrapping of plain results (`x-fastmcp-wrap-result`).

use serde_json::{Map, Value};

use crate::lint::cx::Cx;
use crate::lint::fix::{Change, Fix, FixLevel};
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::ToolView;

/// The rule.
pub static RULE: Rule = Rule {
    id: "output-schema-uninformative",
    group: Group::Rent,
    severity: Severity::Info,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("output_schema_uninformative.rs"),
    check: Check::Tool(check),
};

/// Names that a wrapper gives to whatever it wraps.
const WRAPPERS: [&str; 9] = ["result", "results", "output", "text", "content", "response", "value", "data", "message"];

/// Keywords that say nothing about a result's shape.
const SILENT: [&str; 8] =
    ["type", "title", "$schema", "properties", "required", "additionalProperties", "x-fastmcp-wrap-result", "$id"];

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let Some(schema) = view.tool.output_schema() else { return };
    let Some(why) = schema.as_object().and_then(says_nothing) else { return };
    let pointer = view.tool.body_pointer("outputSchema");
    let patch = vec![Change::Remove(pointer.clone())];
    let what = "drops the output schema; the server must then stop sending structured content".to_owned();
    let finding = cx
        .at(pointer)
        .say(why)
        .evidence(schema.to_string())
        .fix(Fix { level: FixLevel::Unsafe, patch, what })
        .help("declare the fields, or drop the output schema of a tool that returns plain text");
    cx.report(finding);
}

fn says_nothing(schema: &Map<String, Value>) -> Option<String> {
    let silent = schema.keys().all(|key| SILENT.contains(&key.as_str()));
    let closed = schema.get("additionalProperties").is_some_and(|value| {
        value == &Value::Bool(false) || value.as_object().is_some_and(|schema| !schema.is_empty())
    });
    let properties = schema.get("properties").and_then(Value::as_object);
    match properties.map(Map::len).unwrap_or_default() {
        0 if silent && !closed => Some("the output schema allows any object and names no field".to_owned()),
        1 => {
            let (name, of) = properties?.iter().next()?;
            let of = of.as_object()?;
            let bare = of.keys().all(|key| key == "type" || key == "title");
            let plain = matches!(of.get("type").and_then(Value::as_str), None | Some("string" | "object"));
            let said = silent && bare && plain && WRAPPERS.contains(&name.as_str());
            said.then(|| format!("the output schema only wraps one value in {name:?}"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::judged::findings;

    #[test]
    fn wrappers_say_nothing_and_described_fields_do() {
        let tool = |schema: &str| format!(r#"{{"name":"a","outputSchema":{schema}}}"#);
        for schema in [r#"{"type":"object"}"#, r#"{"type":"object","properties":{"output":{"type":"string"}}}"#] {
            let found = findings("output-schema-uninformative", &tool(schema));
            let what = found.first().and_then(|one| Some(one.fix.as_ref()?.what.as_str())).unwrap_or_default();
            assert!(what.contains("on the wire only"), "{schema}: {what}");
        }
        for schema in [
            r#"{"type":"object","properties":{"result":{"type":"string","description":"Nomor pesanan"}}}"#,
            r#"{"type":"object","properties":{"jumlah":{"type":"string"}}}"#,
            r#"{"type":"object","additionalProperties":{"type":"number"}}"#,
            r#"{"type":"object","properties":{"result":{"type":"integer"}}}"#,
        ] {
            assert!(findings("output-schema-uninformative", &tool(schema)).is_empty(), "{schema}");
        }
    }
}
