//! Hides credentials: in a report they are told by where they stand and by how they begin.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;

use aho_corasick::{AhoCorasick, MatchKind};

use crate::lint::finding::Finding;
use crate::lint::fix::{Change, Fix};
use crate::lint::grade::Group;
use crate::lint::secrets::find;

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

/// The bytes of a finding's evidence that it calls a secret.
#[must_use]
pub fn secret_span(finding: &Finding) -> Option<Range<usize>> {
    let is_secret =
        finding.group == Group::Secrets || finding.group == Group::Results && finding.rule == "result-secret";
    finding.span.clone().filter(|_| is_secret)
}

/// All secrets in what findings judge, to be hidden in every text of the report, whichever finding shows it.
#[derive(Debug, Clone)]
pub struct Masks<'f> {
    secrets: Option<AhoCorasick>,
    /// The secrets of each judged string that has some: an excerpt may cut off what tells that they are.
    judged: BTreeMap<&'f str, Vec<Range<usize>>>,
    /// Bytes of the longest of them.
    longest: usize,
}

impl<'f> Masks<'f> {
    /// The secrets of these findings.
    #[must_use]
    pub fn of(findings: &'f [Finding]) -> Masks<'f> {
        let mut judged: BTreeMap<&str, Vec<Range<usize>>> = BTreeMap::new();
        let mut secrets: Vec<&str> = Vec::new();
        for finding in findings {
            let text = finding.evidence.as_str();
            let pointed = secret_span(finding).and_then(|span| text.get(span));
            secrets.extend(pointed.filter(|secret| secret.len() >= SHORTEST));
            judged.entry(text).or_insert_with(|| {
                let found = find::all(text);
                let apart = |secret: &&find::Secret| is_apart(&text[secret.span.clone()]);
                secrets.extend(found.iter().filter(apart).map(|secret| &text[secret.span.clone()]));
                found.into_iter().map(|secret| secret.span).collect()
            });
        }
        judged.retain(|_, spans| !spans.is_empty());
        secrets.sort_unstable();
        secrets.dedup();
        let longest = secrets.iter().map(|secret| secret.len()).max().unwrap_or_default();
        let searcher = AhoCorasick::builder().match_kind(MatchKind::LeftmostLongest).build(&secrets);
        Masks { secrets: searcher.ok().filter(|_| !secrets.is_empty()), judged, longest }
    }

    /// Where secrets stand in a text, in order and apart from each other.
    #[must_use]
    pub fn spans(&self, text: &str) -> Vec<Range<usize>> {
        let found = find::all(text).into_iter().map(|secret| secret.span);
        joined(self.known(text).chain(found).collect())
    }

    /// Where secrets stand in a part of a judged string, in bytes of that string.
    #[must_use]
    pub fn spans_in(&self, text: &str, part: &Range<usize>) -> Vec<Range<usize>> {
        let from = text.floor_char_boundary(part.start.saturating_sub(self.longest));
        let to = text.ceil_char_boundary((part.end + self.longest).min(text.len()));
        let known = self.known(&text[from..to]).map(|span| span.start + from..span.end + from);
        let own = self.judged.get(text).into_iter().flatten().cloned();
        let mut spans = joined(known.chain(own).collect());
        spans.retain(|secret| secret.start < part.end && part.start < secret.end);
        spans
    }

    /// Whether a fix could only be applied with a secret in it.
    #[must_use]
    pub fn tells(&self, fix: &Fix) -> bool {
        fix.patch.iter().any(|change| match change {
            Change::Add(_, value) | Change::Replace(_, value) => !self.spans(&value.to_string()).is_empty(),
            Change::Remove(_) => false,
        })
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

    fn known(&self, text: &str) -> impl Iterator<Item = Range<usize>> {
        let found = self.secrets.iter().flat_map(|secrets| secrets.find_iter(text));
        found.map(|found| found.range()).collect::<Vec<_>>().into_iter()
    }
}

/// Whether a secret is no ordinary word, so that it may be hidden where nothing around it tells what it is.
fn is_apart(secret: &str) -> bool {
    secret.len() >= SHORTEST
        && secret.contains(|character: char| character.is_ascii_digit())
        && secret.contains(char::is_alphabetic)
}

/// Spans in order, those that overlap as one.
#[must_use]
pub fn joined(mut spans: Vec<Range<usize>>) -> Vec<Range<usize>> {
    spans.sort_by_key(|span| span.start);
    let mut apart: Vec<Range<usize>> = Vec::new();
    for span in spans {
        match apart.last_mut().filter(|last| span.start < last.end) {
            Some(last) => last.end = last.end.max(span.end),
            None => apart.push(span),
        }
    }
    apart
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
        let findings = [secret.clone(), rule.blank().evidence("kata biasa")];
        let masks = Masks::of(&findings);
        assert_eq!(masks.hidden(text), "pakai kunc•••• di sini");
        assert_eq!(masks.hidden("kata biasa"), "kata biasa");
        assert_eq!((secret_span(&secret), secret_span(&rule.blank())), (Some(6..28), None));
    }

    #[test]
    fn a_secret_is_hidden_though_another_rule_shows_it_and_names_of_parameters_are_not() {
        let rule = named("description-missing").expect("a rule");
        let key = format!("ghp_{}", "a1B2c3D4e5F6".repeat(3));
        let text = format!("KATA_PASSWORD=kucing-hitam {key} lalu teks");
        let name = Finding { group: Group::Secrets, ..rule.blank() }.evidence("db_password");
        let findings = [rule.blank().evidence(text.as_str()), name];
        let masks = Masks::of(&findings);
        assert_eq!(masks.hidden(&text), "KATA_PASSWORD=kuc•••• ghp_•••• lalu teks");
        // Nothing around it tells what it is.
        assert_eq!(masks.hidden(&key[..key.len()]), "ghp_••••");
        assert_eq!(masks.spans_in(&text, &(20..24)).first(), Some(&(14..26)));
        assert_eq!(masks.hidden("isi db_password dulu, kucing-hitam"), "isi db_password dulu, kucing-hitam");
        let fix = |value: &str| Fix { patch: vec![Change::Add("/x".into(), value.into())], ..Fix::display("") };
        assert!(masks.tells(&fix(&key)) && !masks.tells(&fix("biasa")));
    }
}
