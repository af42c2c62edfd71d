//! Texts that look like a key or a token, whatever they stand under.

use std::sync::LazyLock;

use serde::Deserialize;

/// Letters and digits that follow a prefix, at least.
const BEHIND_PREFIX: usize = 8;

/// The same behind a prefix that ordinary words start with too.
const BEHIND_LIKELY_PREFIX: usize = 12;

/// Letters and digits of a text without a known prefix, at least.
const LONG: usize = 20;

/// The same when it mixes small and capital letters and digits.
const LONG_AND_MIXED: usize = 16;

/// One word of so many letters is none.
const LONGEST_WORD: usize = 32;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Prefixes {
    sure: Vec<String>,
    likely: Vec<String>,
}

static PREFIXES: LazyLock<Prefixes> =
    LazyLock::new(|| toml::from_str(include_str!("prefixes.toml")).expect("a test reads the table"));

/// Whether a text looks like a key or a token: it starts like one, or it is long and random.
///
/// Paths, versions behind an `@`, digests and texts of words are none. URLs are for
/// [`shown_url`](crate::gather::secret::shown_url).
#[must_use]
pub fn looks_secret(text: &str) -> bool {
    let text = text.trim();
    if has_prefix(text) {
        return true;
    }
    if text.contains(char::is_whitespace) || text.contains("://") || is_path(text) {
        return false;
    }
    looks_random(without_version(text))
}

/// Whether a text has the form of a UUID.
pub(crate) fn is_uuid(text: &str) -> bool {
    let lengths = text.split('-').map(|part| (part.len(), part.bytes().all(|byte| byte.is_ascii_hexdigit())));
    lengths.eq([8, 4, 4, 4, 12].map(|length| (length, true)))
}

fn has_prefix(text: &str) -> bool {
    let behind = |prefix: &String| text.strip_prefix(prefix.as_str());
    let sure = PREFIXES.sure.iter().filter_map(behind);
    let likely = PREFIXES.likely.iter().filter_map(behind);
    sure.into_iter().any(|rest| alphanumerics(token(rest)) >= BEHIND_PREFIX)
        || text.starts_with("-----BEGIN")
        || likely.into_iter().any(|rest| {
            let rest = token(rest);
            let run = runs(rest).map(str::len).max().unwrap_or_default();
            let marked = rest.bytes().any(|byte| byte.is_ascii_digit() || byte.is_ascii_uppercase());
            alphanumerics(rest) >= BEHIND_LIKELY_PREFIX && (marked || run >= BEHIND_LIKELY_PREFIX)
        })
}

/// The start of a text that a key could be.
fn token(text: &str) -> &str {
    let inside = |character: char| character.is_ascii_alphanumeric() || "-_.+/=~:".contains(character);
    text.split_once(|character: char| !inside(character)).map_or(text, |(start, _)| start)
}

/// A path, relative or not.
pub(crate) fn is_path(text: &str) -> bool {
    let drive = text.as_bytes().get(1) == Some(&b':') && text.as_bytes().first().is_some_and(u8::is_ascii_alphabetic);
    let rooted = text.starts_with('/') || text.starts_with("./") || text.starts_with("../") || text.starts_with('~');
    (rooted || drive || text.contains('\\')) && text.contains(['/', '\\'])
}

/// The text without what pins it: `@1.2.3`, `@sha256:…`, `==1.0`.
fn without_version(text: &str) -> &str {
    let name = text.rsplit_once('@').map_or(text, |(name, _)| if name.is_empty() { text } else { name });
    let name = name.split_once("==").map_or(name, |(name, version)| if version.is_empty() { text } else { name });
    if name.starts_with("sha256:") || name.starts_with("sha512-") { "" } else { name }
}

