//! The public report, version 1, of requests: what `count` predicts and what `calibrate` finds.

use serde::Serialize;

use crate::report::document::Head;

/// What `count` predicts for one request.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Count {
    /// The source it stands in.
    pub source: String,
    /// Its row id, or its position in the source, from 1.
    pub id: String,
    /// The model it names.
    pub model: Option<String>,
    /// The profile that counted.
    pub profile: String,
    /// `exact`, `fitted` or `rough`.
    pub method: String,
    /// Predicted input tokens.
    pub predicted: i64,
    /// The same as a band (low, high), where the profile only knows one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub band: Option<[i64; 2]>,
    /// The prediction by part.
    pub parts: Parts,
    /// Billed input tokens, where the input says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actual: Option<u64>,
    /// Predicted less billed, where the input says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<i64>,
    /// What the figure leaves out or doubts; a figure with such a note is no exact one, whatever the method.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// The parts of a predicted request; they sum to `predicted`.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Parts {
    /// The preamble of the tools and any fixed start.
    pub fixed: i64,
    /// Tool definitions.
    pub tools: i64,
    /// System text.
    pub system: i64,
    /// The conversation and the answer's schema.
    pub messages: i64,
}

/// What `count` found.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Counts {
    /// The head.
    #[serde(flatten)]
    pub head: Head,
    /// One object a request.
    pub requests: Vec<Count>,
}

/// What `calibrate` found.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Calibration {
    /// The head.
    #[serde(flatten)]
    pub head: Head,
    /// One entry a profile and slice.
    pub profiles: Vec<Slice>,
    /// Profiles of one provider together.
    pub pools: Vec<Slice>,
    /// Rows that were not counted; with all `n` of `profiles` they make up the rows read.
    pub rows_skipped: Vec<Skipped>,
}

/// The error of one profile on one kind of request.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Slice {
    /// The profile, or the pool's name.
    pub profile: String,
    /// `first`, `history`, `plain` or `other`.
    pub slice: String,
    /// Recorded calls.
    pub n: usize,
    /// Distinct sets of tools among them.
    pub tool_sets: usize,
    /// Calls predicted to the token.
    pub exact: usize,
    /// Calls within 2 tokens.
    pub within_2: usize,
    /// Calls within 3 tokens.
    pub within_3: usize,
    /// Calls within 8 tokens.
    pub within_8: usize,
    /// Largest error, in tokens.
    pub max_abs: u64,
    /// Median error, in percent of the billed input.
    pub median_pct: f64,
    /// Mean error.
    pub mean_pct: f64,
    /// 95th percentile.
    pub p95_pct: f64,
}

/// Rows that were not counted.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Skipped {
    /// Why.
    pub reason: String,
    /// How many.
    pub n: usize,
}
