//! How a host cuts a text that is too long for it.

use std::borrow::Cow;

use serde::Deserialize;

/// A limit on the length of a text, as data.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cut {
    /// The most that is shown, in `unit`s, the marker included.
    pub max: usize,
    /// What `max` counts.
    pub unit: Unit,
    /// What the host writes at the end of a cut text.
    #[serde(default)]
    pub marker: String,
    /// Where the limit was read.
    pub source: String,
    /// Day the limit was true.
    pub as_of: String,
}

/// What a length counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// Unicode characters.
    Chars,
    /// UTF-8 bytes; a character is never split.
    Bytes,
    /// UTF-16 code units, as JavaScript counts; a character is never split.
    Utf16,
}

/// A text after a cut.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cutting<'a> {
    /// What the model reads: the kept text, and the marker when something was cut.
    pub shown: Cow<'a, str>,
    /// What the model never sees; empty when the text was short enough.
    pub lost: &'a str,
}

impl Unit {
    /// The word for several of it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Unit::Chars => "characters",
            Unit::Bytes => "bytes",
            Unit::Utf16 => "UTF-16 units",
        }
    }

    /// The length of `text` in this unit.
    #[must_use]
    pub fn length(self, text: &str) -> usize {
        text.chars().map(|c| self.of(c)).sum()
    }

    fn of(self, c: char) -> usize {
        match self {
            Unit::Chars => 1,
            Unit::Bytes => c.len_utf8(),
            Unit::Utf16 => c.len_utf16(),
        }
    }

    /// The byte offset up to which at most `max` units of `text` stand.
    #[must_use]
    pub fn offset(self, text: &str, max: usize) -> usize {
        let mut used = 0;
        for (at, c) in text.char_indices() {
            used += self.of(c);
            if used > max {
                return at;
            }
        }
        text.len()
    }
}

impl Cut {
    /// Cuts `text`; the marker has its place inside the limit.
    #[must_use]
    pub fn apply<'a>(&self, text: &'a str) -> Cutting<'a> {
        // No unit is larger than a byte, so a text of few bytes is short in all of them.
        if text.len() <= self.max || self.unit.length(text) <= self.max {
            return Cutting { shown: Cow::Borrowed(text), lost: "" };
        }
        let room = self.max.saturating_sub(self.unit.length(&self.marker));
        let (kept, lost) = text.split_at(self.unit.offset(text, room));
        let shown = if self.marker.is_empty() {
            Cow::Borrowed(kept)
        } else {
            let whole = format!("{kept}{}", self.marker);
            let end = self.unit.offset(&whole, self.max);
            Cow::Owned(whole[..end].to_owned())
        };
        Cutting { shown, lost }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(max: usize, unit: Unit, marker: &str) -> Cut {
        Cut { max, unit, marker: marker.to_owned(), source: String::new(), as_of: String::new() }
    }

    #[test]
    fn a_short_text_is_left_alone() {
        let cutting = cut(5, Unit::Chars, "…").apply("sapi!");
        assert_eq!((cutting.shown.as_ref(), cutting.lost), ("sapi!", ""));
    }

    #[test]
    fn kept_and_lost_make_the_text() {
        let text = "Mencari 📦 di gudang";
        for unit in [Unit::Chars, Unit::Bytes, Unit::Utf16] {
            for max in 0..text.len() {
                let cutting = cut(max, unit, "").apply(text);
                assert_eq!(format!("{}{}", cutting.shown, cutting.lost), text);
                assert!(unit.length(&cutting.shown) <= max);
            }
        }
    }

    #[test]
    fn a_character_is_never_split() {
        assert_eq!(cut(3, Unit::Bytes, "").apply("ab📦").shown, "ab");
        assert_eq!(cut(3, Unit::Utf16, "").apply("ab📦c").shown, "ab");
        assert_eq!(cut(3, Unit::Chars, "").apply("ab📦c").shown, "ab📦");
    }

    #[test]
    fn the_marker_fits_inside_the_limit() {
        let cutting = cut(10, Unit::Chars, " [cut]").apply("abcdefghijklm");
        assert_eq!((cutting.shown.as_ref(), cutting.lost), ("abcd [cut]", "efghijklm"));
        assert_eq!(cut(3, Unit::Chars, "[cut]").apply("abcdef").shown, "[cu");
    }
}
