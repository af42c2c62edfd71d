//! JSON as models are shown it: compact, or spaced as Python's `json.dumps` writes it; non-ASCII never escaped.

use std::io;

use serde::Serialize;
use serde_json::Value;
use serde_json::ser::{Formatter, Serializer};

/// `{"a":1,"b":[1,2]}`
#[must_use]
pub fn compact(value: &Value) -> String {
    value.to_string()
}

/// `{"a": 1, "b": [1, 2]}`
#[must_use]
pub fn spaced(value: &Value) -> String {
    let mut out = Vec::new();
    value.serialize(&mut Serializer::with_formatter(&mut out, Spaced)).expect("a value serialises into memory");
    String::from_utf8(out).expect("serde_json writes UTF-8")
}

struct Spaced;

impl Formatter for Spaced {
    fn begin_array_value<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        if first { Ok(()) } else { writer.write_all(b", ") }
    }

    fn begin_object_key<W: ?Sized + io::Write>(&mut self, writer: &mut W, first: bool) -> io::Result<()> {
        if first { Ok(()) } else { writer.write_all(b", ") }
    }

    fn begin_object_value<W: ?Sized + io::Write>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }
}
