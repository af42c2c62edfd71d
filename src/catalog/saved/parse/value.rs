//! From the text of one tool to an ordered value, with what is doubtful about the text.
//!
//! `serde_json`'s own reader is stricter than a report needs and keeps less: it rewrites exponents (`1e400` becomes
//! `1e+400`), passes over repeated keys, refuses a whole tool for half a surrogate pair, and takes a key named like
//! its private marker for a number. A test (`tests/it/values.rs`) holds this
//! reader to the same values for everything else.

use serde_json::{Map, Number, Value};

use crate::catalog::saved::parse::document::Document;
use crate::catalog::saved::parse::literal::{self, string_end};
use crate::catalog::saved::parse::scan::{Raw, space_end};

/// Levels of nesting that one tool may have. Reports from the field go to 204 levels (2026-11); walks over a value
/// recurse, and at 512 levels they fit the 2 MiB stack of a thread.
pub(crate) const DEEPEST: usize = 512;

/// Doubts told of one text; the rest would say the same again.
const MOST_DOUBTS: usize = 16;

/// Something odd in a text that was read nonetheless.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Doubt {
    /// What is odd, as a lowercase fragment.
    pub(crate) message: String,
    /// Byte offset in the text.
    pub(crate) offset: usize,
}

/// Why a text gives no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NoValue {
    /// What is wrong, as a lowercase fragment.
    pub(crate) message: String,
    /// Byte offset in the text.
    pub(crate) offset: usize,
}

/// Reads one JSON value. Key order and the text of numbers are kept; of a repeated key the last value counts.
pub(crate) fn value(raw: Raw<'_>, doubts: &mut Vec<Doubt>) -> Result<Value, NoValue> {
    let text = raw.text();
    if raw.depth > DEEPEST {
        let message = format!("nested {} levels deep, more than the {DEEPEST} that are read", raw.depth);
        return Err(NoValue { message, offset: 0 });
    }
    let mut parser = Parser { text, at: 0, doubts };
    let value = parser.value().map_err(|no_value| match no_value {
        NoValue { offset, .. } if !raw.whole && offset >= text.len() => {
            NoValue { message: "the text ends in the middle of it".to_owned(), offset }
        }
        other => other,
    })?;
    parser.skip_space();
    if parser.at < text.len() { Err(parser.no_value("expected the end of it")) } else { Ok(value) }
}

/// Why a whole text is no value that we read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Unread {
    /// Nested deeper than [`DEEPEST`].
    TooDeep,
    /// No JSON from this byte on.
    Malformed { offset: usize },
}

/// Reads a whole text as one JSON value, under the same bound and with the same leniency.
pub(crate) fn of_text(text: &str) -> Result<Value, Unread> {
    let document = Document::new(text);
    let start = space_end(text.as_bytes(), 0);
    let raw = Raw::at(&document, start).ok_or(Unread::Malformed { offset: start })?;
    if raw.depth > DEEPEST {
        return Err(Unread::TooDeep);
    }
    let value =
        value(raw, &mut Vec::new()).map_err(|NoValue { offset, .. }| Unread::Malformed { offset: start + offset })?;
    let end = space_end(text.as_bytes(), raw.end);
    if end < text.len() { Err(Unread::Malformed { offset: end }) } else { Ok(value) }
}

/// Recursive descent over a text whose depth has been checked.
struct Parser<'a, 'd> {
    text: &'a str,
    at: usize,
    doubts: &'d mut Vec<Doubt>,
}

