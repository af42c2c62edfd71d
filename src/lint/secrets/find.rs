//! Finds credentials in a text by what they look like, and leaves the placeholders of documentation alone.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::{LazyLock, OnceLock};

use aho_corasick::AhoCorasick;
use regex::Regex;
use serde::Deserialize;

/// A credential in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Secret {
    /// Where, in bytes.
    pub span: Range<usize>,
    /// What it is.
    pub what: &'static str,
}

#[derive(Deserialize)]
struct File {
    format: Vec<Format>,
}

/// What one kind of credential looks like.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Format {
    /// What it is.
    pub name: String,
    /// Strings of which one at least stands in each.
    pub signs: Vec<String>,
    /// A regular expression for the whole of it.
    pub pattern: String,
    /// Where this was read.
    pub source: String,
    /// Day this was true.
    pub as_of: String,
}

struct Formats {
    rows: Vec<(Format, OnceLock<Regex>)>,
    signs: AhoCorasick,
    /// For each sign the number of its row.
    of_sign: Vec<usize>,
}

static FORMATS: LazyLock<Formats> = LazyLock::new(|| {
    let rows = toml::from_str::<File>(include_str!("formats.toml")).expect("formats.toml is checked by a test").format;
    let signs = AhoCorasick::new(rows.iter().flat_map(|row| &row.signs)).expect("a few short words fit");
    let of_sign = rows.iter().enumerate().flat_map(|(at, row)| row.signs.iter().map(move |_| at)).collect();
    Formats { rows: rows.into_iter().map(|row| (row, OnceLock::new())).collect(), signs, of_sign }
});

/// The formats that a text may have something of, each with its pattern: most texts have nothing of any.
fn likely(text: &str) -> impl Iterator<Item = (&'static Format, &'static Regex)> {
    let signs = FORMATS.signs.find_overlapping_iter(text);
    let rows: BTreeSet<usize> =
        signs.filter_map(|sign| FORMATS.of_sign.get(sign.pattern().as_usize())).copied().collect();
    rows.into_iter().filter_map(|at| FORMATS.rows.get(at)).map(|(row, pattern)| {
        let compiled = || Regex::new(&row.pattern).expect("formats.toml is checked by a test");
        (row, pattern.get_or_init(compiled))
    })
}

/// A value that is assigned to a name which says that it is secret: `DB_PASSWORD=…`, `"apiKey": "…"`, `token: …`.
static ASSIGNED: LazyLock<Regex> = LazyLock::new(|| {
    let name = r"(?i)[a-z0-9_.-]*(?:passwo?r?d|passwd|secret|api[_-]?key|access[_-]?key|auth[_-]?token|private[_-]?key|credentials?)";
    Regex::new(&format!(r#"{name}(?:\\?["'])?\s*[:=]\s*(?:\\?["'])?([^\s"'\\,;&<>{{}}]{{6,}})"#)).expect("a pattern")
});

/// What such a name does not do without.
static NAMES: LazyLock<AhoCorasick> = LazyLock::new(|| {
    AhoCorasick::builder()
        .ascii_case_insensitive(true)
        .build(["passw", "secret", "api", "access", "auth", "private", "credential"])
        .expect("a few short words fit")
});

/// Credentials by their format; a placeholder is none.
#[must_use]
pub fn formats(text: &str) -> Vec<Secret> {
    let mut found: Vec<Secret> = Vec::new();
    for (row, pattern) in likely(text) {
        for one in pattern.find_iter(text).filter(|one| !is_placeholder(one.as_str())) {
            found.push(Secret { span: one.range(), what: &row.name });
        }
    }
    found.sort_by_key(|secret| (secret.span.start, secret.span.end));
    found
}

/// Credentials by their format, placeholders included, and values assigned to names that say so: what must not be shown.
#[must_use]
pub fn all(text: &str) -> Vec<Secret> {
    let mut found: Vec<Secret> = Vec::new();
    for (row, pattern) in likely(text) {
        found.extend(pattern.find_iter(text).map(|one| Secret { span: one.range(), what: &row.name }));
    }
    let named = text.contains([':', '=']) && NAMES.is_match(text);
    let assigned = ASSIGNED.captures_iter(if named { text } else { "" }).filter_map(|groups| groups.get(1));
    found.extend(
        assigned.filter(|one| !is_word(one.as_str())).map(|one| Secret { span: one.range(), what: "assigned secret" }),
    );
    found.sort_by_key(|secret| (secret.span.start, std::cmp::Reverse(secret.span.end)));
    // What lies inside another is the other.
    let mut end = 0;
    found.retain(|secret| {
        let outer = secret.span.start >= end;
        end = end.max(secret.span.end);
        outer
    });
    found
}

/// Whether a value is only a word about the secret, such as a type or a choice.
fn is_word(value: &str) -> bool {
    const WORDS: [&str; 16] = [
        "string",
        "number",
        "integer",
        "boolean",
        "object",
        "required",
        "optional",
        "process.env",
        "undefined",
        "example",
        "secret",
        "password",
        "token",
        "masked",
        "redacted",
        "hidden",
    ];
    let value = value.trim_matches(|character: char| !character.is_alphanumeric()).to_ascii_lowercase();
    value.is_empty() || value.starts_with("process.env") || WORDS.contains(&value.as_str())
}

/// Whether somebody wrote this so that nobody takes it for real: one letter again and again, `EXAMPLE`, `your_key`.
fn is_placeholder(secret: &str) -> bool {
    let lower = secret.to_ascii_lowercase();
    let said = [
        "example",
        "xxxx",
        "your",
        "placeholder",
        "dummy",
        "sample",
        "redacted",
        "changeme",
        "1234567890",
        "abcdef",
        "user:pass",
        "username:",
        "<",
        "...",
    ];
    let body = lower.rsplit_once(['-', '_']).map_or(lower.as_str(), |(_, body)| body);
    let mut letters: Vec<char> = body.chars().filter(|character| character.is_alphanumeric()).collect();
    letters.sort_unstable();
    letters.dedup();
    said.iter().any(|word| lower.contains(word)) || letters.len() < 5
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str, found: &[Secret]) -> Vec<String> {
        found.iter().map(|secret| text[secret.span.clone()].to_owned()).collect()
    }

    #[test]
    fn every_row_is_whole() {
        for (row, _) in &FORMATS.rows {
            assert!(!row.source.is_empty() && row.as_of.len() == 10, "{}", row.name);
            assert!(!row.signs.is_empty() && row.signs.iter().all(|sign| row.pattern.is_ascii() && !sign.is_empty()));
            Regex::new(&row.pattern).expect("a pattern");
        }
    }

    #[test]
    fn keys_are_found_and_placeholders_are_not() {
        let key = format!("ghp_{}", "a1B2c3D4e5".repeat(4));
        let text = format!("kunci: {key}, contoh sk-xxxxxxxxxxxxxxxx, AKIAIOSFODNN7EXAMPLE");
        assert_eq!(texts(&text, &formats(&text)), [key]);
        assert!(formats("postgres://user:password@host/db task-manager-for-everyone risk-assessment-plan").is_empty());
    }

    #[test]
    fn assigned_values_are_hidden() {
        let text = r#"{"env":"DB_PASSWORD=kucing-hitam\nPORT=80","api_key":"k9z8y7x6","token_type":"string","password":"string"}"#;
        assert_eq!(texts(text, &all(text)), ["kucing-hitam", "k9z8y7x6"]);
    }
}
