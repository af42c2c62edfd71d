//! The lines under a rent table: what hosts cut, what they claim, which budgets are exceeded, what to do next.

use crate::rent::figures::grouped;
use crate::report::document::{Claim, Column as Ledger, OverBudget, Rent};

/// Texts shown of each kind before the rest is only counted.
const SHOWN: usize = 5;

/// All closing lines.
#[must_use]
pub fn lines(rent: &Rent) -> Vec<String> {
    let mut lines = Vec::new();
    for column in &rent.columns {
        lines.extend(cuts(column));
        lines.extend(column.notes.iter().map(|note| format!("note: {}: {note}", column.host)));
    }
    lines.extend(claims(&rent.claims));
    lines.extend(over_budget(rent));
    let gaps = rent.head.sources.iter().filter_map(|source| Some((source, source.detail.as_ref()?)));
    lines.extend(
        gaps.filter(|(source, _)| source.status != "ok").map(|(source, detail)| format!("{}: {detail}", source.name)),
    );
    if !lines.is_empty() {
        lines.insert(0, String::new());
    }
    lines.push(String::new());
    lines.push(summary(rent));
    lines.push(next(rent));
    lines
}

/// A line for every budget that is exceeded.
#[must_use]
pub fn over_budget(rent: &Rent) -> Vec<String> {
    rent.over_budget.iter().map(over).collect()
}

fn cuts(column: &Ledger) -> Vec<String> {
    let of_server = |server: &crate::report::document::Server| {
        let own =
            server.instructions_truncated.as_ref().map(|cut| (format!("instructions of {}", server.name), cut.clone()));
        let tools = server
            .tools
            .iter()
            .filter_map(|tool| Some((format!("{} · {}", server.name, tool.name), tool.truncated.clone()?)));
        own.into_iter().chain(tools).collect::<Vec<_>>()
    };
    let all: Vec<_> = column.servers.iter().flat_map(of_server).collect();
    let mut lines: Vec<String> = all
        .iter()
        .take(SHOWN)
        .map(|(name, cut)| {
            let start: String = cut.lost_text.chars().take(48).collect();
            format!(
                "{} cuts {name}: the model never sees the last {} bytes, from “{start}…”",
                column.host,
                grouped(cut.lost_bytes as i64)
            )
        })
        .collect();
    if all.len() > SHOWN {
        lines.push(format!("{} cuts {} more (--format json lists them)", column.host, all.len() - SHOWN));
    }
    lines
}

fn claims(claims: &[Claim]) -> Vec<String> {
    claims
        .iter()
        .map(|claim| {
            let name = match (&claim.server, &claim.tool) {
                (Some(server), Some(tool)) => format!("{server} · {tool}"),
                (_, Some(tool)) => tool.clone(),
                _ => "total".to_owned(),
            };
            let Some(ours) = claim.ours else { return format!("claimed: {name}: {}", claim.cause) };
            let loaded = match claim.if_loaded {
                Some(loaded) if loaded != ours => format!(" ({} once loaded)", grouped(loaded)),
                _ => String::new(),
            };
            let ratio = claim.ratio.map_or_else(String::new, |ratio| format!(", x{ratio:.2}"));
            format!(
                "{} shows {name} as {}; we count {}{loaded}{ratio}: {}",
                claim.host,
                grouped(claim.claimed),
                grouped(ours),
                claim.cause
            )
        })
        .collect()
}

fn over(over: &OverBudget) -> String {
    let what = match (&over.server, &over.tool) {
        (Some(server), Some(tool)) => format!("{server} · {tool}"),
        (Some(server), None) => server.clone(),
        _ => "the total".to_owned(),
    };
    let unit = if over.budget == "growth_pct" { " %" } else { " tokens" };
    format!(
        "over budget: {what} takes {}{unit} on {}, {} allows {}{unit}",
        grouped(over.found),
        over.host,
        over.budget,
        grouped(over.limit)
    )
}

fn summary(rent: &Rent) -> String {
    let Some(first) = rent.columns.first() else { return String::new() };
    let tools: usize = first.servers.iter().map(|server| server.tools_count).sum();
    let count = |n: usize, one: &str| if n == 1 { format!("1 {one}") } else { format!("{n} {one}s") };
    let mut text = format!("{}, {}.", count(first.servers.len(), "server"), count(tools, "tool"));
    if first.host == "json" && rent.columns.len() > 1 {
        let json = first.totals.up_front;
        let against: Vec<String> = rent.columns[1..].iter().filter_map(|column| against(json, column)).collect();
        if !against.is_empty() {
            text.push_str(&format!(" Counting the JSON is {}.", against.join(" and ")));
        }
    }
    text
}

/// How far the plain JSON count is from what a host's model is billed.
fn against(json: i64, column: &Ledger) -> Option<String> {
    let billed = column.totals.if_loaded;
    if billed <= 0 || column.meter.band.is_some() {
        return None;
    }
    let pct = (json - billed).saturating_abs() * 100 / billed;
    let side = if json < billed { "under" } else { "over" };
    Some(format!("{pct} % {side} what {} bills", column.host))
}

fn next(rent: &Rent) -> String {
    let source = match rent.head.sources.first() {
        Some(source) if source.kind == "config" => format!("{} --connect", source.name),
        Some(source) if !source.name.starts_with("--") => source.name.clone(),
        _ => "SOURCE".to_owned(),
    };
    let by_host = rent.columns.first().is_some_and(|column| column.host == "json");
    if by_host {
        format!("next: toolrent rent {source} --by field   toolrent rent {source} --host claude-code")
    } else {
        format!("next: toolrent rent {source} --by field   toolrent hosts")
    }
}
