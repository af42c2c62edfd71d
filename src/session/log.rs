//! Logs of recorded calls: one JSON document, an array of rows, or one row a line, read a row at a time.

use std::io::{self, BufRead};

use serde_json::Value;

use crate::catalog::saved::parse::value::{self, Unread};
use crate::session::recorded::{self, Recorded};

/// The longest line that is read; a longer one is reported and passed over.
const LONGEST_LINE: usize = 64 << 20;

// Reasons are counted by their words, so they hold no line or column.
const NOT_JSON: &str = "not JSON";
const TOO_DEEP: &str = "nested too deep";

/// One entry of a log.
#[derive(Debug)]
pub enum Entry {
    /// A recorded call or a bare request body.
    Row(Box<Recorded>),
    /// A line or array entry that holds no request.
    Unreadable {
        /// Line number, or position in the array, from 1.
        at: usize,
        /// What is wrong, a lowercase fragment.
        reason: String,
    },
}

/// The entries of a log, in order, in memory bounded by the longest entry (by the whole file when it is one document).
pub fn entries<R: BufRead>(reader: R) -> Entries<R> {
    let lines = Lines { reader, held: io::Cursor::default(), at: 0 };
    Entries { lines, document: Vec::new(), position: 0, started: false }
}

/// Iterator over the entries of a log; an `Err` is a failure to read the bytes and ends it.
pub struct Entries<R> {
    lines: Lines<R>,
    document: Vec<Value>,
    position: usize,
    started: bool,
}

impl<R: BufRead> Iterator for Entries<R> {
    type Item = io::Result<Entry>;

    fn next(&mut self) -> Option<Self::Item> {
        if !self.started {
            self.started = true;
            match self.start() {
                Ok(None) => {}
                Ok(Some(entry)) => return Some(Ok(entry)),
                Err(error) => return Some(Err(error)),
            }
        }
        if let Some(value) = self.document.pop() {
            self.position += 1;
            return Some(Ok(entry(&value, self.position)));
        }
        match self.lines.filled()? {
            Err(error) => Some(Err(error)),
            Ok(line) => Some(Ok(parse(&line, self.lines.at))),
        }
    }
}

impl<R: BufRead> Entries<R> {
    /// Tells a document from lines by the first line: a whole value, the opening of one, or something else.
    fn start(&mut self) -> io::Result<Option<Entry>> {
        let Some(first) = self.lines.filled().transpose()? else { return Ok(None) };
        let at = self.lines.at;
        let opens = first.trim_ascii_start().starts_with(b"{") || first.trim_ascii_start().starts_with(b"[");
        if !opens || first.len() >= LONGEST_LINE {
            return Ok(Some(parse(&first, at)));
        }
        match value(&first) {
            Ok(Value::Array(rows)) => {
                self.document = rows.into_iter().rev().collect();
                return Ok(None);
            }
            Ok(other) => return Ok(Some(entry(&other, at))),
            Err(Unread::TooDeep) => return Ok(Some(parse(&first, at))),
            Err(Unread::Malformed { .. }) => {}
        }
        let mut whole = first;
        let behind = whole.len();
        whole.push(b'\n');
        self.lines.reader.read_to_end(&mut whole)?;
        match value(&whole) {
            Ok(Value::Array(rows)) => self.document = rows.into_iter().rev().collect(),
            Ok(other) => self.document = vec![other],
            Err(Unread::Malformed { offset }) if !holds_a_row(&whole[behind..]) => {
                let lines_before = whole.iter().take(offset).filter(|byte| **byte == b'\n').count();
                return Ok(Some(Entry::Unreadable { at: at + lines_before, reason: NOT_JSON.to_owned() }));
            }
            Err(Unread::TooDeep) if !holds_a_row(&whole[behind..]) => {
                return Ok(Some(Entry::Unreadable { at, reason: TOO_DEEP.to_owned() }));
            }
            // One broken line in front of good ones.
            Err(_) => {
                self.lines.held = io::Cursor::new(whole.split_off(behind + 1));
                return Ok(Some(Entry::Unreadable { at, reason: NOT_JSON.to_owned() }));
            }
        }
        Ok(None)
    }
}

fn holds_a_row(text: &[u8]) -> bool {
    text.split(|byte| *byte == b'\n').any(|line| line.starts_with(b"{") && matches!(parse(line, 0), Entry::Row(_)))
}

fn parse(line: &[u8], at: usize) -> Entry {
    if line.len() >= LONGEST_LINE {
        return Entry::Unreadable { at, reason: format!("longer than {} MiB", LONGEST_LINE >> 20) };
    }
    match value(line) {
        Ok(value) => entry(&value, at),
        Err(Unread::TooDeep) => Entry::Unreadable { at, reason: TOO_DEEP.to_owned() },
        Err(Unread::Malformed { .. }) => Entry::Unreadable { at, reason: NOT_JSON.to_owned() },
    }
}

