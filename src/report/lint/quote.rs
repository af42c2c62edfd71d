//! A judged text in one line of a terminal: what hides is written out, and carets stand under the judged part.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

use crate::report::escape::{Piece, pieces, visible};
use crate::report::lint::found::Cut;

/// A line, and the line of carets under it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Quote {
    /// What stands there.
    pub(crate) text: String,
    /// Spaces and carets; none when all of it is judged at once.
    pub(crate) carets: Option<String>,
}

/// Columns that a text takes.
pub(crate) fn width(text: &str) -> usize {
    text.width()
}

/// A grapheme as it is shown.
struct Cell {
    at: usize,
    shown: String,
    width: usize,
}

/// What stands for a part that is not shown.
const CUT: &str = "…";

/// Columns that it takes, with the space beside it.
const MARK: usize = 2;

/// The text around its span in at most `room` columns; all of it where there is no bound.
pub(crate) fn quote(text: &str, span: Option<Range<usize>>, cut: Cut, room: Option<usize>) -> Quote {
    let cells = cells(text);
    let marked = span.map(|span| marked(&cells, &span));
    let room = room.unwrap_or(usize::MAX);
    let columns = |range: Range<usize>| cells[range].iter().map(|cell| cell.width).sum::<usize>();
    let marks = MARK * (usize::from(cut.before) + usize::from(cut.after));
    let shown = if columns(0..cells.len()) + marks <= room {
        0..cells.len()
    } else {
        window(&cells, marked.clone().unwrap_or(0..0), room.saturating_sub(2 * MARK).max(8))
    };
    let before = cut.before || shown.start > 0;
    let after = cut.after || shown.end < cells.len();
    let mut line = if before { format!("{CUT} ") } else { String::new() };
    let lead = width(&line);
    cells[shown.clone()].iter().for_each(|cell| line.push_str(&cell.shown));
    if after {
        line.push(' ');
        line.push_str(CUT);
    }
    let carets = marked.map(|marked| {
        let start = marked.start.clamp(shown.start, shown.end);
        let under = columns(start..marked.end.clamp(start, shown.end)).max(1);
        format!("{}{}", " ".repeat(lead + columns(shown.start..start)), "^".repeat(under))
    });
    Quote { text: line, carets }
}

fn cells(text: &str) -> Vec<Cell> {
    let mut cells = Vec::new();
    for (at, grapheme) in text.grapheme_indices(true) {
        let (shown, width) = (visible(grapheme), grapheme.width());
        if shown == grapheme {
            cells.push(Cell { at, shown: grapheme.to_owned(), width });
            continue;
        }
        for (inside, piece) in pieces(grapheme) {
            let shown = match piece {
                Piece::Plain(character) => character.to_string(),
                Piece::Escaped(escape) => escape,
            };
            cells.push(Cell { at: at + inside, width: shown.width(), shown });
        }
    }
    cells
}

/// The cells that a span touches.
fn marked(cells: &[Cell], span: &Range<usize>) -> Range<usize> {
    let start = cells.partition_point(|cell| cell.at <= span.start).saturating_sub(1);
    let end = cells.partition_point(|cell| cell.at < span.end).max(start);
    start..end
}

/// The cells that are shown: a quarter of the room before the marked ones where these leave it, the rest behind them.
fn window(cells: &[Cell], marked: Range<usize>, room: usize) -> Range<usize> {
    let mut left = room;
    let mut shown = marked.start..marked.start;
    let quarter = room / 4;
    let mut before = 0;
    while let Some(cell) = shown.start.checked_sub(1).and_then(|at| cells.get(at)) {
        if before + cell.width > quarter {
            break;
        }
        before += cell.width;
        shown.start -= 1;
    }
    left -= before;
    while let Some(cell) = cells.get(shown.end).filter(|cell| cell.width <= left) {
        left -= cell.width;
        shown.end += 1;
    }
    while let Some(cell) = shown.start.checked_sub(1).and_then(|at| cells.get(at)).filter(|cell| cell.width <= left) {
        left -= cell.width;
        shown.start -= 1;
    }
    shown
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn quoted(text: &str, span: Range<usize>, room: Option<usize>) -> (String, String) {
        let quote = quote(text, Some(span), Cut::default(), room);
        (quote.text, quote.carets.expect("carets"))
    }

    fn of(text: &str, part: &str, room: Option<usize>) -> (String, String) {
        let at = text.find(part).expect("it is there");
        quoted(text, at..at + part.len(), room)
    }

    #[test]
    fn carets_stand_under_what_is_judged() {
        assert_eq!(of("satu dua tiga", "dua", None), ("satu dua tiga".into(), "     ^^^".into()));
        assert_eq!(of("漢字 dua", "dua", None), ("漢字 dua".into(), "     ^^^".into()));
        assert_eq!(of("a漢b", "漢", None), ("a漢b".into(), " ^^".into()));
        assert_eq!(of("e\u{301}x", "x", None), ("e\u{301}x".into(), " ^".into()));
        assert_eq!(of("a\u{e0041}b", "\u{e0041}", None), ("a\\u{e0041}b".into(), format!(" {}", "^".repeat(9))));
        assert_eq!(of("a\n\tb", "b", None), ("a\\n\\tb".into(), "     ^".into()));
        assert_eq!(quoted("abc", 3..3, None), ("abc".into(), "  ^".into()));
        assert_eq!(quoted("", 0..0, None), (String::new(), "^".into()));
    }

    #[test]
    fn a_long_text_is_cut_to_the_room() {
        let text = format!("{}JARUM{}", "a".repeat(100), "b".repeat(100));
        let (line, carets) = of(&text, "JARUM", Some(40));
        assert_eq!(line, format!("… {}JARUM{} …", "a".repeat(9), "b".repeat(22)));
        assert_eq!(carets, format!("{}^^^^^", " ".repeat(11)));
        let cut = quote("abc", None, Cut { before: true, after: true }, Some(40));
        assert_eq!(cut, Quote { text: "… abc …".into(), carets: None });
    }

    proptest! {
        #[test]
        fn no_quote_is_wider_than_its_room(text: String, from: usize, to: usize, room in 12_usize..200) {
            let from = text.floor_char_boundary(from % (text.len() + 1));
            let to = text.floor_char_boundary(to % (text.len() + 1)).max(from);
            let (line, carets) = quoted(&text, from..to, Some(room));
            prop_assert!(line.width() <= room.max(12) && carets.width() <= room.max(12) + 1, "{line:?} {carets:?}");
        }
    }
}
