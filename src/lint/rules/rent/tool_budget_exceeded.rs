//! A tool, a server or everything together takes more tokens than its budget allows.
//!
//! ## Why
//!
//! Definitions grow one sentence at a time, and every one is paid for in every request. A budget stops that in review.
//!
//! ## Examples
//!
//! ```json bad
//! {"tools":[{"name":"cari","description":"Mencari buku menurut judul, pengarang, penerbit, tahun atau rak."}],
//!  "budget":{"tool":10}}
//! ```
//!
//! ```json good
//! {"tools":[{"name":"cari","description":"Mencari buku."}],"budget":{"tool":100,"total":200}}
//! ```
//!
//! ## References
//!
//! The `[budget]` table of the settings; `toolrent rent` prints the figures that are held against it.

use crate::lint::cx::Cx;
use crate::lint::finding::Finding;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::Scene;
use crate::rent::budget::Excess;
use crate::rent::row::Ledger;

/// The rule.
pub static RULE: Rule = Rule {
    id: "tool-budget-exceeded",
    group: Group::Rent,
    severity: Severity::Error,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("tool_budget_exceeded.rs"),
    check: Check::Catalog(check),
};

/// How many of the largest tools are named.
const NAMED: usize = 3;

fn check(scene: &Scene<'_>, cx: &mut Cx<'_>) {
    for (budget, ledger) in scene.input.budgets {
        for excess in budget.excesses(ledger, None) {
            let finding = of_excess(scene, cx, ledger, &excess);
            cx.report(finding);
        }
    }
}

fn of_excess(scene: &Scene<'_>, cx: &Cx<'_>, ledger: &Ledger, excess: &Excess) -> Finding {
    let Excess { budget, limit, found, .. } = excess;
    let server = scene.servers.iter().find(|view| Some(&view.server.name) == excess.server.as_ref());
    let tool = server.and_then(|view| view.tools.iter().find(|tool| Some(&tool.tool.name) == excess.tool.as_ref()));
    let pointer = if *budget == "instructions" { "/instructions" } else { "" };
    let blank = server.map_or_else(|| cx.at(pointer), |view| cx.of(view.at, tool.map(|tool| tool.at), pointer));
    let (host, meter) = (&ledger.host, &ledger.profile.name);
    let finding = blank.say(format!("{found} tokens for {host} ({meter}); the {budget} budget is {limit}"));
    match largest(ledger, excess) {
        Some(largest) => finding.help(format!("the largest: {largest}")),
        None => finding,
    }
}

/// The largest tools of what a budget of several tools is about.
fn largest(ledger: &Ledger, excess: &Excess) -> Option<String> {
    if excess.tool.is_some() || excess.budget == "instructions" {
        return None;
    }
    let servers = ledger.servers.iter().filter(|row| excess.server.as_ref().is_none_or(|name| *name == row.name));
    let mut tools: Vec<(i64, &str)> =
        servers.flat_map(|row| row.tools.iter().map(|tool| (tool.up_front, tool.name.as_str()))).collect();
    tools.sort_by_key(|&(tokens, name)| (std::cmp::Reverse(tokens), name));
    let named = tools.iter().take(NAMED).map(|(tokens, name)| format!("{name} {tokens}"));
    Some(named.collect::<Vec<_>>().join(", "))
}

#[cfg(test)]
mod tests {
    use crate::lint::judged::findings;

    #[test]
    fn the_total_names_the_largest_tools() {
        let json = r#"{"tools":[{"name":"a","description":"Membaca."},{"name":"b","description":"Menulis satu hal saja."}],
            "budget":{"total":5,"tool":9000}}"#;
        let found = findings("tool-budget-exceeded", json);
        assert_eq!(found.len(), 1);
        assert!(found[0].tool.is_none() && found[0].help.starts_with("the largest: b "), "{:?}", found[0]);
    }
}