fn value(text: &[u8]) -> Result<Value, Unread> {
    let text = str::from_utf8(text).map_err(|error| Unread::Malformed { offset: error.valid_up_to() })?;
    value::of_text(text)
}

fn entry(value: &Value, at: usize) -> Entry {
    match recorded::read(value) {
        Some(recorded) => Entry::Row(Box::new(recorded)),
        None => Entry::Unreadable { at, reason: "no provider request in it".to_owned() },
    }
}

struct Lines<R> {
    reader: R,
    /// Lines that were read ahead and are to be read again.
    held: io::Cursor<Vec<u8>>,
    at: usize,
}

impl<R: BufRead> Lines<R> {
    /// The next line that is not blank.
    fn filled(&mut self) -> Option<io::Result<Vec<u8>>> {
        self.find(|line| !line.as_ref().is_ok_and(|line| line.iter().all(u8::is_ascii_whitespace)))
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = io::Result<Vec<u8>>;

    fn next(&mut self) -> Option<Self::Item> {
        let line = match line(&mut self.held) {
            Ok(None) => line(&mut self.reader),
            held => held,
        };
        let mut line = match line {
            Ok(line) => line?,
            Err(error) => return Some(Err(error)),
        };
        self.at += 1;
        if self.at == 1 && line.starts_with(b"\xef\xbb\xbf") {
            line.drain(..3);
        }
        if line.last() == Some(&b'\r') {
            line.pop();
        }
        Some(Ok(line))
    }
}

/// The next line without its end, cut at [`LONGEST_LINE`]: what is beyond is read and thrown away.
fn line(reader: &mut impl BufRead) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    let mut any = false;
    loop {
        let chunk = match reader.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if chunk.is_empty() {
            return Ok(any.then_some(line));
        }
        any = true;
        let end = chunk.iter().position(|byte| *byte == b'\n');
        let taken = end.unwrap_or(chunk.len());
        let room = LONGEST_LINE.saturating_sub(line.len());
        line.extend_from_slice(&chunk[..taken.min(room)]);
        let used = end.map_or(taken, |end| end + 1);
        reader.consume(used);
        if end.is_some() {
            return Ok(Some(line));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<String> {
        entries(text.as_bytes())
            .map(|entry| match entry.expect("memory reads") {
                Entry::Row(row) => row.request.body["model"].as_str().unwrap_or("?").to_owned(),
                Entry::Unreadable { at, .. } => format!("bad {at}"),
            })
            .collect()
    }

    #[test]
    fn reads_lines_documents_and_arrays() {
        let row = |model: &str| format!(r#"{{"model":"{model}","messages":[]}}"#);
        assert_eq!(kinds(&format!("\u{feff}{}\r\n\n[1\n{}", row("a"), row("b"))), ["a", "bad 3", "b"]);
        assert_eq!(kinds(&format!("[{},7,{}]", row("a"), row("b"))), ["a", "bad 2", "b"]);
        assert_eq!(kinds("{\n \"model\": \"a\",\n \"messages\": []\n}\n"), ["a"]);
        assert_eq!(kinds("{\n nonsense"), ["bad 2"]);
        assert_eq!(kinds("\n{\n nonsense"), ["bad 3"]);
        assert!(kinds("  \n").is_empty());
    }

    #[test]
    fn a_bad_first_line_costs_that_line_alone() {
        let row = |model: &str| format!(r#"{{"model":"{model}","messages":[]}}"#);
        let two = format!("{}\n{}\n", row("a"), row("b"));
        for first in ["=== perekam 1.2 ===", "{\"model\":\"x\",\"mess", "[1", "\"mulai\"", "{} {}"] {
            assert_eq!(kinds(&format!("{first}\n{two}")), ["bad 1", "a", "b"], "{first}");
        }
        assert_eq!(kinds(&format!("[{}]\n{}", row("a"), row("b"))), ["a", "b"]);
    }

    #[test]
    fn deep_bodies_are_read_and_hostile_ones_refused() {
        let nested = |levels: usize| {
            let (open, close) = (r#"{"a":"#.repeat(levels), "}".repeat(levels));
            let schema = format!(r#"{{"name":"cari","input_schema":{{"type":"object","properties":{open}1{close}}}}}"#);
            format!(r#"{{"model":"a","max_tokens":1,"messages":[],"tools":[{schema}]}}"#)
        };
        assert_eq!(kinds(&nested(500)), ["a"]);
        assert_eq!(kinds(&format!("[{}]", nested(500))), ["a"]);
        assert_eq!(kinds(&format!("{}\n{}", nested(50_000), nested(1))), ["bad 1", "a"]);
    }

    #[test]
    fn reasons_hold_no_place() {
        for (text, reason) in [("{\"a\":1,,}", "not JSON"), ("x", "not JSON"), ("{}", "no provider request in it")] {
            let entry = entries(text.as_bytes()).next().expect("an entry").expect("memory reads");
            assert!(matches!(&entry, Entry::Unreadable { reason: told, .. } if told == reason), "{text}: {entry:?}");
        }
    }
}
