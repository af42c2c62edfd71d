//! Finds `x-mcp-header` annotations that oblige hosts on HTTP to drop a tool.
//!
//! The annotation asks a client to repeat an argument as an HTTP header. Protocol 2026-07-28 allows it on a property of
//! type integer, string or boolean that is reached through `properties` alone, under a name that is an RFC 9110 token
//! and that no other property has in any case; a client on Streamable HTTP must drop a tool that breaks this.

use serde_json::{Map, Value};

use crate::catalog::saved::parse::scan::escaped;

/// The key of the annotation.
pub(crate) const ANNOTATION: &str = "x-mcp-header";

/// Keywords that hold one schema or an array of schemas.
const SCHEMAS: [&str; 16] = [
    "items",
    "additionalItems",
    "prefixItems",
    "unevaluatedItems",
    "contains",
    "additionalProperties",
    "unevaluatedProperties",
    "propertyNames",
    "contentSchema",
    "oneOf",
    "anyOf",
    "allOf",
    "not",
    "if",
    "then",
    "else",
];

/// Keywords that hold schemas by name.
const SCHEMAS_BY_NAME: [&str; 5] = ["patternProperties", "dependentSchemas", "dependencies", "$defs", "definitions"];

/// The first fault of an annotation in an input schema, as a lowercase fragment; `None` when all are valid.
#[must_use]
pub fn fault(input_schema: &Value) -> Option<String> {
    let mut names: Vec<String> = Vec::new();
    let mut open = vec![Node { schema: input_schema, pointer: String::new(), reach: Reach::Root }];
    while let Some(node) = open.pop() {
        let Value::Object(schema) = node.schema else { continue };
        if let Some(name) = schema.get(ANNOTATION)
            && let Some(fault) = fault_of(name, schema, node.reach, &mut names)
        {
            let place = if node.pointer.is_empty() { "/" } else { &node.pointer };
            return Some(format!("{ANNOTATION} at {place} {fault}"));
        }
        let below = open.len();
        push_below(&node, schema, &mut open);
        // The stack hands out the last one first; faults are told in the order of the text.
        open.get_mut(below..).unwrap_or_default().reverse();
    }
    None
}

struct Node<'s> {
    schema: &'s Value,
    pointer: String,
    reach: Reach,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    Root,
    /// Through `properties` alone.
    Property,
    Elsewhere,
}

fn push_below<'s>(node: &Node<'s>, schema: &'s Map<String, Value>, open: &mut Vec<Node<'s>>) {
    let step = |key: &str, name: Option<&str>| match name {
        Some(name) => format!("{}/{key}/{}", node.pointer, escaped(name)),
        None => format!("{}/{key}", node.pointer),
    };
    let reach = if node.reach == Reach::Elsewhere { Reach::Elsewhere } else { Reach::Property };
    for (key, value) in schema {
        match value {
            Value::Object(named) if key == "properties" => {
                open.extend(named.iter().map(|(name, schema)| Node { schema, pointer: step(key, Some(name)), reach }))
            }
            Value::Object(named) if SCHEMAS_BY_NAME.contains(&key.as_str()) => {
                open.extend(named.iter().map(|(name, schema)| Node {
                    schema,
                    pointer: step(key, Some(name)),
                    reach: Reach::Elsewhere,
                }));
            }
            Value::Object(_) if SCHEMAS.contains(&key.as_str()) => {
                open.push(Node { schema: value, pointer: step(key, None), reach: Reach::Elsewhere });
            }
            Value::Array(schemas) if SCHEMAS.contains(&key.as_str()) => {
                open.extend(schemas.iter().enumerate().map(|(index, schema)| Node {
                    schema,
                    pointer: step(key, Some(&index.to_string())),
                    reach: Reach::Elsewhere,
                }));
            }
            _ => {}
        }
    }
}

fn fault_of(name: &Value, schema: &Map<String, Value>, reach: Reach, names: &mut Vec<String>) -> Option<String> {
    if reach != Reach::Property {
        return Some("is not on a property that is reached through properties alone".to_owned());
    }
    let Value::String(name) = name else { return Some("is not a string".to_owned()) };
    if name.is_empty() {
        return Some("is empty".to_owned());
    }
    if name.chars().any(char::is_control) {
        return Some("holds a control character".to_owned());
    }
    if !name.bytes().all(is_token_byte) {
        return Some("is no name that a header can have".to_owned());
    }
    match schema.get("type").map(Value::as_str) {
        Some(Some("integer" | "string" | "boolean")) => {}
        Some(Some(other)) => return Some(format!("is on type {other:?}; integer, string and boolean are allowed")),
        _ => return Some("is on a property without one type; integer, string and boolean are allowed".to_owned()),
    }
    let lower = name.to_ascii_lowercase();
    if names.contains(&lower) {
        return Some(format!("gives the name {name:?} a second time"));
    }
    names.push(lower);
    None
}

