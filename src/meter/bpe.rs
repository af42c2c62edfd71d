//! Byte-level vocabularies: text is cut into pieces by a pattern, and each piece is merged from its bytes.

use crate::meter::memory::Memory;
use crate::meter::merge::merge;
use crate::meter::normal::Form;
use crate::meter::packed::ABSENT;
use crate::meter::split::splitter::Splitter;
use crate::meter::tally::{Segments, Sum, Tally};
use crate::meter::tokenizer::Tokenizer;
use crate::meter::vocabulary::Vocabulary;

/// A byte-level vocabulary with its pattern; a piece that is a token is not merged.
pub(crate) struct Bpe<S> {
    /// Its name.
    pub(crate) name: &'static str,
    /// Its number among those that share a memory.
    pub(crate) number: u8,
    /// The form in which it reads text.
    pub(crate) form: Form,
    /// Its pattern.
    pub(crate) splitter: S,
    /// Its tokens.
    pub(crate) vocabulary: Vocabulary,
}

impl<S: Splitter> Tokenizer for Bpe<S> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn count(&self, text: &str) -> usize {
        let mut sum = Sum::default();
        self.read(&self.form.of(text), &mut sum);
        sum.tokens
    }

    fn count_segments(&self, text: &str, cuts: &[usize]) -> Vec<usize> {
        let (text, cuts) = self.form.with_cuts(text, cuts);
        let mut segments = Segments::new(&cuts);
        self.read(&text, &mut segments);
        segments.into_tokens()
    }
}

impl<S: Splitter> Bpe<S> {
    fn read(&self, text: &str, tally: &mut impl Tally) {
        let (bytes, mut at) = (text.as_bytes(), 0);
        Memory::lend(|memory| {
            while at < bytes.len() {
                let end = self.splitter.end(text, at);
                if tally.cuts(at, end) {
                    self.tokens(bytes, at, end, |start| tally.add(start, 1));
                } else {
                    let tokens = memory.tokens(self.number, bytes, at, end, || {
                        let mut tokens = 0;
                        self.tokens(bytes, at, end, |_| tokens += 1);
                        tokens
                    });
                    tally.add(at, tokens);
                }
                at = end;
            }
        });
    }

    /// Calls `token` with the start of every token of a piece.
    #[inline]
    fn tokens(&self, text: &[u8], start: usize, end: usize, mut token: impl FnMut(usize)) {
        match self.vocabulary.rank(text, start, end) {
            ABSENT => merge(&self.vocabulary, text, start..end, start..end, |start, _| token(start)),
            _ => token(start),
        }
    }
}
