//! Two listings of one server hold different tools or definitions.
//!
//! ## Why
//!
//! A list may depend on whose credentials ask, and on nothing else: not on the connection, and not on when it is asked.
//! What varies cannot be reviewed or cached, and a model is told of tools that are not there.
//!
//! ## Examples
//!
//! ```json bad
//! {"tools":[{"name":"baca","description":"Membaca."},{"name":"tulis","description":"Menulis."}],
//!  "again":[{"tools":[{"name":"baca","description":"Membaca."}]}]}
//! ```
//!
//! ```json good
//! {"tools":[{"name":"baca","description":"Membaca."}],"again":[{"tools":[{"description":"Membaca.","name":"baca"}]}]}
//! ```
//!
//! ## References
//!
//! MCP 2026-07-28, lists: a list must not vary per connection, it may vary by authorization.

use crate::catalog::tool::Catalog;
use crate::drift::compare::{self, Drift, What};
use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::observed::Seen;
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::Scene;

/// The rule.
pub static RULE: Rule = Rule {
    id: "list-varies",
    group: Group::Protocol,
    severity: Severity::Warning,
    confidence: Confidence::Medium,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("list_varies.rs"),
    check: Check::Catalog(check),
};

const HELP: &str = "list the same tools to everybody with the same rights";

/// How many differences of a server are named.
const NAMED: usize = 3;

fn check(scene: &Scene<'_>, cx: &mut Cx<'_>) {
    for seen in scene.input.observed.iter().filter(|seen| seen.what == Seen::ListVaries) {
        let server = scene.servers.iter().find(|view| view.server.name == seen.server);
        let blank = server.map_or_else(|| cx.at(""), |view| cx.of(view.at, None, ""));
        cx.report(blank.say(format!("the list varies: {}", seen.detail)).help(HELP));
    }
    let Some(first) = scene.input.catalog else { return };
    for (number, again) in scene.input.again.iter().enumerate() {
        let drifts = compare::compare(first, again);
        for view in &scene.servers {
            let told: Vec<String> = drifts
                .iter()
                .filter(|drift| drift.before.server == Some(view.at))
                .filter_map(|drift| words(drift, first, again))
                .collect();
            if told.is_empty() {
                continue;
            }
            let more = told.len().saturating_sub(NAMED);
            let more = if more > 0 { format!(", and {more} more") } else { String::new() };
            let named: Vec<&str> = told.iter().take(NAMED).map(String::as_str).collect();
            // The catalog itself is the first listing.
            let message = format!("listing {} differs: {}{more}", number + 2, named.join(", "));
            cx.report(cx.of(view.at, None, "").say(message).help(HELP));
        }
    }
}

/// A difference in words; nothing for what is no difference between two answers of one server.
fn words(drift: &Drift, first: &Catalog, again: &Catalog) -> Option<String> {
    let (catalog, spot) = if drift.what == What::Removed { (first, drift.before) } else { (again, drift.after) };
    let name = || Some(&catalog.servers.get(spot.server?)?.tools.get(spot.tool?)?.name);
    match &drift.what {
        What::Added => Some(format!("{:?} is new", name()?)),
        What::Removed => Some(format!("{:?} is missing", name()?)),
        What::Instructions => Some("other instructions".to_owned()),
        // A server that did not answer again, and an order, are no other list.
        What::ServerAdded | What::ServerRemoved | What::Reordered(_) => None,
        What::Description | What::InputSchema | What::OutputSchema | What::Annotations | What::Member(_) => {
            Some(format!("{:?} is defined otherwise", name()?))
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::judged::findings;

    #[test]
    fn another_definition_is_another_list_and_another_order_is_not() {
        let json = |again: &str| {
            format!(r#"{{"tools":[{{"name":"a","description":"A."}},{{"name":"b"}}],"again":[{{"tools":[{again}]}}]}}"#)
        };
        let found = findings("list-varies", &json(r#"{"name":"a","description":"B."},{"name":"b"}"#));
        assert!(found[0].message.contains(r#"listing 2 differs: "a" is defined otherwise"#), "{}", found[0].message);
        assert!(findings("list-varies", &json(r#"{"name":"b"},{"name":"a","description":"A."}"#)).is_empty());
    }
}
