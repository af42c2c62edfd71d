//! The public report, version 1, of `simulate`: strategies over sessions, break-even sizes, tools to keep loaded.

use serde::Serialize;

use crate::report::document::{Head, Meter};
use crate::report::search::document::Lines;

/// What `simulate` found.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Simulate {
    /// The head.
    #[serde(flatten)]
    pub head: Head,
    /// The host of the first strategies; each strategy names its own.
    pub host: String,
    /// The model there.
    pub model: String,
    /// What was played.
    pub workload: Workload,
    /// The hosts and models that strategies were played on.
    pub columns: Vec<Column>,
    /// One entry a strategy, `full` and `oracle` of each host and model before its others. Tokens are those of the mean
    /// session.
    pub strategies: Vec<Played>,
    /// From what size of a catalog on a strategy is cheaper than `full`.
    pub break_even: Vec<BreakEven>,
    /// Tools to keep always loaded, where searches miss.
    pub keep_loaded: Vec<KeepLoaded>,
    /// What each strategy comes to when one thing is different, where that was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sensitivity: Vec<Sensitivity>,
}

/// What was played.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Workload {
    /// Sessions, or tasks.
    pub tasks: usize,
    /// Requests of all of them.
    pub turns: usize,
    /// `sessions`, `tasks`, `sessions and tasks` or `synthetic`.
    pub source: String,
    /// Calls of tools.
    pub calls: usize,
    /// Tools of the catalog.
    pub tools: usize,
    /// Requests with calls whose search queries the model wrote.
    pub queries_written: usize,
    /// Requests with calls for which the user's words stood in as the query.
    pub queries_stood_in: usize,
    /// Tokens of the meter for one of o200k, where recordings give only the latter.
    pub per_o200k: Option<f64>,
    /// Image blocks, which are not counted.
    pub images: usize,
    /// Tasks left out because they need a tool that is in no source.
    pub left_out: Vec<String>,
    /// Sessions left out because they hold no request.
    pub empty: usize,
    /// Tools that sessions name and no source holds.
    pub unknown: Vec<Unknown>,
    /// Lines of session files that could not be used.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unread: Vec<Lines>,
}

/// A tool that no source holds.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Unknown {
    /// As it was written.
    pub name: String,
    /// Calls of it.
    pub calls: usize,
    /// What may have been meant.
    pub near: Vec<String>,
}

/// A host and a model.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Column {
    /// The host.
    pub host: String,
    /// The model.
    pub model: String,
    /// What counted.
    pub meter: Meter,
    /// The model's context window, in tokens.
    pub context_window: Option<u64>,
    /// Tokens of all definitions, loaded.
    pub tools_tokens: i64,
    /// How the prompt cache is billed; null where nothing is cached.
    pub cache: Option<Cache>,
}

/// How a prompt cache is billed.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Cache {
    /// Seconds in which a prefix is found again.
    pub ttl_s: u64,
    /// What a token that is written costs, in percent of an uncached one.
    pub write_pct: i64,
    /// What a token that is read costs, in percent of an uncached one.
    pub read_pct: i64,
    /// The shortest prompt that is cached, in tokens.
    pub min_prefix: i64,
    /// Day the rules were true.
    pub as_of: String,
}

