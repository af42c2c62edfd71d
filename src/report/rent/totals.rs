//! What a rent adds up to: what stands once per request, the total, its share of the window, its price, its meter.

use crate::rent::figures::grouped;
use crate::report::document::{Column as Ledger, Rent};
use crate::report::rent::view::By;
use crate::report::sheet::{Row, Weight};

/// Turns that the price line is for.
const TURNS: u64 = 1_000;

/// The closing rows of the table.
#[must_use]
pub fn rows(rent: &Rent, by: By, lead: &Ledger) -> Vec<Row> {
    let columns: Vec<&Ledger> = if by == By::Field { vec![lead] } else { rent.columns.iter().collect() };
    let line = |weight: Weight, name: &str, remark: &str, cell: &dyn Fn(&Ledger) -> String| {
        let mut cells = vec![name.to_owned()];
        if by == By::Field {
            cells.extend(std::iter::repeat_n(String::new(), 5));
        }
        cells.extend(columns.iter().map(|column| cell(column)));
        cells.extend([String::new(), remark.to_owned()]);
        Row::Cells(weight, cells)
    };
    let any = |wanted: &dyn Fn(&Ledger) -> bool| columns.iter().any(|column| wanted(column));
    let mut rows = Vec::new();
    for (at, server) in lead.servers.iter().enumerate() {
        let instructions = |column: &Ledger| column.servers.get(at).map_or(0, |server| server.instructions);
        if any(&|column| instructions(column) != 0) {
            let name = format!("instructions of {}", server.name);
            rows.push(line(Weight::Plain, &name, "once per request", &|column| or_dash(column, instructions(column))));
        }
    }
    rows.push(line(Weight::Plain, "preamble", "once per request", &|column| or_dash(column, column.totals.fixed)));
    if any(&|column| column.totals.search != 0) {
        let cell = |column: &Ledger| or_dash(column, column.totals.search);
        rows.push(line(Weight::Plain, "search tool", "once per request", &cell));
    }
    rows.push(Row::Rule);
    let total = |column: &Ledger| figure(column, column.totals.up_front, column.totals.if_loaded);
    let held_back = any(&|column| column.totals.up_front != column.totals.if_loaded);
    let words = if held_back { "every turn (once all are loaded)" } else { "every turn" };
    rows.push(line(Weight::Strong, "up front", words, &total));
    rows.push(line(Weight::Plain, "of the context window", "", &window));
    if any(&|column| column.totals.micro_usd.is_some()) {
        let days = days(&columns);
        rows.push(line(Weight::Plain, "1,000 turns, uncached", &days, &|column| dollars(column, Cache::Unused)));
        let words = format!("one write, then reads; {days}");
        rows.push(line(Weight::Plain, "1,000 turns, cached", &words, &|column| dollars(column, Cache::Used)));
    }
    rows.push(line(Weight::Plain, "on the wire", "whole objects, o200k", &|column| grouped(column.totals.wire)));
    let measured = any(&|column| column.meter.error.is_some() && column.meter.band.is_none());
    let words = if measured { "error: p95 of recorded calls" } else { "" };
    rows.push(line(Weight::Plain, "meter", words, &meter));
    rows
}

/// A model's name as a heading.
#[must_use]
pub fn model(column: &Ledger) -> String {
    column.model.strip_prefix("raw-").unwrap_or(&column.model).trim_start_matches("claude-").to_owned()
}

/// A figure, or its band where the meter only knows one.
#[must_use]
pub fn banded(column: &Ledger, tokens: i64) -> String {
    match column.meter.band {
        None => grouped(tokens),
        Some(band) => {
            #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "far below 2^53")]
            let [low, high] = band.map(|factor| (tokens as f64 * factor).round() as i64);
            if low == high { grouped(low) } else { format!("{}-{}", grouped(low), grouped(high)) }
        }
    }
}

/// A figure in a column: what stands in every request, and in brackets what it grows to once loaded; a band where the
/// meter only knows one.
#[must_use]
pub fn figure(column: &Ledger, up_front: i64, if_loaded: i64) -> String {
    let shown = |tokens: i64| banded(column, tokens);
    if up_front == if_loaded { shown(up_front) } else { format!("{} ({})", shown(up_front), shown(if_loaded)) }
}

fn or_dash(column: &Ledger, tokens: i64) -> String {
    if tokens == 0 { "-".to_owned() } else { banded(column, tokens) }
}

fn window(column: &Ledger) -> String {
    column.totals.context_pct.map_or_else(|| "-".to_owned(), |pct| format!("{pct:.1} %"))
}

/// The days of the prices, from the oldest to the newest.
fn days(columns: &[&Ledger]) -> String {
    let priced = columns.iter().filter(|column| column.totals.micro_usd.is_some());
    span(&priced.filter_map(|column| column.prices_as_of.as_deref()).collect::<Vec<_>>())
}

fn span(days: &[&str]) -> String {
    let dated = || days.iter().filter(|day| !day.is_empty());
    match (dated().min(), dated().max()) {
        (Some(oldest), Some(newest)) if oldest == newest => format!("prices of {oldest}"),
        (Some(oldest), Some(newest)) => format!("prices of {oldest} to {newest}"),
        _ => "prices without a date".to_owned(),
    }
}

#[derive(Clone, Copy)]
enum Cache {
    Unused,
    Used,
}

fn dollars(column: &Ledger, cache: Cache) -> String {
    let Some(money) = &column.totals.micro_usd else { return "-".to_owned() };
    let micro = match cache {
        Cache::Unused => Some(money.uncached.saturating_mul(TURNS)),
        Cache::Used => money
            .cache_read
            .map(|read| money.cache_write.unwrap_or(money.uncached).saturating_add(read.saturating_mul(TURNS - 1))),
    };
    micro.map_or_else(|| "-".to_owned(), |micro| format!("${}.{:02}", grouped_dollars(micro), micro / 10_000 % 100))
}

fn grouped_dollars(micro: u64) -> String {
    grouped(i64::try_from(micro / 1_000_000).unwrap_or(i64::MAX))
}

fn meter(column: &Ledger) -> String {
    let method = method(column);
    let mut tools = column.servers.iter().flat_map(|server| &server.tools);
    if tools.any(|tool| tool.fidelity != "whole") { format!("{method}, see notes") } else { method }
}

fn method(column: &Ledger) -> String {
    match (&column.meter.band, &column.meter.error) {
        (Some(_), _) => format!("{} band", column.meter.method),
        (None, Some(error)) if column.meter.method != "rough" => {
            format!("{} ±{:.1} %", column.meter.method, error.p95_pct)
        }
        _ => column.meter.method.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::span;

    #[test]
    fn prices_name_their_days() {
        assert_eq!(span(&["2026-11-21", "2026-07-01"]), "prices of 2026-07-01 to 2026-11-21");
        assert_eq!(span(&["2026-10-10", "", "2026-10-10"]), "prices of 2026-10-10");
        assert_eq!(span(&[""]), "prices without a date");
    }
}
