//! One JSON text on one line: white space between its parts goes, everything else stays as it is.

use std::borrow::Cow;

use crate::catalog::saved::parse::literal::{self, string_end};
use crate::catalog::saved::parse::scan::space_end;
use crate::catalog::saved::parse::value::{self, DEEPEST, Unread};

/// The text on one line, word for word, so that it reads back to the same value.
///
/// What only a lenient reader takes (a raw newline in a string) is written anew from its value.
///
/// # Errors
/// [`Unread`] when the text is no value that we read.
pub(crate) fn one_line(text: &str) -> Result<Cow<'_, str>, Unread> {
    match compact(text) {
        Some(line) => Ok(line),
        None => value::of_text(text).map(|value| Cow::Owned(value.to_string())),
    }
}

/// What must come next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    Value,
    ValueOrEnd,
    Key,
    KeyOrEnd,
    Colon,
    CommaOrEnd,
    Nothing,
}

/// The text without the white space between its parts; `None` unless it is JSON to the letter and no deeper than we
/// read. It does not recurse and builds no value.
fn compact(text: &str) -> Option<Cow<'_, str>> {
    let mut walk = Walk { text, open: Vec::new(), next: Next::Value };
    let mut line = String::new();
    let start = space_end(text.as_bytes(), 0);
    let (mut from, mut at) = (start, start);
    while at < text.len() {
        at = walk.step(at)?;
        let behind = space_end(text.as_bytes(), at);
        if behind > at {
            line.push_str(text.get(from..at)?);
            from = behind;
        }
        at = behind;
    }
    if walk.next != Next::Nothing {
        return None;
    }
    if line.is_empty() {
        return text.get(from..).map(Cow::Borrowed);
    }
    line.push_str(text.get(from..)?);
    Some(Cow::Owned(line))
}

struct Walk<'a> {
    text: &'a str,
    /// The closing bracket of each container that is open.
    open: Vec<u8>,
    next: Next,
}

impl Walk<'_> {
    /// Takes the token at `at`; the offset behind it, or `None` when it may not stand there.
    fn step(&mut self, at: usize) -> Option<usize> {
        let byte = *self.text.as_bytes().get(at)?;
        match (self.next, byte) {
            (Next::Value | Next::ValueOrEnd, b'{') => self.opens(b'}', Next::KeyOrEnd)?,
            (Next::Value | Next::ValueOrEnd, b'[') => self.opens(b']', Next::ValueOrEnd)?,
            (Next::ValueOrEnd | Next::CommaOrEnd, b']') | (Next::KeyOrEnd | Next::CommaOrEnd, b'}') => {
                self.open.pop().filter(|close| *close == byte)?;
                self.value_ends();
            }
            (Next::Value | Next::ValueOrEnd, b'"') => {
                self.value_ends();
                return self.string(at);
            }
            (Next::Value | Next::ValueOrEnd, _) => {
                self.value_ends();
                return self.scalar(at);
            }
            (Next::Key | Next::KeyOrEnd, b'"') => {
                self.next = Next::Colon;
                return self.string(at);
            }
            (Next::Colon, b':') => self.next = Next::Value,
            (Next::CommaOrEnd, b',') => {
                self.next = if self.open.last() == Some(&b'}') { Next::Key } else { Next::Value };
            }
            _ => return None,
        }
        Some(at + 1)
    }

    fn opens(&mut self, close: u8, next: Next) -> Option<()> {
        self.open.push(close);
        self.next = next;
        (self.open.len() <= DEEPEST).then_some(())
    }

    fn value_ends(&mut self) {
        self.next = if self.open.is_empty() { Next::Nothing } else { Next::CommaOrEnd };
    }

    fn string(&self, at: usize) -> Option<usize> {
        let end = string_end(self.text.as_bytes(), at)?;
        let inner = self.text.as_bytes().get(at + 1..end - 1)?;
        let clean = !inner.iter().fold(false, |found, byte| found | (*byte < 0x20)) && escapes_are_known(inner);
        clean.then_some(end)
    }

    fn scalar(&self, at: usize) -> Option<usize> {
        let rest = self.text.get(at..)?;
        let inside = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.');
        let word = rest.get(..rest.bytes().position(|byte| !inside(byte)).unwrap_or(rest.len()))?;
        let known = matches!(word, "null" | "true" | "false") || literal::is_number(word);
        known.then_some(at + word.len())
    }
}

fn escapes_are_known(inner: &[u8]) -> bool {
    let mut at = 0;
    while let Some(found) = memchr::memchr(b'\\', inner.get(at..).unwrap_or_default()) {
        at += found + 1;
        at += match inner.get(at) {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => 1,
            Some(b'u') if inner.get(at + 1..at + 5).is_some_and(|hex| hex.iter().all(u8::is_ascii_hexdigit)) => 5,
            _ => return false,
        };
    }
    true
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn only_the_space_between_parts_goes() {
        for (text, line) in [
            (r#"{"z":1.50,"a":"x  y"}"#, r#"{"z":1.50,"a":"x  y"}"#),
            (
                " {\n \"z\" : 1e400 ,\r\n\t\"z\": [ ] , \"b\":[ {} , \"\\ud800\" ] } \n",
                r#"{"z":1e400,"z":[],"b":[{},"\ud800"]}"#,
            ),
            (" 1 ", "1"),
            ("\"a\\/b\\u00e9é\"", "\"a\\/b\\u00e9é\""),
            ("{\"a\":\"two\nlines\"}", r#"{"a":"two\nlines"}"#),
        ] {
            assert_eq!(one_line(text).expect(text), line);
        }
        assert!(matches!(one_line(r#"{"a":1}"#), Ok(Cow::Borrowed(_))));
    }

    #[test]
    fn what_is_no_json_is_refused() {
        for text in [
            "",
            " ",
            "{",
            "[1,]",
            "{\"a\":1,}",
            "{\"a\" 1}",
            "[1 2]",
            "{}{}",
            "[}",
            "{]",
            "01",
            "nul",
            "\"\\q\"",
            "\"\\u12\"",
            "\"open",
            "[\"a\":1]",
            "{1:2}",
            "{\"a\"}",
            ",",
            ":",
            "]",
            "{,}",
            "[,1]",
            "\u{feff}{}",
        ] {
            assert!(compact(text).is_none(), "{text}");
            assert!(one_line(text).is_err(), "{text}");
        }
        let nested = |levels: usize| "[".repeat(levels) + &"]".repeat(levels);
        assert!(one_line(&nested(DEEPEST)).is_ok());
        assert_eq!(one_line(&nested(DEEPEST + 1)), Err(Unread::TooDeep));
        assert_eq!(one_line(&nested(200_000)), Err(Unread::TooDeep));
    }

    proptest! {
        #[test]
        fn the_line_reads_back_to_the_same_value(text in r#"([\[\]{},: \n\t"]|"a"|"b\\u00e9"|1\.50|true|null|\\"|é){0,24}"#) {
            let read = value::of_text(&text);
            let line = one_line(&text);
            prop_assert_eq!(read.is_ok(), line.is_ok(), "{}", text);
            if let (Ok(read), Ok(line)) = (read, line) {
                prop_assert!(!line.contains(|character: char| character < ' '));
                prop_assert_eq!(value::of_text(&line), Ok(read));
            }
        }
    }
}
