//! Logs of recorded calls: one JSON document, an array of rows, or one row a line, read a row at a time.

use std::io::{self, BufRead};

use serde_json::Value;

use crate::session::recorded::{self, Recorded};

/// The longest line that is read; a longer one is reported and passed over.
const LONGEST_LINE: usize = 64 << 20;

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
    Entries { lines: Lines { reader, at: 0 }, document: Vec::new(), started: false }
}

/// Iterator over the entries of a log; an `Err` is a failure to read the bytes and ends it.
pub struct Entries<R> {
    lines: Lines<R>,
    document: Vec<Value>,
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
            self.lines.at += 1;
            return Some(Ok(entry(&value, self.lines.at)));
        }
        loop {
            match self.lines.next()? {
                Err(error) => return Some(Err(error)),
                Ok(line) if line.iter().all(u8::is_ascii_whitespace) => {}
                Ok(line) => return Some(Ok(parse(&line, self.lines.at))),
            }
        }
    }
}

impl<R: BufRead> Entries<R> {
    /// Tells a document from lines by whether the first line is a whole value.
    fn start(&mut self) -> io::Result<Option<Entry>> {
        let first = loop {
            match self.lines.next() {
                None => return Ok(None),
                Some(line) => {
                    let line = line?;
                    if !line.iter().all(u8::is_ascii_whitespace) {
                        break line;
                    }
                }
            }
        };
        let alone = serde_json::from_slice::<Value>(&first);
        if matches!(&alone, Ok(value) if !value.is_array()) {
            return Ok(Some(parse(&first, self.lines.at)));
        }
        let mut rest = Vec::new();
        self.lines.reader.read_to_end(&mut rest)?;
        let document = match alone {
            Ok(array) if rest.iter().all(u8::is_ascii_whitespace) => Ok(array),
            _ => serde_json::from_slice(&[&first, b"\n".as_slice(), &rest].concat()),
        };
        let document: Value = match document {
            Ok(document) => document,
            Err(error) => {
                return Ok(Some(Entry::Unreadable { at: error.line(), reason: format!("not JSON: {error}") }));
            }
        };
        self.lines.at = 0;
        self.document = match document {
            Value::Array(rows) => rows.into_iter().rev().collect(),
            other => vec![other],
        };
        Ok(None)
    }
}

fn parse(line: &[u8], at: usize) -> Entry {
    if line.len() >= LONGEST_LINE {
        return Entry::Unreadable { at, reason: format!("longer than {} MiB", LONGEST_LINE >> 20) };
    }
    match serde_json::from_slice(line) {
        Ok(value) => entry(&value, at),
        Err(error) => Entry::Unreadable { at, reason: format!("not JSON: {error}") },
    }
}

fn entry(value: &Value, at: usize) -> Entry {
    match recorded::read(value) {
        Some(recorded) => Entry::Row(Box::new(recorded)),
        None => Entry::Unreadable { at, reason: "no provider request in it".to_owned() },
    }
}

struct Lines<R> {
    reader: R,
    at: usize,
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = io::Result<Vec<u8>>;

    /// The next line without its end, cut at [`LONGEST_LINE`]: what is beyond is read and thrown away.
    fn next(&mut self) -> Option<Self::Item> {
        let mut line = Vec::new();
        let mut any = false;
        loop {
            let chunk = match self.reader.fill_buf() {
                Ok(chunk) => chunk,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Some(Err(error)),
            };
            if chunk.is_empty() {
                break;
            }
            any = true;
            let end = chunk.iter().position(|byte| *byte == b'\n');
            let taken = end.unwrap_or(chunk.len());
            let room = LONGEST_LINE.saturating_sub(line.len());
            line.extend_from_slice(&chunk[..taken.min(room)]);
            let used = end.map_or(taken, |end| end + 1);
            self.reader.consume(used);
            if end.is_some() {
                break;
            }
        }
        if !any {
            return None;
        }
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
        assert!(kinds("  \n").is_empty());
    }
}
