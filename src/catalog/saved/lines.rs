//! NDJSON a line at a time: files of any size in the memory of their longest line.

use std::io::{self, BufRead, Read};

use crate::catalog::place::Place;
use crate::catalog::saved::parse::document::Document;
use crate::catalog::saved::parse::encoding;
use crate::catalog::saved::parse::reader::Reader;
use crate::catalog::saved::parse::text;
use crate::catalog::saved::{Unreadable, default_name};
use crate::catalog::tool::{Catalog, Problem};

/// The longest line that is read. The largest single answer on record has 43 MB (20,000 generated tools, 2026-11).
pub const LONGEST_LINE: usize = 64 << 20;

/// One line that says something.
#[derive(Debug)]
pub struct Line {
    /// Its number, from 1.
    pub number: u64,
    /// What stands in it: often one server with one tool, or with the tools of one request. A line that cannot be
    /// read, or has no known form, holds a problem and no server.
    pub catalog: Catalog,
}

/// Reads a source line by line; every line stands for itself.
///
/// # Errors
/// An item is an error when the source cannot be read; the iteration ends there.
pub fn lines<R: BufRead>(source: &str, input: R) -> Lines<R> {
    Lines { source: source.to_owned(), input, number: 0, buffer: Vec::new(), ended: false }
}

/// See [`lines`].
#[derive(Debug)]
pub struct Lines<R> {
    source: String,
    input: R,
    number: u64,
    buffer: Vec<u8>,
    ended: bool,
}

/// What the first bytes of a source say about its form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// One JSON value to a line: [`lines`] reads it in bounded memory.
    Lines,
    /// Anything else: [`read`](crate::catalog::saved::read) needs all of it.
    Whole,
    /// The first line does not end within these bytes. A file of one line is best read whole.
    Unclear,
}

/// Sniffs whether a source is NDJSON; a few hundred KiB are enough unless its first line is longer.
#[must_use]
pub fn form(head: &[u8]) -> Form {
    let head = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let mut rows = head.split_inclusive(|byte| *byte == b'\n').filter(|row| !row.trim_ascii().is_empty());
    let Some(first) = rows.next() else { return Form::Whole };
    if !first.ends_with(b"\n") {
        return if first.trim_ascii_start().starts_with(b"{") { Form::Unclear } else { Form::Whole };
    }
    let second_opens = rows.next().is_some_and(|row| row.trim_ascii_start().starts_with(b"{"));
    let is_object = |row: &[u8]| {
        let row = String::from_utf8_lossy(row.trim_ascii());
        row.starts_with('{') && text::is_a_value(&row)
    };
    if second_opens && is_object(first) { Form::Lines } else { Form::Whole }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = io::Result<Line>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.ended {
            self.buffer.clear();
            self.number += 1;
            let limit = u64::try_from(LONGEST_LINE).unwrap_or(u64::MAX).saturating_add(1);
            match self.input.by_ref().take(limit).read_until(b'\n', &mut self.buffer) {
                Err(error) => {
                    self.ended = true;
                    return Some(Err(error));
                }
                Ok(0) => self.ended = true,
                Ok(_) if self.buffer.len() > LONGEST_LINE => return Some(self.too_long()),
                Ok(_) if self.buffer.trim_ascii().is_empty() => {}
                Ok(_) => return Some(Ok(Line { number: self.number, catalog: self.catalog() })),
            }
        }
        None
    }
}

impl<R: BufRead> Lines<R> {
    fn catalog(&self) -> Catalog {
        let line = u32::try_from(self.number).unwrap_or(u32::MAX);
        let text = match encoding::text(&self.buffer) {
            Ok(text) => text,
            Err(error) => return self.problem(error.to_string()),
        };
        let document = Document::from_line(&text.text, line);
        let mut reader = Reader::new(&self.source);
        reader.row(&document);
        reader.bad_bytes(&document, &text);
        match reader.finish_row(default_name(&self.source)) {
            Ok(catalog) => catalog,
            Err(Unreadable::Empty) => Catalog::default(),
            Err(Unreadable::NotACatalog { found }) => self.problem(format!("no tools in this line: {found}")),
        }
    }

