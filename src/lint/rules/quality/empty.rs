//! Whether a word of a text carries no meaning beside a name: `the`, `tool`, `sebuah`.

use crate::lint::reading::read::Reading;
use crate::lint::words::concept::Concept;

/// Whether the word that begins there is such a word as a whole; the `in` of `opt_in` is not.
pub(crate) fn is_empty(reading: &Reading<'_>, at: usize, word: &str) -> bool {
    let span = at..at + word.len();
    reading.within(&span).any(|cue| cue.concept == Concept::Empty && cue.span() == span)
}
