//! Folds a text to what a model reads: compatibility forms undone, invisible characters dropped, one case, single spaces.
//!
//! Every byte of the folded text knows the byte of the raw text it came from, so that a finding points at what is there.

use std::ops::Range;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// A folded text.
#[derive(Debug, Clone, Default)]
pub struct Folded {
    /// The folded text.
    pub text: String,
    /// For each byte of `text` the byte of the raw text it came from, and at the end the raw text's length.
    starts: Vec<u32>,
}

impl Folded {
    /// The bytes of the raw text that a span of the folded text came from.
    #[must_use]
    pub fn raw(&self, span: &Range<usize>) -> Range<usize> {
        let at = |index: usize| self.starts.get(index).or(self.starts.last()).map_or(0, |&start| start as usize);
        at(span.start)..at(span.end).max(at(span.start))
    }
}

/// Folds a text.
#[must_use]
pub fn fold(raw: &str) -> Folded {
    let mut folded = Folded { text: String::with_capacity(raw.len()), starts: Vec::with_capacity(raw.len() + 1) };
    let mut spaced = true;
    for (at, character) in raw.char_indices() {
        let at = u32::try_from(at).unwrap_or(u32::MAX);
        if character.is_whitespace() {
            if !spaced {
                folded.push(' ', at);
            }
            spaced = true;
        } else if character.is_ascii() {
            if !character.is_ascii_control() {
                folded.push(character.to_ascii_lowercase(), at);
                spaced = false;
            }
        } else {
            for part in character.nfkd().flat_map(char::to_lowercase).filter(|part| !is_combining_mark(*part)) {
                folded.push(part, at);
                spaced = false;
            }
        }
    }
    folded.starts.push(u32::try_from(raw.len()).unwrap_or(u32::MAX));
    folded
}

impl Folded {
    fn push(&mut self, character: char, at: u32) {
        self.text.push(character);
        self.starts.extend(std::iter::repeat_n(at, character.len_utf8()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folded_span_points_at_the_raw_text() {
        let raw = "Äb\u{a0}\n ＩＧＮＯＲＥ";
        let folded = fold(raw);
        assert_eq!(folded.text, "ab ignore");
        assert_eq!(&raw[folded.raw(&(3..9))], "ＩＧＮＯＲＥ");
    }
}
