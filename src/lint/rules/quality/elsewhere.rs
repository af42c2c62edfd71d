//! What is left of a description without the links that lead out of it.

use std::ops::Range;
use std::sync::LazyLock;

use regex::Regex;

use crate::lint::scene::TextView;
use crate::lint::words::concept::Concept;

static LINK: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r"(?:https?://|www\.)[^\s<>()\[\]]+").expect("the pattern is checked by every test of the rule")
});

/// Where the links stand, in bytes of the folded text.
pub(crate) fn links(folded: &str) -> Vec<Range<usize>> {
    if !folded.contains("://") && !folded.contains("www.") {
        return Vec::new();
    }
    LINK.find_iter(folded).map(|link| link.range()).collect()
}

/// The folded text without its links and without the words that send a reader there.
pub(crate) fn without_links(view: &TextView<'_>) -> String {
    let Some(reading) = view.plain() else { return view.text.text.to_owned() };
    let folded = reading.text();
    let mut cut = links(folded);
    if cut.is_empty() {
        return folded.to_owned();
    }
    cut.extend(reading.cues.iter().filter(|cue| cue.concept == Concept::SeeElsewhere).map(|cue| cue.span()));
    cut.sort_by_key(|span| (span.start, span.end));
    let (mut left, mut at) = (String::new(), 0);
    for span in cut {
        left.push_str(folded.get(at..span.start).unwrap_or_default());
        at = at.max(span.end);
    }
    left.push_str(folded.get(at..).unwrap_or_default());
    left
}
