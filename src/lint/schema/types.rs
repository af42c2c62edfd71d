//! Which JSON types a schema lets pass, as far as its types, alternatives and references say.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::lint::schema::resolve;

/// The names of types that JSON Schema has.
pub const NAMES: &[&str] = &["null", "boolean", "object", "array", "number", "string", "integer"];

/// How many schemas are looked into for one answer.
const MOST: usize = 64;

/// The types that pass, null aside; `None` when any may, or when it cannot be told.
#[must_use]
pub fn of<'a>(schema: &'a Value, root: &'a Value) -> Option<BTreeSet<String>> {
    let mut types = BTreeSet::new();
    let mut open = vec![schema];
    let mut looked = 0;
    while let Some(schema) = open.pop() {
        looked += 1;
        if looked > MOST {
            return None;
        }
        match (schema.get("type"), schema.get("enum"), schema.get("const")) {
            (Some(Value::String(name)), ..) => types.extend(known(name)),
            (Some(Value::Array(names)), ..) => {
                types.extend(names.iter().filter_map(Value::as_str).filter_map(known));
            }
            (_, Some(Value::Array(values)), _) => types.extend(values.iter().map(name_of)),
            (.., Some(value)) => types.extend([name_of(value)]),
            _ => {
                let branches = ["anyOf", "oneOf"].iter().find_map(|keyword| schema.get(keyword)?.as_array());
                match (branches, schema.get("$ref").and_then(Value::as_str)) {
                    (Some(branches), _) if !branches.is_empty() => open.extend(branches),
                    (_, Some(reference)) => open.push(resolve::pointer(root, reference)?),
                    _ => return None,
                }
            }
        }
    }
    types.remove("null");
    (!types.is_empty()).then_some(types)
}

fn known(name: &str) -> Option<String> {
    let name = name.to_ascii_lowercase();
    NAMES.contains(&name.as_str()).then_some(name)
}

/// The name of a value's type.
#[must_use]
pub fn name_of(value: &Value) -> String {
    word(value).to_owned()
}

/// The same as a word that lives for ever.
#[must_use]
pub fn word(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "boolean",
        Value::Number(number) if number.as_i128().is_some() => "integer",
        Value::Number(_) => "number",
        Value::String(_) => "string",
        Value::Array(_) => "array",
        Value::Object(_) => "object",
    }
}
