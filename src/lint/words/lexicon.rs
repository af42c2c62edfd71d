//! The words of all languages as one automaton: a text is read once, and every word that means something becomes a cue.
//!
//! A phrase stands in its language's file as it is written, in lower case. A `*` at its end stands for the rest of the
//! word. Where a script has words, a phrase begins and ends at the ends of words; where it has none, it may stand anywhere.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};

use crate::lint::fold::fold;
use crate::lint::words::concept::Concept;
use crate::lint::words::language::Language;

/// A word or phrase that means something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cue {
    /// What it means.
    pub concept: Concept,
    /// The language it was found in; a word of several languages gives several cues.
    pub language: Language,
    /// Where it begins, in bytes of the folded text.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
}

impl Cue {
    /// Where it stands.
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.start..self.end
    }
}

struct Phrase {
    concept: Concept,
    language: Language,
    open_end: bool,
    bound_start: bool,
    bound_end: bool,
}

struct Lexicon {
    automaton: AhoCorasick,
    /// For each pattern of the automaton the phrases that are written so.
    phrases: Vec<Vec<Phrase>>,
}

static LEXICON: LazyLock<Lexicon> = LazyLock::new(build);

/// The longest rest of a word, in bytes, that a stem stands for: a text without spaces is read in time.
const LONGEST_WORD: usize = 64;

/// Every cue of a folded text, by where it begins.
#[must_use]
pub fn cues(folded: &str) -> Vec<Cue> {
    let mut cues = Vec::new();
    for found in LEXICON.automaton.find_overlapping_iter(folded) {
        let Some(phrases) = LEXICON.phrases.get(found.pattern().as_usize()) else { continue };
        for phrase in phrases {
            if phrase.bound_start && ends_in_word(&folded[..found.start()]) {
                continue;
            }
            let mut end = found.end();
            let rest = &folded[end..];
            if phrase.open_end {
                let rest = &rest[..rest.floor_char_boundary(LONGEST_WORD)];
                end += rest.find(|character: char| !character.is_alphanumeric()).unwrap_or(rest.len());
            } else if phrase.bound_end && rest.starts_with(char::is_alphanumeric) {
                continue;
            }
            cues.push(Cue { concept: phrase.concept, language: phrase.language, start: found.start(), end });
        }
    }
    cues.sort_by_key(|cue| (cue.start, cue.end, cue.concept));
    cues
}

fn ends_in_word(text: &str) -> bool {
    text.chars().next_back().is_some_and(char::is_alphanumeric)
}

fn build() -> Lexicon {
    let mut patterns: BTreeMap<String, Vec<Phrase>> = BTreeMap::new();
    for &language in Language::ALL {
        let Some(file) = language.file() else { continue };
        let words: BTreeMap<Concept, Vec<String>> = toml::from_str(file).expect("languages are checked by a test");
        for (concept, written) in words {
            for text in written {
                let (text, open_end) = text.strip_suffix('*').map_or((text.as_str(), false), |text| (text, true));
                let folded = fold(text).text;
                let bound = |character: Option<char>| character.is_some_and(has_word_ends);
                let phrase = Phrase {
                    concept,
                    language,
                    open_end,
                    bound_start: bound(folded.chars().next()),
                    bound_end: bound(folded.chars().next_back()),
                };
                patterns.entry(folded).or_default().push(phrase);
            }
        }
    }
    let automaton = AhoCorasick::builder()
        .match_kind(MatchKind::Standard)
        .build(patterns.keys())
        .expect("a few thousand short patterns fit");
    Lexicon { automaton, phrases: patterns.into_values().collect() }
}

/// Whether words of this letter's script are set apart by spaces.
fn has_word_ends(character: char) -> bool {
    use unicode_script::{Script, UnicodeScript};
    character.is_alphanumeric()
        && !matches!(
            character.script(),
            Script::Han | Script::Hiragana | Script::Katakana | Script::Thai | Script::Hangul
        )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<(Concept, String)> {
        let folded = fold(text).text;
        cues(&folded).iter().map(|cue| (cue.concept, folded[cue.span()].to_owned())).collect()
    }

    #[test]
    fn words_are_whole_and_stems_are_open() {
        assert!(found("Ignoring all of it").contains(&(Concept::Override, "ignoring".to_owned())));
        assert!(!found("signore").iter().any(|(concept, _)| *concept == Concept::Override));
        assert!(found("abaikan semuanya").iter().any(|(concept, _)| *concept == Concept::Override));
    }
}
