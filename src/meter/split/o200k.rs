//! The pattern of o200k (OpenAI) and of tekken (Mistral): words are told apart by case.
//!
//! o200k, as in `tiktoken_ext/openai_public.py` (2024-05):
//! ```text
//! [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?
//! |[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?
//! |\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+
//! ```
//! tekken, as in mistral-common's `tekken.json` (2024-07), is the same without contractions and with single digits.

use crate::meter::split::classes::{Classes, Here, run};
use crate::meter::split::letters;
use crate::meter::split::rules;
use crate::meter::split::splitter::Splitter;

/// o200k or tekken.
pub(crate) enum O200k {
    /// OpenAI's.
    OpenAi,
    /// Mistral's.
    Tekken,
}

/// The first letters of a word.
const HEAD: Classes = Classes::UPPER.or(EITHER);
/// The later letters of a word.
const REST: Classes = Classes::LOWER.or(EITHER);
/// Letters that may stand in both.
const EITHER: Classes = Classes::CASELESS.or(Classes::MARK);

impl Splitter for O200k {
    #[inline]
    fn end(&self, text: &str, at: usize) -> usize {
        let most = match self {
            O200k::OpenAi => 3,
            O200k::Tekken => 1,
        };
        if let Some(end) = led_word(text, at) {
            return match self {
                O200k::OpenAi => rules::contraction(text, end).unwrap_or(end),
                O200k::Tekken => end,
            };
        }
        if let Some(end) = rules::digits(text, at, most) {
            return end;
        }
        if let Some(end) = rules::symbols(text, at) {
            return rules::tail(text, end, b"\r\n/");
        }
        rules::lines(text, at)
    }
}

/// A word as one of the first two alternatives matches it.
enum Word {
    /// Ends in a letter of the second class.
    Cased(usize),
    /// Has letters of the first class only.
    Capitals(usize),
}

/// The first two alternatives, each first with a leading character and then without.
#[inline]
fn led_word(text: &str, at: usize) -> Option<usize> {
    let Some(lead) = rules::lead(text, at) else { return word(text, at).map(Word::end) };
    match word(text, lead) {
        Some(Word::Cased(end)) => Some(end),
        // a mark can also be the word's own first letter, and the first alternative prefers that to capitals
        led if Here::look(text, at).is(Classes::MARK) => word(text, at).or(led).map(Word::end),
        led => led.map(Word::end),
    }
}

#[inline]
fn word(text: &str, at: usize) -> Option<Word> {
    let bytes = text.as_bytes();
    if letters::never(bytes, at) {
        return None;
    }
    let head = letters::capitals(bytes, at);
    let end = letters::small(bytes, head);
    match bytes.get(end) {
        Some(0x80..) => word_beyond_ascii(text, at),
        _ if end > head => Some(Word::Cased(end)),
        _ => (end > at).then_some(Word::Capitals(end)),
    }
}

#[inline(never)]
fn word_beyond_ascii(text: &str, at: usize) -> Option<Word> {
    let (mut end, mut either) = (at, None);
    loop {
        let here = Here::look(text, end);
        if !here.is(HEAD) {
            break;
        }
        end += here.width;
        if here.is(EITHER) {
            either = Some(end);
        }
    }
    let rest = run(text, end, REST);
    // the greedy head gives back letters until the rest has one
    match either.filter(|_| rest == end) {
        Some(either) => Some(Word::Cased(either)),
        None if rest > end => Some(Word::Cased(rest)),
        None => (end > at).then_some(Word::Capitals(end)),
    }
}

impl Word {
    fn end(self) -> usize {
        match self {
            Word::Cased(end) | Word::Capitals(end) => end,
        }
    }
}
