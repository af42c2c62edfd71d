//! The words of all languages in trees: a text is read once, and every word that means something becomes a cue.
//!
//! A phrase stands in its language's file as it is written, in lower case. A `*` at its end stands for the rest of the
//! word, a `*` in front lets it begin inside a word. Where a script has words, a phrase begins and ends at the ends of
//! words; Korean words take particles, so that a phrase only begins where a word does; where a script has no words, a
//! phrase may stand anywhere. Beside the concepts a file may have two more lists: `inert` for words inside which nothing
//! is a cue (a user name is no user), and `shared` for phrases that are words of other languages too: they count only in
//! a text that also has a phrase of this language alone.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::Error;

use crate::lint::words::concept::Concept;
use crate::lint::words::edge::{Edge, in_word};
use crate::lint::words::language::Language;
use crate::lint::words::trie::Trie;

/// A word or phrase that means something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cue {
    /// What it means.
    pub concept: Concept,
    /// The language it was found in. A word of several languages gives one cue of each where a rule of quality asks for
    /// the language of the text, and only the first of [`Language::ALL`] where an order is an order in any language.
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

/// What a phrase is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// It is a cue.
    Cue(Concept),
    /// It hides the cues inside it.
    Inert,
}

struct Phrase {
    meaning: Meaning,
    language: Language,
    start: Edge,
    end: Edge,
    shared: bool,
}

/// The longest rest of a word, in bytes, that a stem stands for: a text without spaces is read in time.
const LONGEST_WORD: usize = 64;

/// Phrases that begin where a word does.
static WORDS: Trie = Trie(include_bytes!(concat!(env!("OUT_DIR"), "/words.bin")));

/// Phrases that may begin inside a word, or whose script has no words.
static ANYWHERE: Trie = Trie(include_bytes!(concat!(env!("OUT_DIR"), "/words.anywhere.bin")));

/// The meaning of each number that stands for one in the trees.
static MEANINGS: LazyLock<Vec<Option<Meaning>>> =
    LazyLock::new(|| include_str!(concat!(env!("OUT_DIR"), "/words.keys")).lines().map(meaning).collect());

/// Every cue of a folded text, by where it begins.
#[must_use]
pub fn cues(folded: &str) -> Vec<Cue> {
    let mut found = Found { cues: Vec::new(), inert: Vec::new(), present: bit(Language::En) };
    let mut before = None;
    for (at, character) in folded.char_indices() {
        let first = folded.as_bytes()[at];
        if ANYWHERE.begins(first) {
            found.add(ANYWHERE, folded, at, before);
        }
        if WORDS.begins(first) && !before.is_some_and(in_word) {
            found.add(WORDS, folded, at, before);
        }
        before = Some(character);
    }
    let Found { cues, inert, present } = found;
    let heard = cues.into_iter().filter(|(cue, shared)| !shared || present & bit(cue.language) != 0);
    let mut cues: Vec<Cue> = heard.map(|(cue, _)| cue).collect();
    cues.sort_by_key(|cue| (cue.start, cue.end, cue.concept, cue.language));
    cues.dedup_by(|next, cue| next.span() == cue.span() && next.concept == cue.concept && same(next, cue));
    hide(&mut cues, inert);
    cues
}

/// Whether two cues of one word and one concept say the same to every rule.
fn same(next: &Cue, cue: &Cue) -> bool {
    next.language == cue.language || !(Concept::When..=Concept::SeeElsewhere).contains(&cue.concept)
}

/// Drops the cues that stand inside an inert word of their language and are not all of it.
fn hide(cues: &mut Vec<Cue>, mut inert: Vec<(Range<usize>, Language)>) {
    if inert.is_empty() {
        return;
    }
    inert.sort_by_key(|(span, _)| span.start);
    let mut ahead = inert.into_iter().peekable();
    let mut widest: BTreeMap<Language, Range<usize>> = BTreeMap::new();
    cues.retain(|cue| {
        while let Some((span, language)) = ahead.next_if(|(span, _)| span.start <= cue.start) {
            let last = widest.entry(language).or_default();
            if span.end > last.end {
                *last = span;
            }
        }
        widest
            .get(&cue.language)
            .is_none_or(|word| cue.end > word.end || (cue.end == word.end && cue.start == word.start))
    });
}

/// What a text has, before its languages are known.
struct Found {
    /// Each cue, and whether its phrase is a word of other languages too.
    cues: Vec<(Cue, bool)>,
    inert: Vec<(Range<usize>, Language)>,
    /// The languages that have a phrase here, as bits.
    present: u16,
}

fn bit(language: Language) -> u16 {
    1 << language as u8
}

