//! A keyword of a schema holds what its dialect of JSON Schema does not allow.
//!
//! ## Why
//!
//! Strict validators refuse the whole tool, lenient ones drop the keyword, and the model reads a promise that nobody
//! checks. The dialect is the one that `$schema` declares, else 2020-12, as MCP has it; a boolean `exclusiveMinimum`
//! is right in draft-04 and wrong in all others.
//!
//! The root of the parameters' schema is the business of `schema-root-type`, a list under `items` that of `tuple-
//! items`.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"timbang","description":"Menimbang satu barang.","inputSchema":{"type":"object",
//!  "properties":{"berat":{"type":"float","description":"Berat dalam kilogram."}}}}
//! ```
//!
//! ```json bad
//! {"name":"pesan","description":"Orders one dish.","inputSchema":{"type":"object",
//!  "properties":{"menu":{"type":"string","required":true}}}}
//! ```
//!
//! ```json good
//! {"name":"timbang","description":"Menimbang satu barang.","inputSchema":{"type":"object",
//!  "$schema":"http://json-schema.org/draft-04/schema#",
//!  "properties":{"berat":{"type":"number","minimum":0,"exclusiveMinimum":true}}}}
//! ```
//!
//! ## References
//!
//! JSON Schema 2020-12, core and validation; MCP 2026-07-28: the default dialect is 2020-12; tadata-
//! org/fastapi_mcp#218; kintone/mcp-server#547.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::catalog::text::escaped;
use crate::lint::cx::Cx;
use crate::lint::fix::{Change, Fix, FixLevel};
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::ToolView;
use crate::lint::schema::brief::{brief, cut};
use crate::lint::schema::dialect::{Dialect, is_openapi};
use crate::lint::schema::node::{Node, Position, Which};
use crate::lint::schema::number;
use crate::lint::schema::types::NAMES;

/// The rule.
pub static RULE: Rule = Rule {
    id: "schema-invalid",
    group: Group::Schema,
    severity: Severity::Error,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("schema_invalid.rs"),
    check: Check::Node(check),
};

fn check(node: &Node<'_>, view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let Some(dialect) = Dialect::of(node.root) else {
        if node.is_root() {
            cx.unchecked(format!("{}/$schema", node.pointer), "its dialect of JSON Schema is not known");
        }
        return;
    };
    let keywords = match node.value {
        Value::Object(keywords) => keywords,
        // Where the root of the parameters is no object, `schema-root-type` says so.
        _ if node.is_root() && node.which == Which::Input => return,
        Value::Bool(_) if dialect > Dialect::Draft04 || is_additional(node.position) => return,
        other => {
            let why = format!("{} stands where {} wants a schema", brief(other), dialect.word());
            let finding = cx.at(&*node.pointer).say(why).evidence(other.to_string());
            return cx.report(finding);
        }
    };
    for (keyword, value) in keywords {
        if node.is_root() && node.which == Which::Input && is_of_root(keyword, value) {
            continue;
        }
        let Some((wanted, severity)) = fault(keyword, value, dialect, is_openapi(view)) else { continue };
        let finding = cx
            .at(format!("{}/{}", node.pointer, escaped(keyword)))
            .say(format!("{} is {}, where {} wants {wanted}", cut(keyword), brief(value), dialect.word()))
            .severity(severity)
            .evidence(value.to_string());
        cx.report(match fix(node, view, keyword, value) {
            Some(fix) => finding.fix(fix),
            None => finding,
        });
    }
}

fn is_additional(position: Position<'_>) -> bool {
    matches!(position, Position::Other("additionalProperties" | "additionalItems"))
}

fn is_of_root(keyword: &str, value: &Value) -> bool {
    match keyword {
        "type" => true,
        "required" => !value.is_array(),
        "properties" => !value.is_object(),
        _ => false,
    }
}

/// What the keyword should hold and how bad it is that it does not.
fn fault(keyword: &str, value: &Value, dialect: Dialect, openapi: bool) -> Option<(&'static str, Severity)> {
    let old = dialect == Dialect::Draft04;
    let list = value.as_array();
    let (right, wanted) = match keyword {
        "type" => (is_type(value, openapi), "one of the seven types, or a list of them"),
        "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas" => {
            (value.is_object(), "an object of schemas")
        }
        "required" => (is_names(value), "a list of different names"),
        "dependentRequired" => {
            (value.as_object().is_some_and(|of| of.values().all(is_names)), "an object of lists of names")
        }
        "enum" if list.is_some_and(Vec::is_empty) => {
            let severity = if old { Severity::Error } else { Severity::Warning };
            return Some(("at least one value", severity));
        }
        "enum" | "examples" => (list.is_some(), "a list of values"),
        "allOf" | "anyOf" | "oneOf" => (list.is_some_and(|of| !of.is_empty()), "a list of schemas, at least one"),
        "exclusiveMinimum" | "exclusiveMaximum" if old => (value.is_boolean(), "true or false"),
        "minimum" | "maximum" | "multipleOf" | "exclusiveMinimum" | "exclusiveMaximum" => {
            (value.is_number(), "a number")
        }
        "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties" | "minContains"
        | "maxContains" => (is_count(value, openapi), "a whole number, 0 or more"),
        "uniqueItems" | "deprecated" | "readOnly" | "writeOnly" => (value.is_boolean(), "true or false"),
        "pattern" | "format" | "title" | "description" | "$ref" | "$id" | "$schema" | "$anchor" | "$comment"
        | "contentEncoding" | "contentMediaType" => (value.is_string(), "a string"),
        _ => return None,
    };
    (!right).then_some((wanted, Severity::Error))
}