/// What a strategy came to.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Played {
    /// Its name.
    pub name: String,
    /// What it is, in words.
    pub title: String,
    /// The host it was played on.
    pub host: String,
    /// The model.
    pub model: String,
    /// Input tokens of the first request.
    pub first_turn: i64,
    /// The largest request of a session.
    pub peak: i64,
    /// The largest request of all sessions.
    pub highest: i64,
    /// `peak` in percent of the context window.
    pub peak_pct: Option<f64>,
    /// Input tokens of all requests and passes, each text again as often as it is sent again.
    pub cumulative: i64,
    /// `cumulative` in percent of that of `full`.
    pub cumulative_pct: f64,
    /// The same with everything behind the prefix counted once, as published tables often do.
    pub cumulative_once: i64,
    /// `cumulative_once` in percent of that of `full`.
    pub cumulative_once_pct: f64,
    /// Input-price tokens that the prompt cache leaves to pay.
    pub billed: i64,
    /// `billed` in percent of that of `full`.
    pub billed_pct: f64,
    /// Input and output of a session, in micro-US-dollars; null where the model has no prices.
    pub micro_usd: Option<i64>,
    /// Round trips of a session beyond the recorded requests.
    pub http_round_trips: f64,
    /// Model passes of a session, those inside a request included; each is billed.
    pub passes: f64,
    /// Passes beyond those of `full`.
    pub extra_passes: f64,
    /// Share of a session's held-back tools that the first answers to their queries hold, mean; null where nothing is
    /// searched.
    pub recall_at_k: Option<f64>,
    /// Misses a first search; null where nothing is searched.
    pub miss_per_search: Option<f64>,
    /// Needed tools that were neither up front nor in the answer of any search, of all that were needed. Where a strategy
    /// assumes that a last search finds them, they are played so and counted here.
    pub not_found_rate: f64,
    /// Definitions that stood in a request and that no call used.
    pub unused_loaded: f64,
    /// Input tokens that were read from the cache.
    pub cache_hit_pct: f64,
    /// Times that a session lost its cached prefix whole.
    pub cache_breaks: f64,
    /// Whether it holds tools back on a catalog of this size.
    pub deferred: bool,
    /// What the figures assume.
    pub notes: Vec<String>,
    /// Where the strategy's figures were read.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub source: String,
    /// Day they were true.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub as_of: String,
    /// Input tokens of the n-th request with all of its passes, mean over the sessions that have one.
    pub per_turn: Vec<i64>,
    /// How many sessions have an n-th request.
    pub per_turn_sessions: Vec<usize>,
}

/// From what size of a catalog on a strategy is cheaper than `full`.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct BreakEven {
    /// The strategy.
    pub strategy: String,
    /// The host.
    pub host: String,
    /// `peak`, `cumulative` or `billed`.
    pub metric: String,
    /// Tools from which on it is; null when it is not even with the whole catalog.
    pub tools: Option<i64>,
    /// Tokens of their definitions.
    pub tokens: Option<i64>,
    /// Whether it is at every size that was tried, of which `tools` is the smallest.
    pub always: bool,
    /// The sizes that were tried.
    pub curve: Vec<Size>,
}

/// A size of the catalog.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Size {
    /// Tools, mean over the sessions.
    pub tools: i64,
    /// Tokens of their definitions.
    pub tokens: i64,
    /// What the strategy takes, as a multiple of what `full` takes.
    pub ratio: f64,
}

/// Tools to keep always loaded.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct KeepLoaded {
    /// The strategy.
    pub strategy: String,
    /// The host.
    pub host: String,
    /// The tools, the one that saves most misses a token first.
    pub tools: Vec<Kept>,
    /// Tokens that they take in every request.
    pub tokens: i64,
    /// First searches without them.
    pub searches: usize,
    /// Misses without them.
    pub misses: usize,
    /// Misses with them.
    pub misses_left: usize,
    /// Whether as few misses are left as were asked for.
    pub reached: bool,
    /// Change of `cumulative` with them, in tokens a session.
    pub cumulative_change: i64,
    /// Change of `billed` with them, in tokens a session.
    pub billed_change: i64,
    /// Whether the bill falls.
    pub pays: bool,
}

/// A tool to keep.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Kept {
    /// Its server.
    pub server: String,
    /// Its name.
    pub tool: String,
    /// Sessions that use it.
    pub uses: usize,
    /// First searches for it that missed.
    pub misses: usize,
    /// Tokens that it takes in every request.
    pub tokens: i64,
}

/// A strategy with one thing different.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Sensitivity {
    /// The strategy.
    pub strategy: String,
    /// The host.
    pub host: String,
    /// `k` results a search, `gap` between requests, size of `results`, `hot` tools up front.
    pub what: String,
    /// How it is different.
    pub value: String,
    /// The largest request.
    pub peak: i64,
    /// Input tokens of a session, sent again.
    pub cumulative: i64,
    /// In percent of `full` with the same thing different.
    pub cumulative_pct: f64,
    /// Input-price tokens of a session.
    pub billed: i64,
    /// In percent of `full` with the same thing different.
    pub billed_pct: f64,
    /// Misses a first search.
    pub miss_per_search: Option<f64>,
}
