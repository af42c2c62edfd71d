//! Shapes in which an order to hide something does without a word for telling: left out, explained away, hushed up.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use crate::lint::reading::near::{COMPANY, Passage};
use crate::lint::words::concept::Concept;
use crate::lint::words::lexicon::Cue;
use crate::lint::words::stems::Known;

/// Where it stands, and what it orders.
pub(crate) type Said = (Range<usize>, &'static str);

fn join(one: Range<usize>, other: Range<usize>) -> Range<usize> {
    one.start.min(other.start)..one.end.max(other.end)
}

/// Leave this step out of your answer.
pub(crate) fn omitted(passage: &Passage<'_>, omit: &Cue) -> Option<Said> {
    if passage.is_negated(omit) {
        return None;
    }
    let answer = passage.near(&omit.span(), Concept::Answer, 80)?;
    let span = join(omit.span(), answer.span());
    // Greetings may be left out; what was done may not.
    let deeds = [Concept::Deed, Concept::Use, Concept::Send, Concept::Tool, Concept::Copy, Concept::Tell];
    deeds.iter().find_map(|&of| passage.about(&span, of, 40))?;
    Some((span, "orders the model to leave something out of its answer"))
}

/// If anybody asks, say it was something else.
pub(crate) fn excused(passage: &Passage<'_>, asked: &Cue) -> Option<Said> {
    let excuse = passage.near(&asked.span(), Concept::Excuse, 100).filter(|excuse| !passage.is_negated(excuse))?;
    Some((join(asked.span(), excuse.span()), "tells the model what to say in place of the truth"))
}

/// Nobody needs to find out; the customer does not have to know.
pub(crate) fn unaware(passage: &Passage<'_>, know: &Cue) -> Option<Said> {
    let must = passage.in_front(&know.span(), Concept::Obligation, 16)?;
    let nobody = passage.in_front(&must.span(), Concept::Negation, 24)?;
    let who = passage.in_front(&nobody.span(), Concept::User, 30);
    let alone = passage.whole()[nobody.span()].len() > 4 && who.is_none();
    let who = who.map(Cue::span).or_else(|| alone.then(|| nobody.span()))?;
    let what = [Concept::Send, Concept::Use, Concept::Copy, Concept::Deed, Concept::Tool];
    what.iter().find_map(|&of| passage.behind(&know.span(), of, 60))?;
    Some((join(who, know.span()), "orders the model to keep somebody from knowing"))
}

/// Not a word about it.
pub(crate) fn hushed(passage: &Passage<'_>, hush: &Cue) -> Option<Said> {
    let ordered = [Concept::You, Concept::Obligation, Concept::Addressee, Concept::Deed, Concept::Use];
    let ordered = ordered.iter().find_map(|&of| passage.about(&hush.span(), of, 80))?;
    Some((join(hush.span(), ordered.span()), "orders the model not to say a word"))
}

/// How many words of a claim are looked at.
const CLAIM: usize = 12;

/// Whether what must not be told is what the text says cannot be: "it cannot post; never tell the user it was posted".
pub(crate) fn is_honest(passage: &Passage<'_>, tell: &Cue) -> bool {
    let whole = passage.whole();
    let claim = tell.end..passage.span.end;
    if passage.between(claim.clone(), Concept::You).is_some() {
        return false;
    }
    let mut impossible = Known::default();
    for states in passage.before(Concept::States, COMPANY) {
        impossible.learn(whole[states.end..].split_whitespace().next().unwrap_or_default());
    }
    whole[claim].unicode_words().take(CLAIM).filter(|word| word.len() > 4).any(|word| impossible.has(word))
}
