//! Models as data: which meter counts for them at which endpoint, how large their window is, what a token costs.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::host::endpoint;

/// One row of `models.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Model {
    /// The id, or the front of the ids, that this row stands for.
    pub id: String,
    /// Its name in words.
    pub title: String,
    /// Who makes it.
    pub maker: String,
    /// The meter profile by endpoint (`openai-chat`, `anthropic`, `vertex`, …); none when its requests hold what no
    /// meter knows.
    #[serde(default)]
    pub profiles: BTreeMap<String, String>,
    /// Context window, in tokens.
    pub context_window: Option<u64>,
    /// Where the window was read, and when.
    pub window_source: Option<String>,
    /// The shortest prompt that is cached, in tokens; absent when no source says.
    pub min_cache_prefix: Option<u64>,
    /// Where that was read, and when.
    pub min_cache_source: Option<String>,
    /// What a token costs; absent when no dated source is at hand.
    pub price: Option<Price>,
    /// Where the row comes from.
    pub source: String,
    /// Day the row was true.
    pub as_of: String,
}

/// Prices of one model, in micro-US-dollars per million tokens.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Price {
    /// Input that is in no cache.
    pub input: u64,
    /// Input that is written to the prompt cache; the same as `input` where writing costs nothing extra.
    pub cache_write: Option<u64>,
    /// Input that is read from the prompt cache.
    pub cache_read: Option<u64>,
    /// Output.
    pub output: Option<u64>,
    /// Where the prices were read.
    pub source: String,
    /// Day the prices were true.
    pub as_of: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    model: Vec<Model>,
}

static MODELS: LazyLock<Vec<Model>> = LazyLock::new(|| {
    toml::from_str::<File>(include_str!("models.toml")).expect("models.toml is checked by a test").model
});

/// All models, in file order.
#[must_use]
pub fn models() -> &'static [Model] {
    &MODELS
}

/// The model an id stands for: the row with the longest id that the normalised id starts with, at a word's end, unless
/// what follows names another version (`gpt-5.7` is no `gpt-5`).
#[must_use]
pub fn of_id(id: &str) -> Option<&'static Model> {
    let id = normal(id);
    let fits = |model: &&Model| {
        id.strip_prefix(model.id.as_str()).is_some_and(|rest| {
            !rest.starts_with(|c: char| c.is_ascii_alphanumeric()) && !other_version(&model.id, rest)
        })
    };
    MODELS.iter().filter(fits).max_by_key(|model| model.id.len())
}

/// The known ids nearest to one that was not found, best first, three at most.
#[must_use]
pub fn closest(id: &str) -> Vec<&'static str> {
    let id = normal(id);
    let mut ranked: Vec<_> = MODELS.iter().map(|model| (common(&id, &model.id), model.id.as_str())).collect();
    ranked.sort_by_key(|(likeness, id)| (std::cmp::Reverse(*likeness), id.len()));
    ranked.into_iter().filter(|(likeness, _)| *likeness > 0).take(3).map(|(_, id)| id).collect()
}

/// An id without URL escapes, path, region, vendor, date, `-latest` and `-vN:M`; Claude's `4.5` is written `4-5`.
#[must_use]
pub fn normal(id: &str) -> String {
    let decoded = unescape(id.trim());
    let lower = decoded.to_lowercase();
    let mut id = lower.rsplit('/').next().unwrap_or(&lower);
    for prefixes in [&endpoint::ids().regions, &endpoint::ids().vendors] {
        if let Some((front, rest)) = id.split_once('.')
            && prefixes.iter().any(|known| known == front)
        {
            id = rest;
        }
    }
    let id = id.split('@').next().unwrap_or(id);
    let mut id = id.strip_suffix(":free").unwrap_or(id);
    loop {
        let shorter = without_version(without_date(id.strip_suffix("-latest").unwrap_or(id)));
        if shorter == id {
            return if id.contains("claude") { dashed(id) } else { id.to_owned() };
        }
        id = shorter;
    }
}

/// One or two digits that go on from a row's own version: `.7` or `-7` behind `gpt-5`. A size (`-32b`), a date (`-0613`)
/// and the zero of the version itself (`-0`) do not, nor does anything behind a row that names no version.
fn other_version(row: &str, rest: &str) -> bool {
    let Some(rest) = rest.strip_prefix(['.', '-']) else { return false };
    let end = rest.bytes().position(|byte| !byte.is_ascii_digit()).unwrap_or(rest.len());
    let (digits, behind) = rest.split_at(end);
    row.ends_with(|c: char| c.is_ascii_digit())
        && (1..=2).contains(&digits.len())
        && digits != "0"
        && !behind.starts_with(|c: char| c.is_ascii_alphabetic())
}

