//! The content blocks of a result, and what their texts hold.

use serde_json::Value;

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

/// The base64 data of a result's image blocks.
pub fn images(result: &Value) -> impl Iterator<Item = &str> {
    let content = result.get("content").and_then(Value::as_array).into_iter().flatten();
    content.filter(|block| block["type"] == "image").map(|block| block["data"].as_str().unwrap_or_default())
}

/// The structured content of a result, when it has any.
#[must_use]
pub fn structured(result: &Value) -> Option<&Value> {
    result.get("structuredContent").filter(|value| !value.is_null())
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
