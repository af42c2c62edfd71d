//! The alternatives that several patterns share.

use crate::meter::split::classes::{Classes, Here, run};

/// What ` ?[^\s\p{L}\p{N}]+` leaves out.
const WORDS: Classes = Classes::SPACE.or(Classes::LETTER).or(Classes::NUMBER);

/// What `[^\r\n\p{L}\p{N}]` matches: the end of that character at `at`.
#[inline]
pub(crate) fn lead(text: &str, at: usize) -> Option<usize> {
    let here = Here::look(text, at);
    let newline = matches!(text.as_bytes().get(at), Some(b'\r' | b'\n'));
    (here.is_other_than(Classes::LETTER.or(Classes::NUMBER)) && !newline).then_some(at + here.width)
}

/// `\p{N}{1,most}`.
#[inline]
pub(crate) fn digits(text: &str, at: usize, most: usize) -> Option<usize> {
    let mut end = at;
    for _ in 0..most {
        let here = Here::look(text, end);
        if !here.is(Classes::NUMBER) {
            break;
        }
        end += here.width;
    }
    (end > at).then_some(end)
}

/// ` ?[^\s\p{L}\p{N}]+`.
#[inline]
pub(crate) fn symbols(text: &str, at: usize) -> Option<usize> {
    let begin = at + usize::from(text.as_bytes().get(at) == Some(&b' '));
    let mut end = begin;
    loop {
        let here = Here::look(text, end);
        if !here.is_other_than(WORDS) {
            return (end > begin).then_some(end);
        }
        end += here.width;
    }
}

/// The end of the run of those bytes, all ASCII, that begins at `at`.
#[inline]
pub(crate) fn tail(text: &str, at: usize, bytes: &[u8]) -> usize {
    at + text.as_bytes().iter().skip(at).take_while(|byte| bytes.contains(byte)).count()
}

/// `'s`, `'t`, `'m`, `'d`, `'re`, `'ve`, `'ll` in any case: its end.
#[inline]
pub(crate) fn contraction(text: &str, at: usize) -> Option<usize> {
    let [b'\'', rest @ ..] = text.as_bytes().get(at..)? else { return None };
    match rest {
        [b's' | b'S' | b't' | b'T' | b'm' | b'M' | b'd' | b'D', ..] => Some(at + 2),
        [b'r' | b'R' | b'v' | b'V', b'e' | b'E', ..] | [b'l' | b'L', b'l' | b'L', ..] => Some(at + 3),
        // the long s folds to s
        [0xc5, 0xbf, ..] => Some(at + 3),
        _ => None,
    }
}

/// `\s*[\r\n]+|\s+(?!\S)|\s+`: to the last newline of the blanks, else all but the one that goes with what follows.
pub(crate) fn lines(text: &str, at: usize) -> usize {
    let end = run(text, at, Classes::SPACE);
    match text.as_bytes().get(at..end).and_then(|blanks| blanks.iter().rposition(|byte| matches!(byte, b'\r' | b'\n')))
    {
        Some(newline) => at + newline + 1,
        None => blanks(text, at, end, Here::look(text, end).width == 0),
    }
}

/// `\s+(?!\S)|\s+` over the run of blanks `at..end`, which ends where the text does or before another character.
pub(crate) fn blanks(text: &str, at: usize, end: usize, at_end_of_text: bool) -> usize {
    let last = text.get(at..end).and_then(|blanks| blanks.char_indices().next_back()).map_or(0, |(last, _)| last);
    if at_end_of_text || last == 0 { end } else { at + last }
}
