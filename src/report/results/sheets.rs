//! Results as a person reads them: rows by tool, server, session or kind of waste, what each saving misses, and the sum.

use std::collections::BTreeMap;

use crate::rent::figures::grouped;
use crate::report::results::closing::{lines, percent};
use crate::report::results::document::{Results, Session, Sums, Tool};
use crate::report::results::view::{By, View};
use crate::report::results::written::rounded;
use crate::report::sheet::{Align, Column, Room, Row, Sheet, Weight};

/// Longest part of an id that is shown, in characters.
const PART: usize = 14;

/// The sheets, top to bottom; the last one has the closing lines.
#[must_use]
pub fn sheets(results: &Results, view: View) -> Vec<Sheet> {
    let mut sheets = match view.by {
        By::Tool | By::Server => vec![tools(results, view)],
        By::Session => vec![sessions(results, view)],
        By::Kind => Vec::new(),
    };
    // A saving is never shown without what it misses.
    sheets.extend(kinds(results, view));
    match sheets.last_mut() {
        Some(last) => last.after = lines(results),
        None => sheets.push(Sheet { after: lines(results), ..Sheet::default() }),
    }
    sheets
}

fn tools(results: &Results, view: View) -> Sheet {
    let spare = |head: &str| Column { room: Room::Spare, ..figures(head) };
    let columns = vec![
        Column::text("server / tool", Room::Cut),
        figures("calls"),
        spare("failed"),
        figures("tokens"),
        figures("median"),
        spare("p95"),
        figures("max"),
        figures("carried"),
        figures("share"),
        figures("waste"),
        Column { head: vec![String::new()], align: Align::Left, room: Room::Spare },
    ];
    let mut servers: BTreeMap<&str, Vec<&Tool>> = BTreeMap::new();
    for tool in &results.results {
        servers.entry(&tool.server).or_default().push(tool);
    }
    let mut servers: Vec<(&str, Vec<&Tool>)> = servers.into_iter().collect();
    let paid = |tools: &[&Tool]| tools.iter().map(|tool| tool.sums.tokens + tool.sums.carried).sum::<i64>();
    servers.sort_by_key(|(_, tools)| std::cmp::Reverse(paid(tools)));
    let mut rows = Vec::new();
    for (name, mut tools) in servers {
        rows.push(server(name, &tools));
        if view.by == By::Tool {
            tools.sort_by_key(|tool| std::cmp::Reverse(tool.sums.tokens + tool.sums.carried));
            let shown = if view.top == 0 { tools.len() } else { view.top.min(tools.len()) };
            rows.extend(tools[..shown].iter().map(|row| tool(row)));
            rows.extend(rest(&tools[shown..]));
        }
    }
    rows.push(Row::Rule);
    let totals = &results.totals;
    let mut cells = summed("all results", &totals.sums);
    cells[8] = totals.share_pct.map_or_else(|| "-".to_owned(), percent);
    rows.push(Row::Cells(Weight::Strong, cells));
    Sheet { columns, rows, ..Sheet::default() }
}

fn figures(head: &str) -> Column {
    Column::figures([head.to_owned()])
}

/// A server's own row: what adds up over its tools.
fn server(name: &str, tools: &[&Tool]) -> Row {
    let sum = |part: fn(&Tool) -> i64| tools.iter().map(|tool| part(tool)).sum::<i64>();
    let count = |part: fn(&Tool) -> usize| tools.iter().map(|tool| part(tool)).sum::<usize>();
    let share: Option<f64> = tools.iter().map(|tool| tool.share_pct).sum();
    let cells = vec![
        name.to_owned(),
        whole(count(|tool| tool.sums.calls)),
        whole(count(|tool| tool.sums.failed)),
        grouped(sum(|tool| tool.sums.tokens)),
        String::new(),
        String::new(),
        grouped(tools.iter().map(|tool| tool.max).max().unwrap_or(0)),
        grouped(sum(|tool| tool.sums.carried)),
        share.map_or_else(|| "-".to_owned(), percent),
        grouped(sum(|tool| tool.sums.waste.total())),
    ];
    Row::Cells(Weight::Strong, cells)
}

fn tool(tool: &Tool) -> Row {
    let mut cells = summed(&format!("  {}", tool.tool), &tool.sums);
    (cells[4], cells[5], cells[6]) = (grouped(tool.median), grouped(tool.p95), grouped(tool.max));
    cells[8] = tool.share_pct.map_or_else(|| "-".to_owned(), percent);
    cells.push(remark(&tool.sums));
    Row::Cells(Weight::Plain, cells)
}

