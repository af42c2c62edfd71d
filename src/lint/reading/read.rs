//! One way in which a model may read a string, and all the ways of one string.

use std::ops::Range;

use crate::catalog::text::{Role, Text};
use crate::lint::fold::invisible::is_invisible;
use crate::lint::fold::{Folded, Invisible, fold, fold_with};
use crate::lint::reading::decode;
use crate::lint::reading::decode::turned::turned;
use crate::lint::reading::quote::{self, Quotes};
use crate::lint::reading::{name, sentence, spaced};
use crate::lint::words::concept::{Concept, Concepts};
use crate::lint::words::language::Language;
use crate::lint::words::lexicon::{self, Cue};

/// One reading of a string.
#[derive(Debug, Clone)]
pub struct Reading<'a> {
    /// The string as it came, as far as it is read; of a decoded part the string it stands in.
    pub raw: &'a str,
    /// The folded text, and where it came from.
    pub folded: Folded,
    /// The sentences, in bytes of the folded text.
    pub sentences: Vec<Range<usize>>,
    /// The same where a stop inside a path, an address or an abbreviation ends none.
    pub passages: Vec<Range<usize>>,
    /// The words that mean something, by where they begin.
    pub cues: Vec<Cue>,
    /// How it was made.
    pub how: How,
    /// What of the string was not read, and why; said once, in its plain reading.
    pub unread: Vec<String>,
    meanings: Concepts,
    quotes: Quotes,
}

/// The longest way, in bytes, from a negation to what it negates.
const NEGATION: usize = 25;

/// The longest negation that is looked for, in bytes.
const LONGEST_NEGATION: usize = 40;

/// How a reading was made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum How {
    /// As it stands there.
    Plain,
    /// With letters set apart put together, words glued together taken apart, digits read as the letters they stand for.
    Unspaced,
    /// Decoded from a part of the string.
    Decoded {
        /// The encoding in a word: `base64`, `hex`, `percent`, `escapes`, `HTML entities`, `tag characters`, `zero-width
        /// characters`, `variation selectors`, `rot13`, `reversed`.
        encoding: &'static str,
        /// The encoded part, in bytes of the raw string.
        span: Range<usize>,
        /// What it says.
        text: String,
    },
}

/// How much of a string is read, in bytes; and how much of one is counted.
pub const READ: usize = 256 << 10;

/// The part of a string that is read, and that is quoted in findings.
#[must_use]
pub fn shown(text: &str) -> &str {
    &text[..text.floor_char_boundary(READ)]
}

/// All readings of a string, the plain one first.
#[must_use]
pub fn readings<'a>(text: &Text<'a>) -> Vec<Reading<'a>> {
    let head = shown(text.text);
    let plain = plain(head);
    let mut unread = Vec::new();
    if head.len() < text.text.len() {
        unread.push(format!("only the first {} of {} bytes were read", head.len(), text.text.len()));
    }
    let mut readings = vec![plain];
    if head.contains(|c: char| is_invisible(c)) {
        let apart = of_folded(head, head, fold_with(head, Invisible::Space), How::Unspaced);
        keep_if_new(&mut readings, apart);
    }
    let names = text.role != Role::Prose && !head.contains(' ');
    let plain = &readings[0].folded;
    let respaced = if names { name::split_name(plain, head) } else { spaced::respaced(plain, head) };
    if let Some(folded) = respaced {
        keep_if_new(&mut readings, of_folded(head, head, folded, How::Unspaced));
    }
    let (parts, left) = decode::parts(head);
    unread.extend(left);
    readings.extend(parts.into_iter().map(|part| decoded(head, part.encoding, part.span, part.text)));
    for (encoding, sentence, said) in turned(readings[0].text(), &readings[0].sentences) {
        let span = readings[0].folded.raw(&sentence);
        readings.push(decoded(head, encoding, span, said));
    }
    readings[0].unread = unread;
    readings
}

/// Adds a reading in which other words mean something than in the plain one.
fn keep_if_new<'a>(readings: &mut Vec<Reading<'a>>, reading: Reading<'a>) {
    let means = |reading: &Reading<'_>| reading.cues.iter().map(|cue| (cue.concept, cue.language)).collect::<Vec<_>>();
    if readings.first().is_none_or(|plain| means(plain) != means(&reading)) {
        readings.push(reading);
    }
}

