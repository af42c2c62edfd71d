//! Gemma 3's vocabulary: pieces found whole in the text, the rest merged from characters, unknown ones read as bytes.
//!
//! This is SentencePiece's byte-pair model with an identity normaliser. Text is not cut at blanks there; but no merge
//! crosses a place whose two characters no learned piece holds side by side, so cutting at such places changes nothing.

use std::borrow::Cow;

use crate::meter::memory::Memory;
use crate::meter::merge::merge;
use crate::meter::packed::{self, ABSENT, PAIRS};
use crate::meter::split::letters;
use crate::meter::tally::{Segments, Sum, Tally};
use crate::meter::tokenizer::Tokenizer;
use crate::meter::vocabulary::Vocabulary;

/// Gemma 3.
pub(crate) struct Gemma {
    /// Pieces that merging builds.
    pub(crate) learned: Vocabulary,
    /// Pieces that are found in the text, the longest first, before any merging.
    pub(crate) whole: Vocabulary,
    /// Which characters stand side by side in a learned piece.
    pub(crate) joins: &'static [u8],
}

/// How SentencePiece writes a blank; our tables hold the blank itself.
const BLANK: &str = "\u{2581}";

impl Tokenizer for Gemma {
    fn name(&self) -> &'static str {
        "gemma3"
    }

    fn count(&self, text: &str) -> usize {
        let mut sum = Sum::default();
        let text = if text.contains(BLANK) { Cow::Owned(text.replace(BLANK, " ")) } else { Cow::Borrowed(text) };
        self.read(&text, &mut sum);
        sum.tokens
    }

    fn count_segments(&self, text: &str, cuts: &[usize]) -> Vec<usize> {
        let mut blanks = text.match_indices(BLANK).map(|(at, _)| at).peekable();
        let mut shorter = 0;
        let moved: Vec<usize> = cuts
            .iter()
            .map(|cut| {
                while blanks.next_if(|blank| blank < cut).is_some() {
                    shorter += BLANK.len() - 1;
                }
                cut.saturating_sub(shorter)
            })
            .collect();
        let mut segments = Segments::new(&moved);
        self.read(&text.replace(BLANK, " "), &mut segments);
        segments.into_tokens()
    }
}

impl Gemma {
    fn read(&self, text: &str, tally: &mut impl Tally) {
        Memory::lend(|memory| {
            let (mut start, mut at, mut before) = (0, 0, None);
            while let Some(here) = text.get(at..).and_then(|rest| rest.chars().next()) {
                if let Some(end) = self.found_whole(text, at, here) {
                    self.piece(text, start, at, memory, tally);
                    tally.add(at, 1);
                    (start, at, before) = (end, end, None);
                    continue;
                }
                if before.is_some_and(|before| !self.joined(before, here)) {
                    self.piece(text, start, at, memory, tally);
                    start = at;
                }
                // leaving out a cut is always right, and inside a word there is hardly ever one
                at = letters::small(text.as_bytes(), at).max(at + here.len_utf8());
                before = text.get(..at).and_then(|read| read.chars().next_back());
            }
            self.piece(text, start, at, memory, tally);
        });
    }

    /// The end of the longest piece found whole at `at`.
    #[inline]
    fn found_whole(&self, text: &str, at: usize, here: char) -> Option<usize> {
        let rest = text.as_bytes().get(at..)?;
        if !matches!((here, rest.get(1)), ('\n' | '\t' | '<' | '[', _) | (' ', Some(b' '))) {
            return None;
        }
        let ends = |last: u8| match here {
            '\n' | '\t' | ' ' => last == here as u8,
            _ => matches!(last, b'>' | b']'),
        };
        let longest = match here {
            '<' | '[' => self.whole.longest().min(rest.len()),
            _ => rest.iter().take(self.whole.longest()).take_while(|byte| ends(**byte)).count(),
        };
        let lengths = (1..=longest).rev().filter(|length| ends(rest[length - 1]));
        lengths.map(|length| at + length).find(|end| self.whole.rank(text.as_bytes(), at, *end) != ABSENT)
    }

    fn joined(&self, left: char, right: char) -> bool {
        let bit = match left.is_ascii() && right.is_ascii() {
            true => left as usize * 128 + right as usize,
            false => PAIRS + packed::join_bit(left, right),
        };
        self.joins[bit / 8] & 1 << (bit % 8) != 0
    }

    fn piece(&self, text: &str, start: usize, end: usize, memory: &mut Memory, tally: &mut impl Tally) {
        if start == end {
            return;
        }
        if tally.cuts(start, end) {
            return self.tokens(text, start, end, |start, tokens| tally.add(start, tokens));
        }
        let tokens = memory.tokens(NUMBER, text.as_bytes(), start, end, || {
            let mut sum = 0;
            self.tokens(text, start, end, |_, tokens| sum += tokens);
            sum
        });
        tally.add(start, tokens);
    }

    /// Calls `token` with the start of every token of a piece, with all the bytes of a character that is read as bytes.
    fn tokens(&self, text: &str, start: usize, end: usize, mut token: impl FnMut(usize, usize)) {
        let bytes = text.as_bytes();
        if self.learned.rank(bytes, start, end) != ABSENT {
            return token(start, 1);
        }
        let symbols = text.get(start..end).unwrap_or_default().char_indices().map(|(at, _)| start + at);
        merge(&self.learned, bytes, start..end, symbols, |from, to| {
            let known = to - from == 1 || self.learned.rank(bytes, from, to) != ABSENT;
            token(from, if known { 1 } else { to - from });
        });
    }
}

/// Its number among the vocabularies that share a memory.
const NUMBER: u8 = 8;
