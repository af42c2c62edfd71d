//! JSON as slices: looked into without building values, however long, deep or broken it is.
//!
//! `serde_json`'s `RawValue` does the same for well-formed text, but gives nothing when the text breaks off in the
//! middle; here the members before the break are still handed out, and each slice knows how deep it is nested. Nothing
//! in this file recurses.

use std::borrow::Cow;

use crate::catalog::saved::parse::document::Document;
use crate::catalog::saved::parse::literal::{self, string_end};
use crate::catalog::source_map::Position;

/// One JSON value as a slice of its document. Nothing below the brackets has been checked.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Raw<'a> {
    /// The document it is a slice of.
    pub(crate) document: &'a Document<'a>,
    /// Byte offset of the first byte in the document.
    pub(crate) start: usize,
    /// Byte offset behind the last byte.
    pub(crate) end: usize,
    /// Levels of `[` and `{`, this value's own included.
    pub(crate) depth: usize,
    /// False when the document ends inside this value.
    pub(crate) whole: bool,
}

/// What a value is, by its first byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `{`
    Object,
    /// `[`
    Array,
    /// `"`
    String,
    /// `n`
    Null,
    /// A number, `true`, `false`, or no JSON at all.
    Other,
}

impl<'a> Raw<'a> {
    /// The value that starts at `start`; `None` when the text ends there.
    pub(crate) fn at(document: &'a Document<'a>, start: usize) -> Option<Self> {
        let bytes = document.text.as_bytes();
        let (end, depth, whole) = match bytes.get(start)? {
            b'"' => string_end(bytes, start).map_or((bytes.len(), 0, false), |end| (end, 0, true)),
            b'{' | b'[' => container_end(bytes, start),
            _ => (scalar_end(bytes, start), 0, true),
        };
        Some(Raw { document, start, end, depth, whole })
    }

    /// The slice itself.
    pub(crate) fn text(self) -> &'a str {
        self.document.text.get(self.start..self.end).unwrap_or_default()
    }

    /// Where it stands in the source.
    pub(crate) fn position(self) -> Position {
        self.document.position(self.start)
    }

    /// What it is, by its first byte.
    pub(crate) fn kind(self) -> Kind {
        match self.document.text.as_bytes().get(self.start) {
            Some(b'{') => Kind::Object,
            Some(b'[') => Kind::Array,
            Some(b'"') => Kind::String,
            Some(b'n') => Kind::Null,
            _ => Kind::Other,
        }
    }

    /// The decoded string, when it is one. A lone surrogate escape becomes U+FFFD.
    pub(crate) fn string(self) -> Option<Cow<'a, str>> {
        (self.kind() == Kind::String && self.whole).then(|| decode(self.text()))
    }
}

/// A key as a JSON pointer writes it (RFC 6901).
pub(crate) fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// The first offset from `at` on that is no JSON white space.
pub(crate) fn space_end(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    at + rest.iter().position(|byte| !matches!(byte, b' ' | b'\n' | b'\r' | b'\t')).unwrap_or(rest.len())
}

/// Decodes a string literal, quotes included; one with an unknown escape is given as it stands.
pub(crate) fn decode(literal: &str) -> Cow<'_, str> {
    let inner = literal.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(literal);
    literal::decode(inner).map_or(Cow::Borrowed(inner), |decoded| decoded.text)
}

fn scalar_end(bytes: &[u8], start: usize) -> usize {
    let rest = bytes.get(start..).unwrap_or_default();
    let end = |byte: &u8| matches!(byte, b',' | b']' | b'}' | b':' | b'"' | b' ' | b'\n' | b'\r' | b'\t' | b'{' | b'[');
    start + rest.iter().position(end).unwrap_or(rest.len())
}

/// End, depth and wholeness of the container at `start`. Brackets are counted, not matched by kind: a tool with a
/// wrong bracket then costs that tool when it is parsed, and not the rest of the document.
fn container_end(bytes: &[u8], start: usize) -> (usize, usize, bool) {
    let (mut open, mut deepest, mut at) = (0_usize, 0_usize, start);
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'"' => match string_end(bytes, at) {
                Some(end) => {
                    at = end;
                    continue;
                }
                None => break,
            },
            b'{' | b'[' => {
                open += 1;
                deepest = deepest.max(open);
            }
            b'}' | b']' => {
                open -= 1;
                if open == 0 {
                    return (at + 1, deepest, true);
                }
            }
            _ => {}
        }
        at += 1;
    }
    (bytes.len(), deepest, false)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn depth_is_counted_without_recursion() {
        let deep = "[".repeat(100_000) + &"]".repeat(100_000);
        let document = Document::new(&deep);
        let raw = Raw::at(&document, 0).expect("a value");
        assert_eq!((raw.depth, raw.whole, raw.end), (100_000, true, deep.len()));
    }
}
