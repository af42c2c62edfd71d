//! The public report, version 1: what scripts hold on to. Fields may be added; none changes its meaning without a new
//! version.
//!
//! Token figures are integers, money is in whole micro-US-dollars, names are verbatim.

use serde::Serialize;

/// The version of every document here.
pub const SCHEMA: u32 = 1;

/// What every document starts with.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Head {
    /// Version of this form.
    pub schema: u32,
    /// The verb that made it.
    pub command: String,
    /// The version of toolrent that made it.
    pub toolrent: String,
    /// What was read.
    pub sources: Vec<Source>,
}

impl Head {
    /// The head of that verb's document.
    #[must_use]
    pub fn new(command: &str, sources: Vec<Source>) -> Head {
        Head { schema: SCHEMA, command: command.to_owned(), toolrent: env!("CARGO_PKG_VERSION").to_owned(), sources }
    }
}

/// One source.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Source {
    /// As the user named it.
    pub name: String,
    /// What it was found to be.
    pub kind: String,
    /// `ok`, `incomplete`, or `failed`.
    pub status: String,
    /// What was lost or doubtful, with its place.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
}

/// What `rent` found.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Rent {
    /// The head.
    #[serde(flatten)]
    pub head: Head,
    /// One entry a host.
    pub columns: Vec<Column>,
    /// A host's own figures beside ours, where `--claimed` gave some.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<Claim>,
    /// Budgets that are exceeded.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub over_budget: Vec<OverBudget>,
}

/// The rent on one host and model.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Column {
    /// The host's id.
    pub host: String,
    /// The model's id.
    pub model: String,
    /// What counted.
    pub meter: Meter,
    /// Totals over all servers.
    pub totals: Totals,
    /// Day of the prices behind `micro_usd`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prices_as_of: Option<String>,
    /// What the figures assume or leave out.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
    /// One entry a server.
    pub servers: Vec<Server>,
}

/// How a column was counted.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Meter {
    /// The meter profile.
    pub profile: String,
    /// `exact`, `fitted` or `rough`.
    pub method: String,
    /// The measured error; null where none was measured.
    pub error: Option<Error>,
    /// Multipliers around every figure (low, high), where only a band is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub band: Option<[f64; 2]>,
}

/// The error of a profile's predictions of whole requests with tools.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Error {
    /// Median, in percent of the billed input.
    pub median_pct: f64,
    /// 95th percentile.
    pub p95_pct: f64,
    /// Recorded calls behind it.
    pub n: u32,
    /// Day of the newest of them.
    pub as_of: String,
}

/// Totals of a column, in tokens.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Totals {
    /// The whole tool objects as sent (o200k).
    pub wire: i64,
    /// The tools as the model reads them, every tool loaded.
    pub model: i64,
    /// What stands in every request: tools not deferred, instructions, fixed.
    pub up_front: i64,
    /// The same with every tool loaded.
    pub if_loaded: i64,
    /// The once-per-request preamble.
    pub fixed: i64,
    /// The host's own search tool, while it holds definitions back; in `up_front` only.
    pub search: i64,
    /// Server instructions as shown.
    pub instructions: i64,
    /// `up_front` in percent of the model's context window.
    pub context_pct: Option<f64>,
    /// The price of `up_front` for one turn.
    pub micro_usd: Option<MicroUsd>,
}

/// The price of one turn, in micro-US-dollars.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct MicroUsd {
    /// With nothing in the prompt cache.
    pub uncached: u64,
    /// When all of it is written to the cache; null, as the next, when it is too short to be cached.
    pub cache_write: Option<u64>,
    /// When all of it is read from the cache.
    pub cache_read: Option<u64>,
}

/// One server in a column.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Server {
    /// Its name.
    pub name: String,
    /// How many tools it lists.
    pub tools_count: usize,
    /// Tokens of its tools as the model reads them.
    pub model: i64,
    /// Tokens of its tools on the wire.
    pub wire: i64,
    /// What its tools take in every request under the host's own loading policy.
    pub up_front: i64,
    /// Tokens of its instructions as shown.
    pub instructions: i64,
    /// What the host cuts off its instructions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instructions_truncated: Option<Truncated>,
    /// Its tools, in wire order.
    pub tools: Vec<Tool>,
}

/// One tool in a column.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Tool {
    /// The server's name for it.
    pub name: String,
    /// The name the model sees.
    pub shown_as: String,
    /// Its share of the rendered list.
    pub model: i64,
    /// Its whole object (o200k).
    pub wire: i64,
    /// Its whole object in UTF-8 bytes, compact.
    pub wire_bytes: u64,
    /// What it takes in every request under the host's own loading policy.
    pub up_front: i64,
    /// What it takes once loaded.
    pub if_loaded: i64,
    /// Whether the host holds it back until it is wanted.
    pub deferred: bool,
    /// Whether the host leaves the tool out because its name is too long; absent when it does not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub left_out: bool,
    /// Why hosts must drop the tool over HTTP, so that only its wire is counted; absent when they need not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub excluded: Option<String>,
    /// Its parts, each counted alone, and what is left.
    pub fields: Fields,
    /// What the host cuts off; null when nothing.
    pub truncated: Option<Truncated>,
    /// `whole`, `approximate` (schema rebuilt) or `lower-bound` (no schema in the source).
    pub fidelity: String,
}

/// The parts of a tool; they sum to `model`.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Fields {
    /// The name as shown.
    pub name: i64,
    /// The description.
    pub description: i64,
    /// The words about parameters.
    pub parameters: i64,
    /// The schema without those words.
    pub schema: i64,
    /// The rest: punctuation between the parts, and tokens that parts share; may be negative.
    pub framing: i64,
}

/// A text that a host cuts.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Truncated {
    /// Which field.
    pub field: String,
    /// UTF-8 bytes the model still sees.
    pub shown_bytes: usize,
    /// UTF-8 bytes it never sees.
    pub lost_bytes: usize,
    /// The text it never sees.
    pub lost_text: String,
}

/// A host's own figure beside ours.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Claim {
    /// The host whose column it is held against.
    pub host: String,
    /// The server; null for the total.
    pub server: Option<String>,
    /// The tool; null for the total.
    pub tool: Option<String>,
    /// Tokens the host shows.
    pub claimed: i64,
    /// Tokens we count in every request; null when the catalog has no such tool.
    pub ours: Option<i64>,
    /// Tokens we count once it is loaded.
    pub if_loaded: Option<i64>,
    /// `claimed` divided by `ours`.
    pub ratio: Option<f64>,
    /// The likely cause of the difference, in words.
    pub cause: String,
}

/// A budget that is exceeded.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct OverBudget {
    /// `tool`, `server`, `total`, `instructions` or `growth_pct`.
    pub budget: String,
    /// The host whose column is judged.
    pub host: String,
    /// The server, where it is about one.
    pub server: Option<String>,
    /// The tool, where it is about one.
    pub tool: Option<String>,
    /// The budget, in tokens (in percent for growth).
    pub limit: i64,
    /// What was found.
    pub found: i64,
}