    /// Skips the rest of a line that is longer than any line should be.
    fn too_long(&mut self) -> io::Result<Line> {
        let mut ended = self.buffer.ends_with(b"\n");
        while !ended {
            let available = self.input.fill_buf()?;
            let newline = memchr::memchr(b'\n', available);
            let used = newline.map_or(available.len(), |at| at + 1);
            ended = newline.is_some() || used == 0;
            self.input.consume(used);
        }
        self.buffer = Vec::new();
        let message = format!("the line is longer than {} MiB and was passed over", LONGEST_LINE >> 20);
        Ok(Line { number: self.number, catalog: self.problem(message) })
    }

    fn problem(&self, message: String) -> Catalog {
        let line = Some(u32::try_from(self.number).unwrap_or(u32::MAX));
        let place = Place { source: self.source.clone(), line, column: Some(1), ..Place::default() };
        Catalog { problems: vec![Problem { place, message, lost: true }], ..Catalog::default() }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{BufReader, Cursor, Read};

    use super::*;

    /// Of each line its number, the names of its tools, and how many problems it has.
    fn read(text: &[u8]) -> Vec<(u64, String, usize)> {
        let told = |Line { number, catalog }: Line| {
            let names: Vec<_> = catalog.tools().map(|tool| tool.name.as_str()).collect();
            (number, names.join(" "), catalog.problems.len())
        };
        lines("log.jsonl", Cursor::new(text)).map(|line| told(line.expect("a line"))).collect()
    }

    #[test]
    fn each_line_stands_for_itself() {
        let text = concat!(
            "{\"name\":\"a\",\"inputSchema\":{}}\r\n\n",
            "{\"model\":\"m\",\"messages\":[],\"tools\":[{\"name\":\"b\",\"input_schema\":{}},{\"name\":\"c\"}]}\n",
            "{\"name\":\"d\",\"inputSchema\":{\n",
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[{\"name\":\"e\"}]}}\n",
            "{\"jsonrpc\":\"2.0\",\"method\":\"ping\"}\n",
            "{\"level\":\"info\"}\n",
            "not json\n",
            "{\"model\":\"m\",\"messages\":[]}",
        );
        let expected =
            [(1, "a", 0), (3, "b c", 0), (4, "", 1), (5, "e", 0), (6, "", 0), (7, "", 1), (8, "", 1), (9, "", 0)];
        assert_eq!(
            read(text.as_bytes()),
            expected.map(|(number, names, problems)| (number, names.to_owned(), problems))
        );
    }

    #[test]
    fn bad_bytes_cost_no_line() {
        let found = read(b"{\"name\":\"a\",\"description\":\"caf\xe9\"}\n{\"name\":\"b\",\"description\":\"x\"}\n");
        assert_eq!(found, [(1, "a".to_owned(), 1), (2, "b".to_owned(), 0)]);
    }

    #[test]
    fn a_line_over_the_limit_is_told_and_the_next_one_read() {
        let long = io::repeat(b'x').take(u64::try_from(LONGEST_LINE).expect("fits") + 10);
        let rest = Cursor::new(b"\n{\"name\":\"a\",\"inputSchema\":{}}\n");
        let found: Vec<_> = lines("x", BufReader::new(long.chain(rest))).map(|line| line.expect("a line")).collect();
        assert!(found[0].catalog.problems[0].message.contains("64 MiB"));
        assert_eq!((found[1].number, found[1].catalog.tools().count()), (2, 1));
    }

    #[test]
    fn ndjson_is_told_from_the_first_bytes() {
        assert_eq!(form(b"{\"a\":1}\n{\"b\":2}\n"), Form::Lines);
        assert_eq!(form(b"\n{\"a\":1}\r\n{\"b\""), Form::Lines);
        assert_eq!(form(b"{\n \"a\":1}\n"), Form::Whole);
        assert_eq!(form(b"{\"a\":1}\n"), Form::Whole);
        assert_eq!(form(b"{\"tools\":[\n{\"name\":1},\n"), Form::Whole);
        assert_eq!(form(b"[1]\n[2]\n"), Form::Whole);
        assert_eq!(form(b"{\"a\":1"), Form::Unclear);
        assert_eq!(form(b""), Form::Whole);
    }
}
