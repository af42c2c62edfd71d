//! The words of all languages as one automaton: a text is read once, and every word that means something becomes a cue.
//!
//! A phrase stands in its language's file as it is written, in lower case. A `*` at its end stands for the rest of the
//! word, a `*` in front lets it begin inside a word. Where a script has words, a phrase begins and ends at the ends of
//! words; Korean words take particles, so that a phrase only begins where a word does; where a script has no words, a
//! phrase may stand anywhere. Beside the concepts a file may have two more lists: `inert` for words inside which nothing
//! is a cue (a user name is no user), and `shared` for phrases that are words of other languages too: they count only in
//! a text that also has a phrase of this language alone.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::LazyLock;

use aho_corasick::{AhoCorasick, MatchKind};
use serde::Deserialize;
use serde::de::IntoDeserializer;
use serde::de::value::Error;
use unicode_script::{Script, UnicodeScript};

use crate::lint::fold::fold;
use crate::lint::words::concept::Concept;
use crate::lint::words::language::Language;

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

/// What may stand beside the first or the last letter of a phrase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Edge {
    /// Anything.
    Free,
    /// No letter of a script that sets its words apart.
    Word,
    /// No letter of Hangul.
    Hangul,
    /// The rest of the word, which belongs to the phrase.
    Rest,
}

struct Phrase {
    meaning: Meaning,
    language: Language,
    start: Edge,
    end: Edge,
    shared: bool,
}

struct Lexicon {
    automaton: AhoCorasick,
    /// For each pattern of the automaton the phrases that are written so.
    phrases: Vec<Vec<Phrase>>,
}

/// The longest rest of a word, in bytes, that a stem stands for: a text without spaces is read in time.
const LONGEST_WORD: usize = 64;

static LEXICON: LazyLock<Lexicon> = LazyLock::new(build);

/// Every cue of a folded text, by where it begins.
#[must_use]
pub fn cues(folded: &str) -> Vec<Cue> {
    let mut cues = Vec::new();
    let mut inert = Vec::new();
    let mut present = BTreeSet::from([Language::En]);
    for found in LEXICON.automaton.find_overlapping_iter(folded) {
        let Some(phrases) = LEXICON.phrases.get(found.pattern().as_usize()) else { continue };
        for phrase in phrases {
            let Some(span) = phrase.fits(folded, found.range()) else { continue };
            match phrase.meaning {
                Meaning::Inert => inert.push((span, phrase.language)),
                Meaning::Cue(concept) => {
                    if !phrase.shared {
                        present.insert(phrase.language);
                    }
                    let cue = Cue { concept, language: phrase.language, start: span.start, end: span.end };
                    cues.push((cue, phrase.shared));
                }
            }
        }
    }
    let heard = cues.into_iter().filter(|(cue, shared)| !shared || present.contains(&cue.language));
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

impl Phrase {
    /// The span of the phrase, if it may stand there.
    fn fits(&self, text: &str, found: Range<usize>) -> Option<Range<usize>> {
        let before = text[..found.start].chars().next_back();
        let rest = &text[found.end..];
        if !self.start.admits(before) || !self.end.admits(rest.chars().next()) {
            return None;
        }
        let rest = &rest[..rest.floor_char_boundary(LONGEST_WORD)];
        let more = match self.end {
            Edge::Rest => rest.find(|character| !in_word(character)).unwrap_or(rest.len()),
            _ => 0,
        };
        Some(found.start..found.end + more)
    }
}

impl Edge {
    fn of(letter: Option<char>) -> Edge {
        match letter {
            Some(letter) if is_hangul(letter) => Edge::Hangul,
            Some(letter) if in_word(letter) => Edge::Word,
            _ => Edge::Free,
        }
    }

    fn admits(self, beside: Option<char>) -> bool {
        match self {
            Edge::Free | Edge::Rest => true,
            Edge::Word => !beside.is_some_and(in_word),
            Edge::Hangul => !beside.is_some_and(is_hangul),
        }
    }
}

fn is_hangul(character: char) -> bool {
    !character.is_ascii() && character.script() == Script::Hangul
}

/// Whether it is a letter or digit of a script that sets its words apart with spaces.
fn in_word(character: char) -> bool {
    character.is_ascii_alphanumeric()
        || character.is_alphanumeric()
            && !matches!(
                character.script(),
                Script::Han | Script::Hiragana | Script::Katakana | Script::Thai | Script::Hangul
            )
}

/// A file's lists by their keys.
pub(crate) type Lists = BTreeMap<String, Vec<String>>;

/// The lists of a language's file.
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

fn build() -> Lexicon {
    let mut patterns: BTreeMap<String, Vec<Phrase>> = BTreeMap::new();
    for &language in Language::ALL {
        let lists = lists(language.file());
        let shared: BTreeSet<&str> = lists.get("shared").into_iter().flatten().map(String::as_str).collect();
        for (key, written) in &lists {
            let Some(meaning) = meaning(key) else { continue };
            for text in written {
                let shared = shared.contains(text.as_str());
                for (pattern, phrase) in spellings(text, |start, end| Phrase { meaning, language, start, end, shared })
                {
                    patterns.entry(pattern).or_default().push(phrase);
                }
            }
        }
    }
    let automaton = AhoCorasick::builder()
        .match_kind(MatchKind::Standard)
        .build(patterns.keys())
        .expect("a few thousand short patterns fit");
    Lexicon { automaton, phrases: patterns.into_values().collect() }
}

/// A phrase folded, with a straight and with a curly apostrophe.
fn spellings(written: &str, phrase: impl Fn(Edge, Edge) -> Phrase) -> Vec<(String, Phrase)> {
    let (text, inside) = written.strip_prefix('*').map_or((written, false), |text| (text, true));
    let (text, open) = text.strip_suffix('*').map_or((text, false), |text| (text, true));
    let folded = fold(text).text;
    let start = if inside { Edge::Free } else { Edge::of(folded.chars().next()) };
    let end = match Edge::of(folded.chars().next_back()) {
        _ if open => Edge::Rest,
        Edge::Hangul => Edge::Free,
        edge => edge,
    };
    let mut spellings = vec![(folded.clone(), phrase(start, end))];
    if folded.contains('\'') {
        spellings.push((folded.replace('\'', "\u{2019}"), phrase(start, end)));
    }
    spellings
}

#[cfg(test)]
mod tests {
    use super::*;

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
