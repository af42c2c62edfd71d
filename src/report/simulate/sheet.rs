//! What `simulate` found, for people: a table of strategies, a chart of tokens a request, variations.

use crate::report::sheet::{Align, Column, Room, Row, Sheet, Weight};
use crate::report::simulate::document::{Played, Simulate};
use crate::report::simulate::lines;
use crate::report::simulate::view::{Detail, View, dollars, kilo};

/// One row a strategy, the savings beside the misses.
#[must_use]
pub fn strategies(simulate: &Simulate, view: View<'_>) -> Sheet {
    let full = view.detail == Detail::Full;
    let mut columns = vec![Column::text("strategy", Room::Cut)];
    columns.extend(heads(full).iter().map(|head| Column::figures(head.iter().map(|line| (*line).to_owned()))));
    if full {
        columns.push(Column::text("", Room::Cut));
    }
    let mut rows = Vec::new();
    let mut before = None;
    for played in &simulate.strategies {
        let on = (&played.host, &played.model);
        if simulate.columns.len() > 1 && before != Some(on) {
            rows.push(Row::Cells(Weight::Strong, vec![format!("on {}", place(simulate, played))]));
        }
        before = Some(on);
        rows.push(Row::Cells(Weight::Plain, cells(played, full)));
    }
    let mut after = vec![
        "re-sent: every text as often as it is sent; once: what is behind the prefix".to_owned(),
        "one time, as published tables count; billed: with the prompt cache; not found:".to_owned(),
        "by no search with its queries, though played as found by one search more".to_owned(),
    ];
    if !full {
        after.extend(lines::asides(simulate));
    }
    Sheet { before: lines::before(simulate), columns, rows, after }
}

/// The host, with the model where the host stands for several.
fn place(simulate: &Simulate, played: &Played) -> String {
    let same = simulate.columns.iter().filter(|column| column.host == played.host).count();
    if same > 1 { format!("{} {}", played.host, played.model) } else { played.host.clone() }
}

fn heads(full: bool) -> Vec<[&'static str; 2]> {
    let all = [
        (true, ["first", "turn"]),
        (true, ["", "peak"]),
        (false, ["% of", "window"]),
        (true, ["re-sent", "%"]),
        (false, ["once", "%"]),
        (true, ["billed", "%"]),
        (false, ["$ a", "session"]),
        (true, ["+round", "trips"]),
        (false, ["+", "passes"]),
        (true, ["not", "found"]),
        (true, ["misses/", "search"]),
        (false, ["unused", "loaded"]),
        (false, ["cache", "hits %"]),
    ];
    all.into_iter().filter(|(brief, _)| full || *brief).map(|(_, head)| head).collect()
}

fn cells(played: &Played, full: bool) -> Vec<String> {
    let optional = |figure: Option<String>| figure.unwrap_or_else(|| "-".to_owned());
    let all = [
        (true, kilo(played.first_turn)),
        (true, kilo(played.peak)),
        (false, optional(played.peak_pct.map(|pct| format!("{pct:.1}")))),
        (true, format!("{:.1}", played.cumulative_pct)),
        (false, format!("{:.1}", played.cumulative_once_pct)),
        (true, format!("{:.1}", played.billed_pct)),
        (false, optional(played.micro_usd.map(dollars))),
        (true, format!("{:.1}", played.http_round_trips)),
        (false, format!("{:.1}", played.extra_passes)),
        (true, format!("{:.1} %", 100.0 * played.not_found_rate)),
        (true, optional(played.miss_per_search.map(|rate| format!("{rate:.2}")))),
        (false, format!("{:.1}", played.unused_loaded)),
        (false, format!("{:.0}", played.cache_hit_pct)),
    ];
    let shown = all.into_iter().filter(|(brief, _)| full || *brief).map(|(_, cell)| cell);
    let mut cells: Vec<String> = std::iter::once(format!("  {}", played.name)).chain(shown).collect();
    if full {
        cells.push(played.notes.join(", "));
    }
    cells
}

/// Most requests that are drawn.
const DRAWN: usize = 32;

