//! A decoded part of a string, and whether it is a text at all.

use std::ops::Range;

/// A part of a string and what it says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// The encoding in a word.
    pub encoding: &'static str,
    /// The encoded part, in bytes of the string.
    pub span: Range<usize>,
    /// What it says.
    pub text: String,
}

/// Whether decoded bytes are a text that somebody could have meant.
#[must_use]
pub fn is_text(text: &str) -> bool {
    let (mut all, mut printable, mut letters) = (0_usize, 0_usize, 0_usize);
    for character in text.chars() {
        all += 1;
        let shown = !character.is_control() || matches!(character, '\n' | '\t' | '\r');
        let known = !matches!(character, '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10ffff}' | '\u{fffd}');
        printable += usize::from(shown && known);
        letters += usize::from(character.is_alphabetic() || character == ' ');
    }
    all >= 4 && printable * 5 >= all * 4 && letters * 2 >= all
}
