//! Finds passages that stand word for word in several owners' texts, in time linear in the texts.
//!
//! A window of a dozen words slides over each text; windows that the same owners share, one after the other, are one
//! passage. Where a script has no spaces, a character is a word.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::ops::Range;

use unicode_script::{Script, UnicodeScript};

/// A passage that several owners have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shared {
    /// Number of the first text that holds it.
    pub text: usize,
    /// Where it stands there, in bytes.
    pub span: Range<usize>,
    /// Numbers of the texts that hold it, one an owner.
    pub texts: Vec<usize>,
}

/// How many words a window has.
const WINDOW: usize = 12;

const BASE: u64 = 0x0000_0100_0000_01b3;

/// The keys are hashes already.
#[derive(Default)]
struct Hashed(u64);

impl Hasher for Hashed {
    fn finish(&self) -> u64 {
        mixed(self.0)
    }

    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |hash, byte| rolled(hash, u64::from(*byte)));
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }
}

struct Word {
    span: Range<usize>,
    hash: u64,
}

#[derive(Default)]
struct Seen {
    last: Option<usize>,
    owners: usize,
    /// The same for windows that the same owners share.
    set: u64,
}

/// Passages of at least a window that `least` owners have, in the order in which they first stand. `texts` are owners and
/// their texts, owners in ascending order.
#[must_use]
pub fn shared(texts: &[(usize, &str)], least: usize) -> Vec<Shared> {
    // Owners come in ascending order.
    if texts.chunk_by(|(one, _), (other, _)| one == other).count() < least {
        return Vec::new();
    }
    let worded: Vec<Vec<Word>> = texts.iter().map(|(_, text)| words(text)).collect();
    let mut seen: HashMap<u64, Seen, BuildHasherDefault<Hashed>> = HashMap::default();
    for (words, (owner, _)) in worded.iter().zip(texts) {
        for window in windows(words) {
            let entry = seen.entry(window).or_default();
            if entry.last != Some(*owner) {
                entry.last = Some(*owner);
                entry.owners += 1;
                entry.set ^= mixed(*owner as u64 + 1);
            }
        }
    }
    let mut numbers: HashMap<(u64, u64), usize> = HashMap::new();
    let mut found: Vec<Shared> = Vec::new();
    for (text, (words, (owner, _))) in worded.iter().zip(texts).enumerate() {
        let set = |window: u64| seen.get(&window).filter(|entry| entry.owners >= least).map(|entry| entry.set);
        let sets: Vec<Option<u64>> = windows(words).into_iter().map(set).collect();
        for run in sets.chunk_by(|one, other| one == other).scan(0, |at, run| {
            *at += run.len();
            Some((*at - run.len(), run))
        }) {
            let (from, Some(Some(set)), many) = (run.0, run.1.first().copied(), run.1.len()) else { continue };
            let Some(inside) = words.get(from..from + many + WINDOW - 1) else { continue };
            let (Some(first), Some(last)) = (inside.first(), inside.last()) else { continue };
            let key = (set, inside.iter().fold(0, |hash, word| rolled(hash, word.hash)));
            let number = *numbers.entry(key).or_insert(found.len());
            if number == found.len() {
                found.push(Shared { text, span: first.span.start..last.span.end, texts: Vec::new() });
            }
            if let Some(entry) = found.get_mut(number)
                && entry.texts.last().and_then(|at| texts.get(*at)).is_none_or(|(other, _)| other != owner)
            {
                entry.texts.push(text);
            }
        }
    }
    found.retain(|entry| entry.texts.len() >= least);
    found
}

/// The hash of every window, in order.
fn windows(words: &[Word]) -> Vec<u64> {
    let drop = (0..WINDOW).fold(1_u64, |power, _| power.wrapping_mul(BASE));
    let mut hash = 0;
    let mut all = Vec::with_capacity(words.len());
    for (at, word) in words.iter().enumerate() {
        hash = rolled(hash, word.hash);
        if let Some(gone) = at.checked_sub(WINDOW).and_then(|gone| words.get(gone)) {
            hash = hash.wrapping_sub(gone.hash.wrapping_mul(drop));
        }
        if at + 1 >= WINDOW {
            all.push(hash);
        }
    }
    all
}

fn rolled(hash: u64, word: u64) -> u64 {
    hash.wrapping_mul(BASE).wrapping_add(word)
}

fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

fn words(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut open = false;
    for (at, character) in text.char_indices() {
        if character.is_whitespace() {
            open = false;
            continue;
        }
        let alone = !character.is_ascii() && is_unspaced(character);
        let mut hash = match words.last() {
            Some(word) if open && !alone => word.hash,
            _ => {
                words.push(Word { span: at..at, hash: 0 });
                0xcbf2_9ce4_8422_2325
            }
        };
        hash = mixed(hash ^ u64::from(u32::from(character)));
        if let Some(word) = words.last_mut() {
            word.hash = hash;
            word.span.end = at + character.len_utf8();
        }
        open = !alone;
    }
    words
}

fn is_unspaced(character: char) -> bool {
    matches!(
        character.script(),
        Script::Han
            | Script::Hiragana
            | Script::Katakana
            | Script::Thai
            | Script::Lao
            | Script::Khmer
            | Script::Myanmar
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_passage_is_what_the_same_owners_share() {
        let common = "nama ruang seperti tertulis di peta lantai dua tanpa spasi dan tanpa tanda baca apa pun";
        let texts: Vec<String> =
            ["Satu:", "Dua:", "Tiga lagi:"].iter().map(|head| format!("{head} {common}")).collect();
        let owned: Vec<(usize, &str)> = texts.iter().map(String::as_str).enumerate().collect();
        let found = shared(&owned, 3);
        assert_eq!(found.len(), 1);
        assert_eq!((&texts[0][found[0].span.clone()], found[0].texts.as_slice()), (common, &[0, 1, 2][..]));
        assert!(shared(&owned[..2], 3).is_empty());
        // One owner that says it three times is one owner.
        assert!(shared(&[(0, &texts[0]), (0, &texts[1]), (0, &texts[2])], 2).is_empty());
    }

    #[test]
    fn a_script_without_spaces_has_words_too() {
        let text = "指定された棚の番号を半角数字で入力してください";
        assert_eq!(shared(&[(0, text), (1, text), (2, text)], 3).len(), 1);
    }
}
