//! Characters written as escapes: of URLs, of HTML, of programs.

use std::sync::LazyLock;

use regex::Regex;

use crate::lint::reading::decode::part::{Part, is_text};

static ESCAPE: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?x) %(?<percent>[0-9A-Fa-f]{2})
        | \\(?:u\{(?<braced>[0-9A-Fa-f]{1,6})\}|u(?<four>[0-9A-Fa-f]{4})|x(?<byte>[0-9A-Fa-f]{2}))
        | &(?:\#(?<decimal>[0-9]{1,7})|\#[xX](?<hex>[0-9A-Fa-f]{1,6})|(?<name>lt|gt|amp|quot|apos|nbsp));?",
    )
    .expect("a fixed pattern")
});

/// The fewest escapes that make a part.
const FEWEST: usize = 3;

/// The longest way, in bytes, from one escape to the next of the same part.
const GAP: usize = 60;

/// The parts of a text that are written with escapes.
#[must_use]
pub fn escaped(raw: &str) -> Vec<Part> {
    if memchr::memchr3(b'%', b'\\', b'&', raw.as_bytes()).is_none() {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut open: Option<Open> = None;
    for escape in ESCAPE.captures_iter(raw) {
        let Some(whole) = escape.get(0) else { continue };
        let goes_on = open.as_ref().is_some_and(|part| whole.start() - part.end <= GAP);
        if !goes_on {
            found.extend(open.take().and_then(|part| part.close(raw)));
        }
        let part = open.get_or_insert_with(|| Open::at(raw, whole.start()));
        part.bytes.extend_from_slice(&raw.as_bytes()[part.end..whole.start()]);
        part.escapes += usize::from(escape.name("name").is_none());
        part.end = whole.end();
        push(&escape, &mut part.bytes);
    }
    found.extend(open.and_then(|part| part.close(raw)));
    found
}

struct Open {
    encoding: &'static str,
    start: usize,
    end: usize,
    escapes: usize,
    bytes: Vec<u8>,
}

impl Open {
    /// A part whose first escape stands at `at`; the word before it belongs to it.
    fn at(raw: &str, at: usize) -> Open {
        let from = raw.floor_char_boundary(at.saturating_sub(GAP));
        let before = &raw[from..at];
        let start = from + before.rfind(char::is_whitespace).map_or(0, |space| space + 1);
        let start = raw.ceil_char_boundary(start);
        let encoding = match raw.as_bytes().get(at) {
            Some(b'%') => "percent",
            Some(b'&') => "HTML entities",
            _ => "escapes",
        };
        Open { encoding, start, end: start, escapes: 0, bytes: Vec::new() }
    }

    fn close(mut self, raw: &str) -> Option<Part> {
        let to = raw.ceil_char_boundary((self.end + GAP).min(raw.len()));
        let rest = &raw[self.end..to];
        let rest = rest.find(char::is_whitespace).map_or(rest, |end| &rest[..end]);
        self.bytes.extend_from_slice(rest.as_bytes());
        let text = String::from_utf8_lossy(&self.bytes).into_owned();
        let Open { encoding, start, end, escapes, .. } = self;
        let span = start..end + rest.len();
        (escapes >= FEWEST && is_text(&text)).then_some(Part { encoding, span, text })
    }
}

fn push(escape: &regex::Captures<'_>, bytes: &mut Vec<u8>) {
    let number =
        |name: &str, radix: u32| escape.name(name).and_then(|digits| u32::from_str_radix(digits.as_str(), radix).ok());
    let byte = number("percent", 16).or(number("byte", 16)).and_then(|byte| u8::try_from(byte).ok());
    let code = number("braced", 16).or(number("four", 16)).or(number("decimal", 10)).or(number("hex", 16));
    if let Some(byte) = byte {
        bytes.push(byte);
    } else if let Some(character) = code.and_then(char::from_u32) {
        bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
    } else if let Some(name) = escape.name("name") {
        bytes.push(match name.as_str() {
            "lt" => b'<',
            "gt" => b'>',
            "amp" => b'&',
            "quot" => b'"',
            "apos" => b'\'',
            _ => b' ',
        });
    }
}
