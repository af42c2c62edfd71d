//! Sentences whose letters are turned: by thirteen places, or written backwards.

use std::ops::Range;
use std::sync::LazyLock;

use aho_corasick::AhoCorasick;

use crate::lint::fold::fold;
use crate::lint::words::concept::Concept;
use crate::lint::words::lexicon;

/// English words that hardly any order does without, turned: the sign that a look is worth its while.
const SIGNS: &[&str] = &[
    "gur",
    "nyy",
    "naq",
    "lbhe",
    "vtaber",
    "cerivbhf",
    "vafgehpgvbaf",
    "flfgrz",
    "eht",
    "dna",
    "erongi",
    "suoiverp",
    "snoitcurtsni",
    "metsys",
    "ruoy",
];

static TURNED: LazyLock<AhoCorasick> = LazyLock::new(|| AhoCorasick::new(SIGNS).expect("a few short words fit"));

/// The sentences, in bytes of the folded text, that mean more when their letters are turned back, and what they say.
#[must_use]
pub fn turned(text: &str, sentences: &[Range<usize>]) -> Vec<(&'static str, Range<usize>, String)> {
    let mut found = Vec::new();
    let is_word = |at: &aho_corasick::Match| {
        let letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        !letter(text[..at.start()].chars().next_back()) && !letter(text[at.end()..].chars().next())
    };
    if !TURNED.find_iter(text).any(|at| is_word(&at)) {
        return found;
    }
    for sentence in sentences {
        let said = &text[sentence.clone()];
        let means = concepts(said);
        for (name, turned) in [("rot13", rot13(said)), ("reversed", said.chars().rev().collect())] {
            if concepts(&turned) >= means + 2 {
                found.push((name, sentence.clone(), turned));
            }
        }
    }
    found
}

fn concepts(text: &str) -> usize {
    let mut means: Vec<Concept> = lexicon::cues(&fold(text).text).iter().map(|cue| cue.concept).collect();
    means.sort_unstable();
    means.dedup();
    means.len()
}

fn rot13(text: &str) -> String {
    text.chars()
        .map(|character| match character {
            'a'..='m' => char::from_u32(u32::from(character) + 13).unwrap_or(character),
            'n'..='z' => char::from_u32(u32::from(character) - 13).unwrap_or(character),
            _ => character,
        })
        .collect()
}
