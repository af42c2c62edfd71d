//! What a ledger assumes or leaves out, in words.

use crate::catalog::tool::Fidelity;
use crate::host::deferral::Deferral;
use crate::host::profile::{Host, InstructionsShown};
use crate::host::tariff::Tariff;
use crate::rent::definition::NameFit;
use crate::rent::row::{Loading, ServerRow, ToolRow};
use crate::rent::{figures, price};

/// Reasons for dropped tools that one note tells, and characters of each; the rows tell all.
const MOST_REASONS: usize = 3;
const MOST_CHARACTERS: usize = 120;

/// The notes of a ledger, each a lowercase fragment; none for a plain one.
#[must_use]
pub fn of(host: &Host, policy: Option<&Deferral>, servers: &[ServerRow], search: i64) -> Vec<String> {
    let tools = || servers.iter().flat_map(|server| &server.tools);
    let count = |wanted: &dyn Fn(&ToolRow) -> bool| tools().filter(|tool| wanted(tool)).count();
    let mut notes = Vec::new();

    let fits = [
        (NameFit::Refused, "longer than the host takes: it refuses them"),
        (NameFit::Shortened, "longer than the host takes: it shortens them"),
    ];
    for (fit, words) in fits {
        let names = count(&|tool| tool.name_fit == fit);
        if names > 0 {
            notes.push(format!("{} {words}", figures::count(names, "name")));
        }
    }
    let left_out = count(&|tool| tool.name_fit == NameFit::Dropped && tool.excluded.is_none());
    if left_out > 0 {
        let (tools, names) = if left_out == 1 { ("tool", "its name is") } else { ("tools", "their names are") };
        notes.push(format!("{left_out} {tools} left out: {names} longer than the host takes"));
    }
    let excluded = count(&|tool| tool.excluded.is_some());
    if excluded > 0 {
        notes.push(dropped(excluded, tools().filter_map(|tool| tool.excluded.as_deref())));
    }
    let all = tools().count() - left_out - excluded;
    if let Some(cap) = host.cap.as_ref().filter(|cap| all > cap.tools) {
        notes.push(format!("{all} tools where the host takes {}: {}", cap.tools, cap.over));
    }
    if host.instructions.shown == InstructionsShown::Assumed && servers.iter().any(|server| server.instructions != 0) {
        notes.push("instructions are counted as if the model read them: nothing says that it does".to_owned());
    }
    let deferred = count(&|tool| tool.loading == Loading::Deferred);
    if deferred > 0 && search == 0 && policy.is_some_and(|policy| policy.search_tokens.is_none()) {
        notes.push("the host's own search tool is not counted: its size is unknown".to_owned());
    }
    notes.extend(fidelity(servers));
    notes
}

/// That so few tokens are not cached, where a cached price would else be shown; none for nothing.
#[must_use]
pub fn uncached(up_front: i64, tariff: &Tariff) -> Option<String> {
    let least =
        tariff.min_cache_prefix.filter(|_| tariff.price.as_ref().is_some_and(|price| price.cache_read.is_some()));
    let least = least.filter(|_| up_front > 0 && price::too_short(up_front, least))?;
    let (thousands, rest) = (least / 1_000, least % 1_000);
    let least = if thousands > 0 { format!("{thousands},{rest:03}") } else { rest.to_string() };
    Some(format!("too short to be cached by itself ({least} tokens at least)"))
}

/// Each reason once, in the order of the tools.
fn dropped<'a>(tools: usize, reasons: impl Iterator<Item = &'a str>) -> String {
    let mut told: Vec<String> = Vec::new();
    for reason in reasons {
        let short: String = reason.chars().take(MOST_CHARACTERS).collect();
        if told.len() <= MOST_REASONS && !told.contains(&short) {
            told.push(short);
        }
    }
    if told.len() > MOST_REASONS {
        told.truncate(MOST_REASONS);
        told.push("…".to_owned());
    }
    let words = if tools == 1 { "hosts must drop it" } else { "hosts must drop them" };
    format!("{} not counted: {words} over HTTP ({})", figures::count(tools, "tool"), told.join("; "))
}

fn fidelity(servers: &[ServerRow]) -> Vec<String> {
    let tools = |fidelity: Fidelity| {
        servers.iter().flat_map(|server| &server.tools).filter(|tool| tool.fidelity == fidelity).count()
    };
    let mut notes = Vec::new();
    let approximate = tools(Fidelity::Approximate);
    if approximate > 0 {
        notes.push(format!("{} rebuilt from argument lists: approximate", figures::count(approximate, "schema")));
    }
    let bare = tools(Fidelity::LowerBound);
    if bare > 0 {
        notes.push(format!("{} without schemas in the source: a lower bound", figures::count(bare, "tool")));
    }
    let pages = servers.iter().filter(|server| server.incomplete);
    notes.extend(
        pages.map(|server| {
            format!("{:?} lists further pages that the source does not hold: a lower bound", server.name)
        }),
    );
    notes
}
