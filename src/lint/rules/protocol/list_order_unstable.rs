//! Two listings of one server hold the same tools in another order.
//!
//! ## Why
//!
//! Providers cache requests by their bytes. A list in another order is another text: the whole cache behind it is paid for
//! again. Sorting by name costs a server nothing.
//!
//! ## Examples
//!
//! ```json bad
//! {"tools":[{"name":"baca","description":"Membaca."},{"name":"tulis","description":"Menulis."}],
//!  "again":[{"tools":[{"name":"tulis","description":"Menulis."},{"name":"baca","description":"Membaca."}]}]}
//! ```
//!
//! ```json good
//! {"tools":[{"name":"baca","description":"Membaca."},{"name":"tulis","description":"Menulis."}],
//!  "again":[{"tools":[{"name":"baca","description":"Membaca."},{"name":"tulis","description":"Menulis."}]}]}
//! ```
//!
//! ## References
//!
//! MCP 2026-07-28, tools: the order should be deterministic; openai/codex#2611, QwenLM/qwen-code#6338.

use crate::catalog::tool::Server;
use crate::drift::compare::{self, What};
use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::observed::Seen;
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::Scene;

/// The rule.
pub static RULE: Rule = Rule {
    id: "list-order-unstable",
    group: Group::Protocol,
    severity: Severity::Warning,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("list_order_unstable.rs"),
    check: Check::Catalog(check),
};

const HELP: &str = "sort the list by name before it is sent";

fn check(scene: &Scene<'_>, cx: &mut Cx<'_>) {
    for seen in scene.input.observed.iter().filter(|seen| seen.what == Seen::OrderChanged) {
        let server = scene.servers.iter().find(|view| view.server.name == seen.server);
        let blank = server.map_or_else(|| cx.at(""), |view| cx.of(view.at, None, ""));
        cx.report(blank.say(format!("the same tools came in another order: {}", seen.detail)).help(HELP));
    }
    let Some(first) = scene.input.catalog else { return };
    for (number, again) in scene.input.again.iter().enumerate() {
        for drift in compare::compare(first, again) {
            let (What::Reordered(moved), Some(at), Some(other)) = (drift.what, drift.before.server, drift.after.server)
            else {
                continue;
            };
            let (Some(one), Some(two)) = (first.servers.get(at), again.servers.get(other)) else { continue };
            // The catalog itself is the first listing.
            let message = format!("listing {} has another order: {}", number + 2, difference(one, two, moved));
            cx.report(cx.of(at, None, "").say(message).help(HELP));
        }
    }
}

/// The first place at which two listings differ.
fn difference(one: &Server, other: &Server, moved: usize) -> String {
    let name = |server: &Server| server.tools.get(moved).map(|tool| tool.name.clone()).unwrap_or_default();
    let same: usize = one.tools.iter().take(moved).map(|tool| tool.text.len()).sum();
    let (before, after) = (name(one), name(other));
    format!("place {} is {after:?} and was {before:?}, after {same} bytes that are the same", moved + 1)
}

#[cfg(test)]
mod tests {
    use crate::lint::judged::findings;

    #[test]
    fn the_listing_and_the_first_difference_are_named() {
        let tools = |names: [&str; 3]| names.map(|name| format!(r#"{{"name":"{name}"}}"#)).join(",");
        let first = tools(["a", "b", "c"]);
        let json = format!(
            r#"{{"tools":[{first}],"again":[{{"tools":[{first}]}},{{"tools":[{}]}}]}}"#,
            tools(["a", "c", "b"])
        );
        let found = findings("list-order-unstable", &json);
        assert_eq!(found.len(), 1);
        assert!(found[0].message.starts_with(r#"listing 3 has another order: place 2 is "c""#), "{}", found[0].message);
    }

    #[test]
    fn what_was_seen_while_asking_counts_too() {
        let json = r#"{"tools":[{"name":"a"}],"observed":[{"what":"order-changed","detail":"on another connection"}]}"#;
        assert_eq!(findings("list-order-unstable", json).len(), 1);
    }
}
