//! Results as records: one a server and tool, with the same names in every form.

use std::io::{self, Write};

use serde::Serialize;

use crate::report::results::document::{Results, Tool};
use crate::report::{csv, json};

const RECORD: [&str; 24] = [
    "host",
    "model",
    "server",
    "tool",
    "calls",
    "failed",
    "tokens",
    "failed_tokens",
    "median",
    "p95",
    "max",
    "carried",
    "turns_carried",
    "share_pct",
    "indent",
    "duplicate_structured",
    "nulls",
    "wrapped",
    "rows",
    "base64",
    "images",
    "warned",
    "over_cap",
    "without_text",
];

#[derive(Serialize)]
struct Line<'a> {
    host: &'a str,
    model: &'a str,
    #[serde(flatten)]
    tool: &'a Tool,
}

/// Every row as CSV.
///
/// # Errors
/// When `out` cannot be written to.
pub fn csv(results: &Results, out: &mut dyn Write) -> io::Result<()> {
    csv::record(out, RECORD)?;
    for tool in &results.results {
        let (sums, waste) = (&tool.sums, &tool.sums.waste);
        let mut cells = [&results.host, &results.model, &tool.server, &tool.tool].map(String::clone).to_vec();
        cells.extend([sums.calls, sums.failed].map(|figure| figure.to_string()));
        let figures =
            [sums.tokens, sums.failed_tokens, tool.median, tool.p95, tool.max, sums.carried, sums.turns_carried];
        cells.extend(figures.map(|figure| figure.to_string()));
        cells.push(tool.share_pct.map_or_else(String::new, |share| share.to_string()));
        let kinds = [waste.indent, waste.duplicate_structured, waste.nulls, waste.wrapped, waste.rows, waste.base64];
        cells.extend(kinds.map(|figure| figure.to_string()));
        let counts = [sums.images.count, sums.warned, sums.over_cap, sums.without_text];
        cells.extend(counts.map(|figure| figure.to_string()));
        csv::record(out, cells)?;
    }
    Ok(())
}

/// Every row as a JSON object on a line.
///
/// # Errors
/// When `out` cannot be written to.
pub fn jsonl(results: &Results, out: &mut dyn Write) -> io::Result<()> {
    let line = |tool| json::line(&Line { host: &results.host, model: &results.model, tool }, out);
    results.results.iter().try_for_each(line)
}
