//! The public report, version 1, of `results`. Nothing in it is text of a call or a result: names and sizes only.

use serde::Serialize;

use crate::report::document::{Head, Meter};
use crate::report::requests::Skipped;

/// What `results` found.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Results {
    /// The head.
    #[serde(flatten)]
    pub head: Head,
    /// The host that the results are counted for.
    pub host: String,
    /// The model's id.
    pub model: String,
    /// What counted.
    pub meter: Meter,
    /// What images were counted by.
    pub image_formula: ImageFormula,
    /// Where the host warns of a result and where it takes it no more.
    pub limits: Limits,
    /// All results together.
    pub totals: Totals,
    /// One entry a server and tool.
    pub results: Vec<Tool>,
    /// One entry a kind of waste. They are weighed in this order, each on what the ones before it leave, and their tokens
    /// add up to the waste.
    pub kinds: Vec<Kind>,
    /// One entry a session.
    pub sessions: Vec<Session>,
    /// Entries of the sources that could not be read, by reason.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unread: Vec<Skipped>,
    /// What the figures assume or leave out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// How pixels became tokens.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct ImageFormula {
    /// Its name.
    pub id: String,
    /// Where it was read or measured.
    pub source: String,
    /// Day it was true.
    pub as_of: String,
    /// The fewest and the most tokens that an image of unknown size may cost; it is counted as the most.
    pub range: [i64; 2],
}

/// Limits of the host, in o200k tokens.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Limits {
    /// Above this it warns.
    pub warn: Option<u64>,
    /// Above this it refuses or cuts.
    pub cap: Option<u64>,
    /// Where the limits were read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// Day they were true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub as_of: Option<String>,
}

/// All results together.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Totals {
    /// The sums.
    #[serde(flatten)]
    pub sums: Sums,
    /// Input tokens of all requests that are known.
    pub input: Option<i64>,
    /// Share of results in them, in percent.
    pub share_pct: Option<f64>,
}

/// The results of a tool.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Tool {
    /// The server; `(host)` for a host's own tools, `(unnamed)` where a recording names none.
    pub server: String,
    /// The tool; `(unnamed)` where a recording names none.
    pub tool: String,
    /// The sums.
    #[serde(flatten)]
    pub sums: Sums,
    /// Median tokens of a result that did not fail (of those that failed, where all did).
    pub median: i64,
    /// 95th percentile of the same, by nearest rank.
    pub p95: i64,
    /// The largest.
    pub max: i64,
    /// Share in the input tokens of all sessions, in percent.
    pub share_pct: Option<f64>,
}

/// Sums over results.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Sums {
    /// Calls.
    pub calls: usize,
    /// Calls that failed, among them.
    pub failed: usize,
    /// Tokens of all results, each counted once.
    pub tokens: i64,
    /// Tokens of the results of failed calls, among them.
    pub failed_tokens: i64,
    /// Tokens that later requests of the same session sent again, until the history was compacted.
    pub carried: i64,
    /// How often results were sent again.
    pub turns_carried: i64,
    /// What of `tokens` buys nothing.
    pub waste: Waste,
    /// Images among the results.
    pub images: Images,
    /// Results above the host's warning and below its cap.
    pub warned: usize,
    /// Results above the host's cap.
    pub over_cap: usize,
    /// Results that the host put into a file instead, which the model read a note of; counted by session only.
    pub spilled: usize,
    /// Tokens of those of them whose files were at hand; no part of `tokens`.
    pub spilled_tokens: i64,
    /// Calls of which a recording has no result.
    pub unanswered: usize,
    /// Results of which a recording gives the tokens only: no waste is known of them.
    pub without_text: usize,
}

/// Tokens of waste. No token is in two of them.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Waste {
    /// Spaces and line ends of indented JSON.
    pub indent: i64,
    /// Text that structured content says too.
    pub duplicate_structured: i64,
    /// Null and empty fields.
    pub nulls: i64,
    /// JSON or text inside a JSON string.
    pub wrapped: i64,
    /// Field names repeated in uniform rows, against CSV with a heading.
    pub rows: i64,
    /// Files as base64 in a text, less what the same images cost as blocks.
    pub base64: i64,
}

/// Images of results.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Images {
    /// How many.
    pub count: usize,
    /// Tokens, those of unknown size counted as the largest.
    pub tokens: i64,
    /// Tokens, those of unknown size counted as the smallest.
    pub least: i64,
    /// How many have an unknown size.
    pub unknown: usize,
}

/// A kind of waste.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Kind {
    /// Its name.
    pub kind: String,
    /// What it is.
    pub what: String,
    /// Results that have it.
    pub results: usize,
    /// Tokens, each counted once.
    pub tokens: i64,
    /// The same tokens as later requests sent them again.
    pub carried: i64,
    /// Share in the tokens of all results, in percent.
    pub share_pct: f64,
    /// What a result without it no longer has.
    pub misses: String,
}

/// The results of a session.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Session {
    /// The file it stands in.
    pub source: String,
    /// Its id.
    pub id: String,
    /// Its requests.
    pub requests: usize,
    /// The sums.
    #[serde(flatten)]
    pub sums: Sums,
    /// Input tokens of its requests.
    pub input: Option<i64>,
    /// `billed` by the provider, or as far as the texts are `recorded`.
    pub input_basis: Option<String>,
    /// Share of results in them, in percent.
    pub share_pct: Option<f64>,
}
