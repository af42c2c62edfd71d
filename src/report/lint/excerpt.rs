//! The part of a judged string around its span: short enough to read, with secrets hidden.

use std::ops::Range;

use crate::lint::finding::Finding;
use crate::lint::mask::{self, Masks};
use crate::report::lint::found::Cut;

/// Characters of a string that are shown.
pub(crate) const MOST: usize = 240;

/// Characters of them that stand before the span, where the string is cut.
const BEFORE: usize = 80;

/// What is shown of a judged string.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Excerpt {
    /// The text.
    pub(crate) text: String,
    /// The span in bytes of `text`.
    pub(crate) span: Option<Range<usize>>,
    /// What was cut off.
    pub(crate) cut: Cut,
}

/// The excerpt of a finding's evidence.
pub(crate) fn excerpt(finding: &Finding, masks: &Masks<'_>) -> Excerpt {
    let text = finding.evidence.as_str();
    let span = finding.span.as_ref().map(|span| within(text, span));
    let window = window(text, span.clone().unwrap_or(0..0));
    let secrets = secrets(text, &window, mask::secret_span(finding), masks);
    hidden(text, window, span, &secrets)
}

/// The span, moved to where characters begin.
fn within(text: &str, span: &Range<usize>) -> Range<usize> {
    let start = text.floor_char_boundary(span.start);
    start..text.ceil_char_boundary(span.end.max(start))
}

/// Which bytes are shown.
fn window(text: &str, span: Range<usize>) -> Range<usize> {
    let before = text[..span.start].char_indices().rev().take(MOST).map(|(at, _)| at);
    let starts: Vec<usize> = before.collect();
    let behind = |from: usize, count: usize| {
        text[from..].char_indices().nth(count).map_or(text.len(), |(length, _)| from + length)
    };
    // What stands behind the span may leave room for more before it.
    let inside = text[span.clone()].chars().take(MOST).count();
    let after = text[span.end..].chars().take(MOST).count();
    let room = MOST.saturating_sub(inside + after).max(BEFORE.min(MOST - inside.min(MOST - 1)));
    let start = starts.get(room.min(starts.len()).wrapping_sub(1)).copied().unwrap_or(span.start);
    start..behind(start, MOST)
}

/// The parts of the window, and of what it cuts, that are secret.
fn secrets(text: &str, window: &Range<usize>, own: Option<Range<usize>>, masks: &Masks<'_>) -> Vec<Range<usize>> {
    let mut secrets = masks.spans_in(text, window);
    let own = own.map(|span| within(text, &span));
    secrets.extend(own.filter(|secret| secret.start < window.end && window.start < secret.end));
    mask::joined(secrets)
}

/// The window with its secrets hidden; it grows over the secrets that it would cut.
fn hidden(text: &str, window: Range<usize>, span: Option<Range<usize>>, secrets: &[Range<usize>]) -> Excerpt {
    let start = secrets.first().map_or(window.start, |first| window.start.min(first.start));
    let end = secrets.last().map_or(window.end, |last| window.end.max(last.end));
    let mut shown = String::new();
    let mut from = start;
    // Where each secret starts and ends, and where its mask does.
    let mut moves: Vec<(Range<usize>, Range<usize>)> = Vec::new();
    for secret in secrets {
        shown.push_str(&text[from..secret.start]);
        let begins = shown.len();
        shown.push_str(&mask::mask(&text[secret.clone()]));
        moves.push((secret.clone(), begins..shown.len()));
        from = secret.end;
    }
    shown.push_str(&text[from..end]);
    let place = |at: usize, is_end: bool| {
        let last = moves.iter().rev().find(|(secret, _)| secret.start < at || (secret.start == at && !is_end));
        match last {
            Some((secret, mask)) if at < secret.end => {
                if is_end {
                    mask.end
                } else {
                    mask.start
                }
            }
            Some((secret, mask)) => mask.end + (at - secret.end),
            None => at.saturating_sub(start),
        }
    };
    let span = span.map(|span| place(span.start, false)..place(span.end.min(end), true));
    Excerpt { text: shown, span, cut: Cut { before: start > 0, after: end < text.len() } }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::lint::grade::Group;
    use crate::lint::rules::named;

    fn finding(text: &str, span: Option<Range<usize>>) -> Finding {
        Finding { span, ..named("description-missing").expect("a rule").blank() }.evidence(text)
    }

    fn shown(finding: &Finding, others: &[Finding]) -> Excerpt {
        let all: Vec<Finding> = others.iter().chain([finding]).cloned().collect();
        excerpt(finding, &Masks::of(&all))
    }

    #[test]
    fn a_short_text_is_shown_whole_and_a_long_one_around_its_span() {
        let short = shown(&finding("satu dua", Some(5..8)), &[]);
        assert_eq!((short.text.as_str(), short.span, short.cut), ("satu dua", Some(5..8), Cut::default()));
        let text = format!("{}JARUM{}", "é".repeat(500), "漢".repeat(500));
        let long = shown(&finding(&text, Some(1000..1005)), &[]);
        assert_eq!(&long.text[long.span.expect("a span")], "JARUM");
        assert_eq!((long.text.chars().count(), long.cut), (240, Cut { before: true, after: true }));
        let end = format!("{}JARUM", "é".repeat(500));
        let end = shown(&finding(&end, Some(1000..1005)), &[]);
        assert_eq!((end.text.chars().count(), end.cut), (240, Cut { before: true, after: false }));
    }

    #[test]
    fn a_secret_is_never_shown_whole_nor_cut_open() {
        let key = "kunci-0123456789abcdef";
        let text = format!("{}{key}{}", "a".repeat(300), "b".repeat(300));
        let secret = Finding { group: Group::Secrets, ..finding(&text, Some(300..300 + key.len())) };
        let own = shown(&secret, &[]);
        assert_eq!(&own.text[own.span.clone().expect("a span")], "kunc••••");
        // The windows of these findings would end, or begin, in the middle of the secret.
        for span in [150..151, 390..391, 70..71, 400..401, 310..312] {
            let other = shown(&finding(&text, Some(span.clone())), std::slice::from_ref(&secret));
            assert!(!other.text.contains("0123"), "{span:?} {}", other.text);
            assert!(!other.text.contains("cdef"), "{span:?} {}", other.text);
        }
    }

    proptest! {
        #[test]
        fn the_span_of_an_excerpt_is_that_of_the_text(text in "\\PC{0,600}", from: usize, to: usize) {
            let from = text.floor_char_boundary(from % (text.len() + 1));
            let to = text.floor_char_boundary(to % (text.len() + 1)).max(from);
            let excerpt = shown(&finding(&text, Some(from..to)), &[]);
            let inside = &excerpt.text[excerpt.span.expect("a span")];
            prop_assert!(text[from..to].starts_with(inside));
            prop_assert!(inside.len() == to - from || excerpt.cut.after);
            prop_assert!(excerpt.text.chars().count() <= MOST);
        }
    }
}
