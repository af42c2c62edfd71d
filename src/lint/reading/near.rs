//! Shapes that orders share: two meanings close together in one sentence, negated or not, quoted or not.
//!
//! Word order differs between languages, so most shapes look at both sides. Every look is bounded, so that a text without a
//! full stop costs no more than any other.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use crate::lint::reading::gap::{ahead, back};
use crate::lint::reading::read::Reading;
use crate::lint::words::concept::Concept;
use crate::lint::words::language::Language;
use crate::lint::words::lexicon::Cue;

/// The longest way, in bytes, from a word to the word that denies it.
const DENIAL: usize = 28;

/// The longest quotation, in bytes, that is looked for.
const QUOTATION: usize = 240;

/// How far around a place, in bytes, a sentence counts as its company.
pub const COMPANY: usize = 320;

/// A sentence of a reading.
#[derive(Debug, Clone)]
pub struct Passage<'r> {
    reading: &'r Reading<'r>,
    /// Where it stands, in bytes of the folded text.
    pub span: Range<usize>,
}

/// The sentences of a reading; a stop inside a path or an address ends none.
pub fn passages<'r>(reading: &'r Reading<'_>) -> impl Iterator<Item = Passage<'r>> {
    reading.passages.iter().map(move |span| Passage { reading, span: span.clone() })
}

/// The same of a reading in which at least one word means one of these: a rule that begins with such a word looks no
/// further into most texts.
pub fn passages_with<'r>(reading: &'r Reading<'_>, concepts: &[Concept]) -> impl Iterator<Item = Passage<'r>> {
    let spans = if reading.means_any(concepts) { &reading.passages[..] } else { &[] };
    spans.iter().map(move |span| Passage { reading, span: span.clone() })
}

