//! The sentences around the table of strategies: what was played, where deferring pays, what to keep loaded, what is left out.

use crate::rent::figures::{count, grouped};
use crate::report::document::Meter;
use crate::report::simulate::document::{BreakEven, Column, KeepLoaded, Kept, Simulate, Workload};
use crate::report::simulate::sheet::{View, dollars, kilo};

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

/// What the widest columns say, in words.
#[must_use]
pub fn asides(simulate: &Simulate) -> Vec<String> {
    let noted = simulate.strategies.iter().filter(|one| !one.notes.is_empty() && one.name != "oracle");
    noted.map(|one| format!("{}: {}", one.name, one.notes.join(", "))).collect()
}

/// Everything below the tables.
#[must_use]
pub fn after(simulate: &Simulate, view: View<'_>) -> Vec<String> {
    let mut lines = vec![
        "re-sent: each text as often as it is sent; once: everything behind the prefix one time; billed: with the prompt cache"
            .to_owned(),
    ];
    lines.push(String::new());
    lines.extend(pays(&simulate.break_even));
    lines.extend(simulate.keep_loaded.iter().map(keep));
    if lines.last().is_some_and(|line| !line.is_empty()) {
        lines.push(String::new());
    }
    lines.extend(queries(&simulate.workload));
    lines.extend(left_out(&simulate.workload));
    lines.extend(simulate.columns.iter().map(|column| meter(&column.host, &column.meter)));
    lines.push(next(simulate, view));
    lines
}

/// One line a strategy: where deferring pays.
fn pays(evens: &[BreakEven]) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for group in evens.chunks(3) {
        let Some(first) = group.first() else { continue };
        let parts: Vec<String> = group.iter().map(part).collect();
        lines.push(format!("{} on {} pays {}", first.strategy, first.host, parts.join("; ")));
    }
    if !lines.is_empty() {
        lines.insert(0, "Deferring, against full:".to_owned());
        lines.iter_mut().skip(1).for_each(|line| line.insert_str(0, "  "));
    }
    lines
}

fn part(even: &BreakEven) -> String {
    let of = match even.metric.as_str() {
        "billed" => "the bill",
        "peak" => "the peak",
        _ => "tokens re-sent",
    };
    match (even.tools, even.tokens) {
        (Some(tools), Some(tokens)) if even.always => {
            format!("on {of} already at {tools} tools ({})", kilo(tokens))
        }
        (Some(tools), Some(tokens)) => format!("on {of} from {} tools ({})", grouped(tools), kilo(tokens)),
        _ => format!("on {of} at no size up to this catalog"),
    }
}

fn keep(advice: &KeepLoaded) -> String {
    let on = format!("{} on {}", advice.strategy, advice.host);
    if advice.tools.is_empty() {
        return format!("Keep loaded ({on}): nothing, it misses {} of {} searches", advice.misses, advice.searches);
    }
    let why = |kept: &Kept| {
        let server = if kept.server.is_empty() { String::new() } else { format!("{}.", kept.server) };
        let of = count(kept.uses, "session");
        format!("{server}{} ({of}, {} missed, {} tokens)", kept.tool, kept.misses, grouped(kept.tokens))
    };
    let mut names: Vec<String> = advice.tools.iter().take(SHOWN).map(why).collect();
    if advice.tools.len() > SHOWN {
        names.push(format!("{} more (--format json lists them)", advice.tools.len() - SHOWN));
    }
    let change = |tokens: i64| if tokens > 0 { format!("+{}", kilo(tokens)) } else { kilo(tokens) };
    let verdict = match (advice.pays, advice.reached) {
        (_, false) => "that is as far as it goes",
        (true, true) => "it pays",
        (false, true) => "it costs more than it saves, and buys fewer misses",
    };
    format!(
        "Keep loaded ({on}): {}. Misses {} → {} of {} for {} tokens a turn; the bill changes by {} a session, tokens re-sent by {}: {verdict}.",
        names.join(", "),
        advice.misses,
        advice.misses_left,
        advice.searches,
        grouped(advice.tokens),
        change(advice.billed_change),
        change(advice.cumulative_change),
    )
}

fn queries(workload: &Workload) -> Vec<String> {
    if workload.source == "synthetic" {
        return vec!["Queries are made up: a stated share finds its tool, the others find nothing of use.".to_owned()];
    }
    vec![format!(
        "Queries: the model's own before {}, the user's words stood in before {}.",
        count(workload.queries_written, "request"),
        count(workload.queries_stood_in, "request"),
    )]
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
        lines.push(format!("{hidden} more tools that are in no source (--format json lists them)"));
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
