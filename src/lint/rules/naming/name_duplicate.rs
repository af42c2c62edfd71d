//! Two tools of one server have the same name.
//!
//! ## Why
//!
//! A call carries only the name: some hosts raise an error for the whole list, some drop one tool, some let the last win.
//!
//! ## Examples
//!
//! ```json bad
//! {"tools":[{"name":"cetak","description":"Mencetak label.","inputSchema":{"type":"object"}},
//!  {"name":"cetak","description":"Mencetak faktur.","inputSchema":{"type":"object"}}]}
//! ```
//!
//! ```json good
//! {"tools":[{"name":"cetak_label","description":"Mencetak label.","inputSchema":{"type":"object"}},
//!  {"name":"cetak_faktur","description":"Mencetak faktur.","inputSchema":{"type":"object"}}]}
//! ```
//!
//! ## References
//!
//! MCP 2025-11-25, tool names; openai/openai-agents-python#2830; CopilotKit/CopilotKit#2409.

use std::collections::BTreeMap;

use crate::lint::cx::Cx;
use crate::lint::finding::Also;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::{ServerView, ToolView};

/// The rule.
pub static RULE: Rule = Rule {
    id: "name-duplicate",
    group: Group::Naming,
    severity: Severity::Error,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("name_duplicate.rs"),
    check: Check::Server(check),
};

fn check(server: &ServerView<'_>, cx: &mut Cx<'_>) {
    let mut by_name: BTreeMap<&str, Vec<&ToolView<'_>>> = BTreeMap::new();
    for view in &server.tools {
        by_name.entry(&view.tool.name).or_default().push(view);
    }
    for (name, views) in by_name.into_iter().filter(|(_, views)| views.len() > 1) {
        let Some((first, rest)) = views.split_first() else { continue };
        let numbers: Vec<String> = views.iter().map(|view| (view.at + 1).to_string()).collect();
        let mut finding = cx
            .of(server.at, Some(first.at), first.tool.body_pointer("name"))
            .say(format!("{} tools of this server have this name: numbers {}", views.len(), numbers.join(", ")))
            .evidence(name)
            .help("give each a name of its own");
        finding.also.extend(rest.iter().map(|view| Also {
            server: server.server.name.clone(),
            tool: Some(name.to_owned()),
            pointer: view.tool.body_pointer("name"),
        }));
        cx.report(finding);
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::judged::findings;

    #[test]
    fn the_same_name_on_two_servers_is_another_matter() {
        let tool = r#"{"name":"cetak","description":"d","inputSchema":{"type":"object"}}"#;
        let one = format!(r#"{{"tools":[{tool},{tool},{tool}]}}"#);
        let found = findings("name-duplicate", &one);
        assert_eq!((found.len(), found[0].also.len()), (1, 2));
        let two = format!(r#"{{"servers":[{{"name":"a","tools":[{tool}]}},{{"name":"b","tools":[{tool}]}}]}}"#);
        assert!(findings("name-duplicate", &two).is_empty());
    }
}
