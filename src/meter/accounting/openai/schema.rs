//! The schema asked of an answer, as it stands in the prompt.

use serde_json::Value;

/// Compact JSON without `additionalProperties` and lists of required names, which only the decoder needs.
pub(super) fn as_shown(schema: &Value) -> String {
    without(schema, Keys::Keywords).to_string()
}

/// What the keys of an object mean.
#[derive(Clone, Copy)]
enum Keys {
    /// Keywords of JSON Schema.
    Keywords,
    /// Names of properties or definitions, each with a schema.
    Names,
}

fn without(value: &Value, keys: Keys) -> Value {
    match value {
        Value::Array(items) => items.iter().map(|item| without(item, Keys::Keywords)).collect(),
        Value::Object(members) => members.iter().filter_map(|(key, value)| member(key, value, keys)).collect(),
        other => other.clone(),
    }
}

fn member(key: &str, value: &Value, keys: Keys) -> Option<(String, Value)> {
    let kept = match (keys, key) {
        (Keys::Keywords, "additionalProperties" | "required") => return None,
        (Keys::Keywords, "properties" | "$defs" | "definitions") => without(value, Keys::Names),
        (Keys::Keywords, "enum" | "const" | "default") => value.clone(),
        _ => without(value, Keys::Keywords),
    };
    Some((key.to_owned(), kept))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn drops_what_only_the_decoder_needs() {
        let schema = json!({
            "type": "object", "additionalProperties": false, "required": ["required"],
            "properties": {"required": {"type": "object", "properties": {"kota": {"const": "Bogor"}}, "required": ["kota"]}},
        });
        assert_eq!(
            as_shown(&schema),
            r#"{"type":"object","properties":{"required":{"type":"object","properties":{"kota":{"const":"Bogor"}}}}}"#
        );
    }
}