/// `tchar` of RFC 9110, section 5.6.2.
fn is_token_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(schema: &str) -> Option<String> {
        fault(&serde_json::from_str(schema).expect("JSON"))
    }

    #[test]
    fn a_valid_annotation_is_no_fault() {
        for schema in [
            r#"{"type":"object","properties":{}}"#,
            r#"{"properties":{"kota":{"type":"string","x-mcp-header":"Kota"}}}"#,
            r#"{"properties":{"a":{"type":"integer","x-mcp-header":"A"},"b":{"type":"boolean","x-mcp-header":"B.~!"}}}"#,
            r#"{"properties":{"a":{"type":"object","properties":{"b":{"type":"string","x-mcp-header":"B"}}}}}"#,
            // A property that has the annotation's name, and data that looks like one.
            r#"{"properties":{"x-mcp-header":{"type":"number"}}}"#,
            r#"{"properties":{"a":{"default":{"x-mcp-header":""},"enum":[{"x-mcp-header":7}]}}}"#,
            "true",
            "null",
        ] {
            assert_eq!(told(schema), None, "{schema}");
        }
    }

    #[test]
    fn a_bad_name_or_type_is_told() {
        for (annotation, fault) in [
            (r#""type":"string","x-mcp-header":"""#, "is empty"),
            (r#""type":"string","x-mcp-header":7"#, "is not a string"),
            (r#""type":"string","x-mcp-header":null"#, "is not a string"),
            (r#""type":"string","x-mcp-header":"Dua Kata""#, "is no name that a header can have"),
            (r#""type":"string","x-mcp-header":"a:b""#, "is no name that a header can have"),
            (r#""type":"string","x-mcp-header":"wilayäh""#, "is no name that a header can have"),
            (r#""type":"string","x-mcp-header":"a\r\nb""#, "holds a control character"),
            (r#""type":"number","x-mcp-header":"A""#, "is on type \"number\"; integer, string and boolean are allowed"),
            (r#""type":"object","x-mcp-header":"A""#, "is on type \"object\"; integer, string and boolean are allowed"),
            (
                r#""type":["string","null"],"x-mcp-header":"A""#,
                "is on a property without one type; integer, string and boolean are allowed",
            ),
            (r#""x-mcp-header":"A""#, "is on a property without one type; integer, string and boolean are allowed"),
        ] {
            let schema = format!(r#"{{"properties":{{"nilai":{{{annotation}}}}}}}"#);
            assert_eq!(told(&schema), Some(format!("x-mcp-header at /properties/nilai {fault}")), "{schema}");
        }
    }

    #[test]
    fn only_a_chain_of_properties_reaches_it() {
        let annotated = r#"{"type":"string","x-mcp-header":"A"}"#;
        for key in SCHEMAS {
            let schema = format!(r#"{{"properties":{{"a":{{"{key}":{annotated}}}}}}}"#);
            let fault = told(&schema).expect(key);
            assert!(fault.starts_with(&format!("x-mcp-header at /properties/a/{key} is not on")), "{fault}");
        }
        for key in SCHEMAS_BY_NAME {
            let schema = format!(r#"{{"{key}":{{"x/y":{annotated}}}}}"#);
            let fault = told(&schema).expect(key);
            assert!(fault.starts_with(&format!("x-mcp-header at /{key}/x~1y is not on")), "{fault}");
        }
        let in_a_list = format!(r#"{{"anyOf":[true,{{"properties":{{"a":{annotated}}}}}]}}"#);
        assert!(told(&in_a_list).is_some_and(|fault| fault.contains("at /anyOf/1/properties/a is not on")));
        assert!(told(annotated).is_some_and(|fault| fault.contains("at / is not on")));
    }

    #[test]
    fn a_name_may_come_once_in_any_case() {
        let schema = r#"{"properties":{"a":{"type":"string","x-mcp-header":"Kota"},
            "b":{"type":"string","x-mcp-header":"KOTA"}}}"#;
        assert_eq!(
            told(schema).as_deref(),
            Some("x-mcp-header at /properties/b gives the name \"KOTA\" a second time")
        );
    }
}
