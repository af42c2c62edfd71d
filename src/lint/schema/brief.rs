//! A value in few letters, for messages.

use serde_json::Value;

/// How many letters a message shows of a value.
const LONGEST: usize = 60;

/// The value as compact JSON, cut.
#[must_use]
pub fn brief(value: &Value) -> String {
    cut(&value.to_string())
}

/// The same of a text.
#[must_use]
pub fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text.to_owned(),
    }
}
