//! Where deferring pays, and which tools to keep loaded, for people.

use crate::rent::figures::grouped;
use crate::report::sheet::{Column, Room, Row, Sheet, Weight};
use crate::report::simulate::document::{BreakEven, KeepLoaded, Kept, Simulate};
use crate::report::simulate::view::kilo;

/// Tools shown of each set before the rest is only counted.
const SHOWN: usize = 8;

/// The name of a strategy, with its host where that is not the same word.
fn label(strategy: &str, host: &str) -> String {
    if strategy == host { strategy.to_owned() } else { format!("{strategy} on {host}") }
}

/// One row a strategy: from how many tools on it is cheaper than `full`, by what is compared.
#[must_use]
pub fn break_even(simulate: &Simulate) -> Option<Sheet> {
    let first = simulate.break_even.first()?;
    let metrics = simulate.break_even.iter().take_while(|even| even.strategy == first.strategy).count();
    let heads = ["on the peak", "on tokens re-sent", "on the bill"];
    let mut columns = vec![Column::text("deferring pays from", Room::Cut)];
    columns.extend(heads.iter().map(|head| Column::figures([(*head).to_owned()])));
    let row = |group: &[BreakEven]| {
        let name = label(&group[0].strategy, &group[0].host);
        Row::Cells(Weight::Plain, std::iter::once(name).chain(group.iter().map(size)).collect())
    };
    let rows = simulate.break_even.chunks(metrics.clamp(1, heads.len())).map(row).collect();
    let after = vec![
        "tools of the catalog (tokens of their definitions); the same sessions over smaller".to_owned(),
        "catalogs, and no limit below which a host loads everything".to_owned(),
    ];
    Some(Sheet { before: Vec::new(), columns, rows, after })
}

fn size(even: &BreakEven) -> String {
    match (even.tools, even.tokens) {
        (Some(tools), Some(tokens)) if even.always => format!("≤ {} tools ({})", grouped(tools), kilo(tokens)),
        (Some(tools), Some(tokens)) => format!("{} tools ({})", grouped(tools), kilo(tokens)),
        _ => "never here".to_owned(),
    }
}

/// The tools to keep, by strategy, with what they save and cost.
#[must_use]
pub fn keep_loaded(simulate: &Simulate) -> Option<Sheet> {
    if simulate.keep_loaded.is_empty() {
        return None;
    }
    let heads = [["sessions", "using it"], ["", "missed"], ["tokens", "a turn"]];
    let mut columns = vec![Column::text("Keep loaded", Room::Cut)];
    columns.extend(heads.map(|head| Column::figures(head.map(str::to_owned))));
    let mut rows = Vec::new();
    let mut after = Vec::new();
    for advice in &simulate.keep_loaded {
        rows.push(Row::Cells(Weight::Strong, vec![label(&advice.strategy, &advice.host)]));
        rows.extend(advice.tools.iter().take(SHOWN).map(kept));
        if advice.tools.len() > SHOWN {
            let rest = &advice.tools[SHOWN..];
            let sum = |of: fn(&Kept) -> i64| grouped(rest.iter().map(of).sum());
            let name = format!("  … {} more (--format json lists them)", rest.len());
            let missed = sum(|one| i64::try_from(one.misses).unwrap_or(i64::MAX));
            rows.push(Row::Cells(Weight::Faint, vec![name, String::new(), missed, sum(|one| one.tokens)]));
        }
        after.extend(verdict(advice));
    }
    Some(Sheet { before: Vec::new(), columns, rows, after })
}

fn kept(kept: &Kept) -> Row {
    let server = if kept.server.is_empty() { String::new() } else { format!("{}.", kept.server) };
    let name = format!("  {server}{}", kept.tool);
    Row::Cells(Weight::Plain, vec![name, kept.uses.to_string(), kept.misses.to_string(), grouped(kept.tokens)])
}

fn verdict(advice: &KeepLoaded) -> [String; 2] {
    let change = |tokens: i64| if tokens > 0 { format!("+{}", kilo(tokens)) } else { kilo(tokens) };
    let pays = match (advice.tools.is_empty(), advice.reached, advice.pays) {
        (true, ..) => "few enough are missed already",
        (_, false, _) => "fewer misses than that were asked for, and not reached",
        (_, _, true) => "it pays",
        (_, _, false) => "it does not pay, it buys fewer misses",
    };
    let left = format!(
        "{}: misses {} → {} of {} searches for {} tokens a turn;",
        label(&advice.strategy, &advice.host),
        advice.misses,
        advice.misses_left,
        advice.searches,
        grouped(advice.tokens)
    );
    let costs = format!(
        "  a session bills {}, re-sends {}: {pays}",
        change(advice.billed_change),
        change(advice.cumulative_change)
    );
    [left, costs]
}
