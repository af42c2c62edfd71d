//! What is known of a text's language, how long it is to a reader, and its words: rules of quality ask here first.

use unicode_normalization::UnicodeNormalization;
use unicode_script::{Script, UnicodeScript};
use unicode_segmentation::UnicodeSegmentation;

use crate::lint::words::language::Language;

/// What is known of a text's language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Assessed {
    /// It is this language.
    Known(Language),
    /// It has too few words to say.
    TooShort,
    /// It is a language without a file of words, or none that can be told: a rule about words stays silent.
    Unknown,
}

/// With fewer words than this the common words of a language may well be missing.
const FEW: usize = 4;

/// A text in plain ASCII with fewer words than this may be a title without any common word.
const FEW_IN_ASCII: usize = 9;

/// The language of a text.
#[must_use]
pub fn language_of(text: &str) -> Assessed {
    let few = |most: usize| text.unicode_words().take(most).count() < most;
    match Language::of(text) {
        Some(language) if !is_latin(language) || !few(FEW) => Assessed::Known(language),
        Some(_) => Assessed::TooShort,
        None if !text.chars().any(char::is_alphabetic) => Assessed::TooShort,
        None if text.chars().all(|character| character.is_ascii() || !character.is_alphabetic())
            && few(FEW_IN_ASCII) =>
        {
            Assessed::TooShort
        }
        None => Assessed::Unknown,
    }
}

fn is_latin(language: Language) -> bool {
    !matches!(language, Language::Zh | Language::Ja | Language::Ko | Language::Ru)
}

/// How long a text is to a reader, in letters of the Latin alphabet: a letter of Chinese, Japanese or Korean says as much
/// as two and a half of them. Spaces in a row are one, at the ends none.
///
/// Nothing where it is `most` or more: a long text is not read to its end for it.
#[must_use]
pub fn length_below(text: &str, most: usize) -> Option<usize> {
    let mut halves = 0;
    let mut gap = false;
    for character in text.trim().nfc() {
        if character.is_whitespace() {
            halves += if gap { 0 } else { 2 };
            gap = true;
            continue;
        }
        gap = false;
        let dense = !character.is_ascii()
            && matches!(character.script(), Script::Han | Script::Hiragana | Script::Katakana | Script::Hangul);
        halves += if dense { 5 } else { 2 };
        if halves / 2 >= most {
            return None;
        }
    }
    Some(halves / 2).filter(|length| *length < most)
}

/// The words of a text (UAX 29). An identifier such as `user_id` is one word; a letter of Chinese is one.
#[must_use]
pub fn words(text: &str) -> Vec<&str> {
    text.unicode_words().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_known_unknown_or_not_to_be_told() {
        assert_eq!(language_of("Returns the weather of a city."), Assessed::Known(Language::En));
        assert_eq!(language_of("获取天气"), Assessed::Known(Language::Zh));
        assert_eq!(language_of("Get weather"), Assessed::TooShort);
        assert_eq!(language_of("Simpan faktur"), Assessed::TooShort);
        assert_eq!(language_of("42 / 7"), Assessed::TooShort);
        assert_eq!(language_of("Pobiera listę zamówień klienta z wybranego dnia"), Assessed::Unknown);
        assert_eq!(language_of("ดึงรายการคำสั่งซื้อ"), Assessed::Unknown);
    }

    #[test]
    fn a_dense_script_is_longer_than_it_looks() {
        let effective_length = |text: &str| length_below(text, 11).expect("it is short");
        assert_eq!(length_below("  ab \n\t cd ", 5), None);
        assert_eq!(effective_length("  ab \n\t cd "), 5);
        assert_eq!(effective_length("天气"), 5);
        assert_eq!(effective_length("날씨를"), 7);
        assert_eq!(effective_length("날"), 2);
        assert_eq!(effective_length("日本のAPI"), 10);
    }

    #[test]
    fn words_are_those_of_the_standard() {
        assert_eq!(words("Get user_id, then l'URL."), ["Get", "user_id", "then", "l'URL"]);
        assert_eq!(words("获取天气").len(), 4);
    }
}