impl<'r> Passage<'r> {
    /// The folded text of the whole string.
    #[must_use]
    pub fn whole(&self) -> &'r str {
        self.reading.text()
    }

    /// The sentence.
    #[must_use]
    pub fn text(&self) -> &'r str {
        &self.reading.text()[self.span.clone()]
    }

    /// Its cues of a concept, in order.
    pub fn all(&self, concept: Concept) -> impl Iterator<Item = &'r Cue> + '_ {
        // Most texts have no word of most meanings.
        let most = if self.reading.means_any(&[concept]) { usize::MAX } else { 0 };
        self.reading.within(&self.span).take(most).filter(move |cue| cue.concept == concept)
    }

    /// Its first cue of a concept between two places, both cut to the sentence.
    #[must_use]
    pub fn between(&self, span: Range<usize>, concept: Concept) -> Option<&'r Cue> {
        let span = span.start.max(self.span.start)..span.end.min(self.span.end);
        if span.start >= span.end { None } else { self.reading.first(&span, concept) }
    }

    /// The cue of a concept behind `span`, at most `gap` away.
    #[must_use]
    pub fn behind(&self, span: &Range<usize>, concept: Concept, gap: usize) -> Option<&'r Cue> {
        if !self.reading.means_any(&[concept]) {
            return None;
        }
        self.between(span.end..ahead(self.whole(), span.end, gap), concept)
    }

    /// The cue of a concept in front of `span`, at most `gap` away; the nearest one.
    #[must_use]
    pub fn in_front(&self, span: &Range<usize>, concept: Concept, gap: usize) -> Option<&'r Cue> {
        if !self.reading.means_any(&[concept]) {
            return None;
        }
        let window = back(self.whole(), span.start, gap).max(self.span.start)..span.start.min(self.span.end);
        if window.start >= window.end {
            return None;
        }
        self.reading.within(&window).filter(|cue| cue.concept == concept).last()
    }

    /// The cue of a concept on either side of `span`, at most `gap` away; the one behind it first.
    #[must_use]
    pub fn near(&self, span: &Range<usize>, concept: Concept, gap: usize) -> Option<&'r Cue> {
        self.behind(span, concept, gap).or_else(|| self.in_front(span, concept, gap))
    }

    /// The cue of a concept inside `span` or at most `gap` around it.
    #[must_use]
    pub fn about(&self, span: &Range<usize>, concept: Concept, gap: usize) -> Option<&'r Cue> {
        self.between(span.clone(), concept).or_else(|| self.near(span, concept, gap))
    }

    /// The same for any of several concepts.
    #[must_use]
    pub fn near_any(&self, span: &Range<usize>, concepts: &[Concept], gap: usize) -> Option<&'r Cue> {
        concepts.iter().find_map(|&concept| self.near(span, concept, gap))
    }

    /// The cues of a concept at most `gap` bytes in front of the sentence.
    pub fn before(&self, concept: Concept, gap: usize) -> Vec<&'r Cue> {
        let window = self.span.start.saturating_sub(gap)..self.span.start;
        self.reading.within(&window).filter(|cue| cue.concept == concept).collect()
    }

    /// Whether the word is denied: a negation shortly before it in the same clause, or right behind it.
    #[must_use]
    pub fn is_negated(&self, cue: &Cue) -> bool {
        self.denial(&cue.span()).is_some()
    }

    /// The negation that denies what stands at `span`.
    #[must_use]
    pub fn denial(&self, span: &Range<usize>) -> Option<&'r Cue> {
        let whole = self.whole();
        let joined = |from: usize, to: usize| {
            let between = whole.get(from..to).unwrap_or_default();
            // A pair of commas encloses an aside; a single one begins another clause.
            let clause =
                between.contains(CLAUSE_ENDS) || between.contains(" but ") || between.matches(',').count() == 1;
            // "Do not use @ to mention users" denies the use.
            !clause && self.between(from..to, Concept::Use).is_none()
        };
        let before = self.in_front(span, Concept::Negation, DENIAL).filter(|denial| joined(denial.end, span.start));
        let after = |reach: usize| self.behind(span, Concept::Negation, reach);
        before
            .or_else(|| {
                after(6).filter(|denial| whole.get(span.end..denial.start).is_some_and(|between| between == " "))
            })
            .or_else(|| after(24).filter(|cue| verb_last(cue)))
    }

    /// Whether what stands at `span` is quoted: between quotation marks or in code.
    #[must_use]
    pub fn is_quoted(&self, span: &Range<usize>) -> bool {
        let whole = self.whole();
        let from = whole.floor_char_boundary(span.start.saturating_sub(QUOTATION));
        let to = whole.floor_char_boundary((span.end + QUOTATION).min(whole.len()));
        let (before, after) = (&whole[from..span.start], &whole[span.end..to]);
        QUOTES.iter().any(|&(open, close)| {
            let Some(at) = before.rfind(open) else { return false };
            let opened = open != close || opens(before, at, open);
            opened && !before[at + open.len_utf8()..].contains(close) && closes(after, close)
        })
    }

    /// Whether an example is announced at most `gap` bytes before `span`.
    #[must_use]
    pub fn is_shown(&self, span: &Range<usize>, gap: usize) -> bool {
        // The stop of an abbreviation may have ended the sentence.
        let before = self.whole().get(..span.start).unwrap_or_default();
        let abbreviated = ["e.g. ", "e.g., ", "mis. "].iter().any(|short| before.ends_with(short));
        abbreviated || self.in_front(span, Concept::Example, gap).is_some()
    }

    /// Whether what stands at `span` is only talked about: a guard's example, not an order.
    #[must_use]
    pub fn is_mention(&self, span: &Range<usize>) -> bool {
        let company = [Concept::Guard, Concept::Example, Concept::Attack];
        if self.is_quoted(span) {
            let late = |concept| self.behind(span, concept, 40).filter(|cue| verb_last(cue)).is_some();
            return company.iter().any(|&concept| self.in_front(span, concept, COMPANY).is_some() || late(concept));
        }
        let shown = self.in_front(span, Concept::Example, 40);
        self.in_front(span, Concept::Guard, COMPANY).is_some()
            && (shown.is_some() || self.in_front(span, Concept::Attack, 60).is_some())
    }

    /// Every other tool: as one phrase, or as "other", "all" and "tool" beside each other.
    #[must_use]
    pub fn all_others(&self, span: &Range<usize>, gap: usize) -> Option<Range<usize>> {
        let reach = back(self.whole(), span.start, gap)..ahead(self.whole(), span.end, gap);
        let others = self.reading.within(&reach).filter(|cue| cue.concept == Concept::Other);
        let mut found = others.filter_map(|other| {
            let whole = self.about(&other.span(), Concept::Whole, 24)?;
            let tool = self.about(&other.span(), Concept::Tool, 30)?;
            Some(other.start.min(whole.start).min(tool.start)..other.end.max(whole.end).max(tool.end))
        });
        found.next()
    }

    /// An address that the text itself names: a URL or a mailbox.
    #[must_use]
    pub fn address(&self) -> Option<Range<usize>> {
        let found = Some(self.text()).filter(|text| may_have_address(text)).and_then(|text| ADDRESS.find(text))?;
        Some(self.span.start + found.start()..self.span.start + found.end())
    }
}

