//! Takes known secrets out of any text, however many they are, in whatever spelling they come.
//!
//! All forms of all secrets are looked for in one walk. A text that quotes JSON is looked into too, so that `\/` and
//! `\u003c` hide nothing from us. A text that ends in `…` was cut, perhaps inside a secret: what could be the beginning
//! of one goes too.

use std::borrow::Cow;
use std::ops::Range;

use crate::catalog::saved::parse::literal::{self, Mended};
use crate::gather::secret::HIDDEN;
use crate::gather::secret::forms::{self, Form, SHORT, is_worth_hiding};

/// What stands behind a text that was cut.
pub(crate) const CUT: char = '…';

/// Bytes of the beginning of a secret that is told from a word, where a text was cut.
const TELLING: usize = 4;

/// JSON texts in JSON texts that are looked into.
const DEEPEST: usize = 3;

/// Known secrets, ready to be taken out of many texts.
#[derive(Debug, Clone, Default)]
pub struct Hiding {
    /// In the order of their bytes, so that those that begin alike stand together.
    forms: Vec<Form>,
    /// One bit for each pair of bytes that a form begins with; empty without forms.
    beginnings: Vec<u64>,
    longest: usize,
}

/// The text with each of these secrets hidden; [`Hiding`] does the same for many texts.
#[must_use]
pub fn hide(text: &str, secrets: &[String]) -> String {
    Hiding::of(secrets).hide(text).into_owned()
}

impl Hiding {
    /// Prepares secrets.
    #[must_use]
    pub fn of<S: AsRef<str>>(secrets: &[S]) -> Hiding {
        let mut forms = Vec::new();
        for secret in secrets.iter().map(AsRef::as_ref).filter(|secret| is_worth_hiding(secret)) {
            forms::add(secret, &mut forms);
        }
        forms.retain(|form| is_worth_hiding(&form.text));
        forms.sort_unstable();
        forms.dedup_by(|one, other| one.text == other.text);
        let mut beginnings = vec![0; if forms.is_empty() { 0 } else { (1 << 16) / 64 }];
        for form in &forms {
            let pair = beginning(form.text.as_bytes());
            if let Some(bits) = beginnings.get_mut(pair / 64) {
                *bits |= 1_u64 << (pair % 64);
            }
        }
        let longest = forms.iter().map(|form| form.text.len()).max().unwrap_or_default();
        Hiding { forms, beginnings, longest }
    }

    /// The text with each of the secrets hidden. What overlaps is hidden as one.
    #[must_use]
    pub fn hide<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.forms.is_empty() { Cow::Borrowed(text) } else { self.hide_within(text, 0) }
    }

    fn hide_within<'t>(&self, text: &'t str, level: usize) -> Cow<'t, str> {
        let hidden = self.hide_plain(text);
        if level == DEEPEST || memchr::memchr(b'\\', hidden.as_bytes()).is_none() {
            return hidden;
        }
        self.hide_spelled(&hidden, level).map_or(hidden, Cow::Owned)
    }

    fn hide_plain<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let found = self.spans(text);
        if found.is_empty() {
            return Cow::Borrowed(text);
        }
        let mut hidden = String::with_capacity(text.len());
        let mut end = 0;
        for span in found {
            if span.start >= end {
                hidden.push_str(text.get(end..span.start).unwrap_or_default());
                hidden.push_str(HIDDEN);
            }
            end = end.max(span.end);
        }
        hidden.push_str(text.get(end..).unwrap_or_default());
        Cow::Owned(hidden)
    }

    /// The same for what JSON spells with escapes: each piece between quotes is read and, if need be, written anew.
    fn hide_spelled(&self, text: &str, level: usize) -> Option<String> {
        let mut written: Option<String> = None;
        let mut from = 0;
        for end in quotes(text) {
            let piece = text.get(from..end).unwrap_or_default();
            let read = if piece.contains('\\') { unescaped(piece) } else { String::new() };
            let hidden = self.hide_within(&read, level + 1);
            if *hidden != *read {
                let written = written.get_or_insert_with(|| text.get(..from).unwrap_or_default().to_owned());
                written.push_str(&forms::escaped(&hidden, true));
            } else if let Some(written) = &mut written {
                written.push_str(piece);
            }
            if let Some(written) = &mut written {
                written.push_str(text.get(end..end + 1).unwrap_or_default());
            }
            from = end + 1;
        }
        written
    }

    /// Where forms stand, in order of their starts.
    fn spans(&self, text: &str) -> Vec<Range<usize>> {
        let mut found: Vec<Range<usize>> = Vec::new();
        for (at, pair) in text.as_bytes().windows(2).enumerate() {
            let pair = beginning(pair);
            if self.beginnings.get(pair / 64).is_some_and(|bits| bits >> (pair % 64) & 1 == 1) {
                found.extend(self.longest_at(text, at));
            }
        }
        found.extend(self.cut_off(text));
        found.sort_unstable_by_key(|span| (span.start, span.end));
        found
    }

    fn longest_at(&self, text: &str, at: usize) -> Option<Range<usize>> {
        let rest = text.as_bytes().get(at..)?;
        let mut longest = None;
        for form in self.beginning_with(rest.get(..2)?) {
            let span = at..at + form.text.len();
            if rest.starts_with(form.text.as_bytes()) && (form.text.len() >= SHORT || is_word(text, &span)) {
                longest = Some(if form.is_base64 { whole_base64(text, span) } else { span });
            }
        }
        longest
    }

    /// The forms that begin with these bytes; of those that match, the longest comes last.
    fn beginning_with<'h>(&'h self, bytes: &'h [u8]) -> impl Iterator<Item = &'h Form> {
        let start = self.forms.partition_point(|form| form.text.as_bytes() < bytes);
        let rest = self.forms.get(start..).unwrap_or_default();
        rest.iter().take_while(move |form| form.text.as_bytes().starts_with(bytes))
    }

    /// The beginning of a form at the end of a text that was cut.
    fn cut_off(&self, text: &str) -> Option<Range<usize>> {
        let text = text.strip_suffix(CUT)?;
        let begins = |at: &usize| {
            let rest = text.get(*at..).unwrap_or_default();
            !rest.is_empty() && self.beginning_with(rest.as_bytes()).next().is_some()
        };
        let first = text.len().saturating_sub(self.longest);
        let at = (first..=text.len().checked_sub(TELLING)?).find(begins)?;
        Some(at..text.len())
    }
}