/// The cells that any sums have; those that they have not are empty.
fn summed(name: &str, sums: &Sums) -> Vec<String> {
    let none = String::new;
    vec![
        name.to_owned(),
        whole(sums.calls),
        whole(sums.failed),
        grouped(sums.tokens),
        none(),
        none(),
        none(),
        grouped(sums.carried),
        none(),
        grouped(sums.waste.total()),
    ]
}

fn rest(tools: &[&Tool]) -> Option<Row> {
    let tokens = tools.iter().map(|tool| tool.sums.tokens).sum();
    let words = format!("  … {} more, {} together (--top 0 shows all)", tools.len(), grouped(tokens));
    (!tools.is_empty()).then_some(Row::Cells(Weight::Faint, vec![words]))
}

/// What else is to be said of a tool: the limits that its results exceed, and most of its waste.
fn remark(sums: &Sums) -> String {
    let mut words = Vec::new();
    if sums.over_cap > 0 {
        words.push(format!("{} over the cap", sums.over_cap));
    }
    if sums.warned > 0 {
        words.push(format!("{} warned of", sums.warned));
    }
    let waste = &sums.waste;
    let kinds = [
        ("indented JSON", waste.indent),
        ("repeated as text", waste.duplicate_structured),
        ("base64", waste.base64),
        ("wrapped", waste.wrapped),
        ("empty fields", waste.nulls),
        ("repeated names", waste.rows),
    ];
    let most = kinds.into_iter().rev().max_by_key(|(_, tokens)| *tokens);
    if let Some((kind, tokens)) = most.filter(|(_, tokens)| *tokens > 0) {
        words.push(format!("{kind} {} %", rounded(tokens, sums.tokens).round()));
    }
    words.join(", ")
}

fn sessions(results: &Results, view: View) -> Sheet {
    let mut columns = vec![Column::text("session", Room::Cut)];
    columns.extend(["requests", "calls", "tokens", "carried", "input", "share", "waste"].map(figures));
    let mut order: Vec<&Session> = results.sessions.iter().collect();
    order.sort_by_key(|session| std::cmp::Reverse(session.sums.tokens + session.sums.carried));
    let shown = if view.top == 0 { order.len() } else { view.top.min(order.len()) };
    let row = |session: &&Session| {
        let sums = &session.sums;
        let input = session.input.map_or_else(|| "-".to_owned(), grouped);
        let mut cells = vec![name(session), whole(session.requests), whole(sums.calls)];
        cells.extend([grouped(sums.tokens), grouped(sums.carried), input]);
        cells.push(session.share_pct.map_or_else(|| "-".to_owned(), percent));
        cells.push(grouped(sums.waste.total()));
        Row::Cells(Weight::Plain, cells)
    };
    let mut rows: Vec<Row> = order[..shown].iter().map(row).collect();
    if shown < order.len() {
        let words = format!("… {} more (--top 0 shows all)", order.len() - shown);
        rows.push(Row::Cells(Weight::Faint, vec![words]));
    }
    Sheet { columns, rows, ..Sheet::default() }
}

/// The file without its folders, and the id where it says more: the front of each of its parts.
fn name(session: &Session) -> String {
    let file = session.source.rsplit(['/', '\\']).next().unwrap_or(&session.source);
    let id = session.id.strip_prefix(session.source.as_str()).unwrap_or(&session.id);
    let parts: Vec<String> =
        id.split('/').filter(|part| !part.is_empty() && !file.contains(*part)).map(front).collect();
    format!("{file} {}", parts.join("/")).trim_end().to_owned()
}

fn front(part: &str) -> String {
    match part.chars().count() > PART {
        true => part.chars().take(PART - 1).chain(['…']).collect(),
        false => part.to_owned(),
    }
}

/// Every kind of waste there is, and what a result misses without it.
fn kinds(results: &Results, view: View) -> Option<Sheet> {
    let all = view.by == By::Kind;
    let mut columns = vec![Column::text("waste", Room::Cut)];
    columns.extend(["results", "tokens", "of all", "carried"].map(figures));
    columns.push(Column::text("without it, gone is", Room::Whole));
    let shown = results.kinds.iter().filter(|kind| all || kind.tokens > 0);
    let rows: Vec<Row> = shown
        .map(|kind| {
            let mut cells = vec![kind.what.clone(), whole(kind.results), grouped(kind.tokens)];
            cells.extend([percent(kind.share_pct), grouped(kind.carried), kind.misses.clone()]);
            Row::Cells(Weight::Plain, cells)
        })
        .collect();
    let before = if all { Vec::new() } else { vec![String::new()] };
    (!rows.is_empty()).then_some(Sheet { before, columns, rows, after: Vec::new() })
}

fn whole(count: usize) -> String {
    grouped(i64::try_from(count).unwrap_or(i64::MAX))
}
