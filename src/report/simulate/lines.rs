//! The sentences around the table of strategies: what was played, where deferring pays, what to keep loaded, what is left out.

use crate::rent::figures::{count, grouped};
use crate::report::document::Meter;
use crate::report::simulate::document::{Column, Simulate, Workload};
use crate::report::simulate::view::{View, dollars, kilo};

/// Names shown of each kind before the rest is only counted.
const SHOWN: usize = 5;

/// What was played, on what, and what the percentages are of.
#[must_use]
pub fn before(simulate: &Simulate) -> Vec<String> {
    let workload = &simulate.workload;
    let sessions = if workload.source == "tasks" { "task" } else { "session" };
    let mut lines = vec![format!(
        "{}, {}, {}, {} ({})",
        count(workload.tasks, sessions),
        count(workload.turns, "request"),
        count(workload.calls, "call"),
        count(workload.tools, "tool"),
        workload.source,
    )];
    for column in &simulate.columns {
        lines.push(on(column));
        let own = |one: &&crate::report::simulate::document::Played| {
            one.name == "full" && one.host == column.host && one.model == column.model
        };
        if let Some(full) = simulate.strategies.iter().find(own) {
            let money = full.micro_usd.map_or_else(String::new, |micro| format!(", ${}", dollars(micro)));
            lines.push(format!(
                "  100 % = full: {} re-sent, {} once, {} billed a session{money}",
                kilo(full.cumulative),
                kilo(full.cumulative_once),
                kilo(full.billed)
            ));
        }
    }
    lines.push(String::new());
    lines
}

fn on(column: &Column) -> String {
    let window = column
        .context_window
        .map_or_else(String::new, |window| format!(" · window {}", kilo(i64::try_from(window).unwrap_or(i64::MAX))));
    let cache = column.cache.as_ref().map_or_else(
        || " · no prompt cache".to_owned(),
        |cache| {
            let minutes = cache.ttl_s / 60;
            format!(" · cache {minutes} min, write {} %, read {} %", cache.write_pct, cache.read_pct)
        },
    );
    format!("{} · {}{window}{cache}", column.host, column.model)
}

/// What the widest columns say, in words: each remark with the strategies that it is about.
#[must_use]
pub fn asides(simulate: &Simulate) -> Vec<String> {
    let mut about: Vec<(&str, Vec<&str>)> = Vec::new();
    for one in &simulate.strategies {
        for note in &one.notes {
            match about.iter_mut().find(|(known, _)| known == note) {
                Some((_, names)) if names.contains(&one.name.as_str()) => {}
                Some((_, names)) => names.push(&one.name),
                None => about.push((note, vec![&one.name])),
            }
        }
    }
    about.into_iter().map(|(note, names)| format!("{note}: {}", names.join(", "))).collect()
}

/// Everything below the tables.
#[must_use]
pub fn after(simulate: &Simulate, view: View<'_>) -> Vec<String> {
    let mut lines = queries(&simulate.workload);
    lines.extend(left_out(&simulate.workload));
    lines.extend(simulate.columns.iter().map(|column| meter(&column.host, &column.meter)));
    lines.push(next(simulate, view));
    lines
}

fn queries(workload: &Workload) -> Vec<String> {
    if workload.source == "synthetic" {
        return vec!["Queries are made up: a stated share finds its tool, the others find nothing of use.".to_owned()];
    }
    let mut lines = vec![format!(
        "Queries: the model's own before {}, the user's words stood in before {}.",
        count(workload.queries_written, "request"),
        count(workload.queries_stood_in, "request"),
    )];
    if workload.source != "sessions" {
        lines.push("Tasks hold no results of calls, so that their tokens are a lower bound.".to_owned());
    }
    lines
}

fn left_out(workload: &Workload) -> Vec<String> {
    let mut lines = Vec::new();
    if !workload.left_out.is_empty() {
        let mut names: Vec<&str> = workload.left_out.iter().take(SHOWN).map(String::as_str).collect();
        if workload.left_out.len() > SHOWN {
            names.push("…");
        }
        let tasks = count(workload.left_out.len(), "task");
        lines.push(format!("{tasks} left out, because they need tools that are in no source: {}", names.join(", ")));
    }
    if workload.empty > 0 {
        lines.push(format!("{} left out, because they hold no request", count(workload.empty, "session")));
    }
    for unknown in workload.unknown.iter().take(SHOWN) {
        let near = match unknown.near.as_slice() {
            [] => String::new(),
            near => format!("; did you mean {}?", near.join(" or ")),
        };
        lines.push(format!("no tool {:?} in any source, {}{near}", unknown.name, count(unknown.calls, "call")));
    }
    if workload.unknown.len() > SHOWN {
        let hidden = workload.unknown.len() - SHOWN;
        lines.push(format!("{} more in no source (--format json lists them)", count(hidden, "tool")));
    }
    if workload.images > 0 {
        lines.push(format!("{} not counted", count(workload.images, "image")));
    }
    lines.extend(workload.unread.iter().map(|lines| {
        let times = count(lines.count, "entry").replace("entrys", "entries");
        format!("{}: {times} not used: {} (first: line {})", lines.source, lines.reason, lines.first_line)
    }));
    if let Some(per) = workload.per_o200k {
        lines.push(format!("Sizes that are recorded in o200k tokens only count {per:.2} each on the first meter."));
    }
    lines
}

fn meter(host: &str, meter: &Meter) -> String {
    let error = match &meter.error {
        Some(error) => format!(
            ", median error {} %, 95 % within {} % on {} recorded calls",
            error.median_pct,
            error.p95_pct,
            grouped(i64::from(error.n))
        ),
        None => String::new(),
    };
    format!("meter on {host}: {}, {}{error}", meter.profile, meter.method)
}

fn next(simulate: &Simulate, view: View<'_>) -> String {
    let sources = view.sources.join(" ");
    let missing = simulate.strategies.iter().find(|one| one.miss_per_search.is_some_and(|rate| rate > 0.0));
    match (missing, sources.is_empty()) {
        (_, true) => "next: toolrent simulate SOURCE --session FILE plays what was really held".to_owned(),
        (Some(_), _) => format!("next: toolrent search {sources} -q QUERY --want SERVER.TOOL says what a miss lacks"),
        (None, _) => format!("next: toolrent rent {sources} says what each definition takes"),
    }
}
