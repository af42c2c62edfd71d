//! The headers that repeat arguments of a call, where a tool's schema asks for it (protocol 2026-07-28, over HTTP).

use base64::prelude::{BASE64_STANDARD, Engine};
use serde_json::Value;

use crate::catalog::mirrored_headers::ANNOTATION;

/// `Mcp-Param-<name>` for every argument whose property has the annotation and that has a plain value.
#[must_use]
pub fn headers(input_schema: &Value, arguments: &Value) -> Vec<(String, String)> {
    let mut headers = Vec::new();
    let mut open = vec![(input_schema, arguments)];
    while let Some((schema, arguments)) = open.pop() {
        for (key, property) in schema["properties"].as_object().into_iter().flatten() {
            let value = match &arguments[key] {
                Value::String(text) => text.clone(),
                Value::Bool(_) | Value::Number(_) => arguments[key].to_string(),
                Value::Null | Value::Array(_) => continue,
                inner @ Value::Object(_) => {
                    open.push((property, inner));
                    continue;
                }
            };
            if let Some(name) = property[ANNOTATION].as_str() {
                headers.push((format!("Mcp-Param-{name}"), encoded(&value)));
            }
        }
    }
    headers
}

/// A header's value: as it is when it is plain, else in the base64 form that servers decode.
fn encoded(value: &str) -> String {
    let plain = value.bytes().all(|byte| matches!(byte, b' '..=b'~')) && value.trim() == value;
    match plain && !value.starts_with("=?base64?") {
        true => value.to_owned(),
        false => format!("=?base64?{}?=", BASE64_STANDARD.encode(value)),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn annotated_arguments_are_repeated() {
        let schema = json!({"properties": {
            "kota": {"type": "string", "x-mcp-header": "Kota"}, "n": {"type": "integer", "x-mcp-header": "N"},
            "rumah": {"properties": {"jalan": {"type": "string", "x-mcp-header": "Jalan"}}}, "lain": {"type": "string"}
        }});
        let arguments = json!({"kota": "Solo", "n": 3, "rumah": {"jalan": "Kenanga é"}, "lain": "x"});
        let pairs = headers(&schema, &arguments);
        let pairs: Vec<(&str, &str)> = pairs.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        assert_eq!(
            pairs,
            [("Mcp-Param-Kota", "Solo"), ("Mcp-Param-N", "3"), ("Mcp-Param-Jalan", "=?base64?S2VuYW5nYSDDqQ==?=")]
        );
        assert!(headers(&json!(true), &json!({"a": 1})).is_empty());
    }
}
