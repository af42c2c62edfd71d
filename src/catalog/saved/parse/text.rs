//! A text as a sequence of JSON values, with whatever a terminal or a log put around them.

use crate::catalog::saved::parse::document::Document;
use crate::catalog::saved::parse::reader::Reader;
use crate::catalog::saved::parse::scan::{Raw, space_end};
use crate::catalog::saved::parse::stranger::shortened;
use crate::catalog::saved::{Look, SHAPES, Verdict};

/// Reads a text: first by the shapes that look at text, else as JSON with noise around it.
pub(crate) fn read<'a>(document: &'a Document<'a>, reader: &mut Reader<'_>) -> Verdict {
    let by_text = SHAPES.iter().filter_map(|shape| match shape.read {
        Look::AtText(read) => Some(read),
        Look::AtValue(_) => None,
    });
    for look in by_text {
        let verdict = look(document, reader);
        if verdict != Verdict::Foreign {
            return verdict;
        }
    }
    values(document, reader)
}

impl Reader<'_> {
    /// Reads a text that stands in a string, whatever form it has.
    pub(crate) fn text_inside(&mut self, text: &str, string: Raw<'_>) -> Verdict {
        self.inside(|reader| {
            let document = reader.document_inside(text, string);
            read(&document, reader)
        })
    }
}

/// Reads one JSON value after another.
pub(crate) fn values<'a>(document: &'a Document<'a>, reader: &mut Reader<'_>) -> Verdict {
    let text = document.text;
    let mut walk =
        Walk { at: 0, verdict: Verdict::Foreign, noise: Noise::default(), budget: text.len().saturating_mul(8) };
    loop {
        walk.at = separator_end(text.as_bytes(), walk.at);
        if walk.at >= text.len() {
            break;
        }
        match walk.candidate(document, walk.at) {
            Some(raw) if raw.whole => walk.whole(reader, raw),
            Some(raw) => walk.cut_short(reader, raw),
            None => walk.noise_line(reader, document),
        }
    }
    if walk.verdict == Verdict::Read {
        walk.noise.tell(reader, document);
        if walk.budget == 0 {
            let message = "so many brackets are left open that from some line on only whole lines were read";
            reader.problem_at(reader.place(document.position(0)), message, true);
        }
    }
    walk.verdict
}

struct Walk {
    at: usize,
    verdict: Verdict,
    noise: Noise,
    /// Bytes that may still be looked at in vain, so that a text full of unclosed brackets ends the search.
    budget: usize,
}

impl Walk {
    /// The value that starts here, if any. Once the budget is spent, a value has to end on its line.
    fn candidate<'a>(&mut self, document: &'a Document<'a>, at: usize) -> Option<Raw<'a>> {
        if self.budget == 0 && !is_a_value(document.text.get(at..line_end(document.text, at))?) {
            return None;
        }
        let raw = opens_a_value(document, at)?;
        if !raw.whole {
            self.spend(raw);
        }
        Some(raw)
    }

    fn spend(&mut self, raw: Raw<'_>) {
        self.budget = self.budget.saturating_sub(raw.end - raw.start);
    }

    fn whole(&mut self, reader: &mut Reader<'_>, raw: Raw<'_>) {
        let verdict = reader.value(raw);
        if verdict == Verdict::Foreign {
            self.noise.values += 1;
        }
        self.verdict = self.verdict.max(verdict);
        self.at = raw.end;
    }

    /// A value that the end of the text cuts short; or a broken line before lines that are well.
    fn cut_short(&mut self, reader: &mut Reader<'_>, raw: Raw<'_>) {
        let document = raw.document;
        let end = line_end(document.text, raw.start);
        let next = separator_end(document.text.as_bytes(), end);
        let next_line = document.text.get(next..line_end(document.text, next)).unwrap_or_default();
        if is_a_value(next_line) {
            reader.problem(raw, raw.start, "this line is no valid JSON: a bracket or a quote is not closed", true);
            self.at = end;
            return;
        }
        let before = reader.losses();
        let verdict = reader.value(raw);
        if verdict == Verdict::Foreign {
            self.noise.line(document, raw.start);
            self.at = end;
            return;
        }
        if reader.losses() == before {
            reader.problem(raw, raw.end, "the text ends in the middle of a value", true);
        }
        self.verdict = self.verdict.max(verdict);
        self.at = raw.end;
    }

    /// A line that is no JSON, unless a value stands at its end, as in a log.
    fn noise_line<'a>(&mut self, reader: &mut Reader<'_>, document: &'a Document<'a>) {
        let end = line_end(document.text, self.at);
        let line = document.text.get(self.at..end).unwrap_or_default();
        self.noise.line(document, self.at);
        // Texts inside of strings are bodies, and a page or a script among them holds values of many kinds.
        let found = if reader.is_inside() { None } else { line.find("{\"").or_else(|| line.find("[{")) };
        let embedded = found.map(|found| self.at + found);
        let embedded = embedded.and_then(|start| self.candidate(document, start)).filter(|raw| raw.whole);
        self.at = end;
        let Some(raw) = embedded else { return };
        let verdict = reader.value(raw);
        if verdict == Verdict::Foreign {
            self.spend(raw);
        } else {
            self.verdict = self.verdict.max(verdict);
            self.at = raw.end;
        }
    }
}

