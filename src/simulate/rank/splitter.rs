//! How a text falls into the terms that a ranker goes by.

use std::collections::HashSet;

use bm25::{DefaultTokenizer, Language, TokenEmbedder, Tokenizer};
use unicode_segmentation::UnicodeSegmentation;

/// A way to split a text into terms.
#[derive(Debug)]
pub enum Splitter {
    /// As the crate `bm25` does for English: transliterated, lower case, no stop words, stemmed.
    English(DefaultTokenizer),
    /// At all that is no letter or digit and at camelCase steps; lower case, every word kept as it is.
    Plain,
}

/// A term as the index holds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(u64);

impl Splitter {
    /// The crate's English.
    #[must_use]
    pub fn english() -> Splitter {
        Splitter::English(DefaultTokenizer::new(Language::English))
    }

    /// The terms of a text, in order, each as often as it stands there.
    #[must_use]
    pub fn keys(&self, text: &str) -> Vec<Key> {
        match self {
            // The crate tells terms apart by 32 bits of hash, and so do we where scores must be its own.
            Splitter::English(tokenizer) => {
                tokenizer.tokenize(text).iter().map(|term| Key(u64::from(u32::embed(term)))).collect()
            }
            Splitter::Plain => plain_words(text).iter().map(|term| Key(u64::embed(term))).collect(),
        }
    }

    /// The terms of a query. The crate adds a repeated word up as often as it stands there; the usual BM25 asks for each
    /// word once.
    #[must_use]
    pub fn query(&self, text: &str) -> Vec<Key> {
        let mut keys = self.keys(text);
        if matches!(self, Splitter::Plain) {
            let mut seen = HashSet::new();
            keys.retain(|key| seen.insert(*key));
        }
        keys
    }

    /// The words of a text as a person reads them, each with its terms; those without a term are left out.
    #[must_use]
    pub fn words(&self, text: &str) -> Vec<(String, Vec<Key>)> {
        let words: Vec<String> = match self {
            Splitter::English(_) => text.unicode_words().map(str::to_lowercase).collect(),
            Splitter::Plain => plain_words(text),
        };
        let keyed = words.into_iter().map(|word| {
            let keys = self.keys(&word);
            (word, keys)
        });
        keyed.filter(|(_, keys)| !keys.is_empty()).collect()
    }
}

/// The words of a text in lower case: split at all that is no letter or digit, and at camelCase steps.
#[must_use]
pub fn plain_words(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut before = ' ';
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        if character.is_alphanumeric() {
            let rises = !before.is_uppercase()
                || before.is_uppercase() && characters.peek().is_some_and(|next| next.is_lowercase());
            let step = !before.is_alphanumeric() || character.is_uppercase() && rises;
            match words.last_mut() {
                Some(word) if !step => word.extend(character.to_lowercase()),
                _ => words.push(character.to_lowercase().collect()),
            }
        }
        before = character;
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_words_fall_at_steps_and_marks() {
        assert_eq!(plain_words("getHTTPResponse_v2: cari-barang"), ["get", "http", "response", "v2", "cari", "barang"]);
        assert_eq!(plain_words("CHECK_STATUS"), ["check", "status"]);
        assert!(plain_words(" _-/ ").is_empty());
        let (plain, english) = (Splitter::Plain, Splitter::english());
        assert_eq!((plain.query("cari, Cari").len(), english.query("cari, Cari").len()), (1, 2));
    }

    #[test]
    fn english_drops_stop_words_and_knows_stems() {
        let english = Splitter::english();
        assert_eq!(english.keys("sending"), english.keys("The sends"));
        assert!(english.keys("of the").is_empty());
        let words: Vec<String> = english.words("Kirim the Tagihan").into_iter().map(|(word, _)| word).collect();
        assert_eq!(words, ["kirim", "tagihan"]);
    }
}
