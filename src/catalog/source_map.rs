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
}

/// A line and a column, both from 1; the column counts characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Character in that line, from 1.
    pub column: u32,
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
        let (from, before) =
            if last.line == line && last.offset <= offset { (last.offset, last.characters) } else { (start, 0) };
        let from = from.max(start);
        let characters = before + characters(self.text.get(from..offset).unwrap_or_default());
        self.last.set(Spot { line, offset, characters });
        Position { line: count(line), column: count(characters) }
    }
}

fn characters(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count()
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
        assert_eq!(map.position(0), Position { line: 1, column: 1 });
        assert_eq!(map.position(4), Position { line: 2, column: 1 });
        assert_eq!(map.position(9), Position { line: 2, column: 4 });
        assert_eq!(map.position(6), Position { line: 2, column: 2 });
        assert_eq!(map.position(900), Position { line: 3, column: 1 });
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
