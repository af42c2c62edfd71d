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
    /// The text was written anew from the source; each entry ties an offset in it to a place there.
    Rewritten(Vec<(usize, Position)>),
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

    /// A text written anew from the source, with the offsets in it whose places are known, in order.
    pub(crate) fn rewritten(text: &'a str, marks: Vec<(usize, Position)>) -> Self {
        Document { text, base: Base::Rewritten(marks), map: OnceCell::new() }
    }

    /// Where a byte of the text stands in the source.
    pub(crate) fn position(&self, offset: usize) -> Position {
        match &self.base {
            Base::Inside { position, .. } => Position { utf16_column: None, ..*position },
            Base::Rewritten(marks) => {
                let behind = marks.partition_point(|(mark, _)| *mark <= offset);
                let mark = behind.checked_sub(1).and_then(|index| marks.get(index));
                mark.map_or(Position::at(1, 1), |(_, position)| *position)
            }
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
            Base::Line(_) | Base::Rewritten(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_told_in_terms_of_the_source() {
        let second = Document::new("a\nb").position(2);
        assert_eq!(second, Position { utf16_column: Some(1), ..Position::at(2, 1) });
        let far = Document::from_line("a\nb", 41).position(3);
        assert_eq!(far, Position { utf16_column: Some(2), ..Position::at(42, 2) });
        let here = Position::at(7, 3);
        let there = Position::at(9, 1);
        let rewritten = Document::rewritten("[1,2]", vec![(0, here), (3, there)]);
        assert_eq!((rewritten.position(2), rewritten.position(3)), (here, there));
        assert_eq!(Document::inside("a\nb", here, "/body".to_owned()).position(3), here);
    }
}
