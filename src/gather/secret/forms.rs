//! The forms in which servers and systems repeat a secret.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};

use crate::gather::secret::HIDDEN;
use crate::gather::secret::scheme::is_scheme;

/// Bytes below which a secret is hidden only where it stands as a word of its own.
pub(crate) const SHORT: usize = 6;

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

/// Whether hiding a text hides anything: one character, `true` and `production` are no secrets.
pub(crate) fn is_worth_hiding(secret: &str) -> bool {
    let secret = secret.trim();
    secret.len() > 1 && !WORDS.iter().any(|word| secret.eq_ignore_ascii_case(word)) && !secret.contains(HIDDEN)
}

/// A text that gives a secret away.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Form {
    /// The text.
    pub(crate) text: Box<str>,
    /// Whether more of the same may stand around it.
    pub(crate) is_base64: bool,
}

/// Adds the forms of a secret: as it is, by line, as in JSON, in a URL, in base64.
pub(crate) fn add(secret: &str, forms: &mut Vec<Form>) {
    let form = |is_base64: bool| move |text: String| Form { text: text.into_boxed_str(), is_base64 };
    let (mut plain, mut base64) = (Vec::new(), Vec::new());
    spelled(secret, &mut plain, &mut base64);
    forms.extend(plain.into_iter().map(form(false)));
    forms.extend(base64.into_iter().map(form(true)));
}

fn spelled(secret: &str, texts: &mut Vec<String>, base64: &mut Vec<String>) {
    let trimmed = secret.trim();
    texts.push(trimmed.to_owned());
    let scheme = trimmed.split_once(' ').filter(|(word, _)| is_scheme(word));
    if let Some((_, rest)) = scheme.filter(|(_, rest)| is_worth_hiding(rest)) {
        spelled(rest, texts, base64);
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
        base64.push(STANDARD_NO_PAD.encode(trimmed));
        base64.push(URL_SAFE_NO_PAD.encode(trimmed));
    }
    if trimmed.len() >= ENCODED_ANYWHERE {
        for shift in 1..3 {
            base64.extend([encoded_behind(trimmed, shift, true), encoded_behind(trimmed, shift, false)]);
        }
        base64.extend([encoded_behind(trimmed, 0, true), encoded_behind(trimmed, 0, false)]);
    }
}

/// A text as it stands in a JSON string, non-ASCII as it is or as `\u` escapes.
pub(crate) fn escaped(secret: &str, keeps_other_scripts: bool) -> String {
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