impl<'a> Parser<'a, '_> {
    fn value(&mut self) -> Result<Value, NoValue> {
        self.skip_space();
        match self.byte() {
            Some(b'{') => self.object(),
            Some(b'[') => self.array(),
            Some(b'"') => self.string().map(Value::String),
            Some(_) => self.scalar(),
            None => Err(self.no_value("a value is missing")),
        }
    }

    fn object(&mut self) -> Result<Value, NoValue> {
        let mut object = Map::new();
        let mut more = self.opens(b'}');
        while more {
            self.skip_space();
            if self.byte() != Some(b'"') {
                return Err(self.no_value("expected a key in double quotes"));
            }
            let start = self.at;
            let key = self.string()?;
            self.skip_space();
            if self.byte() != Some(b':') {
                return Err(self.no_value("expected a colon"));
            }
            self.at += 1;
            self.skip_space();
            let behind = self.at;
            let value = self.value()?;
            if object.insert(key, value).is_some() {
                let end = string_end(self.text.as_bytes(), start).unwrap_or(start);
                let key = self.text.get(start..end).unwrap_or_default();
                self.doubt(format!("the key {key} comes twice; the last value counts"), behind);
            }
            more = self.continues(b'}')?;
        }
        Ok(Value::Object(object))
    }

    fn array(&mut self) -> Result<Value, NoValue> {
        let mut array = Vec::new();
        let mut more = self.opens(b']');
        while more {
            array.push(self.value()?);
            more = self.continues(b']')?;
        }
        Ok(Value::Array(array))
    }

    /// Behind an opening bracket: false when the closing one follows at once.
    fn opens(&mut self, close: u8) -> bool {
        self.at += 1;
        self.skip_space();
        let empty = self.byte() == Some(close);
        self.at += usize::from(empty);
        !empty
    }

    /// Behind a value: true for a comma, false for the closing bracket.
    fn continues(&mut self, close: u8) -> Result<bool, NoValue> {
        self.skip_space();
        let more = match self.byte() {
            Some(b',') => true,
            Some(byte) if byte == close => false,
            _ => {
                return Err(self.no_value(if close == b'}' {
                    "expected a comma or }"
                } else {
                    "expected a comma or ]"
                }));
            }
        };
        self.at += 1;
        Ok(more)
    }

    fn string(&mut self) -> Result<String, NoValue> {
        let start = self.at + 1;
        let Some(end) = string_end(self.text.as_bytes(), self.at) else {
            self.at = self.text.len();
            return Err(self.no_value("a string has no closing quote"));
        };
        self.at = end;
        match literal::decode(self.text.get(start..end - 1).unwrap_or_default()) {
            Ok(decoded) => {
                if let Some((at, mended)) = decoded.mended {
                    self.doubt(mended.message().to_owned(), start + at);
                }
                Ok(decoded.text.into_owned())
            }
            Err(at) => {
                Err(NoValue { message: "no valid JSON: an escape that is not known".to_owned(), offset: start + at })
            }
        }
    }

    fn scalar(&mut self) -> Result<Value, NoValue> {
        let word = self.word();
        let value = match word {
            "null" => Value::Null,
            "true" => Value::Bool(true),
            "false" => Value::Bool(false),
            // The one door that keeps the text: every other one writes exponents anew.
            number if literal::is_number(number) => Value::Number(Number::from_string_unchecked(number.to_owned())),
            _ => return Err(self.no_value("expected a value")),
        };
        self.at += word.len();
        Ok(value)
    }

    fn word(&self) -> &'a str {
        let rest = self.text.get(self.at..).unwrap_or_default();
        let inside = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
        rest.get(..rest.bytes().position(|byte| !inside(byte)).unwrap_or(rest.len())).unwrap_or_default()
    }

    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_space(&mut self) {
        self.at = space_end(self.text.as_bytes(), self.at);
    }

    fn doubt(&mut self, message: String, offset: usize) {
        if self.doubts.len() < MOST_DOUBTS {
            self.doubts.push(Doubt { message, offset });
        }
    }

    fn no_value(&self, what: &str) -> NoValue {
        NoValue { message: format!("no valid JSON: {what}"), offset: self.at }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Result<Value, NoValue>, Vec<Doubt>) {
        let mut doubts = Vec::new();
        let document = Document::new(text);
        let value = Raw::at(&document, 0)
            .map_or(Err(NoValue { message: "nothing".to_owned(), offset: 0 }), |raw| value(raw, &mut doubts));
        (value, doubts)
    }

    #[test]
    fn key_order_and_number_text_are_kept() {
        let text = r#"{"z":1.10,"a":1e400,"m":{"y":-0,"b":123456789012345678901234567890,"e":1E5}}"#;
        assert_eq!(read(text).0.expect("a value").to_string(), text);
    }

    #[test]
    fn a_whole_text_is_one_value() {
        assert_eq!(of_text(" [1] \n").expect("a value").to_string(), "[1]");
        for (text, offset) in [("", 0), (" x", 1), ("{} {}", 3), (" [1", 3)] {
            assert_eq!(of_text(text), Err(Unread::Malformed { offset }), "{text}");
        }
        assert_eq!(of_text(&"[".repeat(9000)), Err(Unread::TooDeep));
    }

    #[test]
    fn a_repeated_key_is_read_and_reported() {
        let (value, doubts) = read(r#"{"a":1,"b":[{"x/y":1,"x/y":2}]}"#);
        assert_eq!(value.expect("a value")["b"][0]["x/y"], 2);
        assert_eq!(doubts.len(), 1);
        assert_eq!(doubts[0].offset, 27);
        assert!(doubts[0].message.contains("\"x/y\" comes twice"), "{doubts:?}");
    }

    #[test]
    fn half_a_surrogate_pair_becomes_the_replacement_character() {
        let (value, doubts) = read(r#"{"a":"x\ud800"}"#);
        assert_eq!(value.expect("a value")["a"], "x\u{fffd}");
        assert!(doubts[0].message.contains("surrogate"), "{doubts:?}");
    }

    #[test]
    fn nesting_up_to_the_limit_is_read_on_a_small_stack() {
        let nested = |levels: usize| r#"{"a":"#.repeat(levels) + "1" + &"}".repeat(levels);
        let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(move || {
            let value = read(&nested(DEEPEST)).0.expect("a value");
            assert_eq!(value.clone(), value);
            assert_eq!(value.to_string(), nested(DEEPEST));
            assert!(read(&nested(DEEPEST + 1)).0.is_err());
            assert!(read(&nested(100_000)).0.is_err());
        });
        thread.expect("a thread").join().expect("no overflow");
    }

    #[test]
    fn a_key_named_like_a_private_marker_is_a_key() {
        let text = r#"{"$serde_json::private::Number":"5"}"#;
        assert_eq!(read(text).0.expect("a value").to_string(), text);
    }

    #[test]
    fn a_refusal_names_the_byte() {
        for (text, offset, what) in [
            ("{\"a\":1,\n \"b\":nope}", 13, "expected a value"),
            (r#"{"a":1 "b":2}"#, 7, "expected a comma or }"),
            (r#"{"a" 1}"#, 5, "expected a colon"),
            (r#"{"a":[1,]}"#, 8, "expected a value"),
            (r#"{"a":"\q"}"#, 6, "an escape that is not known"),
        ] {
            let refusal = read(text).0.expect_err("no value");
            assert_eq!(refusal, NoValue { message: format!("no valid JSON: {what}"), offset }, "{text}");
        }
    }
}
