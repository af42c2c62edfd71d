//! A tool carries no annotations at all.
//!
//! ## Why
//!
//! A host must then assume that it writes, destroys and reaches the open world. Two tools in three carry none, so this
//! speaks to those who polish.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"lihat_stok","description":"Melihat stok satu gudang.","inputSchema":{"type":"object"}}
//! ```
//!
//! ```json good
//! {"name":"lihat_stok","description":"Melihat stok satu gudang.","inputSchema":{"type":"object"},
//!  "annotations":{"readOnlyHint":true}}
//! ```
//!
//! ## References
//!
//! MCP schema, ToolAnnotations and its defaults.

use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::ToolView;

/// The rule.
pub static RULE: Rule = Rule {
    id: "annotations-missing",
    group: Group::Annotations,
    severity: Severity::Info,
    confidence: Confidence::High,
    persona: Persona::Pedantic,
    status: Status::Stable,
    options: &[],
    file: include_str!("annotations_missing.rs"),
    check: Check::Tool(check),
};

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let hinted =
        view.tool.body()["annotations"].as_object().is_some_and(|hints| hints.keys().any(|key| key != "title"));
    if hinted {
        return;
    }
    let finding = cx
        .at(view.tool.body_pointer("annotations"))
        .say("no hint says whether it reads, writes or destroys")
        .evidence(view.tool.name.as_str())
        .help("add readOnlyHint, and for what writes destructiveHint");
    cx.report(finding);
}

#[cfg(test)]
mod tests {
    use crate::lint::judged::findings;

    #[test]
    fn a_title_alone_is_no_hint() {
        let tool = |hints: &str| {
            format!(r#"{{"name":"t","description":"d","inputSchema":{{"type":"object"}},"annotations":{hints}}}"#)
        };
        assert_eq!(findings("annotations-missing", &tool(r#"{"title":"T"}"#)).len(), 1);
        assert!(findings("annotations-missing", &tool(r#"{"openWorldHint":false}"#)).is_empty());
    }
}