/// Tokens a request as bars of one scale: of the requests that at least a tenth of the sessions have.
#[must_use]
pub fn chart(simulate: &Simulate) -> Option<Sheet> {
    let shown = |played: &Played| {
        let tenth = simulate.workload.tasks.div_ceil(10);
        let held = played.per_turn_sessions.iter().take_while(|sessions| **sessions >= tenth).count();
        held.min(DRAWN)
    };
    let most = simulate.strategies.iter().flat_map(|one| one.per_turn.iter().take(shown(one))).max().copied()?;
    let turns = simulate.strategies.iter().map(shown).max()?;
    if turns < 2 || most == 0 {
        return None;
    }
    let row = |played: &Played| {
        let series = &played.per_turn[..shown(played)];
        let bars = series.iter().map(|tokens| bar(*tokens, most)).collect();
        let end = |tokens: Option<&i64>| tokens.map_or_else(String::new, |tokens| kilo(*tokens));
        let name = if simulate.columns.len() > 1 && is_bound(played) {
            format!("{} ({})", played.name, place(simulate, played))
        } else {
            played.name.clone()
        };
        Row::Cells(Weight::Plain, vec![name, bars, end(series.first()), end(series.last())])
    };
    let figures = |head: [&str; 2]| Column::figures(head.map(str::to_owned));
    let columns = vec![
        Column::text("tokens a request", Room::Cut),
        Column {
            head: vec![format!("1 to {turns}"), format!("█ = {}", kilo(most))],
            align: Align::Left,
            room: Room::Whole,
        },
        figures(["", "first"]),
        figures(["", "last"]),
    ];
    let rows = simulate.strategies.iter().map(row).collect();
    let after = vec!["a request with its searches, mean of the sessions that have an n-th one".to_owned()];
    Some(Sheet { before: Vec::new(), columns, rows, after })
}

/// Whether it is one that every host has.
fn is_bound(played: &Played) -> bool {
    played.name == "full" || played.name == "oracle"
}

/// A bar of eighths; the smallest one stands for anything above nothing.
fn bar(tokens: i64, most: i64) -> char {
    const EIGHTHS: [char; 9] = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];
    let most = most.max(1);
    let eighths = usize::try_from((8 * tokens.max(0) + most - 1) / most).unwrap_or(8);
    EIGHTHS[eighths.min(8)]
}

/// What each strategy comes to when one thing is different.
#[must_use]
pub fn sensitivity(simulate: &Simulate) -> Option<Sheet> {
    if simulate.sensitivity.is_empty() {
        return None;
    }
    let heads = [["", "peak"], ["re-sent", "%"], ["billed", "%"], ["misses/", "search"]];
    let mut columns = vec![Column::text("when", Room::Cut), Column::text("is", Room::Cut)];
    columns.extend(heads.map(|head| Column::figures(head.map(str::to_owned))));
    let mut rows = Vec::new();
    let mut before = None;
    for one in &simulate.sensitivity {
        let of = (&one.strategy, &one.host);
        if before != Some(of) {
            rows.push(Row::Cells(Weight::Strong, vec![one.strategy.clone(), format!("on {}", one.host)]));
        }
        before = Some(of);
        let what = match one.what.as_str() {
            "k" => "  results a search",
            "gap" => "  requests come",
            "results" => "  results of calls",
            _ => "  hottest up front",
        };
        let misses = one.miss_per_search.map_or_else(|| "-".to_owned(), |rate| format!("{rate:.2}"));
        let figures = [kilo(one.peak), format!("{:.1}", one.cumulative_pct), format!("{:.1}", one.billed_pct), misses];
        let cells = [what.to_owned(), one.value.clone()].into_iter().chain(figures);
        rows.push(Row::Cells(Weight::Plain, cells.collect()));
    }
    Some(Sheet { before: Vec::new(), columns, rows, after: Vec::new() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_short_and_bars_have_one_scale() {
        assert_eq!([999, 1_000, 85_640, 1_234_000].map(kilo), ["999", "1.0K", "85.6K", "1.23M"]);
        assert_eq!(dollars(87_400), "0.087");
        assert_eq!([0, 1, 500, 501, 1_000].map(|tokens| bar(tokens, 1_000)), [' ', '▁', '▄', '▅', '█']);
        assert_eq!(heads(true).len(), 13);
    }
}
