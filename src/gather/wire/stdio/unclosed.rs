//! The beginning of a message that its server breaks over several lines.

use crate::catalog::saved::parse::literal::string_end;

/// Text that starts with a brace and, so far, does not close it.
#[derive(Debug)]
pub(crate) struct Unclosed {
    /// The text so far, with its line breaks.
    pub(crate) text: String,
    /// On how many lines it stands.
    pub(crate) lines: usize,
    /// Brackets that are open.
    open: usize,
    /// What has been looked at.
    seen: usize,
    in_string: bool,
}

/// How far it has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum State {
    /// Brackets are open.
    Open,
    /// Every bracket is closed.
    Closed,
    /// A string goes on behind the end of a line, so this is no JSON.
    Broken,
}

impl Unclosed {
    /// Begins with a text of that many lines.
    pub(crate) fn new(text: String, lines: usize) -> Unclosed {
        let mut unclosed = Unclosed { text, lines, open: 0, seen: 0, in_string: false };
        unclosed.look();
        unclosed
    }

    /// Adds a line.
    pub(crate) fn add(&mut self, line: &str) {
        self.text.push('\n');
        self.text.push_str(line);
        self.lines += 1;
        self.look();
    }

    /// How far it has come.
    pub(crate) fn state(&self) -> State {
        match self {
            Unclosed { in_string: true, .. } => State::Broken,
            Unclosed { open: 0, .. } => State::Closed,
            _ => State::Open,
        }
    }

    fn look(&mut self) {
        let bytes = self.text.as_bytes();
        while let Some(byte) = bytes.get(self.seen) {
            self.seen += 1;
            match byte {
                b'"' => {
                    let end = string_end(bytes, self.seen - 1);
                    self.in_string = end.is_none();
                    self.seen = end.unwrap_or(bytes.len());
                }
                b'{' | b'[' => self.open += 1,
                b'}' | b']' => self.open = self.open.saturating_sub(1),
                _ => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn brackets_are_counted_across_lines_and_not_in_strings() {
        let mut unclosed = Unclosed::new(r#"{"a": ["}","#.to_owned(), 1);
        assert_eq!(unclosed.state(), State::Open);
        unclosed.add(r#" "x\"]}", 1]"#);
        assert_eq!(unclosed.state(), State::Open);
        unclosed.add(" } ");
        assert_eq!(unclosed.state(), State::Closed);
        assert_eq!((unclosed.lines, unclosed.text.lines().count()), (3, 3));
    }

    #[test]
    fn a_string_does_not_go_over_lines() {
        assert_eq!(Unclosed::new(r#"{"a": "b"#.to_owned(), 1).state(), State::Broken);
        assert_eq!(Unclosed::new(r#"{"a": "b\"}"#.to_owned(), 1).state(), State::Broken);
    }
}
