//! Writes JSON straight into one buffer, in the style a model is shown, and can set a schema's words apart.

use std::io::Write;

use serde_json::{Map, Value};

/// What stands between the parts of a JSON text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// Between two members.
    comma: &'static str,
    /// Between a key and its value.
    colon: &'static str,
}

impl Style {
    /// `{"a": 1, "b": [1, 2]}`, as Python's `json.dumps` writes it.
    pub const SPACED: Style = Style { comma: ", ", colon: ": " };
    /// `{"a":1,"b":[1,2]}`
    pub const COMPACT: Style = Style { comma: ",", colon: ":" };
}

/// Appends a value: key order and number text as sent, non-ASCII unescaped.
pub fn value(out: &mut Vec<u8>, style: Style, value: &Value) {
    write(out, style, value, |_, _| Written::InFull);
}

/// Appends a string with its quotes.
pub fn string(out: &mut Vec<u8>, text: &str) {
    serde_json::to_writer(out, text).expect("a string serialises into memory");
}

/// Appends a key and what stands between it and its value.
pub fn key(out: &mut Vec<u8>, style: Style, name: &str) {
    string(out, name);
    out.extend_from_slice(style.colon.as_bytes());
}

/// Appends what stands between two members.
pub fn comma(out: &mut Vec<u8>, style: Style) {
    out.extend_from_slice(style.comma.as_bytes());
}

/// Appends a schema with every `description` and `title` emptied; `found` is handed each of them.
pub fn schema_without_words<'a>(out: &mut Vec<u8>, style: Style, schema: &'a Value, mut found: impl FnMut(&'a str)) {
    write(out, style, schema, |keyword, text| {
        if matches!(keyword, "description" | "title") {
            found(text);
            Written::Emptied
        } else {
            Written::InFull
        }
    });
}

/// The bytes as text.
#[must_use]
pub fn text(out: Vec<u8>) -> String {
    String::from_utf8(out).expect("only UTF-8 was written")
}

enum Written {
    InFull,
    Emptied,
}

/// What the keys of an object are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keys {
    /// Keywords of JSON Schema.
    Keywords,
    /// Names the author chose, each of a schema.
    Names,
    /// Plain data (`default`, `enum`, …).
    Data,
}

impl Keys {
    /// What the keys of the value under `keyword` are.
    fn below(self, keyword: &str) -> Keys {
        match (self, keyword) {
            (Keys::Keywords, "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas") => {
                Keys::Names
            }
            (Keys::Keywords, "enum" | "const" | "default" | "example" | "examples" | "required") => Keys::Data,
            (Keys::Keywords | Keys::Names, _) => Keys::Keywords,
            (Keys::Data, _) => Keys::Data,
        }
    }
}

enum Open<'a> {
    Array(std::slice::Iter<'a, Value>),
    Object(serde_json::map::Iter<'a>),
}

/// Depth costs a frame on this stack, not on the thread's: a schema may be nested as deep as it likes.
fn write<'a>(out: &mut Vec<u8>, style: Style, root: &'a Value, mut word: impl FnMut(&str, &'a str) -> Written) {
    let mut open: Vec<(Open<'a>, Keys, bool)> = Vec::new();
    let mut next = Some((root, Keys::Keywords));
    loop {
        match next.take() {
            Some((Value::Array(items), keys)) => {
                out.push(b'[');
                open.push((Open::Array(items.iter()), keys, true));
            }
            Some((Value::Object(members), keys)) => {
                out.push(b'{');
                open.push((Open::Object(members.iter()), keys, true));
            }
            Some((leaf, _)) => scalar(out, leaf),
            None => {}
        }
        let Some((container, keys, first)) = open.last_mut() else { return };
        let member = match container {
            Open::Array(items) => items.next().map(|item| (None, item, *keys)),
            Open::Object(members) => members.next().map(|(name, value)| (Some(name), value, keys.below(name))),
        };
        let Some((name, value, below)) = member else {
            out.push(if matches!(container, Open::Array(_)) { b']' } else { b'}' });
            open.pop();
            continue;
        };
        if !std::mem::take(first) {
            comma(out, style);
        }
        let Some(name) = name else {
            next = Some((value, below));
            continue;
        };
        key(out, style, name);
        let emptied = match value {
            Value::String(text) if *keys == Keys::Keywords => matches!(word(name, text), Written::Emptied),
            _ => false,
        };
        if emptied {
            out.extend_from_slice(b"\"\"");
        } else {
            next = Some((value, below));
        }
    }
}

fn scalar(out: &mut Vec<u8>, value: &Value) {
    match value {
        Value::String(text) => string(out, text),
        Value::Number(number) => write!(out, "{number}").expect("memory takes every write"),
        Value::Bool(true) => out.extend_from_slice(b"true"),
        Value::Bool(false) => out.extend_from_slice(b"false"),
        Value::Null | Value::Array(_) | Value::Object(_) => out.extend_from_slice(b"null"),
    }
}

/// An empty object, which stands for the schema that a tool does not have.
#[must_use]
pub fn empty() -> &'static Value {
    static EMPTY: std::sync::LazyLock<Value> = std::sync::LazyLock::new(|| Value::Object(Map::new()));
    &EMPTY
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Value {
        serde_json::from_str(text).expect("test JSON")
    }

    #[test]
    fn writes_both_styles_as_sent() {
        let sent = parsed(r#"{"b":[1,2.50,[]],"a":{"ü":"x\ty"},"n":null,"t":true,"e":{}}"#);
        let mut out = Vec::new();
        value(&mut out, Style::SPACED, &sent);
        assert_eq!(text(out), r#"{"b": [1, 2.50, []], "a": {"ü": "x\ty"}, "n": null, "t": true, "e": {}}"#);
        let mut out = Vec::new();
        value(&mut out, Style::COMPACT, &sent);
        assert_eq!(text(out), r#"{"b":[1,2.50,[]],"a":{"ü":"x\ty"},"n":null,"t":true,"e":{}}"#);
    }

    #[test]
    fn sets_words_apart_but_not_a_parameter_named_title() {
        let schema = parsed(
            r#"{"title":"Kapal","properties":{"title":{"type":"string","description":"Nama kapal"},"port":{"anyOf":[{"description":"Kode"}]}},"default":{"title":"kept"}}"#,
        );
        let (mut out, mut words) = (Vec::new(), Vec::new());
        schema_without_words(&mut out, Style::COMPACT, &schema, |word| words.push(word));
        assert_eq!(words, ["Kapal", "Nama kapal", "Kode"]);
        assert_eq!(
            text(out),
            r#"{"title":"","properties":{"title":{"type":"string","description":""},"port":{"anyOf":[{"description":""}]}},"default":{"title":"kept"}}"#
        );
    }

    #[test]
    fn depth_is_no_danger() {
        let mut deep = Value::Bool(true);
        for _ in 0..5000 {
            deep = Value::Array(vec![deep]);
        }
        let mut out = Vec::new();
        value(&mut out, Style::COMPACT, &deep);
        assert_eq!(out.len(), 10_004);
    }
}
