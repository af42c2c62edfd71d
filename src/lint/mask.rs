//! Hides credentials: in a report they are told by where they stand and by how they begin.

use std::borrow::Cow;
use std::ops::Range;

use aho_corasick::{AhoCorasick, MatchKind};

use crate::lint::finding::Finding;
use crate::lint::grade::Group;

/// The most characters of a secret that are shown.
const SHOWN: usize = 4;

/// Shorter texts are ordinary words; they are hidden only where a rule points at them.
const SHORTEST: usize = 6;

/// What stands for the rest.
const DOTS: &str = "••••";

/// The secret's beginning, at most a quarter of it, and dots.
#[must_use]
pub fn mask(secret: &str) -> String {
    let shown = SHOWN.min(secret.chars().count() / 4);
    secret.chars().take(shown).chain(DOTS.chars()).collect()
}

/// Whether a finding points at a secret.
#[must_use]
pub fn is_secret(finding: &Finding) -> bool {
    finding.group == Group::Secrets || finding.group == Group::Results && finding.rule.contains("secret")
}

/// The bytes of a finding's evidence that are secret: its span, or all of it when it has none.
#[must_use]
pub fn secret_span(finding: &Finding) -> Option<Range<usize>> {
    let all = 0..finding.evidence.len();
    is_secret(finding).then(|| finding.span.clone().unwrap_or(all))
}

/// All secrets that findings point at, to be hidden in every text of the report.
#[derive(Debug, Clone)]
pub struct Masks {
    secrets: Option<AhoCorasick>,
    /// Bytes of the longest of them.
    pub longest: usize,
}

impl Masks {
    /// The secrets of these findings.
    #[must_use]
    pub fn of(findings: &[Finding]) -> Masks {
        let secret = |finding: &Finding| Some(finding.evidence.get(secret_span(finding)?)?.to_owned());
        let mut secrets: Vec<String> =
            findings.iter().filter_map(secret).filter(|secret| secret.len() >= SHORTEST).collect();
        secrets.sort_unstable();
        secrets.dedup();
        let longest = secrets.iter().map(String::len).max().unwrap_or_default();
        let searcher = AhoCorasick::builder().match_kind(MatchKind::LeftmostLongest).build(&secrets);
        Masks { secrets: searcher.ok().filter(|_| !secrets.is_empty()), longest }
    }

    /// Where secrets stand in a text, in order and apart from each other.
    #[must_use]
    pub fn spans(&self, text: &str) -> Vec<Range<usize>> {
        let found = self.secrets.iter().flat_map(|secrets| secrets.find_iter(text));
        found.map(|found| found.range()).collect()
    }

    /// The text with every secret hidden.
    #[must_use]
    pub fn hidden<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let spans = self.spans(text);
        if spans.is_empty() {
            return Cow::Borrowed(text);
        }
        let mut shown = String::with_capacity(text.len());
        let mut from = 0;
        for span in spans {
            shown.push_str(&text[from..span.start]);
            shown.push_str(&mask(&text[span.clone()]));
            from = span.end;
        }
        shown.push_str(&text[from..]);
        Cow::Owned(shown)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::rules::named;

    #[test]
    fn little_of_a_secret_is_shown() {
        let shown = ["kunci-sangat-rahasia-1234", "pendek99", "abc", "漢字漢字漢字漢字"].map(mask);
        assert_eq!(shown, ["kunc••••", "pe••••", "••••", "漢字••••"]);
    }

    #[test]
    fn a_secret_is_hidden_in_texts_of_other_findings_too() {
        let rule = named("description-missing").expect("a rule");
        let text = "pakai kunci-0123456789abcdef di sini";
        let secret = Finding { group: Group::Secrets, ..rule.blank() }.evidence(text).span(6..28);
        let masks = Masks::of(&[secret.clone(), rule.blank().evidence("kata biasa")]);
        assert_eq!(masks.hidden(text), "pakai kunc•••• di sini");
        assert_eq!(masks.hidden("kata biasa"), "kata biasa");
        assert_eq!((secret_span(&secret), secret_span(&rule.blank())), (Some(6..28), None));
    }
}