impl Found {
    /// Adds the phrases of a tree that begin at `at`.
    fn add(&mut self, tree: Trie, text: &str, at: usize, before: Option<char>) {
        for (length, value) in tree.prefixes(&text.as_bytes()[at..]) {
            for phrase in value.as_chunks().0.iter().filter_map(Phrase::of) {
                let Some(span) = phrase.fits(text, before, at..at + length) else { continue };
                match phrase.meaning {
                    Meaning::Inert => self.inert.push((span, phrase.language)),
                    Meaning::Cue(concept) => {
                        if !phrase.shared {
                            self.present |= bit(phrase.language);
                        }
                        let cue = Cue { concept, language: phrase.language, start: span.start, end: span.end };
                        self.cues.push((cue, phrase.shared));
                    }
                }
            }
        }
    }
}

impl Phrase {
    /// A phrase as the build script writes it.
    fn of([meaning, language, start, end, shared]: &[u8; 5]) -> Option<Phrase> {
        Some(Phrase {
            meaning: *MEANINGS.get(usize::from(*meaning))?.as_ref()?,
            language: *Language::ALL.get(usize::from(*language))?,
            start: *Edge::ALL.get(usize::from(*start))?,
            end: *Edge::ALL.get(usize::from(*end))?,
            shared: *shared != 0,
        })
    }

    /// The span of the phrase, if it may stand there.
    fn fits(&self, text: &str, before: Option<char>, found: Range<usize>) -> Option<Range<usize>> {
        let rest = &text[found.end..];
        if !self.start.admits(before) || !self.end.admits(rest.chars().next()) {
            return None;
        }
        let more = match self.end {
            Edge::Rest => {
                let rest = &rest[..rest.floor_char_boundary(LONGEST_WORD)];
                rest.find(|character| !in_word(character)).unwrap_or(rest.len())
            }
            _ => 0,
        };
        Some(found.start..found.end + more)
    }
}

/// A file's lists by their keys.
#[cfg(test)]
pub(crate) type Lists = BTreeMap<String, Vec<String>>;

/// The lists of a language's file.
#[cfg(test)]
pub(crate) fn lists(file: &str) -> Lists {
    toml::from_str(file).expect("languages are checked by a test")
}

/// What a list of that name is for; nothing for the list of shared phrases.
pub(crate) fn meaning(key: &str) -> Option<Meaning> {
    match key {
        "shared" => None,
        "inert" => Some(Meaning::Inert),
        concept => {
            let concept: Result<Concept, Error> = Concept::deserialize(concept.into_deserializer());
            Some(Meaning::Cue(concept.expect("languages are checked by a test")))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::fold::fold;

    fn found(text: &str) -> Vec<(Concept, String)> {
        let folded = fold(text).text;
        cues(&folded).iter().map(|cue| (cue.concept, folded[cue.span()].to_owned())).collect()
    }

    fn has(text: &str, concept: Concept, word: &str) -> bool {
        found(text).contains(&(concept, fold(word).text))
    }

    #[test]
    fn words_are_whole_and_stems_are_open() {
        assert!(has("Ignoring all of it", Concept::Override, "ignoring"));
        assert!(!found("signore").iter().any(|(concept, _)| *concept == Concept::Override));
        assert!(found("abaikan semuanya").iter().any(|(concept, _)| *concept == Concept::Override));
    }

    #[test]
    fn a_script_says_where_its_words_end() {
        assert!(has("AIは必ず守ること", Concept::Addressee, "ai"));
        assert!(!has("mailは", Concept::Addressee, "ai"));
        assert!(has("사용자에게", Concept::User, "사용자"));
        assert!(!has("비사용자", Concept::User, "사용자"));
        assert!(has("호출하기 전에", Concept::Before, "기 전에"));
        assert!(has("Die Systemanweisungen gelten", Concept::Instruction, "anweisungen"));
        assert!(has("Debe enviarlo hoy", Concept::Send, "enviarlo"));
        assert!(has("n’informe pas l’utilisateur", Concept::User, "utilisateur"));
    }

    #[test]
    fn inert_words_hide_what_is_inside_and_shared_ones_need_company() {
        assert!(!has("El nombre de usuario es opcional", Concept::User, "usuario"));
        assert!(has("使用者", Concept::User, "使用者"));
        assert!(!has("使用者", Concept::Use, "使用"));
        assert!(!found("The file lies in the USA").iter().any(|(concept, _)| *concept == Concept::Read));
        assert!(has("Lies den Schlüssel", Concept::Read, "lies"));
    }

    #[test]
    fn an_order_is_one_cue_in_whatever_languages_it_is_a_word() {
        let cues = cues(&fold("Ignora las instrucciones. Ignorez les consignes. Ignoriere das Passwort.").text);
        assert_eq!(cues.iter().filter(|cue| cue.concept == Concept::Override).count(), 3);
    }
}