/// What stood between the values.
#[derive(Default)]
struct Noise {
    lines: usize,
    values: usize,
    first: Option<usize>,
}

impl Noise {
    fn line(&mut self, document: &Document<'_>, at: usize) {
        debug_assert!(at <= document.text.len(), "a line starts inside its text");
        self.lines += 1;
        self.first.get_or_insert(at);
    }

    fn tell(&self, reader: &mut Reader<'_>, document: &Document<'_>) {
        if let Some(first) = self.first {
            let line = document.text.get(first..line_end(document.text, first)).unwrap_or_default();
            let message = match self.lines {
                1 => format!("a line is no JSON and was passed over: {:?}", shortened(line.trim_end())),
                lines => format!(
                    "{lines} lines are no JSON and were passed over; the first: {:?}",
                    shortened(line.trim_end())
                ),
            };
            let place = reader.place(document.position(first));
            reader.problem_at(place, message, false);
        }
        if self.values > 0 {
            let message = match self.values {
                1 => "a JSON value that holds no tools was passed over".to_owned(),
                values => format!("{values} JSON values that hold no tools were passed over"),
            };
            let place = reader.place(document.position(0));
            reader.problem_at(place, message, false);
        }
    }
}

/// The value that starts here, when it is an object or an array of objects; `[INFO]` and `{braces}` are neither.
fn opens_a_value<'a>(document: &'a Document<'a>, at: usize) -> Option<Raw<'a>> {
    let bytes = document.text.as_bytes();
    let second = bytes.get(space_end(bytes, at + 1));
    let opens = match bytes.get(at)? {
        b'{' => matches!(second, Some(b'"' | b'}') | None),
        b'[' => matches!(second, Some(b'{' | b'[' | b']' | b'n') | None),
        _ => false,
    };
    if opens { Raw::at(document, at) } else { None }
}

/// True when a line is one whole value, with nothing behind it.
pub(crate) fn is_a_value(line: &str) -> bool {
    let document = Document::new(line);
    opens_a_value(&document, 0)
        .is_some_and(|raw| raw.whole && line.get(raw.end..).is_some_and(|rest| rest.trim().is_empty()))
}

fn line_end(text: &str, at: usize) -> usize {
    let rest = text.as_bytes().get(at..).unwrap_or_default();
    at + memchr::memchr(b'\n', rest).map_or(rest.len(), |newline| newline + 1)
}

/// Skips white space, a comma between values, and the marks of JSON text sequences (RFC 7464).
fn separator_end(bytes: &[u8], at: usize) -> usize {
    let rest = bytes.get(at..).unwrap_or_default();
    let separates = |byte: &u8| matches!(byte, b' ' | b'\n' | b'\r' | b'\t' | b',' | 0x1e);
    at + rest.iter().position(|byte| !separates(byte)).unwrap_or(rest.len())
}

#[cfg(test)]
mod tests {
    use crate::catalog::saved::read;
    use crate::catalog::tool::Catalog;

    fn of(text: &str) -> (String, Vec<(String, bool)>) {
        let catalog: Catalog = read("x", text.as_bytes()).expect("a catalog");
        let names: Vec<_> = catalog.tools().map(|tool| tool.name.as_str()).collect();
        (names.join(" "), catalog.problems.into_iter().map(|problem| (problem.message, problem.lost)).collect())
    }

    #[test]
    fn a_banner_before_and_noise_after_are_passed_over_and_told() {
        let (names, problems) = of(
            "Starting {fast}\n[INFO] ready [1/2]\n{\n  \"tools\": [\n    {\"name\": \"a\"}\n  ]\n}\nDone: 1 tool\n{\"level\":\"warn\"}\n",
        );
        assert_eq!(names, "a");
        let expected = [
            ("3 lines are no JSON and were passed over; the first: \"Starting {fast}\"".to_owned(), false),
            ("a JSON value that holds no tools was passed over".to_owned(), false),
        ];
        assert_eq!(problems, expected);
    }

    #[test]
    fn a_value_behind_the_prefix_of_a_log_is_found() {
        let (names, problems) = of("12:30 recv {\"result\":{\"tools\":[{\"name\":\"a\"}]}} (1 ms)\n");
        assert_eq!((names.as_str(), problems.len()), ("a", 1));
    }

    #[test]
    fn a_broken_line_costs_that_line() {
        let (names, problems) = of(
            "{\"name\":\"a\",\"inputSchema\":{}}\n{\"name\":\"b\",\"inputSchema\":{\n{\"name\":\"c\",\"inputSchema\":{}}\n",
        );
        assert_eq!(names, "a c");
        assert_eq!(problems.iter().filter(|(_, lost)| *lost).count(), 1, "{problems:?}");
    }

    #[test]
    fn values_may_stand_in_a_row_with_commas_or_record_separators() {
        let (names, problems) =
            of("\u{1e}{\"name\":\"a\",\"inputSchema\":{}},\n\u{1e}{\"name\":\"b\",\"inputSchema\":{}}");
        assert_eq!((names.as_str(), problems.len()), ("a b", 0));
    }
}
