//! The pattern of DeepSeek V3 and V4: three splits, one after the other.
//!
//! As in their `tokenizer.json` (2024-12), each split working inside the pieces of the one before, and what no pattern
//! matches stays as a piece of its own:
//! ```text
//! \p{N}{1,3}
//! [一-龥぀-ゟ゠-ヿ]+
//! [!"#$%&'()*+,\-./:;<=>?@\[\\\]^_`{|}~][A-Za-z]+|[^\r\n\p{L}\p{P}\p{S}]?[\p{L}\p{M}]+| ?[\p{P}\p{S}]+[\r\n]*
//! |\s*[\r\n]+|\s+(?!\S)|\s+
//! ```

use crate::meter::split::classes::{Classes, Here};
use crate::meter::split::rules;
use crate::meter::split::splitter::Splitter;

/// DeepSeek's pattern.
pub(crate) struct DeepSeek;

const WORD: Classes = Classes::LETTER.or(Classes::MARK);
const SIGN: Classes = Classes::PUNCTUATION.or(Classes::SYMBOL);

impl Splitter for DeepSeek {
    #[inline]
    fn end(&self, text: &str, at: usize) -> usize {
        if let Some(end) = rules::digits(text, at, 3).or_else(|| ideographs(text, at)) {
            return end;
        }
        if let Some(end) = matched(text, at) {
            return end;
        }
        // what matches nowhere runs on to where something matches again
        let mut end = at;
        loop {
            let here = look(text, end);
            end += here.width;
            if here.width == 0 || matched(text, end).is_some() {
                return end;
            }
        }
    }
}

/// The alternatives of the third split.
#[inline]
fn matched(text: &str, at: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let here = look(text, at);
    if bytes.get(at).is_some_and(u8::is_ascii_punctuation) && bytes.get(at + 1).is_some_and(u8::is_ascii_alphabetic) {
        return Some(at + 1 + bytes[at + 1..].iter().take_while(|byte| byte.is_ascii_alphabetic()).count());
    }
    let newline = matches!(bytes.get(at), Some(b'\r' | b'\n'));
    if here.is_other_than(Classes::LETTER.or(SIGN)) && !newline {
        let end = run(text, at + here.width, WORD);
        if end > at + here.width {
            return Some(end);
        }
    }
    if here.is(WORD) {
        return Some(run(text, at, WORD));
    }
    let begin = at + usize::from(bytes.get(at) == Some(&b' '));
    let end = run(text, begin, SIGN);
    if end > begin {
        return Some(rules::tail(text, end, b"\r\n"));
    }
    here.is(Classes::SPACE).then(|| blanks(text, at))
}

/// `\s*[\r\n]+|\s+(?!\S)|\s+`, where a number or an ideograph ends the text that the pattern sees.
fn blanks(text: &str, at: usize) -> usize {
    let end = run(text, at, Classes::SPACE);
    match text.as_bytes()[at..end].iter().rposition(|byte| matches!(byte, b'\r' | b'\n')) {
        Some(newline) => at + newline + 1,
        None => rules::blanks(text, at, end, look(text, end).width == 0),
    }
}

/// The character at `at`, unless an earlier split ends the text there.
#[inline]
fn look(text: &str, at: usize) -> Here {
    let here = Here::look(text, at);
    if here.is(Classes::NUMBER) || is_ideograph(text, at) { Here::END } else { here }
}

#[inline]
fn run(text: &str, mut at: usize, classes: Classes) -> usize {
    loop {
        let here = look(text, at);
        if !here.is(classes) {
            return at;
        }
        at += here.width;
    }
}

fn ideographs(text: &str, at: usize) -> Option<usize> {
    let mut end = at;
    while is_ideograph(text, end) {
        end += 3;
    }
    (end > at).then_some(end)
}

/// Whether a Chinese or Japanese character of the second split, three bytes each, begins at `at`.
#[inline]
fn is_ideograph(text: &str, at: usize) -> bool {
    matches!(text.as_bytes().get(at), Some(0xe3..=0xe9))
        && matches!(text.get(at..).and_then(|rest| rest.chars().next()), Some('一'..='龥' | '\u{3040}'..='\u{30ff}'))
}
