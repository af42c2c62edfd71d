//! What `simulate` found as CSV records and as one JSON object a strategy.

use std::io::{self, Write};

use crate::report::simulate::document::{BreakEven, Played, Simulate};
use crate::report::{csv, json};

const RECORD: [&str; 29] = [
    "strategy",
    "host",
    "model",
    "first_turn",
    "peak",
    "highest",
    "peak_pct",
    "cumulative",
    "cumulative_pct",
    "cumulative_once",
    "cumulative_once_pct",
    "billed",
    "billed_pct",
    "micro_usd",
    "http_round_trips",
    "passes",
    "extra_passes",
    "recall_at_k",
    "miss_per_search",
    "not_found_rate",
    "unused_loaded",
    "cache_hit_pct",
    "cache_breaks",
    "deferred",
    "notes",
    "break_even_peak_tools",
    "break_even_cumulative_tools",
    "break_even_billed_tools",
    "as_of",
];

/// One object a strategy.
///
/// # Errors
/// When `out` cannot be written to.
pub fn jsonl(simulate: &Simulate, out: &mut dyn Write) -> io::Result<()> {
    simulate.strategies.iter().try_for_each(|strategy| json::line(strategy, out))
}

/// One record a strategy.
///
/// # Errors
/// When `out` cannot be written to.
pub fn csv(simulate: &Simulate, out: &mut dyn Write) -> io::Result<()> {
    csv::record(out, RECORD)?;
    simulate.strategies.iter().try_for_each(|played| csv::record(out, record(played, &simulate.break_even)))
}

fn record(played: &Played, evens: &[BreakEven]) -> [String; 29] {
    let even = |metric: &str| {
        let own = |even: &&BreakEven| even.strategy == played.name && even.host == played.host && even.metric == metric;
        figure(evens.iter().find(own).and_then(|even| even.tools))
    };
    [
        played.name.clone(),
        played.host.clone(),
        played.model.clone(),
        played.first_turn.to_string(),
        played.peak.to_string(),
        played.highest.to_string(),
        figure(played.peak_pct),
        played.cumulative.to_string(),
        played.cumulative_pct.to_string(),
        played.cumulative_once.to_string(),
        played.cumulative_once_pct.to_string(),
        played.billed.to_string(),
        played.billed_pct.to_string(),
        figure(played.micro_usd),
        played.http_round_trips.to_string(),
        played.passes.to_string(),
        played.extra_passes.to_string(),
        figure(played.recall_at_k),
        figure(played.miss_per_search),
        played.not_found_rate.to_string(),
        played.unused_loaded.to_string(),
        played.cache_hit_pct.to_string(),
        played.cache_breaks.to_string(),
        played.deferred.to_string(),
        played.notes.join("; "),
        even("peak"),
        even("cumulative"),
        even("billed"),
        played.as_of.clone(),
    ]
}

fn figure(figure: Option<impl ToString>) -> String {
    figure.map_or_else(String::new, |figure| figure.to_string())
}