fn is_type(value: &Value, openapi: bool) -> bool {
    let known = |name: &str| NAMES.contains(&name) || openapi && NAMES.contains(&name.to_ascii_lowercase().as_str());
    match value {
        Value::String(name) => known(name),
        Value::Array(names) => {
            is_names(value) && !names.is_empty() && names.iter().filter_map(Value::as_str).all(known)
        }
        _ => false,
    }
}

fn is_names(value: &Value) -> bool {
    let Some(entries) = value.as_array() else { return false };
    let names: BTreeSet<&str> = entries.iter().filter_map(Value::as_str).collect();
    names.len() == entries.len()
}

fn is_count(value: &Value, openapi: bool) -> bool {
    // Gemini's own schemas write whole numbers of 64 bits as strings.
    let text = value.as_str().is_some_and(|text| openapi && text.bytes().all(|byte| byte.is_ascii_digit()));
    text || value.as_number().is_some_and(|number| number::is_whole(number) && !number.to_string().starts_with('-'))
}

fn fix(node: &Node<'_>, view: &ToolView<'_>, keyword: &str, value: &Value) -> Option<Fix> {
    let pointer = format!("{}/{keyword}", node.pointer);
    let (patch, what) = match (keyword, value) {
        ("type", Value::String(name)) => {
            let right = match name.to_ascii_lowercase().as_str() {
                "int" | "long" | "int32" | "int64" | "integer" => "integer",
                "float" | "double" | "decimal" | "number" => "number",
                "bool" | "boolean" => "boolean",
                "str" | "text" | "string" => "string",
                "list" | "array" => "array",
                "dict" | "map" | "object" => "object",
                "none" | "null" => "null",
                _ => return None,
            };
            (vec![Change::Replace(pointer, Value::from(right))], format!("makes the type {right}"))
        }
        ("required", Value::Bool(required)) => {
            let (name, parent) = (node.property()?, view.nodes.get(node.parent?)?);
            let list = format!("{}/required", parent.pointer);
            let add = match parent.get("required") {
                Some(Value::Array(_)) => Change::Add(format!("{list}/-"), Value::from(name)),
                _ => Change::Add(list, Value::from(vec![name])),
            };
            let mut patch = vec![Change::Remove(pointer)];
            patch.extend(required.then_some(add));
            (patch, "says it in the object's own list of required names".to_owned())
        }
        _ => return None,
    };
    Some(Fix { level: FixLevel::Unsafe, patch, what })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::judged::findings;

    fn said(root: &str, parameter: &str) -> Vec<(Severity, String)> {
        let schema = format!(r#"{{"type":"object"{root},"properties":{{"p":{parameter}}}}}"#);
        let tool = format!(r#"{{"name":"t","description":"d","inputSchema":{schema}}}"#);
        findings("schema-invalid", &tool).into_iter().map(|finding| (finding.severity, finding.message)).collect()
    }

    #[test]
    fn wrong_kinds_are_found() {
        for parameter in [
            r#"{"type":"any"}"#,
            r#"{"type":[]}"#,
            r#"{"type":["string","string"]}"#,
            r#"{"enum":"a"}"#,
            r#"{"minimum":"1"}"#,
            r#"{"exclusiveMinimum":true}"#,
            r#"{"minLength":-1}"#,
            r#"{"minItems":1.5}"#,
            r#"{"anyOf":[]}"#,
            r#"{"required":["a","a"]}"#,
            r#"{"description":null}"#,
            r#"{"items":null}"#,
            "null",
            "[]",
            r#"{"examples":"a"}"#,
            r#"{"pattern":1}"#,
        ] {
            assert!(
                matches!(said("", parameter)[..], [(Severity::Error, _)]),
                "{parameter}: {:?}",
                said("", parameter)
            );
        }
        assert!(matches!(said("", r#"{"enum":[]}"#)[..], [(Severity::Warning, _)]));
    }

    #[test]
    fn the_dialect_decides() {
        let old = r#","$schema":"http://json-schema.org/draft-04/schema#""#;
        assert!(said(old, r#"{"minimum":1,"exclusiveMinimum":true}"#).is_empty());
        assert_eq!(said(old, r#"{"minimum":1,"exclusiveMinimum":1}"#).len(), 1);
        assert_eq!(said(old, "true").len(), 1);
        assert!(said("", "true").is_empty());
        assert!(said(r#","$schema":"https://example.com/own""#, r#"{"type":"any"}"#).is_empty());
    }

    #[test]
    fn what_nobody_defines_passes() {
        for parameter in
            [r#"{"x-order":1,"nullable":true}"#, r#"{"maxLength":10.0}"#, r#"{"default":null,"const":null}"#]
        {
            assert!(said("", parameter).is_empty(), "{parameter}");
        }
    }
}
