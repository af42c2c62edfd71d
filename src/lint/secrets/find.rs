//! Finds credentials in a text by what they look like, and leaves the placeholders of documentation alone.

use std::ops::Range;
use std::sync::LazyLock;

use regex::{Regex, RegexSet};
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
    /// A regular expression for the whole of it.
    pub pattern: String,
    /// Where this was read.
    pub source: String,
    /// Day this was true.
    pub as_of: String,
}

struct Formats {
    rows: Vec<Format>,
    any: RegexSet,
    each: Vec<Regex>,
}

static FORMATS: LazyLock<Formats> = LazyLock::new(|| {
    let rows = toml::from_str::<File>(include_str!("formats.toml")).expect("formats.toml is checked by a test").format;
    let patterns = || rows.iter().map(|row| row.pattern.as_str());
    let any = RegexSet::new(patterns()).expect("formats.toml is checked by a test");
    let each = patterns().map(|pattern| Regex::new(pattern).expect("formats.toml is checked by a test")).collect();
    Formats { rows, any, each }
});

/// A value that is assigned to a name which says that it is secret: `DB_PASSWORD=…`, `"apiKey": "…"`, `token: …`.
static ASSIGNED: LazyLock<Regex> = LazyLock::new(|| {
    let name = r"(?i)[a-z0-9_.-]*(?:passwo?r?d|passwd|secret|api[_-]?key|access[_-]?key|auth[_-]?token|private[_-]?key|credentials?)";
    Regex::new(&format!(r#"{name}(?:\\?["'])?\s*[:=]\s*(?:\\?["'])?([^\s"'\\,;&<>{{}}]{{6,}})"#)).expect("a pattern")
});

/// Credentials by their format; a placeholder is none.
#[must_use]
pub fn formats(text: &str) -> Vec<Secret> {
    let mut found: Vec<Secret> = Vec::new();
    for at in FORMATS.any.matches(text) {
        let (Some(row), Some(pattern)) = (FORMATS.rows.get(at), FORMATS.each.get(at)) else { continue };
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
    for at in FORMATS.any.matches(text) {
        let (Some(row), Some(pattern)) = (FORMATS.rows.get(at), FORMATS.each.get(at)) else { continue };
        found.extend(pattern.find_iter(text).map(|one| Secret { span: one.range(), what: &row.name }));
    }
    let assigned = ASSIGNED.captures_iter(text).filter_map(|groups| groups.get(1));
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
        for row in &FORMATS.rows {
            assert!(!row.source.is_empty() && row.as_of.len() == 10, "{}", row.name);
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
