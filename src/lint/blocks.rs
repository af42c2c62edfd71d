//! The content blocks of a result, and what their texts hold.

use serde_json::Value;

use crate::host::refusal::Level;
use crate::lint::grade::Severity;

/// A text of a result.
#[derive(Debug, Clone)]
pub struct Block<'a> {
    /// The text.
    pub text: &'a str,
    /// Where it stands in the result.
    pub pointer: String,
}

/// The texts of a result's content, embedded resources included.
#[must_use]
pub fn texts<'a>(result: &'a Value) -> Vec<Block<'a>> {
    let content = result.get("content").and_then(Value::as_array).into_iter().flatten().enumerate();
    let text = |(at, block): (usize, &'a Value)| match block["type"].as_str()? {
        "text" => Some(Block { text: block["text"].as_str()?, pointer: format!("/content/{at}/text") }),
        "resource" => {
            let text = block["resource"]["text"].as_str()?;
            Some(Block { text, pointer: format!("/content/{at}/resource/text") })
        }
        _ => None,
    };
    content.filter_map(text).collect()
}

/// The object or list that a text is.
#[must_use]
pub fn json(text: &str) -> Option<Value> {
    let text = text.trim();
    text.starts_with(['{', '[']).then(|| serde_json::from_str(text).ok()).flatten()
}

/// Whether a text says what a structured value says: the same JSON, or the string that the value wraps.
#[must_use]
pub fn says_the_same(text: &str, structured: &Value) -> bool {
    let wrapped = || match structured.as_object()?.values().collect::<Vec<_>>()[..] {
        [Value::String(only)] => Some(only.trim()),
        [only] => (json(text)? == *only).then_some(text.trim()),
        _ => None,
    };
    !text.trim().is_empty() && (json(text).as_ref() == Some(structured) || wrapped() == Some(text.trim()))
}

/// Takes out fields that are null, or an empty text, list or object; how many there were.
pub fn drop_empty(value: &mut Value) -> usize {
    let is_empty = |value: &Value| match value {
        Value::Null => true,
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(entries) => entries.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    };
    let mut dropped = 0;
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::Object(entries) => {
                let before = entries.len();
                entries.retain(|_, value| !is_empty(value));
                dropped += before - entries.len();
                open.extend(entries.values_mut());
            }
            Value::Array(items) => open.extend(items),
            _ => {}
        }
    }
    dropped
}

/// The list of uniform rows that a value is, or that its objects hold as their longest list, and the same rows as CSV.
#[must_use]
pub fn table(value: &Value, least: usize) -> Option<(&Value, String)> {
    let (mut open, mut lists) = (vec![value], Vec::new());
    while let Some(value) = open.pop() {
        match value {
            Value::Array(_) => lists.push(value),
            Value::Object(entries) => open.extend(entries.values().rev()),
            _ => {}
        }
    }
    let rows = lists.into_iter().max_by_key(|list| list.as_array().map_or(0, Vec::len))?;
    let items = rows.as_array().filter(|items| items.len() >= least)?;
    let names: Vec<&String> = items.first()?.as_object()?.keys().collect();
    let mut csv = names.iter().map(|name| name.as_str()).collect::<Vec<_>>().join(",");
    for item in items {
        let row = item.as_object().filter(|row| row.len() == names.len())?;
        let cells: Option<Vec<String>> = names.iter().map(|name| row.get(*name).and_then(cell)).collect();
        csv.push('\n');
        csv.push_str(&cells?.join(","));
    }
    Some((rows, csv))
}

fn cell(value: &Value) -> Option<String> {
    match value {
        Value::String(text) if text.contains([',', '"', '\n']) => Some(format!("\"{}\"", text.replace('"', "\"\""))),
        Value::String(text) => Some(text.clone()),
        Value::Null => Some(String::new()),
        Value::Bool(_) | Value::Number(_) => Some(value.to_string()),
        Value::Array(_) | Value::Object(_) => None,
    }
}

/// Whether a value is of a JSON Schema type; an unknown type is no reason to complain.
#[must_use]
pub fn is_of_type(value: &Value, wanted: &str) -> bool {
    match wanted {
        "string" => value.is_string(),
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        _ => true,
    }
}

/// How bad a host's row is, as a finding has it.
#[must_use]
pub fn severity(level: Level) -> Severity {
    match level {
        Level::Info => Severity::Info,
        Level::Warning => Severity::Warning,
        Level::Error => Severity::Error,
    }
}
