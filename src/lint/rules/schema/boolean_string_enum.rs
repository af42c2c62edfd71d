//! An enum offers "true" and "false" as strings.
//!
//! ## Why
//!
//! A boolean says the same in fewer tokens, and models fill in true without quotes, which the enum then refuses.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"cari_kamar","description":"Mencari kamar.","inputSchema":{"type":"object",
//!  "properties":{"sarapan":{"type":"string","enum":["true","false"]}}}}
//! ```
//!
//! ```json good
//! {"name":"cari_kamar","description":"Mencari kamar.","inputSchema":{"type":"object",
//!  "properties":{"sarapan":{"type":"boolean"},"dapur":{"type":"string","enum":["true","false","any"]}}}}
//! ```
//!
//! ## References
//!
//! Measured 2026-11 on real definitions; OpenAI, function calling: make invalid states unrepresentable.

use serde_json::Value;

use crate::lint::cx::Cx;
use crate::lint::fix::{Change, Fix, FixLevel};
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::ToolView;
use crate::lint::schema::node::Node;

/// The rule.
pub static RULE: Rule = Rule {
    id: "boolean-string-enum",
    group: Group::Schema,
    severity: Severity::Info,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("boolean_string_enum.rs"),
    check: Check::Node(check),
};

fn check(node: &Node<'_>, _view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let Some(list @ Value::Array(values)) = node.get("enum") else { return };
    let mut words: Vec<String> = values.iter().filter_map(|value| Some(value.as_str()?.to_lowercase())).collect();
    words.sort();
    if values.len() != 2 || words != ["false", "true"] {
        return;
    }
    let add = |keyword: &str, value: Value| Change::Add(format!("{}/{keyword}", node.pointer), value);
    let mut patch = vec![Change::Remove(format!("{}/enum", node.pointer)), add("type", Value::from("boolean"))];
    let default = node.get("default").and_then(Value::as_str);
    patch.extend(default.map(|default| add("default", Value::from(default.eq_ignore_ascii_case("true")))));
    let fix = Fix { level: FixLevel::Unsafe, patch, what: "makes it a boolean".to_owned() };
    let pointer = format!("{}/enum", node.pointer);
    let finding = cx.at(pointer).say("true and false stand here as strings").evidence(list.to_string()).fix(fix);
    cx.report(finding);
}

#[cfg(test)]
mod tests {
    use crate::lint::judged::findings;

    #[test]
    fn only_the_two_words_count() {
        let found = |list: &str| {
            let schema = format!(r#"{{"type":"object","properties":{{"p":{{"enum":{list}}}}}}}"#);
            findings("boolean-string-enum", &format!(r#"{{"name":"t","description":"d","inputSchema":{schema}}}"#))
                .len()
        };
        assert_eq!(found(r#"["True","False"]"#), 1);
        assert_eq!(found("[true,false]"), 0);
        assert_eq!(found(r#"["true"]"#), 0);
        assert_eq!(found(r#"["ya","tidak"]"#), 0);
    }
}