/// Random letters and digits change their kind at nearly every other character; words and versions seldom do.
fn looks_random(text: &str) -> bool {
    if !text.is_ascii() || text.bytes().any(|byte| byte.is_ascii_control()) {
        return false;
    }
    let (mut length, mut changes) = (0_usize, 0_usize);
    let (mut small, mut capital, mut digits) = (0_usize, 0_usize, 0_usize);
    for run in runs(text) {
        if run.len() >= LONGEST_WORD && run.bytes().all(|byte| byte.is_ascii_alphabetic()) {
            return true;
        }
        length += run.len();
        changes += run.as_bytes().windows(2).filter(|pair| kind(pair[0]) != kind(pair[1])).count();
        small += run.bytes().filter(u8::is_ascii_lowercase).count();
        capital += run.bytes().filter(u8::is_ascii_uppercase).count();
        digits += run.bytes().filter(u8::is_ascii_digit).count();
    }
    let share = |percent: usize| changes * 100 >= length * percent;
    let letters = small + capital;
    let mixed = small > 0 && capital > 0 && digits > 1;
    length >= LONG && digits > 1 && letters > 1 && share(28)
        || length >= LONG_AND_MIXED && mixed && share(40)
        || length >= LONG && small > 0 && capital > 0 && share(42)
}

/// The parts of letters and digits.
pub(crate) fn runs(text: &str) -> impl Iterator<Item = &str> {
    text.split(|character: char| !character.is_ascii_alphanumeric()).filter(|run| !run.is_empty())
}

fn alphanumerics(text: &str) -> usize {
    text.bytes().filter(u8::is_ascii_alphanumeric).count()
}

/// What a letter or digit is: 0 a digit, 1 a small letter, 2 a capital one.
pub(crate) fn kind(byte: u8) -> u8 {
    match byte {
        b'0'..=b'9' => 0,
        b'a'..=b'z' => 1,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_and_tokens_are_told_by_their_looks() {
        for text in [
            "sk-ant-api03-abcdefgh",
            "sk-contohcontohcontoh",
            "sk-aB3dE6fG9hJ2",
            "ghp_0123456789abcdef",
            "github_pat_11AAAAAAA0",
            "glpat-abcdefghij",
            "xoxb-1234-abcdef",
            "AKIAIOSFODNN7CONTOH",
            "AIzaSyCONTOHcontoh",
            "hf_contohcontohcontoh",
            "npm_aB3dE6fG9hJ2kL5m",
            "pypi-AgEIcHlwaS5vcmc",
            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln",
            "-----BEGIN PRIVATE KEY-----",
            "9f86d081884c7d659a2feaa0c55ad015",
            "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
            "k7Fq2Zx9Lm4Tp8Rw3Yb6",
            "a8f3k2l9x0b7v6n5m4q1",
            "123456789:AAEhBOweik6ad9r_QXMENQjcrGbqCr4K",
            "dGhpcyBpcyBhIHNlY3JldCB0b2tlbg==",
            "aB3dE6fG9hJ2kL5m",
            "qWxZjKvBnMpLhGfDsAyTrEuI",
        ] {
            assert!(looks_secret(text), "{text}");
        }
    }

    #[test]
    fn words_paths_and_versions_are_none() {
        for text in [
            "",
            "server",
            "--verbose",
            "@modelcontextprotocol/server-filesystem@2025.11.25",
            "mcp-server-fetch==1.2.3",
            "/nix/store/9f86d081884c7d659a2feaa0c55ad015-nodejs/bin/node",
            "./dist/index.js",
            "~/catatan/rapat-2026-11-30.md",
            "C:\\Users\\ani\\server.exe",
            "claude-3-5-sonnet-20241022",
            "us.anthropic.claude-sonnet-4-6-v1:0",
            "npm_config_registry",
            "x86_64-unknown-linux-gnu",
            "https://contoh.example/x",
            "ghcr.io/contoh/peta-server:v1.2.3-rc1",
            "getUserAccessTokenFromHeader",
            "peta@sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
            "2026-11-30T08:00:00.000Z",
            "production",
            "sk-learn-extension",
            "hf_transfer",
            "pypi-server",
            "--allow-write=peta",
            "catatan rapat 2026 untuk semua orang",
            "git-commit-9f86d08",
            "com.contoh.peta.server.aplikasi",
            "127.0.0.1:8080",
        ] {
            assert!(!looks_secret(text), "{text}");
        }
    }
}
