//! A document as JSON: compact or indented, with characters that would hide or reorder text written as `\u` escapes.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::ser::{Formatter, PrettyFormatter, Serializer};

use crate::report::escape::unsafe_to_show;

/// Writes the document indented, with a line end.
///
/// # Errors
/// When `out` cannot be written to.
pub fn pretty(document: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    let formatter = Plain(PrettyFormatter::new());
    document.serialize(&mut Serializer::with_formatter(&mut *out, formatter)).map_err(io::Error::from)?;
    out.write_all(b"\n")
}

/// Writes the document on one line.
///
/// # Errors
/// When `out` cannot be written to.
pub fn line(document: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    let formatter = Plain(serde_json::ser::CompactFormatter);
    document.serialize(&mut Serializer::with_formatter(&mut *out, formatter)).map_err(io::Error::from)?;
    out.write_all(b"\n")
}

/// Another formatter, but with nothing in strings that a terminal obeys or hides.
struct Plain<F>(F);

impl<F: Formatter> Formatter for Plain<F> {
    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        let mut rest = fragment;
        while let Some(at) = rest.find(unsafe_to_show) {
            let (before, from) = rest.split_at(at);
            self.0.write_string_fragment(writer, before)?;
            let mut characters = from.chars();
            if let Some(character) = characters.next() {
                for unit in character.encode_utf16(&mut [0; 2]) {
                    write!(writer, "\\u{unit:04x}")?;
                }
            }
            rest = characters.as_str();
        }
        self.0.write_string_fragment(writer, rest)
    }

    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_array(writer)
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_array(writer)
    }

    fn begin_array_value<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_array_value(writer, first)
    }

    fn end_array_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_array_value(writer)
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_object(writer)
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_object(writer)
    }

    fn begin_object_key<W: ?Sized + Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        self.0.begin_object_key(writer, first)
    }

    fn begin_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.begin_object_value(writer)
    }

    fn end_object_value<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.0.end_object_value(writer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hides_nothing_and_reads_back() {
        let text = "a\u{202e}b\u{e0041}\u{7f}\"漢";
        let mut out = Vec::new();
        line(&[text], &mut out).expect("memory writes");
        assert_eq!(out, "[\"a\\u202eb\\udb40\\udc41\\u007f\\\"漢\"]\n".as_bytes());
        assert_eq!(serde_json::from_slice::<Vec<String>>(&out).expect("valid"), [text]);
    }
}
