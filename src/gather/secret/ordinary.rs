//! How ordinary a text is: words, numbers and places are hidden less readily than what only a secret can be.
//!
//! Two rules. In reports a known secret is hidden wherever it stands, but a value that nothing calls a secret is taken
//! for one only when it is not [`is_ordinary`]: words of letters, numbers, dates, paths and addresses are. In
//! definitions a known secret is hidden only when it [`is_unlikely`] as a part of any text, because a tool must not
//! lose the words that it is made of. That is one of at least eight bytes which looks like a key, or has a part
//! between spaces of at least eight bytes with letters and
//! - three digits in a row, or two digits of which one stands between letters;
//! - or small and capital letters in no order that words have;
//! - or `!` or `^`;
//!
//! or with twelve digits and nothing else. A part that is a host and a port, a path or an address without a secret in
//! it is none, and dates do not count as digits. `postgres`, `read-only` and `us-east-1` are ordinary, `t-123456789`,
//! `hunter2hunter2` and `zqC135hush` are not.

use crate::gather::secret::shape::{is_path, kind, runs};
use crate::gather::secret::{looks_secret, shown_url};

/// Bytes of what can be told from ordinary text, at least.
const SHORTEST: usize = 8;

/// Digits of a number that is hardly a quantity.
const LONG_NUMBER: usize = 12;

/// Whether a text is a word or words, a number, a date, a path or an address: nothing that only a secret could be.
#[must_use]
pub fn is_ordinary(text: &str) -> bool {
    let text = text.trim();
    if looks_secret(text) || text.split_whitespace().any(is_scrambled) {
        return false;
    }
    let has = |is: fn(&char) -> bool| text.chars().any(|character| is(&character));
    let (letters, digits) = (has(|character| character.is_alphabetic()), has(char::is_ascii_digit));
    !(letters && digits) || is_place(text) || without_date(text).bytes().all(|byte| !byte.is_ascii_digit())
}

/// Whether a text can hardly be a part of a definition by chance.
#[must_use]
pub fn is_unlikely(text: &str) -> bool {
    let text = text.trim();
    text.len() >= SHORTEST
        && !is_clear_address(text)
        && (looks_secret(text) || text.split_whitespace().any(|part| part.len() >= SHORTEST && is_scrambled(part)))
}

/// Whether a text without spaces mixes letters and digits as words do not, whatever its length.
pub(crate) fn is_scrambled(text: &str) -> bool {
    if is_place(text) {
        return false;
    }
    let text = without_date(text);
    let letters = text.chars().filter(|character| character.is_alphabetic()).count();
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    if letters == 0 {
        return digits >= LONG_NUMBER && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    }
    text.contains(['!', '^'])
        || digits > 1 && runs(&text).any(|run| has_between(run) || longest_number(run) > 2)
        || runs(&text).any(is_wild)
}

/// A path, an address without a secret in it, or a host with a port.
fn is_place(text: &str) -> bool {
    if is_clear_address(text) {
        return true;
    }
    if is_path(text) {
        return !text.split(['/', '\\']).any(looks_secret);
    }
    let Some((host, port)) = text.rsplit_once(':') else { return false };
    let is_host = host.split('.').all(|label| !label.is_empty() && label.bytes().all(|b| b.is_ascii_lowercase()));
    is_host && port.len() < 6 && port.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_clear_address(text: &str) -> bool {
    let has_scheme = text.split_once("://").is_some_and(|(scheme, _)| scheme.bytes().all(|b| b.is_ascii_alphabetic()));
    has_scheme && !text.contains(char::is_whitespace) && shown_url(text) == text
}

/// The text without a date such as `20261130` or `2026-11-30`.
fn without_date(text: &str) -> String {
    let bytes = text.as_bytes();
    let is_date = |at: usize, form: &[u8]| {
        let matches = |(index, sign): (usize, &u8)| match (bytes.get(at + index), sign) {
            (Some(byte), b'0') => byte.is_ascii_digit(),
            (Some(byte), sign) => byte == sign,
            (None, _) => false,
        };
        let is_digit = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_digit);
        let starts = matches!(bytes.get(at..at + 2), Some(b"19" | b"20"));
        starts
            && form.iter().enumerate().all(matches)
            && !is_digit(at.checked_sub(1))
            && !is_digit(Some(at + form.len()))
    };
    for form in [&b"0000-00-00"[..], b"00000000"] {
        if let Some(at) = (0..bytes.len()).find(|at| is_date(*at, form)) {
            let (before, rest) = text.split_at(at);
            return format!("{before}{}", rest.get(form.len()..).unwrap_or_default());
        }
    }
    text.to_owned()
}

/// A digit between letters, with letters on both sides of its number.
fn has_between(run: &str) -> bool {
    let inner = run.trim_matches(|character: char| character.is_ascii_digit());
    inner.bytes().any(|byte| byte.is_ascii_digit())
}

fn longest_number(run: &str) -> usize {
    run.split(|character: char| !character.is_ascii_digit()).map(str::len).max().unwrap_or_default()
}

/// Small and capital letters that change at nearly every other place; `readOnlyMode` changes seldom.
fn is_wild(run: &str) -> bool {
    let changes = run.as_bytes().windows(2).filter(|pair| kind(pair[0]) != kind(pair[1])).count();
    run.len() >= SHORTEST && run.bytes().all(|byte| byte.is_ascii_alphabetic()) && changes * 100 >= run.len() * 45
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ordinary_values_may_stand_in_definitions() {
        for text in [
            "postgres",
            "object",
            "issues",
            "production",
            "read-only",
            "readOnlyMode",
            "https://example",
            "https://contoh.example/v1/mcp",
            "us-east-1",
            "gpt-4o-mini",
            "claude-3-5-sonnet-20241022",
            "2026-11-30",
            "127.0.0.1:5432",
            "localhost:3000",
            "/home/ani/proyek-2026-11-30/a",
            "postgresql16",
            "application/json",
            "cari semua catatan",
            "10000000",
            "",
        ] {
            assert!(!is_unlikely(text), "{text}");
        }
    }

    #[test]
    fn what_only_a_secret_can_be_may_not() {
        for text in [
            "hunter2hunter2",
            "t-123456789",
            "zqC135hush",
            "s3cr3t-kata",
            "kepala-rahasia-6663",
            "Rahasia+Lingkungan/7752==",
            "qWxZjKvB",
            "kucing!hitam",
            "748291046573",
            "sk-contohcontohcontoh",
            "Bearer kunci-99182",
            "https://ani:kunci-99182@contoh.example/",
        ] {
            assert!(is_unlikely(text), "{text}");
        }
    }

    #[test]
    fn words_numbers_and_places_are_no_secrets() {
        for text in
            ["issues", "repos,issues", "read only", "8080", "true", "1.5", "127.0.0.1", "/home/ani/p2", "", "a_b"]
        {
            assert!(is_ordinary(text), "{text}");
        }
        for text in ["rahasia1", "t-1234", "gpt-4o", "zqC135hush", "qWxZjKvB", "ghp_0123456789abcdef", "a!b"] {
            assert!(!is_ordinary(text), "{text}");
        }
    }
}
