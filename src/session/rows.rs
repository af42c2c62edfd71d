//! From the bytes of a transcript to its rows: one value a line, the items of a list, or one document.

use serde_json::Value;

use crate::catalog::saved::parse::value::{self, Unread};

/// The longest line that is read; a longer one is reported and passed over.
const LONGEST_LINE: usize = 64 << 20;

/// Keys under which a document keeps its rows when it says nothing itself.
const WRAPPED: [&str; 4] = ["rows", "sessions", "entries", "data"];

/// Why a row could not be read. The words hold no place, so that rows can be counted by them.
const NOT_JSON: &str = "not JSON";
const NOT_TEXT: &str = "not UTF-8";
const TOO_DEEP: &str = "nested too deep";
const TOO_LONG: &str = "a line longer than 64 MiB";

/// A row, or why there is none; with its line or its position in a list, from 1.
pub(crate) type Row = (usize, Result<Value, &'static str>);

/// The rows of a transcript, in order. A document is held whole, lines are read one at a time.
pub(crate) enum Rows<'a> {
    /// The items of a list or document.
    Items(std::iter::Enumerate<std::vec::IntoIter<Value>>),
    /// What was read of a document that is none, then what is left.
    Bad(&'static str),
    /// One value a line, and the number of the next line.
    Lines(&'a [u8], usize),
}

/// Tells a document from lines by the first line that is not blank.
pub(crate) fn rows(bytes: &[u8]) -> Rows<'_> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let first = bytes.split(|&byte| byte == b'\n').find(|line| !blank(line)).unwrap_or_default();
    let opens = matches!(first.trim_ascii_start().first(), Some(b'{' | b'['));
    match one(first) {
        Ok(Value::Array(items)) => items_of(items),
        Ok(document) if first.len() == bytes.trim_ascii().len() => items_of(unwrapped(document)),
        Err(NOT_JSON) if opens => document(bytes),
        _ => Rows::Lines(bytes, 1),
    }
}

fn document(bytes: &[u8]) -> Rows<'_> {
    match one_of_any_length(bytes) {
        Ok(Value::Array(items)) => items_of(items),
        Ok(whole) => items_of(unwrapped(whole)),
        Err(reason @ (TOO_DEEP | NOT_TEXT)) if !holds_a_row(bytes) => Rows::Bad(reason),
        // Documents one behind the other, as consoles print them.
        Err(_) if !holds_a_row(bytes) => {
            let documents = serde_json::Deserializer::from_slice(bytes).into_iter::<Value>();
            let documents: Vec<Value> = documents.map_while(Result::ok).collect();
            if documents.is_empty() { Rows::Bad(NOT_JSON) } else { items_of(documents) }
        }
        Err(_) => Rows::Lines(bytes, 1),
    }
}

/// Whether any line but the first is an object of its own: a document that is indented has none.
fn holds_a_row(bytes: &[u8]) -> bool {
    let lines = bytes.split(|&byte| byte == b'\n').filter(|line| line.first() == Some(&b'{'));
    lines.skip(1).any(|line| one(line).is_ok_and(|value| value.as_object().is_some_and(|object| !object.is_empty())))
}

fn items_of<'a>(items: Vec<Value>) -> Rows<'a> {
    Rows::Items(items.into_iter().enumerate())
}

fn unwrapped(document: Value) -> Vec<Value> {
    if let Value::Object(mut object) = document {
        let holds_rows = |value: Option<&Value>| {
            value.and_then(Value::as_array).is_some_and(|rows| rows.iter().all(Value::is_object) && !rows.is_empty())
        };
        return match WRAPPED.iter().find(|key| holds_rows(object.get(**key))) {
            Some(key) => match object.remove(*key) {
                Some(Value::Array(rows)) => rows,
                _ => Vec::new(),
            },
            None => vec![Value::Object(object)],
        };
    }
    vec![document]
}

impl Iterator for Rows<'_> {
    type Item = Row;

    fn next(&mut self) -> Option<Row> {
        match self {
            Rows::Items(items) => items.next().map(|(at, item)| (at + 1, Ok(item))),
            Rows::Bad(reason) => {
                let row = (1, Err(*reason));
                *self = items_of(Vec::new());
                Some(row)
            }
            Rows::Lines(rest, number) => loop {
                if rest.is_empty() {
                    return None;
                }
                let end = memchr::memchr(b'\n', rest);
                let line = &rest[..end.unwrap_or(rest.len())];
                let at = *number;
                *rest = end.map_or(&[][..], |end| &rest[end + 1..]);
                *number += 1;
                if !blank(line) {
                    return Some((at, one(line)));
                }
            },
        }
    }
}

fn blank(line: &[u8]) -> bool {
    line.iter().all(u8::is_ascii_whitespace)
}

fn one(line: &[u8]) -> Result<Value, &'static str> {
    if line.len() > LONGEST_LINE { Err(TOO_LONG) } else { one_of_any_length(line) }
}

fn one_of_any_length(text: &[u8]) -> Result<Value, &'static str> {
    let text = str::from_utf8(text).map_err(|_| NOT_TEXT)?;
    value::of_text(text).map_err(|unread| match unread {
        Unread::TooDeep => TOO_DEEP,
        Unread::Malformed { .. } => NOT_JSON,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(bytes: &[u8]) -> Vec<String> {
        rows(bytes)
            .map(|(at, row)| match row {
                Ok(value) => format!("{at} {value}"),
                Err(reason) => format!("{at} {reason}"),
            })
            .collect()
    }

    #[test]
    fn lines_lists_and_documents_give_rows() {
        assert_eq!(told(b"\xEF\xBB\xBF{\"a\":1}\n\n{\"a\":2}\r\n"), ["1 {\"a\":1}", "3 {\"a\":2}"]);
        assert_eq!(told(b"[1,{\"a\":2}]"), ["1 1", "2 {\"a\":2}"]);
        assert_eq!(told(b"[\n {\"a\":1},\n {\"a\":2}\n]"), ["1 {\"a\":1}", "2 {\"a\":2}"]);
        assert_eq!(told(b"{\n \"a\": 1\n}"), ["1 {\"a\":1}"]);
        assert_eq!(told(b"{\n \"note\": 1, \"rows\": [{\"a\":1}]\n}"), ["1 {\"a\":1}"]);
        assert_eq!(told(b"{\n \"a\": 1\n}\n{\n \"a\": 2\n}\n"), ["1 {\"a\":1}", "2 {\"a\":2}"]);
        assert_eq!(told(b""), [""; 0]);
    }

    #[test]
    fn a_bad_line_takes_no_other_with_it() {
        assert_eq!(told(b"{\"a\":\n{\"a\":2}\n"), ["1 not JSON", "2 {\"a\":2}"]);
        assert_eq!(
            told(b"{\"a\":1}\nx\0y\n{\"a\":\"\xFF\"}\n{\"a\":2}"),
            ["1 {\"a\":1}", "2 not JSON", "3 not UTF-8", "4 {\"a\":2}"]
        );
        let deep = format!("{}1{}\n{{\"a\":2}}", "[".repeat(9000), "]".repeat(9000));
        assert_eq!(told(deep.as_bytes()), ["1 nested too deep", "2 {\"a\":2}"]);
    }
}