fn dashed(id: &str) -> String {
    let bytes = id.as_bytes();
    let digit = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_digit);
    let between = |at: usize| digit(at.checked_sub(1)) && digit(at.checked_add(1));
    id.char_indices().map(|(at, c)| if c == '.' && between(at) { '-' } else { c }).collect()
}

fn without_version(id: &str) -> &str {
    let Some((front, version)) = id.rsplit_once("-v") else { return id };
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match version.split_once(':') {
        Some((major, minor)) if digits(major) && digits(minor) => front,
        None if version.len() == 1 && digits(version) && front.contains("claude") => front,
        _ => id,
    }
}

fn without_date(id: &str) -> &str {
    let ends_with = |pattern: &[u8]| {
        let start = id.len().checked_sub(pattern.len())?;
        let fits = id.as_bytes()[start..].iter().zip(pattern).all(|(byte, kind)| match kind {
            b'0' => byte.is_ascii_digit(),
            other => byte == other,
        });
        (fits && start > 0).then(|| &id[..start])
    };
    ends_with(b"-0000-00-00").or_else(|| ends_with(b"-00000000")).unwrap_or(id)
}

fn unescape(id: &str) -> Cow<'_, str> {
    if !id.contains('%') {
        return Cow::Borrowed(id);
    }
    let bytes = id.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let hex = bytes.get(at + 1..at + 3).and_then(|pair| u8::from_str_radix(str::from_utf8(pair).ok()?, 16).ok());
        match (bytes[at], hex) {
            (b'%', Some(byte)) => {
                out.push(byte);
                at += 3;
            }
            (byte, _) => {
                out.push(byte);
                at += 1;
            }
        }
    }
    Cow::Owned(String::from_utf8_lossy(&out).into_owned())
}

fn common(one: &str, other: &str) -> usize {
    one.bytes().zip(other.bytes()).take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normalises_ids() {
        for (id, plain) in [
            ("us.anthropic.claude-sonnet-4-5-20250929-v1%3A0", "claude-sonnet-4-5"),
            ("models/gemini-2.5-pro", "gemini-2.5-pro"),
            ("gpt-4o-2024-08-06", "gpt-4o"),
            ("claude-3-5-haiku-latest", "claude-3-5-haiku"),
            ("openai/gpt-oss-120b", "gpt-oss-120b"),
            ("openai.gpt-oss-120b-1:0", "gpt-oss-120b-1:0"),
            ("anthropic.claude-v2", "claude"),
            ("gpt-4.1-mini", "gpt-4.1-mini"),
            ("claude-sonnet-4-5@20250929", "claude-sonnet-4-5"),
            (
                "arn%3Aaws%3Abedrock%3Aus-east-1%3A0%3Ainference-profile%2Fus.anthropic.claude-3-7-sonnet-20250219-v1%3A0",
                "claude-3-7-sonnet",
            ),
            ("%zz", "%zz"),
        ] {
            assert_eq!(normal(id), plain, "{id}");
        }
    }

    #[test]
    fn the_longest_row_wins_and_ends_at_a_word() {
        assert_eq!(of_id("gpt-4o-mini-2024-07-18").map(|model| model.id.as_str()), Some("gpt-4o-mini"));
        assert_eq!(of_id("gpt-4.1-nano").map(|model| model.id.as_str()), Some("gpt-4.1-nano"));
        assert!(of_id("gpt-4omega").is_none());
        for (id, row) in [
            ("claude-sonnet-4.5", Some("claude-sonnet-4-5")),
            ("anthropic/claude-sonnet-4.5", Some("claude-sonnet-4-5")),
            ("claude-3.5-sonnet", Some("claude-3-5-sonnet")),
            ("claude-sonnet-4-0", Some("claude-sonnet-4")),
            ("claude-sonnet-4-20250514", Some("claude-sonnet-4")),
            ("claude-sonnet-4-7", None),
            ("claude-opus-4-9", None),
            ("claude-opus-4-60", None),
            ("claude-opus-4-9-fast", None),
            ("gpt-4.5-preview", None),
            ("gpt-5.7", None),
            ("gemini-3.9-pro", None),
            ("gpt-4-0613", Some("gpt-4")),
            ("gpt-4-32k", Some("gpt-4")),
            ("openai.gpt-oss-20b-1:0", Some("gpt-oss")),
            ("qwen/qwen3-32b", Some("qwen3")),
            ("gemini-2.5-pro-preview-05-06", Some("gemini-2.5-pro")),
            ("gemini-2.0-flash-001", Some("gemini-2.0-flash")),
            ("mistral-medium-3", Some("mistral-medium")),
        ] {
            assert_eq!(of_id(id).map(|model| model.id.as_str()), row, "{id}");
        }
        assert!(closest("gpt-9").iter().all(|id| id.starts_with("gpt-")));
    }
}
