//! What a strategy came to over a workload: tokens, bill, round trips, and what it missed.

use crate::rent::price::MicroUsd;

/// The outcome of one strategy; per-session figures are means over the sessions unless they say otherwise.
#[derive(Debug, Clone, Default)]
pub struct Outcome {
    /// The strategy's name.
    pub name: String,
    /// Sessions played.
    pub sessions: usize,
    /// Input tokens of a session's first request.
    pub first_turn: f64,
    /// The largest request of a session, mean; and the largest of all.
    pub peak: f64,
    /// The largest request of all sessions.
    pub highest: i64,
    /// Input tokens of all requests and internal passes of a session, each billed again as it is sent again.
    pub cumulative: f64,
    /// The same with every text counted once, as published tables often do.
    pub cumulative_once: f64,
    /// Input-price tokens that a prompt cache leaves to pay: reads and writes at their rates.
    pub billed: f64,
    /// Money for input and output of a session, when the model has prices.
    pub money: Option<MicroUsd>,
    /// Round trips beyond those that `full` makes.
    pub extra_round_trips: f64,
    /// Model passes, internal ones included.
    pub passes: f64,
    /// Searches made.
    pub searches: usize,
    /// Searches whose answer did not hold the tool that was needed.
    pub misses: usize,
    /// Needed tools that were in the first search's answer, of those that had to be searched; `None` when none had.
    pub recall_at_k: Option<f64>,
    /// Needed tools that no search found, of all that were needed.
    pub not_found: f64,
    /// Definitions loaded that no call used.
    pub unused_loaded: f64,
    /// Share of input tokens read from the cache, in percent.
    pub cache_hit_pct: f64,
    /// Requests whose whole cached prefix was lost.
    pub busts: usize,
    /// Mean input tokens of the n-th request, over the sessions that have one.
    pub per_turn: Vec<f64>,
}
