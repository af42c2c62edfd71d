//! A default, an example or a constant breaks the very schema it stands in.
//!
//! ## Why
//!
//! The model copies it: what a call then holds is refused, or means something else than intended. A default of null
//! for a parameter that may be left out says only that there is none, and counts for nothing.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"ulang","description":"Mengulang pekerjaan.","inputSchema":{"type":"object",
//!  "properties":{"kali":{"type":"integer","minimum":1,"default":0}}}}
//! ```
//!
//! ```json bad
//! {"name":"catat","description":"Writes a note.","inputSchema":{"type":"object",
//!  "properties":{"label":{"type":"array","items":{"type":"string"},"examples":["belanja, rumah"]}}}}
//! ```
//!
//! ```json good
//! {"name":"ulang","description":"Mengulang pekerjaan.","inputSchema":{"type":"object",
//!  "properties":{"kali":{"type":"integer","minimum":1,"default":1},"catatan":{"type":"string","default":null}}}}
//! ```
//!
//! ## References
//!
//! JSON Schema 2020-12, validation, 9.2: a default should be valid against its schema.

use serde_json::Value;

use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::ToolView;
use crate::lint::schema::accepts::Judge;
use crate::lint::schema::brief::brief;
use crate::lint::schema::dialect::Dialect;
use crate::lint::schema::node::Node;

/// The rule.
pub static RULE: Rule = Rule {
    id: "default-violates-schema",
    group: Group::Schema,
    severity: Severity::Warning,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("default_violates_schema.rs"),
    check: Check::Node(check),
};

/// How many examples of one schema are judged.
const MOST: usize = 100;

fn check(node: &Node<'_>, _view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let judge = Judge { root: node.root, dialect: Dialect::of(node.root).unwrap_or(Dialect::Draft2020) };
    let refusal = |value: &Value| judge.refusal(value, node.value);
    for (keyword, word) in [("default", "the default"), ("const", "the constant")] {
        let Some(value) = node.get(keyword) else { continue };
        if keyword == "default" && value.is_null() && !node.required {
            continue;
        }
        if let Some(why) = refusal(value) {
            report(cx, format!("{}/{keyword}", node.pointer), word, value, &why);
        }
    }
    let examples = node.get("examples").and_then(Value::as_array).into_iter().flatten().take(MOST);
    let broken = examples.enumerate().find_map(|(at, value)| Some((at, value, refusal(value)?)));
    if let Some((at, value, why)) = broken {
        report(cx, format!("{}/examples/{at}", node.pointer), "the example", value, &why);
    }
}

fn report(cx: &mut Cx<'_>, pointer: String, word: &str, value: &Value, why: &str) {
    let say = format!("{word} {} {why}", brief(value));
    let finding = cx.at(pointer).say(say).evidence(value.to_string());
    cx.report(finding.help("correct one of the two: the model believes both"));
}

#[cfg(test)]
mod tests {
    use crate::lint::judged::findings;

    fn found(parameter: &str) -> Vec<String> {
        let schema = format!(r#"{{"type":"object","properties":{{"p":{parameter}}}}}"#);
        let tool = format!(r#"{{"name":"t","description":"d","inputSchema":{schema}}}"#);
        findings("default-violates-schema", &tool).into_iter().map(|finding| finding.message).collect()
    }

    #[test]
    fn each_of_the_three_is_judged() {
        assert_eq!(found(r#"{"type":"integer","default":"lima"}"#), ["the default \"lima\" is a string, not integer"]);
        assert_eq!(found(r#"{"type":"string","const":1}"#).len(), 1);
        assert_eq!(found(r#"{"enum":["a"],"examples":["a","b","c"]}"#).len(), 1);
    }

    #[test]
    fn what_says_nothing_is_nothing() {
        for parameter in [
            r#"{"type":"string","default":null}"#,
            r#"{"type":"number","default":1}"#,
            r#"{"type":"string","const":"a"}"#,
            r#"{"anyOf":[{"type":"string"},{"type":"null"}],"default":null}"#,
            r#"{"type":"string","examples":"b"}"#,
        ] {
            assert!(found(parameter).is_empty(), "{parameter}");
        }
    }
}
