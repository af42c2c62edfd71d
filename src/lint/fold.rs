//! Folds a text to what a model reads: compatibility forms undone, invisible characters dropped, one case, single spaces.
//!
//! Marks are dropped where any letter can carry them, and stay where they spell the word (kana, Devanagari, Thai). Every
//! byte of the folded text knows the bytes of the raw text it came from, so that a finding points at what is there.

use std::ops::Range;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::compose;

use crate::lint::fold::alike::{is_latin, is_look_alike_script, latin, plain_letter};
use crate::lint::fold::invisible::{is_blank, is_invisible, is_loose_mark};

// The build script reads these files too, and looks for them beside the one that names them.
#[path = "fold/alike.rs"]
pub mod alike;
#[path = "fold/invisible.rs"]
pub mod invisible;

/// A folded text.
#[derive(Debug, Clone, Default)]
pub struct Folded {
    /// The folded text.
    pub text: String,
    /// For each byte of `text` the first byte of the raw character it came from. Empty where every byte stands for itself,
    /// as in most texts.
    starts: Vec<u32>,
    /// For each byte of `text` the end of that raw character.
    ends: Vec<u32>,
}

/// What an invisible character between two letters stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Invisible {
    /// Nothing: the letters stand side by side.
    Nothing,
    /// A space: somebody set words apart with it.
    Space,
}

impl Folded {
    /// The bytes of the raw text that a span of the folded text came from.
    #[must_use]
    pub fn raw(&self, span: &Range<usize>) -> Range<usize> {
        if self.starts.is_empty() {
            let start = span.start.min(self.text.len());
            return start..span.end.min(self.text.len()).max(start);
        }
        let last = self.ends.last().map_or(0, |&end| end as usize);
        let start = self.starts.get(span.start).map_or(last, |&start| start as usize);
        let end = span.end.min(self.ends.len()).checked_sub(1).and_then(|at| self.ends.get(at));
        start..end.map_or(start, |&end| end as usize).max(start)
    }

    /// Adds a character that came from those bytes of the raw text.
    pub fn push(&mut self, character: char, raw: Range<usize>) {
        self.text.push(character);
        for _ in 0..character.len_utf8() {
            self.starts.push(offset(raw.start));
            self.ends.push(offset(raw.end));
        }
    }

    fn pop(&mut self) -> Option<(char, Range<usize>)> {
        let character = self.text.pop()?;
        let raw = self.raw_at(self.text.len());
        self.starts.truncate(self.text.len());
        self.ends.truncate(self.text.len());
        Some((character, raw))
    }

    fn raw_at(&self, at: usize) -> Range<usize> {
        self.raw(&(at..at + 1))
    }

    /// Adds a character, joined with the last one where both are one letter.
    fn join(&mut self, character: char, raw: Range<usize>) {
        let last = self.text.chars().next_back().filter(|last| !last.is_ascii());
        if let Some(joined) = last.and_then(|last| compose(last, character))
            && let Some((_, before)) = self.pop()
        {
            self.push(joined, before.start..raw.end);
        } else {
            self.push(character, raw);
        }
    }

    fn ends_in_space(&self) -> bool {
        self.text.is_empty() || self.text.ends_with(' ')
    }
}

fn offset(at: usize) -> u32 {
    u32::try_from(at).unwrap_or(u32::MAX)
}

/// Folds a text.
#[must_use]
pub fn fold(raw: &str) -> Folded {
    fold_with(raw, Invisible::Nothing)
}

/// Folds a text; what is invisible stands for what the caller says.
#[must_use]
pub fn fold_with(raw: &str, invisible: Invisible) -> Folded {
    if is_plain(raw) {
        let text = raw.bytes().map(|byte| match byte {
            b'\t'..=b'\r' => ' ',
            byte => char::from(byte.to_ascii_lowercase()),
        });
        return Folded { text: text.collect(), ..Folded::default() };
    }
    let mut folded = Folded {
        text: String::with_capacity(raw.len()),
        starts: Vec::with_capacity(raw.len()),
        ends: Vec::with_capacity(raw.len()),
    };
    let (mut alike, mut escape_ends) = (false, 0);
    for (at, character) in raw.char_indices() {
        let here = at..at + character.len_utf8();
        if at < escape_ends {
            continue;
        }
        if is_blank(character) {
            if !folded.ends_in_space() {
                folded.push(' ', here);
            }
        } else if matches!(character, '\u{1b}' | '\u{9b}') {
            escape_ends = here.start + control_sequence(&raw[at..]);
        } else if is_invisible(character) {
            if invisible == Invisible::Space && !folded.ends_in_space() {
                folded.push(' ', here);
            }
        } else if character.is_ascii() {
            folded.push(character.to_ascii_lowercase(), here);
        } else {
            alike |= other(&mut folded, character, &here);
        }
    }
    if folded.text.ends_with(' ') {
        folded.pop();
    }
    if alike { undo_alike(&folded) } else { folded }
}

/// Whether a text is ASCII of which nothing is dropped.
fn is_plain(raw: &str) -> bool {
    let mut gap = true;
    let kept = raw.bytes().all(|byte| {
        let blank = matches!(byte, b' ' | b'\t'..=b'\r');
        let twice = blank && gap;
        gap = blank;
        !twice && (blank || matches!(byte, b'!'..=b'~'))
    });
    kept && !gap
}