fn beginning(bytes: &[u8]) -> usize {
    match bytes {
        [first, second, ..] => usize::from(*first) << 8 | usize::from(*second),
        _ => 0,
    }
}

/// Base64 around a part of it: what stands before and behind belongs to the same secret.
fn whole_base64(text: &str, span: Range<usize>) -> Range<usize> {
    let inside = |byte: &&u8| byte.is_ascii_alphanumeric() || b"+/-_".contains(byte);
    let (before, behind) = (text.as_bytes().get(..span.start), text.as_bytes().get(span.end..));
    let before = before.unwrap_or_default().iter().rev().take_while(inside).count();
    let behind = behind.unwrap_or_default();
    let more = behind.iter().take_while(inside).count();
    let padding = behind.get(more..).unwrap_or_default().iter().take(2).take_while(|byte| **byte == b'=').count();
    span.start - before..span.end + more + padding
}

/// Where quotes stand that no backslash is before, and the end of the text.
fn quotes(text: &str) -> impl Iterator<Item = usize> {
    let mut at = 0;
    std::iter::from_fn(move || {
        while at <= text.len() {
            let rest = text.as_bytes().get(at..).unwrap_or_default();
            let found = memchr::memchr2(b'"', b'\\', rest);
            match found.map(|found| (at + found, rest.get(found) == Some(&b'"'))) {
                Some((quote, true)) => {
                    at = quote + 1;
                    return Some(quote);
                }
                Some((backslash, false)) => at = text.len().min(backslash + 2),
                None => {
                    at = text.len() + 1;
                    return Some(text.len());
                }
            }
        }
        None
    })
}

/// The text with its escapes read; what is no escape of JSON stays.
fn unescaped(text: &str) -> String {
    let mut read = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, found)) = rest.find('\\').and_then(|at| rest.split_at_checked(at)) {
        read.push_str(before);
        let decoded = |length: usize| found.get(..length).and_then(|escape| literal::decode(escape).ok());
        let length = if found.starts_with("\\u") { 6 } else { 2 };
        let is_half = |escape: &literal::Decoded<'_>| matches!(escape.mended, Some((_, Mended::HalfPair)));
        let one = decoded(length);
        let pair = one.as_ref().filter(|one| is_half(one)).and_then(|_| decoded(12)).filter(|pair| !is_half(pair));
        let (escape, length) = match (pair, one) {
            (Some(pair), _) => (pair.text.into_owned(), 12),
            (None, Some(one)) => (one.text.into_owned(), length),
            (None, None) => ("\\".to_owned(), 1),
        };
        read.push_str(&escape);
        rest = found.get(length..).unwrap_or_default();
    }
    read + rest
}

fn is_word(text: &str, span: &Range<usize>) -> bool {
    let joins = |character: char| character.is_alphanumeric() || character == '_';
    let before = text.get(..span.start).and_then(|before| before.chars().next_back());
    let behind = text.get(span.end..).and_then(|behind| behind.chars().next());
    !before.is_some_and(joins) && !behind.is_some_and(joins)
}
