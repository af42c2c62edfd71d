//! The lines under a table of results: limits that are exceeded, what the figures assume, the sum, what to do next.

use crate::rent::figures::grouped;
use crate::report::results::document::Results;
use crate::report::results::notes::number;
use crate::report::results::written::rounded;

/// All closing lines.
#[must_use]
pub fn lines(results: &Results) -> Vec<String> {
    let mut lines = vec![String::new()];
    lines.extend(limits(results));
    lines.extend(results.notes.iter().map(|note| format!("note: {note}")));
    lines.extend(
        results.unread.iter().map(|unread| format!("note: {} not read: {}", number(unread.n, "line"), unread.reason)),
    );
    let gaps = results.head.sources.iter().filter(|source| matches!(&*source.status, "failed" | "skipped"));
    lines.extend(gaps.filter_map(|source| Some(format!("{}: {}", source.name, source.detail.as_ref()?))));
    if lines.len() > 1 {
        lines.push(String::new());
    }
    lines.extend(summary(results));
    lines.push(next(results));
    lines
}

fn limits(results: &Results) -> Option<String> {
    let sums = &results.totals.sums;
    let tokens =
        |limit: Option<u64>| limit.and_then(|tokens| i64::try_from(tokens).ok()).map_or_else(String::new, grouped);
    let (warn, cap) = (tokens(results.limits.warn), tokens(results.limits.cap));
    let host = &results.host;
    match (sums.over_cap, sums.warned) {
        (0, 0) => None,
        (over, 0) => Some(format!("{host} takes {cap} tokens: {} above it", number(over, "result"))),
        (0, warned) => Some(format!("{host} warns above {warn} tokens: {}", number(warned, "result"))),
        (over, warned) => {
            let over = number(over, "result");
            Some(format!("{host} takes {cap} tokens: {over} above it, and {warned} more above its warning at {warn}"))
        }
    }
}

fn summary(results: &Results) -> [String; 2] {
    let sums = &results.totals.sums;
    let failed = if sums.failed > 0 { format!(" ({} failed)", sums.failed) } else { String::new() };
    let meter = format!("{} {}", results.meter.profile, results.meter.method);
    let model = if results.model == results.meter.profile { meter } else { format!("{}, {meter}", results.model) };
    let scope = format!(
        "{}, {}{failed}, {}, counted for {} ({model}).",
        number(results.sessions.len(), "session"),
        number(sums.calls, "call"),
        number(results.results.len(), "tool"),
        results.host,
    );
    let mut line = format!("{} tokens of results", grouped(sums.tokens));
    if sums.carried > 0 {
        line.push_str(&format!(", and {} more as later requests sent them again", grouped(sums.carried)));
    }
    if let Some(share) = results.totals.share_pct {
        line.push_str(&format!(": {} of the input", percent(share)));
    }
    let waste = sums.waste.total();
    line.push_str(&format!(". Waste: {} ({}).", grouped(waste), percent(rounded(waste, sums.tokens))));
    [scope, line]
}

fn next(results: &Results) -> String {
    let source = results
        .head
        .sources
        .iter()
        .find(|source| matches!(&*source.status, "ok" | "incomplete") && source.kind == "transcript");
    let file = source.map_or("TRANSCRIPT", |source| source.name.as_str());
    let most = results.kinds.iter().rev().max_by_key(|kind| kind.tokens).filter(|kind| kind.tokens > 0);
    let rule = most.map_or("result-over-cap", |kind| rule(&kind.kind));
    format!("next: toolrent results {file} --by session     toolrent explain {rule}")
}

/// The lint rule that judges a kind of waste.
fn rule(kind: &str) -> &'static str {
    match kind {
        "duplicate_structured" => "result-duplicate-structured",
        "base64" => "result-base64-in-text",
        "indent" => "result-pretty-printed",
        "wrapped" => "output-schema-uninformative",
        "nulls" => "result-nulls",
        _ => "result-uniform-rows",
    }
}

/// A share as it is shown.
#[must_use]
pub(crate) fn percent(share: f64) -> String {
    format!("{share:.1} %")
}

#[cfg(test)]
mod tests {
    use super::rule;
    use crate::lint::rules::RULES;
    use crate::rent::result::waste::Kind;

    #[test]
    fn every_kind_of_waste_has_a_page() {
        for kind in Kind::ALL {
            assert!(RULES.iter().any(|known| known.id == rule(kind.id())), "{}", kind.id());
        }
    }
}
