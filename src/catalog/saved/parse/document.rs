//! A text to be walked, which knows where its bytes stand in the source.

use std::cell::OnceCell;

use crate::catalog::source_map::{Position, SourceMap};

/// One text: the source itself, one of its lines, or a text found inside a string of it.
#[derive(Debug)]
pub(crate) struct Document<'a> {
    /// The text.
    pub(crate) text: &'a str,
    base: Base,
    map: OnceCell<SourceMap<'a>>,
}

#[derive(Debug)]
enum Base {
    /// The text is the source from this line on.
    Line(u32),
    /// The text was decoded from a string that stands here; a place inside it has no place of its own.
    Inside {
        /// Where the string starts.
        position: Position,
        /// JSON pointer to the string.
        pointer: String,
    },
}

impl<'a> Document<'a> {
    /// A whole source.
    pub(crate) fn new(text: &'a str) -> Self {
        Self::from_line(text, 1)
    }

    /// The part of a source that starts with the given line, counted from 1.
    pub(crate) fn from_line(text: &'a str, line: u32) -> Self {
        Document { text, base: Base::Line(line), map: OnceCell::new() }
    }

    /// A text decoded from a string that stands at `position`, where `pointer` leads.
    pub(crate) fn inside(text: &'a str, position: Position, pointer: String) -> Self {
        Document { text, base: Base::Inside { position, pointer }, map: OnceCell::new() }
    }

    /// Where a byte of the text stands in the source.
    pub(crate) fn position(&self, offset: usize) -> Position {
        match self.base {
            Base::Inside { position, .. } => position,
            Base::Line(first) => {
                let position = self.map.get_or_init(|| SourceMap::new(self.text)).position(offset);
                Position { line: position.line.saturating_add(first.saturating_sub(1)), ..position }
            }
        }
    }

    /// The JSON pointer to the string that the text was decoded from; `None` for the source itself.
    pub(crate) fn string_pointer(&self) -> Option<&str> {
        match &self.base {
            Base::Inside { pointer, .. } => Some(pointer),
            Base::Line(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_told_in_terms_of_the_source() {
        assert_eq!(Document::new("a\nb").position(2), Position { line: 2, column: 1 });
        assert_eq!(Document::from_line("a\nb", 41).position(3), Position { line: 42, column: 2 });
        let here = Position { line: 7, column: 3 };
        assert_eq!(Document::inside("a\nb", here, "/body".to_owned()).position(3), here);
    }
}
