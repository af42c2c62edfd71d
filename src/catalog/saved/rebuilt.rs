//! Definitions with parameters in a form of their own: rewritten as `inputSchema`, and marked if built.

use serde_json::{Map, Value, json};

use crate::catalog::tool::Fidelity;

/// Keys under which exporters keep a JSON schema of the parameters, besides those of the dialects.
const OTHER_SCHEMA_KEYS: [&str; 5] = ["schema", "json_schema", "args_schema", "params_json_schema", "jsonSchema"];

/// Gives a definition without a dialect's schema key an `inputSchema`, in the place of the key it was made from.
/// `None` when there is nothing to make one from.
pub(crate) fn with_input_schema(tool: &Map<String, Value>) -> Option<(Value, Fidelity)> {
    tool.iter().find_map(|(key, parameters)| {
        let (schema, fidelity) = match key.as_str() {
            "arguments" => (from_argument_list(parameters.as_array()?)?, Fidelity::Approximate),
            "args" => (from_properties(parameters.as_object()?)?, Fidelity::Approximate),
            "parameter_definitions" | "parameterDefinitions" => {
                (from_parameter_definitions(parameters.as_object()?)?, Fidelity::Approximate)
            }
            other if OTHER_SCHEMA_KEYS.contains(&other) && parameters.is_object() => {
                (parameters.clone(), Fidelity::Whole)
            }
            _ => return None,
        };
        Some((replaced(tool, key, schema), fidelity))
    })
}

/// Takes the schema out of a wrapping of its own: `{"jsonSchema": …}` (AI SDK) or `{"json": …}` (a bare `toolSpec`).
pub(crate) fn unwrapped(tool: &Map<String, Value>) -> Option<Value> {
    ["inputSchema", "parameters"].iter().find_map(|key| {
        let wrapping = tool.get(*key)?.as_object()?;
        let inner = wrapping.get("jsonSchema").or_else(|| wrapping.get("json").filter(|_| wrapping.len() == 1))?;
        inner.is_object().then(|| replaced(tool, key, inner.clone()))
    })
}

fn replaced(tool: &Map<String, Value>, key: &str, schema: Value) -> Value {
    let member = |(name, value): (&String, &Value)| {
        if name == key { ("inputSchema".to_owned(), schema.clone()) } else { (name.clone(), value.clone()) }
    };
    Value::Object(tool.iter().map(member).collect())
}

/// The schema behind `[{name, type, desc, optional?}]` (Docker's registry). `None` when an entry has no name: then
/// the list is something else, e.g. a command line.
fn from_argument_list(arguments: &[Value]) -> Option<Value> {
    let mut properties = Map::new();
    let mut required = Vec::new();
    for argument in arguments {
        let name = argument.get("name")?.as_str()?;
        let mut property = Map::new();
        for (key, becomes) in
            [("type", "type"), ("items", "items"), ("desc", "description"), ("description", "description")]
        {
            if let Some(value) = argument.get(key) {
                property.insert(becomes.to_owned(), value.clone());
            }
        }
        properties.insert(name.to_owned(), Value::Object(property));
        if argument.get("optional") != Some(&Value::Bool(true)) {
            required.push(Value::from(name));
        }
    }
    let mut schema = json!({"type": "object", "properties": properties});
    if let (Some(schema), false) = (schema.as_object_mut(), required.is_empty()) {
        schema.insert("required".to_owned(), Value::Array(required));
    }
    Some(schema)
}

/// The schema behind Cohere's older `{name: {type, description, required}}`, whose types are Python's.
fn from_parameter_definitions(definitions: &Map<String, Value>) -> Option<Value> {
    let argument = |(name, definition): (&String, &Value)| {
        let mut argument = definition.as_object()?.clone();
        let kind = argument.get("type").and_then(Value::as_str).map(|kind| match kind {
            "str" => "string",
            "int" => "integer",
            "float" => "number",
            "bool" => "boolean",
            "list" => "array",
            "dict" => "object",
            other => other,
        });
        let kind = kind.map(Value::from);
        argument.extend(kind.map(|kind| ("type".to_owned(), kind)));
        argument.insert("name".to_owned(), Value::from(name.as_str()));
        let optional = argument.get("required") != Some(&Value::Bool(true));
        argument.insert("optional".to_owned(), Value::Bool(optional));
        Some(Value::Object(argument))
    };
    from_argument_list(&definitions.iter().map(argument).collect::<Option<Vec<_>>>()?)
}

/// The schema behind LangChain's `args`, which are the properties alone.
fn from_properties(properties: &Map<String, Value>) -> Option<Value> {
    properties.values().all(Value::is_object).then(|| json!({"type": "object", "properties": properties}))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(tool: &Value) -> Option<(String, Fidelity)> {
        with_input_schema(tool.as_object().expect("an object")).map(|(value, fidelity)| (value.to_string(), fidelity))
    }

    #[test]
    fn an_argument_list_becomes_a_schema_and_says_so() {
        let tool = json!({"name": "cari", "arguments": [
            {"name": "kata", "type": "string", "desc": "Kata kunci"},
            {"name": "batas", "type": "integer", "desc": "Paling banyak", "optional": true}
        ], "annotations": {}});
        let expected = json!({"name": "cari", "inputSchema": {"type": "object", "properties": {
            "kata": {"type": "string", "description": "Kata kunci"},
            "batas": {"type": "integer", "description": "Paling banyak"}
        }, "required": ["kata"]}, "annotations": {}});
        assert_eq!(made(&tool), Some((expected.to_string(), Fidelity::Approximate)));
    }

    #[test]
    fn a_tool_without_arguments_gets_an_empty_schema() {
        let (value, _) = made(&json!({"name": "ping", "arguments": []})).expect("a schema");
        assert_eq!(value, r#"{"name":"ping","inputSchema":{"type":"object","properties":{}}}"#);
    }

    #[test]
    fn a_schema_under_another_key_is_whole() {
        let tool = json!({"name": "a", "schema": {"type": "object"}, "description": "A."});
        let (value, fidelity) = made(&tool).expect("a schema");
        assert_eq!(value, r#"{"name":"a","inputSchema":{"type":"object"},"description":"A."}"#);
        assert_eq!(fidelity, Fidelity::Whole);
    }

    #[test]
    fn definitions_with_python_types_become_a_schema() {
        let tool = json!({"name": "a", "parameter_definitions": {
            "n": {"type": "int", "description": "N.", "required": true}, "s": {"type": "str"}
        }});
        let expected = json!({"name": "a", "inputSchema": {"type": "object", "properties": {
            "n": {"type": "integer", "description": "N."}, "s": {"type": "string"}
        }, "required": ["n"]}});
        assert_eq!(made(&tool), Some((expected.to_string(), Fidelity::Approximate)));
    }

    #[test]
    fn a_command_line_is_no_argument_list() {
        assert_eq!(made(&json!({"name": "npx", "arguments": ["-y", "paket"]})), None);
    }

    #[test]
    fn wrapped_schemas_are_taken_out() {
        let tool = json!({"description": "A.", "parameters": {"jsonSchema": {"type": "object"}, "validate": 1}});
        let value = unwrapped(tool.as_object().expect("an object")).expect("a schema");
        assert_eq!(value.to_string(), r#"{"description":"A.","inputSchema":{"type":"object"}}"#);
        let plain = json!({"inputSchema": {"type": "object", "properties": {"json": {}}}});
        assert_eq!(unwrapped(plain.as_object().expect("an object")), None);
    }
}