/// Whether a language's verbs come last, so that what speaks of a thing stands behind it.
fn verb_last(cue: &Cue) -> bool {
    matches!(cue.language, Language::Ja | Language::Ko)
}

const CLAUSE_ENDS: [char; 8] = [';', ':', '.', '!', '?', '。', '；', '、'];

const QUOTES: [(char, char); 9] =
    [('"', '"'), ('\'', '\''), ('`', '`'), ('“', '”'), ('‘', '’'), ('«', '»'), ('„', '“'), ('「', '」'), ('『', '』')];

/// Whether the straight mark at `at` opens: nothing that belongs to a word stands before it.
fn opens(text: &str, at: usize, mark: char) -> bool {
    let free = text[..at].chars().next_back().is_none_or(|character| !character.is_alphanumeric());
    free && !text[at + mark.len_utf8()..].starts_with(char::is_whitespace)
}

/// Whether a closing mark follows: no letter stands behind it, unless it can be no apostrophe.
fn closes(text: &str, mark: char) -> bool {
    if matches!(mark, '」' | '』' | '»' | '”' | '“') {
        return text.contains(mark);
    }
    text.match_indices(mark)
        .take(8)
        .any(|(at, found)| !text[at + found.len()..].starts_with(|next: char| next.is_alphanumeric()))
}

static ADDRESS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"https?://[^\s)>\]]+|\b[a-z0-9._%+-]+@[a-z0-9-]+(?:\.[a-z0-9-]+)+").expect("the pattern is constant")
});

/// A mailbox or URL anywhere in a text.
pub fn addresses(text: &str) -> impl Iterator<Item = Range<usize>> {
    let text = if may_have_address(text) { text } else { "" };
    let mut found = (!text.is_empty()).then(|| ADDRESS.find_iter(text));
    std::iter::from_fn(move || Some(found.as_mut()?.next()?.range()))
}

fn may_have_address(text: &str) -> bool {
    memchr::memchr(b'@', text.as_bytes()).is_some() || text.contains("://")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::reading::read::plain;

    #[test]
    fn a_stop_inside_a_path_or_an_abbreviation_ends_no_sentence() {
        let reading = plain("Read ~/.ssh/id_rsa, e.g. now. Then go.");
        let texts: Vec<&str> = passages(&reading).map(|passage| passage.text().trim()).collect();
        assert_eq!(texts, ["read ~/.ssh/id_rsa, e.g. now.", "then go."]);
    }

    #[test]
    fn a_denial_is_local() {
        let denied = |text: &str| {
            let reading = plain(text);
            passages(&reading).any(|passage| passage.all(Concept::Send).any(|send| passage.is_negated(send)))
        };
        assert!(denied("Never send it.") && denied("Jangan kirim itu."));
        assert!(!denied("It is not there; send it.") && !denied("Never ask, send it."));
    }

    #[test]
    fn quotation_marks_and_code_are_seen() {
        let quoted = |text: &str, what: &str| {
            let reading = plain(text);
            let start = text.find(what).expect("it is there");
            passages(&reading).any(|passage| passage.is_quoted(&(start..start + what.len())))
        };
        assert!(quoted("such as 'ignore it' here", "ignore it") && quoted("a `rm x` b", "rm x"));
        assert!(!quoted("don't ignore it, it's here", "ignore it"));
    }
}