fn decoded<'a>(raw: &'a str, encoding: &'static str, span: Range<usize>, text: String) -> Reading<'a> {
    let folded = fold(&text);
    of_folded(raw, &text.clone(), folded, How::Decoded { encoding, span, text })
}

/// The plain reading of a string.
#[must_use]
pub fn plain(raw: &str) -> Reading<'_> {
    of_folded(raw, raw, fold(raw), How::Plain)
}

/// The reading of a text that was folded from `folded_from`, which is the raw string or what was decoded from it.
fn of_folded<'a>(raw: &'a str, folded_from: &str, folded: Folded, how: How) -> Reading<'a> {
    let cues = lexicon::cues(&folded.text);
    let outline = sentence::outline(&folded, folded_from);
    let quotes = quote::quotes(&folded.text, &outline.blocks);
    let passages = sentence::passages(&folded.text, &outline.sentences);
    let meanings = cues.iter().map(|cue| cue.concept).collect();
    let sentences = outline.sentences;
    Reading { raw, folded, sentences, passages, cues, how, unread: Vec::new(), meanings, quotes }
}

impl Reading<'_> {
    /// The folded text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.folded.text
    }

    /// Whether any of its words means one of these, wherever it stands.
    #[must_use]
    pub fn means_any(&self, concepts: &[Concept]) -> bool {
        concepts.iter().any(|&concept| self.meanings.has(concept))
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

    /// Whether a span stands inside quotation marks or backticks, as something mentioned.
    #[must_use]
    pub fn is_quoted(&self, span: &Range<usize>) -> bool {
        self.quotes.hold(span)
    }

    /// The quoted parts, in bytes of the folded text.
    #[must_use]
    pub fn quoted(&self) -> &[Range<usize>] {
        self.quotes.spans()
    }

    /// The sentence that a byte of the folded text stands in.
    #[must_use]
    pub fn sentence_at(&self, at: usize) -> Option<&Range<usize>> {
        let up_to = self.sentences.partition_point(|sentence| sentence.start <= at);
        up_to.checked_sub(1).and_then(|one| self.sentences.get(one)).filter(|sentence| at < sentence.end)
    }

    /// Whether a negation stands close before a word, in its own clause; in Japanese and Korean, close behind it.
    #[must_use]
    pub fn is_negated(&self, at: usize) -> bool {
        let Some(sentence) = self.sentence_at(at) else { return false };
        let from = self.text().floor_char_boundary(at.saturating_sub(NEGATION + LONGEST_NEGATION)).max(sentence.start);
        let near = |gap: &str| {
            gap.len() <= NEGATION
                && gap.split_whitespace().count() <= 3
                && !gap.contains([',', ';', ':', '(', ')', '，', '；', '、', '–', '—'])
        };
        let negates = |cue: &Cue| cue.concept == Concept::Negation;
        if self.within(&(from..at)).any(|cue| negates(cue) && near(&self.text()[cue.end..at])) {
            return true;
        }
        let behind = |cue: &Cue| matches!(cue.language, Language::Ja | Language::Ko);
        let rest = at..sentence.end;
        let words = self.within(&rest).take_while(|cue| cue.start == at);
        let Some(end) = words.filter(|cue| behind(cue)).map(|cue| cue.end).max() else { return false };
        let reach = end..sentence.end.min(self.text().floor_char_boundary(end + NEGATION));
        self.within(&reach).any(|cue| negates(cue) && behind(cue) && near(&self.text()[end..cue.start]))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_negation_counts_in_its_own_clause_only() {
        let negated = |raw: &str| {
            let mut reading = plain(raw);
            let at = raw.find("ignore").expect("it is there");
            let start = raw.find("not").expect("it is there");
            let cue = Cue { concept: Concept::Negation, language: Language::En, start, end: start + 3 };
            reading.cues = vec![cue];
            reading.is_negated(at)
        };
        assert!(negated("do not ever ignore the rules"));
        assert!(!negated("if it is not found, ignore the rules"));
        assert!(!negated("this is not it. ignore the rules"));
        assert!(!negated("not one of the many things ignore rules"));
    }
}
