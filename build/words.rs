//! The words of all languages, folded, as the linter looks them up.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use crate::lint::edge::Edge;
use crate::lint::fold::fold;

/// The languages in the order of `Language::ALL`.
const LANGUAGES: [&str; 10] = ["en", "id", "zh", "ja", "ko", "es", "pt", "fr", "de", "ru"];

/// The shortest word, in letters, that is looked for among words glued together.
const SHORTEST: usize = 4;

/// Phrases and what is known of them.
#[derive(Default)]
pub(crate) struct Tables {
    /// The keys of lists; a phrase has its list's place among them.
    pub(crate) keys: Vec<String>,
    /// Phrases that begin where a word does: for each meaning its key, language, edges and whether it is shared.
    pub(crate) at_word_starts: BTreeMap<String, Vec<u8>>,
    /// The same for all others.
    pub(crate) anywhere: BTreeMap<String, Vec<u8>>,
    /// Phrases by their letters alone: whether a word may go on behind it, and how it is written.
    pub(crate) glued: BTreeMap<String, Vec<u8>>,
}

type Lists = BTreeMap<String, Vec<String>>;

/// Reads the files of all languages.
pub(crate) fn tables() -> Tables {
    let mut tables = Tables::default();
    for (number, language) in (0..).zip(LANGUAGES) {
        let path = format!("src/lint/words/languages/{language}.toml");
        let file = fs::read_to_string(&path).expect("the repository holds it");
        let lists: Lists = toml::from_str(&file).unwrap_or_else(|error| panic!("{path}: {error}"));
        let shared: BTreeSet<&str> = lists.get("shared").into_iter().flatten().map(String::as_str).collect();
        for (key, written) in lists.iter().filter(|(key, _)| *key != "shared") {
            let meaning = tables.key(key);
            for text in written {
                tables.phrase(text, [meaning, number], shared.contains(text.as_str()));
                if key != "inert" {
                    tables.glue(text);
                }
            }
        }
    }
    tables
}

impl Tables {
    fn key(&mut self, key: &str) -> u8 {
        let at = self.keys.iter().position(|known| known == key).unwrap_or_else(|| {
            self.keys.push(key.to_owned());
            self.keys.len() - 1
        });
        u8::try_from(at).expect("fewer than 256 lists")
    }

    /// A phrase folded, with a straight and with a curly apostrophe.
    fn phrase(&mut self, written: &str, [meaning, language]: [u8; 2], shared: bool) {
        let (text, inside) = written.strip_prefix('*').map_or((written, false), |text| (text, true));
        let (text, open) = text.strip_suffix('*').map_or((text, false), |text| (text, true));
        let folded = fold(text).text;
        let start = if inside { Edge::Free } else { edge_of(folded.chars().next()) };
        let end = match edge_of(folded.chars().next_back()) {
            _ if open => Edge::Rest,
            Edge::Hangul => Edge::Free,
            edge => edge,
        };
        let number = |edge: Edge| Edge::ALL.iter().position(|one| *one == edge).map_or(0, |at| at as u8);
        let value = [meaning, language, number(start), number(end), u8::from(shared)];
        let table = if start == Edge::Word { &mut self.at_word_starts } else { &mut self.anywhere };
        for spelling in BTreeSet::from([folded.replace('\'', "\u{2019}"), folded]) {
            assert!(!spelling.is_empty(), "{written} is no phrase");
            table.entry(spelling).or_default().extend(value);
        }
    }

    fn glue(&mut self, written: &str) {
        let text = fold(written.trim_matches('*')).text;
        let letters: String = text.chars().filter(|c| c.is_alphanumeric()).collect();
        if letters.chars().count() >= SHORTEST {
            let mut value = vec![u8::from(written.ends_with('*'))];
            value.extend(text.bytes());
            self.glued.insert(letters, value);
        }
    }
}

/// What a phrase with that letter at its edge asks for: no further letter of the same kind.
fn edge_of(letter: Option<char>) -> Edge {
    let kinds = [Edge::Hangul, Edge::Word];
    kinds.into_iter().find(|edge| letter.is_some() && !edge.admits(letter)).unwrap_or(Edge::Free)
}
