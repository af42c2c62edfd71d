//! Whether a text can be judged by its words: its language when we know it, its words, and how much it holds.

use unicode_script::{Script, UnicodeScript};
use unicode_segmentation::UnicodeSegmentation;

use crate::lint::words::language::Language;

/// What we know of a text's language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Assessed {
    /// A language with a file of words.
    Known(Language),
    /// Too few words to tell.
    TooShort,
    /// Another language.
    Unknown,
}

/// The language of a text.
#[must_use]
pub fn language_of(text: &str) -> Assessed {
    let mut latin = 0_usize;
    let (mut han, mut kana, mut hangul, mut cyrillic, mut other) = (0_usize, 0_usize, 0_usize, 0_usize, 0_usize);
    for character in text.chars().filter(|one| one.is_alphabetic()) {
        match character.script() {
            Script::Latin => latin += 1,
            Script::Han => han += 4,
            Script::Hiragana | Script::Katakana => kana += 4,
            Script::Hangul => hangul += 4,
            Script::Cyrillic => cyrillic += 1,
            _ => other += 1,
        }
    }
    let most = latin.max(han).max(kana).max(hangul).max(cyrillic).max(other);
    match most {
        0 => Assessed::TooShort,
        _ if other == most => Assessed::Unknown,
        _ if hangul == most => Assessed::Known(Language::Ko),
        _ if kana > 0 && kana + han >= most => Assessed::Known(Language::Ja),
        _ if han == most => Assessed::Known(Language::Zh),
        _ if cyrillic == most => Assessed::Known(Language::Ru),
        _ => latin_language(text),
    }
}

/// Short words that many sentences of a language hold, and few of another.
const FUNCTION_WORDS: &[(Language, &[&str])] = &[
    (Language::En, &["the", "of", "and", "to", "with", "from", "by", "for", "is", "this", "all", "or", "an", "if"]),
    (
        Language::Id,
        &["yang", "dan", "untuk", "dari", "dengan", "atau", "pada", "di", "ini", "ke", "semua", "satu", "jika"],
    ),
    (Language::Es, &["el", "los", "las", "una", "del", "por", "y", "para", "con", "se"]),
    (Language::Pt, &["os", "uma", "um", "do", "da", "em", "não", "para", "com", "e"]),
    (Language::Fr, &["le", "les", "des", "une", "et", "du", "pour", "avec", "dans", "ou"]),
    (Language::De, &["der", "die", "das", "und", "mit", "ein", "eine", "von", "oder", "für"]),
];

fn latin_language(text: &str) -> Assessed {
    let words: Vec<String> = words(text).iter().take(200).map(|word| word.to_lowercase()).collect();
    let count = |known: &[&str]| words.iter().filter(|word| known.contains(&word.as_str())).count();
    let best = FUNCTION_WORDS.iter().rev().max_by_key(|(_, known)| count(known));
    match best {
        Some((language, known)) if count(known) > 0 => Assessed::Known(*language),
        _ if words.len() < 8 => Assessed::TooShort,
        _ => Assessed::Unknown,
    }
}

/// How many letters a text is worth: Han, kana and Hangul count 2.5, runs of white space 1.
#[must_use]
pub fn effective_length(text: &str) -> usize {
    let mut halves = 0_usize;
    let mut spaced = true;
    for character in text.trim().chars() {
        let space = character.is_whitespace();
        if !(space && spaced) {
            halves += match character.script() {
                Script::Han | Script::Hiragana | Script::Katakana | Script::Hangul => 5,
                _ => 2,
            };
        }
        spaced = space;
    }
    halves / 2
}

/// The words of a text (UAX 29).
#[must_use]
pub fn words(text: &str) -> Vec<&str> {
    text.unicode_words().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_weighed_and_its_language_told() {
        assert_eq!(effective_length("  ab \n c "), 4);
        assert_eq!(effective_length("会議"), 5);
        assert_eq!(language_of("Mengirim faktur untuk satu pelanggan."), Assessed::Known(Language::Id));
        assert_eq!(language_of("Sends the invoice of one customer."), Assessed::Known(Language::En));
        assert_eq!(language_of("주문을 취소합니다"), Assessed::Known(Language::Ko));
        assert_eq!(language_of("Κατάλογος"), Assessed::Unknown);
    }
}
