//! Takes known secrets out of any text, in the forms in which servers and systems repeat them.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::ops::Range;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use memchr::memmem::Finder;

use crate::gather::secret::HIDDEN;
use crate::gather::secret::veil::SCHEMES;

/// Bytes below which a secret is hidden only where it stands as a word of its own.
const SHORT: usize = 6;

/// Bytes of a secret whose base64 is looked for at any alignment; that of a shorter one is found by chance.
const ENCODED_ANYWHERE: usize = 9;

/// Values that people put where a secret could stand.
const WORDS: [&str; 26] = [
    "0",
    "1",
    "auto",
    "basic",
    "bearer",
    "debug",
    "default",
    "dev",
    "development",
    "disabled",
    "enabled",
    "false",
    "info",
    "local",
    "localhost",
    "no",
    "none",
    "null",
    "off",
    "on",
    "prod",
    "production",
    "staging",
    "test",
    "true",
    "yes",
];

/// Known secrets, ready to be taken out of many texts.
#[derive(Debug, Clone, Default)]
pub struct Hiding {
    forms: Vec<Form>,
}

#[derive(Debug, Clone)]
struct Form {
    finder: Finder<'static>,
    whole_word: bool,
}

/// The text with each of these secrets hidden; [`Hiding`] does the same for many texts.
#[must_use]
pub fn hide(text: &str, secrets: &[String]) -> String {
    Hiding::of(secrets).hide(text).into_owned()
}

/// Whether hiding a text hides anything: `true` and `production` are no secrets.
pub(crate) fn is_worth_hiding(secret: &str) -> bool {
    let secret = secret.trim();
    !secret.is_empty() && !WORDS.iter().any(|word| secret.eq_ignore_ascii_case(word)) && !secret.contains(HIDDEN)
}

impl Hiding {
    /// Prepares secrets: each as it is, URL-encoded, in base64, escaped as in JSON and by line.
    #[must_use]
    pub fn of(secrets: &[String]) -> Hiding {
        let mut texts: Vec<String> = Vec::new();
        for secret in secrets.iter().filter(|secret| is_worth_hiding(secret)) {
            forms(secret, &mut texts);
        }
        texts.sort_by(|one, other| other.len().cmp(&one.len()).then_with(|| one.cmp(other)));
        texts.dedup();
        let form = |text: String| Form { finder: Finder::new(&text).into_owned(), whole_word: text.len() < SHORT };
        Hiding { forms: texts.into_iter().filter(|text| is_worth_hiding(text)).map(form).collect() }
    }

    /// The text with each of the secrets hidden. What overlaps is hidden as one.
    #[must_use]
    pub fn hide<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let mut found: Vec<Range<usize>> = Vec::new();
        for Form { finder, whole_word } in &self.forms {
            spans(text, finder, *whole_word, &mut found);
        }
        if found.is_empty() {
            return Cow::Borrowed(text);
        }
        found.sort_by_key(|span| (span.start, span.end));
        let mut hidden = String::with_capacity(text.len());
        let (mut shown, mut end) = (0, 0);
        for span in found {
            if span.start >= end {
                hidden.push_str(text.get(shown..span.start).unwrap_or_default());
                hidden.push_str(HIDDEN);
            }
            end = end.max(span.end);
            shown = end;
        }
        hidden.push_str(text.get(shown..).unwrap_or_default());
        Cow::Owned(hidden)
    }
}

/// Where a form stands; finds that overlap, as of `abab` in `ababab`, become one.
fn spans(text: &str, finder: &Finder<'_>, whole_word: bool, found: &mut Vec<Range<usize>>) {
    let first = found.len();
    let mut from = 0;
    while let Some(at) = text.as_bytes().get(from..).and_then(|rest| finder.find(rest)) {
        let span = from + at..from + at + finder.needle().len();
        from = span.start + 1;
        if whole_word && !is_word(text, &span) {
            continue;
        }
        match found.get_mut(first..).and_then(<[_]>::last_mut) {
            Some(last) if span.start <= last.end => last.end = span.end,
            _ => found.push(span),
        }
    }
}

fn is_word(text: &str, span: &Range<usize>) -> bool {
    let joins = |character: char| character.is_alphanumeric() || character == '_';
    let before = text.get(..span.start).and_then(|before| before.chars().next_back());
    let behind = text.get(span.end..).and_then(|behind| behind.chars().next());
    !before.is_some_and(joins) && !behind.is_some_and(joins)
}

fn forms(secret: &str, texts: &mut Vec<String>) {
    let trimmed = secret.trim();
    texts.push(trimmed.to_owned());
    let scheme =
        trimmed.split_once(' ').filter(|(word, _)| SCHEMES.iter().any(|scheme| scheme.eq_ignore_ascii_case(word)));
    if let Some((_, rest)) = scheme.filter(|(_, rest)| is_worth_hiding(rest)) {
        forms(rest, texts);
    }
    if trimmed.contains('\n') {
        texts.extend(trimmed.lines().map(str::trim).filter(|line| line.len() >= SHORT).map(str::to_owned));
    }
    texts.push(escaped(trimmed, true));
    texts.push(escaped(trimmed, false));
    texts.push(percent_encoded(trimmed, true));
    texts.push(percent_encoded(trimmed, false));
    texts.push(percent_encoded(trimmed, true).replace("%20", "+"));
    if trimmed.len() >= SHORT {
        texts.push(STANDARD_NO_PAD.encode(trimmed));
        texts.push(URL_SAFE_NO_PAD.encode(trimmed));
    }
    if trimmed.len() >= ENCODED_ANYWHERE {
        for shift in 1..3 {
            texts.extend([encoded_behind(trimmed, shift, true), encoded_behind(trimmed, shift, false)]);
        }
        texts.extend([encoded_behind(trimmed, 0, true), encoded_behind(trimmed, 0, false)]);
    }
}

/// The secret as it stands in a JSON string, non-ASCII as it is or as `\u` escapes.
fn escaped(secret: &str, keeps_other_scripts: bool) -> String {
    let quoted = serde_json::Value::from(secret).to_string();
    let inner = quoted.get(1..quoted.len() - 1).unwrap_or_default();
    if keeps_other_scripts {
        return inner.to_owned();
    }
    let mut ascii = String::new();
    for character in inner.chars() {
        if character.is_ascii() {
            ascii.push(character);
        } else {
            let mut units = [0; 2];
            for unit in character.encode_utf16(&mut units) {
                let _ = write!(ascii, "\\u{unit:04x}");
            }
        }
    }
    ascii
}

fn percent_encoded(secret: &str, upper: bool) -> String {
    let mut encoded = String::new();
    for byte in secret.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            let _ = if upper { write!(encoded, "%{byte:02X}") } else { write!(encoded, "%{byte:02x}") };
        }
    }
    encoded
}

/// The characters of base64 that depend on the secret alone when `shift` bytes of something else come before it, as in
/// `user:secret`.
fn encoded_behind(secret: &str, shift: usize, standard: bool) -> String {
    let mut bytes = vec![0; shift];
    bytes.extend(secret.bytes());
    let encoded = if standard { STANDARD_NO_PAD.encode(&bytes) } else { URL_SAFE_NO_PAD.encode(&bytes) };
    let from = (shift * 8).div_ceil(6);
    let to = bytes.len() * 8 / 6;
    encoded.get(from..to).unwrap_or_default().to_owned()
}
