//! A tool that destroys something carries no hint, or one that denies it.
//!
//! ## Why
//!
//! Without hints a host must assume the worst of every tool, so it asks always or never; some cancel the call when nobody
//! is there to be asked. Where a server's other tools carry hints, a missing one is an oversight and loud. A
//! `destructiveHint: false` on a name that says deletion is worth a look.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"hapus_pesanan","description":"Menghapus satu pesanan.","inputSchema":{"type":"object"}}
//! ```
//!
//! ```json good
//! {"name":"hapus_pesanan","description":"Menghapus satu pesanan.","inputSchema":{"type":"object"},
//!  "annotations":{"destructiveHint":true}}
//! ```
//!
//! ## References
//!
//! MCP schema, ToolAnnotations.destructiveHint (true by default); context-mode#846: calls without hints are cancelled.

use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::rules::annotations::deed;
use crate::lint::scene::{ServerView, ToolView};

/// The rule.
pub static RULE: Rule = Rule {
    id: "destructive-unannotated",
    group: Group::Annotations,
    severity: Severity::Warning,
    confidence: Confidence::Medium,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("destructive_unannotated.rs"),
    check: Check::Server(check),
};

fn check(server: &ServerView<'_>, cx: &mut Cx<'_>) {
    let hints = server.tools.iter().any(|view| has(view, "destructiveHint") || has(view, "readOnlyHint"));
    for view in &server.tools {
        let Some(verb) = deed::destruction(view) else { continue };
        let denied = view.tool.body()["annotations"]["destructiveHint"] == false;
        let silent = !has(view, "destructiveHint") && !has(view, "readOnlyHint");
        let (severity, message) = match (denied, silent, hints) {
            (true, ..) => (Severity::Info, "destructiveHint is false, but its name says"),
            (_, true, true) => (Severity::Warning, "other tools here carry hints, this one none, and its name says"),
            (_, true, false) => (Severity::Info, "no hint, and its name says"),
            _ => continue,
        };
        let pointer = view.tool.body_pointer(if denied { "annotations/destructiveHint" } else { "name" });
        let finding = cx
            .of(server.at, Some(view.at), pointer)
            .say(format!("{message} {verb:?}"))
            .severity(severity)
            .evidence(view.tool.name.as_str())
            .help("add destructiveHint: true, so that hosts ask before they run it");
        cx.report(finding);
    }
}

fn has(view: &ToolView<'_>, key: &str) -> bool {
    view.tool.body()["annotations"].get(key).is_some_and(|value| !value.is_null())
}

#[cfg(test)]
mod tests {
    use crate::lint::grade::Severity;
    use crate::lint::judged::findings;

    #[test]
    fn it_is_loud_beside_tools_with_hints() {
        let list = |hints: &str| {
            format!(
                r#"{{"tools":[{{"name":"delete_ship","description":"d","inputSchema":{{"type":"object"}}}},
                {{"name":"list_ships","description":"d","inputSchema":{{"type":"object"}}{hints}}}]}}"#
            )
        };
        let loudest = |json: &str| findings("destructive-unannotated", json)[0].severity;
        assert_eq!(loudest(&list("")), Severity::Info);
        assert_eq!(loudest(&list(r#","annotations":{"readOnlyHint":true}"#)), Severity::Warning);
    }

    #[test]
    fn a_harmless_drop_passes() {
        let json = r#"{"name":"drop_pin","description":"Puts a pin on the map.","inputSchema":{"type":"object"}}"#;
        assert!(findings("destructive-unannotated", json).is_empty());
    }
}
