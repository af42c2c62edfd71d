//! One way in which a model may read a string, and all the ways of one string.

use std::ops::Range;

use crate::catalog::text::Text;
use crate::lint::fold::{Folded, fold};
use crate::lint::words::concept::Concept;
use crate::lint::words::lexicon::{self, Cue};

/// One reading of a string.
#[derive(Debug, Clone)]
pub struct Reading<'a> {
    /// The string as it came; of a decoded part the whole string it stands in.
    pub raw: &'a str,
    /// The folded text, and where it came from.
    pub folded: Folded,
    /// The sentences, in bytes of the folded text.
    pub sentences: Vec<Range<usize>>,
    /// The words that mean something, by where they begin.
    pub cues: Vec<Cue>,
    /// How it was made.
    pub how: How,
}

/// How a reading was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum How {
    /// As it stands there.
    Plain,
    /// With the spaces between single letters taken out.
    Unspaced,
    /// Decoded from a part of the string.
    Decoded {
        /// The encoding in a word: `base64`, `hex`, `percent`, `tag characters`, `rot13`.
        encoding: &'static str,
        /// The encoded part, in bytes of the raw string.
        span: Range<usize>,
        /// What it says.
        text: String,
    },
}

/// All readings of a string, the plain one first.
#[must_use]
pub fn readings<'a>(text: &Text<'a>) -> Vec<Reading<'a>> {
    vec![plain(text.text)]
}

/// The plain reading of a string.
#[must_use]
pub fn plain(raw: &str) -> Reading<'_> {
    of_folded(raw, fold(raw), How::Plain)
}

fn of_folded(raw: &str, folded: Folded, how: How) -> Reading<'_> {
    let cues = lexicon::cues(&folded.text);
    let sentences = sentences(&folded.text);
    Reading { raw, folded, sentences, cues, how }
}

fn sentences(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    for (at, end) in text.match_indices(['.', '!', '?', '。', '！', '？']) {
        found.push(start..at + end.len());
        start = at + end.len();
    }
    found.push(start..text.len());
    found.retain(|span: &Range<usize>| !text[span.clone()].trim().is_empty());
    found
}

impl Reading<'_> {
    /// The folded text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.folded.text
    }

    /// The cues that stand wholly inside a span.
    pub fn within(&self, span: &Range<usize>) -> impl Iterator<Item = &Cue> {
        let from = self.cues.partition_point(|cue| cue.start < span.start);
        let (start, end) = (span.start, span.end);
        self.cues[from..]
            .iter()
            .take_while(move |cue| cue.start < end)
            .filter(move |cue| cue.start >= start && cue.end <= end)
    }

    /// The first cue of a concept inside a span.
    #[must_use]
    pub fn first(&self, span: &Range<usize>, concept: Concept) -> Option<&Cue> {
        self.within(span).find(|cue| cue.concept == concept)
    }

    /// The bytes of the raw string that a span of the folded text came from.
    #[must_use]
    pub fn raw_span(&self, span: &Range<usize>) -> Range<usize> {
        match &self.how {
            How::Decoded { span, .. } => span.clone(),
            How::Plain | How::Unspaced => self.folded.raw(span),
        }
    }
}
