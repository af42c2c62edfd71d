//! Pieces of texts that are read together: the edges that meet, the quotations, and the names they call each other by.

use crate::lint::reading::read::Reading;

/// How much of a part is joined, in bytes from the end that meets the next part.
const EDGE: usize = 400;

/// The part of a text that meets its neighbours.
pub(crate) fn edge(text: &str, is_first: bool, is_last: bool) -> &str {
    if text.len() <= EDGE {
        text
    } else if is_first {
        &text[text.ceil_char_boundary(text.len() - EDGE)..]
    } else if is_last {
        &text[..text.floor_char_boundary(EDGE)]
    } else {
        // What does not fit cannot be one sentence with both neighbours.
        ""
    }
}

/// The longest quotation of a reading.
pub(crate) fn longest_quote(reading: &Reading<'_>) -> String {
    let quotes = reading.quoted().iter().map(|span| reading.text().get(span.clone()).unwrap_or_default());
    quotes.max_by_key(|quote| quote.len()).unwrap_or_default().to_owned()
}

/// Whether a name of four bytes or more stands in a text as a word.
pub(crate) fn mentions(text: &str, name: &str) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-');
    name.len() >= 4
        && text
            .match_indices(name)
            .any(|(at, _)| !text[..at].ends_with(is_word) && !text[at + name.len()..].starts_with(is_word))
}
