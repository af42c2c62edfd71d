//! From a byte offset in a source to a line and a column that an editor can jump to.

use std::cell::Cell;

/// The line starts of one text, and where the last look-up ended.
///
/// Columns count characters, so a look-up has to read its line up to the offset. Sources with one line of many
/// megabytes are common; the memory of the last look-up keeps a walk through such a line linear.
#[derive(Debug)]
pub struct SourceMap<'a> {
    text: &'a [u8],
    lines: Vec<usize>,
    last: Cell<Spot>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Spot {
    line: usize,
    offset: usize,
    characters: usize,
    units: usize,
}

/// A line and a column, both from 1; the column counts characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Character in that line, from 1.
    pub column: u32,
    /// The same column in UTF-16 units; `None` when the text is not the source's own, so that nothing inside it has a
    /// place there.
    pub utf16_column: Option<u32>,
}

impl Position {
    /// A place without a column in UTF-16 units.
    #[must_use]
    pub fn at(line: u32, column: u32) -> Position {
        Position { line, column, utf16_column: None }
    }
}

impl<'a> SourceMap<'a> {
    /// Reads the line starts of `text`. A line ends with `\n`; a `\r` before it belongs to the line.
    #[must_use]
    pub fn new(text: &'a str) -> Self {
        let mut lines = vec![0];
        lines.extend(memchr::memchr_iter(b'\n', text.as_bytes()).map(|newline| newline + 1));
        SourceMap { text: text.as_bytes(), lines, last: Cell::default() }
    }

    /// Where a byte offset stands; an offset behind the end is the end.
    #[must_use]
    pub fn position(&self, offset: usize) -> Position {
        let offset = offset.min(self.text.len());
        let line = self.lines.partition_point(|&start| start <= offset).saturating_sub(1);
        let start = self.lines.get(line).copied().unwrap_or_default();
        let last = self.last.get();
        let known = Spot { line, offset: start, ..Spot::default() };
        let known = if last.line == line && (start..=offset).contains(&last.offset) { last } else { known };
        let between = self.text.get(known.offset..offset).unwrap_or_default();
        let characters = known.characters + count_of(between, |byte| byte & 0xC0 != 0x80);
        // A character of four bytes takes two units.
        let units = known.units + characters - known.characters + count_of(between, |byte| byte >= 0xF0);
        self.last.set(Spot { line, offset, characters, units });
        Position { line: count(line), column: count(characters), utf16_column: Some(count(units)) }
    }
}

fn count_of(bytes: &[u8], is_one: impl Fn(u8) -> bool) -> usize {
    bytes.iter().filter(|&&byte| is_one(byte)).count()
}

fn count(from_zero: usize) -> u32 {
    u32::try_from(from_zero).unwrap_or(u32::MAX).saturating_add(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_from_one_and_in_characters() {
        let map = SourceMap::new("ab\r\nçé x\n");
        let at = |offset| (map.position(offset).line, map.position(offset).column);
        assert_eq!([0, 4, 9, 6, 900].map(at), [(1, 1), (2, 1), (2, 4), (2, 2), (3, 1)]);
    }

    #[test]
    fn a_character_outside_the_first_plane_takes_two_utf16_units() {
        let map = SourceMap::new("é😀x\ny");
        let units = |offset| map.position(offset).utf16_column;
        assert_eq!([0, 2, 6, 7, 8].map(units), [1, 2, 4, 5, 1].map(Some));
    }

    #[test]
    fn looking_back_and_forth_gives_the_same_as_looking_once() {
        let text = "säule\n".repeat(5) + &"x".repeat(50) + "\nend";
        let map = SourceMap::new(&text);
        for offset in (0..text.len()).chain((0..text.len()).rev()) {
            assert_eq!(map.position(offset), SourceMap::new(&text).position(offset), "{offset}");
        }
    }
}
