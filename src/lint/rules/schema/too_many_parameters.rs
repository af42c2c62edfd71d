//! A tool takes more parameters than a model fills in well.
//!
//! ## Why
//!
//! Each one is paid for on every turn and is one more thing to get wrong. One tool in a hundred has more than 15. Two
//! tools with a purpose each, or an object for what belongs together, serve better.
//!
//! ## Examples
//!
//! ```json bad option:parameters:2
//! {"name":"buat_acara","description":"Membuat acara.","inputSchema":{"type":"object",
//!  "properties":{"judul":{"type":"string"},"mulai":{"type":"string"},"selesai":{"type":"string"}}}}
//! ```
//!
//! ```json good
//! {"name":"buat_acara","description":"Membuat acara.","inputSchema":{"type":"object",
//!  "properties":{"judul":{"type":"string"},"mulai":{"type":"string"},"selesai":{"type":"string"}}}}
//! ```
//!
//! ## References
//!
//! Measured 2026-11 on 783 real definitions: the median is 2 parameters, 95 of 100 have 9 or fewer.

use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::knob::{Knob, Setting};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::ToolView;

/// The rule.
pub static RULE: Rule = Rule {
    id: "too-many-parameters",
    group: Group::Schema,
    severity: Severity::Info,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: OPTIONS,
    file: include_str!("too_many_parameters.rs"),
    check: Check::Tool(check),
};

const OPTIONS: &[Knob] =
    &[Knob { name: "parameters", what: "how many parameters a tool may take", default: Setting::Number(15) }];

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let count = view.parameters().count();
    let Some(root) = view.input_root().filter(|_| count > cx.size("parameters")) else { return };
    let required = view.parameters().filter(|node| node.required).count();
    let names: Vec<&str> = view.parameters().filter_map(|node| node.property()).collect();
    let finding = cx
        .at(format!("{}/properties", root.pointer))
        .say(format!("the tool takes {count} parameters, {required} of them required"))
        .evidence(serde_json::Value::from(names).to_string())
        .help("split the tool by purpose, or group what belongs together");
    cx.report(finding);
}

#[cfg(test)]
mod tests {
    use crate::lint::judged::findings;

    #[test]
    fn the_count_is_said() {
        let found = |count: usize| {
            let properties: serde_json::Map<_, _> =
                (0..count).map(|at| (format!("p{at}"), serde_json::json!({"type":"string"}))).collect();
            let schema = serde_json::json!({"type":"object","properties":properties,"required":["p0"]});
            let tool = serde_json::json!({"name":"t","description":"d","inputSchema":schema}).to_string();
            findings("too-many-parameters", &tool).into_iter().map(|finding| finding.message).collect::<Vec<_>>()
        };
        assert!(found(15).is_empty());
        assert_eq!(found(16), ["the tool takes 16 parameters, 1 of them required"]);
    }
}
