//! Prompt caches as data: `caching.toml`, one row a way in which a provider bills what it has read before.

use std::sync::LazyLock;

use serde::Deserialize;

/// One row of `caching.toml`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Caching {
    /// The name users type.
    pub id: String,
    /// What it is, in words.
    pub title: String,
    /// The models' maker.
    pub maker: String,
    /// Fronts of the model ids it holds for.
    pub models: Vec<String>,
    /// Whether it keeps a prefix for a short or a long time.
    pub retention: Retention,
    /// What a token that is written costs, in percent of an uncached one.
    pub write_pct: u32,
    /// What a token that is read costs, in percent of an uncached one.
    pub read_pct: u32,
    /// Seconds in which a prefix is found again.
    pub ttl_s: u64,
    /// The shortest prompt that is cached, in tokens, where the model's row does not say.
    pub min_prefix: u64,
    /// Cached prefixes end at a multiple of this many tokens.
    pub step: u32,
    /// Breakpoints that a request may set; absent where prefixes are found by themselves.
    pub breakpoints: Option<u32>,
    /// Blocks before a breakpoint in which an earlier one is found; absent where prefixes are found by themselves.
    pub lookback: Option<u32>,
    /// Where the row was read.
    pub source: String,
    /// Day the row was true.
    pub as_of: String,
}

/// How long a prefix is kept, as a request asks for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Retention {
    /// As the provider does unasked.
    #[default]
    Short,
    /// As long as can be asked for.
    Long,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    caching: Vec<Caching>,
}

static CACHING: LazyLock<Vec<Caching>> = LazyLock::new(|| {
    toml::from_str::<File>(include_str!("caching.toml")).expect("caching.toml is checked by a test").caching
});

/// All rows, in file order.
#[must_use]
pub fn rows() -> &'static [Caching] {
    &CACHING
}

/// The row of that id.
#[must_use]
pub fn named(id: &str) -> Option<&'static Caching> {
    CACHING.iter().find(|row| row.id == id)
}

/// The row for a model: the longest front that fits, with that retention where there is such a row.
#[must_use]
pub fn of_model(model: &str, retention: Retention) -> Option<&'static Caching> {
    let front = |row: &Caching| row.models.iter().filter(|front| model.starts_with(*front)).map(String::len).max();
    let longest = CACHING.iter().filter_map(front).max()?;
    let fits = || CACHING.iter().filter(|row| front(row) == Some(longest));
    fits().find(|row| row.retention == retention).or_else(|| fits().next())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::model;

    #[test]
    fn every_row_says_where_it_was_read_and_can_be_billed() {
        for row in rows() {
            assert!(!row.source.is_empty() && row.as_of.len() == 10 && !row.title.is_empty(), "{}", row.id);
            assert!(row.read_pct <= 100 && row.write_pct >= 100 && row.step > 0 && row.ttl_s > 0, "{}", row.id);
            assert_eq!(rows().iter().filter(|other| other.id == row.id).count(), 1, "{}", row.id);
            assert_eq!(row.breakpoints.is_some(), row.lookback.is_some(), "{}", row.id);
            let known = |front: &String| model::models().iter().any(|model| model.id.starts_with(front.as_str()));
            assert!(row.models.iter().all(known), "{}", row.id);
        }
    }

    #[test]
    fn the_longest_front_wins_and_retention_tells_rows_apart() {
        let id = |model, retention| of_model(model, retention).map(|row| row.id.as_str());
        assert_eq!(id("claude-sonnet-4-6", Retention::Short), Some("anthropic-5m"));
        assert_eq!(id("claude-sonnet-4-6", Retention::Long), Some("anthropic-1h"));
        assert_eq!(id("gpt-5.4", Retention::Short), Some("openai-5"));
        assert_eq!(id("gpt-5.6-luna", Retention::Long), Some("openai-5.6"));
        assert_eq!(id("gpt-4.1-mini", Retention::Short), Some("openai-4o"));
        assert_eq!(id("deepseek-v4", Retention::Short), None);
    }
}