/// Folds a character outside ASCII; says whether its script has look-alikes.
fn other(folded: &mut Folded, character: char, here: &Range<usize>) -> bool {
    let mut alike = false;
    for part in std::iter::once(character).nfkc().flat_map(char::to_lowercase) {
        if is_blank(part) {
            if !folded.ends_in_space() {
                folded.push(' ', here.clone());
            }
            continue;
        }
        let part = plain_letter(part).unwrap_or(part);
        if is_latin(part) || is_look_alike_script(part) {
            alike |= !is_latin(part);
            for bare in std::iter::once(part).nfd().filter(|bare| !is_loose_mark(*bare)) {
                folded.push(bare, here.clone());
            }
        } else if !is_loose_mark(part) && !is_invisible(part) {
            folded.join(part, here.clone());
        }
    }
    alike
}

/// The length of a terminal's control sequence, so that its letters are not read as words.
fn control_sequence(text: &str) -> usize {
    let bytes = text.as_bytes();
    let intro = match bytes {
        [0x1b, b'[', ..] => 2,
        [0xc2, 0x9b, ..] => 2,
        _ => return 1,
    };
    let rest = bytes.get(intro..).unwrap_or_default();
    let inner = rest.iter().take_while(|byte| matches!(byte, 0x20..=0x3f)).take(64).count();
    match rest.get(inner) {
        Some(0x40..=0x7e) => intro + inner + 1,
        _ => intro,
    }
}

/// Writes the words that mix Latin letters with their look-alikes in Latin letters alone.
fn undo_alike(folded: &Folded) -> Folded {
    let mut undone = Folded::default();
    let mut rest = 0;
    while rest < folded.text.len() {
        let word_ends = |text: &str| text.find(|c: char| !c.is_alphanumeric()).unwrap_or(text.len());
        let word = rest..rest + word_ends(&folded.text[rest..]);
        let letters = &folded.text[word.clone()];
        let mixed = letters.chars().any(is_latin) && letters.chars().any(is_look_alike_script);
        for (at, character) in letters.char_indices() {
            let drawn = if mixed && is_look_alike_script(character) { latin(character) } else { None };
            undone.push(drawn.unwrap_or(character), folded.raw_at(word.start + at));
        }
        rest = word.end;
        if let Some(character) = folded.text[rest..].chars().next() {
            undone.push(character, folded.raw_at(rest));
            rest += character.len_utf8();
        }
    }
    undone
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{any, prop_assert, prop_assert_eq, proptest};

    use super::*;

    #[test]
    fn a_folded_span_points_at_the_raw_text() {
        let raw = "Äb\u{a0}\n ＩＧＮＯＲＥ";
        let folded = fold(raw);
        assert_eq!(folded.text, "ab ignore");
        assert_eq!(&raw[folded.raw(&(3..9))], "ＩＧＮＯＲＥ");
    }

    #[test]
    fn every_disguise_of_a_word_reads_the_same() {
        for written in [
            "IGNORE",
            "іgnоrе",
            "İgnore",
            "𝐢𝐠𝐧𝐨𝐫𝐞",
            "ig\u{200b}no\u{ad}re",
            "i\u{336}g\u{336}n\u{336}ore",
            "ɪɢɴᴏʀᴇ",
            "ⓘⓖⓝⓞⓡⓔ",
            "\u{1b}[8mignore\u{1b}[0m",
            "Ιgnore",
            "igno\u{202e}\u{202c}re",
        ] {
            assert_eq!(fold(written).text, "ignore", "{written:?}");
        }
        assert_eq!(fold_with("abaikan\u{200b}semua", Invisible::Space).text, "abaikan semua");
    }

    #[test]
    fn other_scripts_stay_readable() {
        assert_eq!(fold("Привет, ёлка").text, "привет, елка");
        assert_eq!(fold("हिन्दी ภาษาไทย").text, "हिन्दी ภาษาไทย");
        assert_eq!(fold("か\u{3099}").text, fold("が").text);
        assert_eq!(fold("ｶﾞ").text, "ガ");
        assert_eq!(fold("\u{1112}\u{1161}\u{11ab}").text, "한");
        assert_eq!(fold("한글 忽略之前的").text, "한글 忽略之前的");
    }

    proptest! {
        #[test]
        fn a_plain_text_folds_as_any_other(raw in "[a-zA-Z .\\n\\t\u{1b}]{0,20}") {
            let (folded, longer) = (fold(&raw), fold(&format!("{raw}é")));
            prop_assert!(longer.text.starts_with(&folded.text));
            for at in 0..folded.text.len() {
                prop_assert_eq!(folded.raw(&(at..at + 1)), longer.raw(&(at..at + 1)));
            }
        }

        #[test]
        fn spans_lie_on_characters_in_order(raw in any::<String>()) {
            let folded = fold(&raw);
            let mut last = 0;
            for (at, character) in folded.text.char_indices() {
                let span = folded.raw(&(at..at + character.len_utf8()));
                prop_assert!(raw.get(span.clone()).is_some_and(|text| !text.is_empty()));
                prop_assert!(span.start >= last);
                last = span.start;
            }
        }

        #[test]
        fn marks_and_scripts_hold_too(raw in "[a-zA-Zа-яα-ω\u{300}-\u{310}か\u{3099}ｶﾞ\u{1100}-\u{1115}\u{1161}-\u{1170}\u{11a8}-\u{11b0}\u{200b}\u{1b}\\[ \n]{0,40}") {
            let folded = fold(&raw);
            for (at, character) in folded.text.char_indices() {
                prop_assert!(raw.get(folded.raw(&(at..at + character.len_utf8()))).is_some());
            }
            prop_assert!(!folded.text.contains("  "));
        }
    }
}
