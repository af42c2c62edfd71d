//! Annotations contradict each other, or say what means nothing.
//!
//! ## Why
//!
//! A tool cannot be read-only and destructive: some hosts ask before they run it and some do not, so the author must
//! decide. `destructiveHint` and `idempotentHint` mean something only when `readOnlyHint` is false; beside a true one
//! they say nothing, which is told to those who polish.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"cetak_label","description":"Mencetak label alamat.","inputSchema":{"type":"object"},
//!  "annotations":{"readOnlyHint":true,"destructiveHint":true}}
//! ```
//!
//! ```json good
//! {"name":"cetak_label","description":"Mencetak label alamat.","inputSchema":{"type":"object"},
//!  "annotations":{"readOnlyHint":false,"destructiveHint":false}}
//! ```
//!
//! ## References
//!
//! MCP schema, ToolAnnotations: "meaningful only when readOnlyHint == false".

use serde_json::Value;

use crate::lint::cx::Cx;
use crate::lint::fix::{Change, Fix, FixLevel};
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::ToolView;

/// The rule.
pub static RULE: Rule = Rule {
    id: "annotation-contradictory",
    group: Group::Annotations,
    severity: Severity::Warning,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("annotation_contradictory.rs"),
    check: Check::Tool(check),
};

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let hints = &view.tool.body()["annotations"];
    if hints["readOnlyHint"] != true {
        return;
    }
    let pointer = |key: &str| view.tool.body_pointer(&format!("annotations/{key}"));
    if hints["destructiveHint"] == true {
        let finding = cx
            .at(pointer("destructiveHint"))
            .say("both readOnlyHint and destructiveHint are true")
            .evidence(hints.to_string())
            .and_at(pointer("readOnlyHint"))
            .fix(Fix::display("set the one that is wrong to false"))
            .help("set the one that is wrong to false");
        cx.report(finding);
    }
    // What is false is true of every read-only tool; what is true about repeating it, as well.
    let idle = ["destructiveHint", "idempotentHint"].into_iter().filter(|key| match hints.get(key) {
        Some(Value::Bool(value)) => *key == "idempotentHint" || !value,
        _ => false,
    });
    for key in idle {
        let fix = Fix {
            level: FixLevel::Safe,
            patch: vec![Change::Remove(pointer(key))],
            what: format!("drops {key}, which means nothing here"),
        };
        let finding = cx
            .at(pointer(key))
            .say(format!("{key} means nothing on a read-only tool"))
            .severity(Severity::Info)
            .persona(Persona::Pedantic)
            .evidence(hints.to_string())
            .fix(fix)
            .help("drop it");
        cx.report(finding);
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::grade::Severity;
    use crate::lint::judged::findings;

    #[test]
    fn only_both_true_is_loud() {
        let tool = |hints: &str| {
            format!(r#"{{"name":"t","description":"d","inputSchema":{{"type":"object"}},"annotations":{{{hints}}}}}"#)
        };
        let loud = |hints: &str| {
            findings("annotation-contradictory", &tool(hints)).iter().any(|one| one.severity == Severity::Warning)
        };
        assert!(loud(r#""readOnlyHint":true,"destructiveHint":true"#));
        assert!(!loud(r#""readOnlyHint":true,"destructiveHint":false,"idempotentHint":true"#));
        assert!(findings("annotation-contradictory", &tool(r#""readOnlyHint":true"#)).is_empty());
        assert!(findings("annotation-contradictory", &tool(r#""destructiveHint":true"#)).is_empty());
    }
}
