//! A pattern is no regular expression of ECMAScript.
//!
//! ## Why
//!
//! JSON Schema reads patterns as ECMAScript does. Inline flags, `\A` and Python's named groups come from elsewhere: a
//! validator in JavaScript refuses the schema, or compiles it to something that matches other texts. A needless
//! backslash is let pass.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"setuju","description":"Mencatat persetujuan.","inputSchema":{"type":"object",
//!  "properties":{"jawaban":{"type":"string","pattern":"(?i)^(ya|tidak)$"}}}}
//! ```
//!
//! ```json bad
//! {"name":"kode","description":"Looks up a code.","inputSchema":{"type":"object",
//!  "properties":{"kode":{"type":"string","pattern":"^[A-Z"}}}}
//! ```
//!
//! ```json good
//! {"name":"setuju","description":"Mencatat persetujuan.","inputSchema":{"type":"object",
//!  "properties":{"jawaban":{"type":"string","pattern":"^([Yy]a|[Tt]idak)$"}}}}
//! ```
//!
//! ## References
//!
//! JSON Schema 2020-12, core, 6.4: patterns should be valid according to ECMA-262, with the flag `u`.

use serde_json::Value;

use crate::catalog::text::escaped;
use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::ToolView;
use crate::lint::schema::ecma::{self, Fault};
use crate::lint::schema::node::Node;

/// The rule.
pub static RULE: Rule = Rule {
    id: "pattern-invalid",
    group: Group::Schema,
    severity: Severity::Error,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("pattern_invalid.rs"),
    check: Check::Node(check),
};

fn check(node: &Node<'_>, _view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let own = node.get("pattern").and_then(Value::as_str).map(|text| (format!("{}/pattern", node.pointer), text));
    let keys = node.get("patternProperties").and_then(Value::as_object).into_iter().flat_map(|of| of.keys());
    let keys = keys.map(|key| (format!("{}/patternProperties/{}", node.pointer, escaped(key)), key.as_str()));
    for (pointer, pattern) in own.into_iter().chain(keys) {
        let say = match ecma::fault(pattern) {
            None => continue,
            Some(Fault::Long) => {
                cx.unchecked(pointer, format!("the pattern has {} bytes, more than are read", pattern.len()));
                continue;
            }
            Some(Fault::Foreign(what)) => format!("the pattern has {what}, which ECMAScript does not"),
            Some(Fault::Broken(why)) => format!("the pattern is no expression: {}", lowercase(&why)),
        };
        let finding = cx.at(pointer).say(say).evidence(pattern);
        cx.report(finding);
    }
}

fn lowercase(text: &str) -> String {
    let mut characters = text.trim_end_matches('.').chars();
    characters.next().map(|first| first.to_lowercase().chain(characters).collect()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use crate::lint::judged::findings;

    fn found(parameter: &str) -> usize {
        let schema = format!(r#"{{"type":"object","properties":{{"p":{parameter}}}}}"#);
        findings("pattern-invalid", &format!(r#"{{"name":"t","description":"d","inputSchema":{schema}}}"#)).len()
    }

    #[test]
    fn keys_of_pattern_properties_are_patterns_too() {
        assert_eq!(found(r#"{"patternProperties":{"^(a":{},"^b":{}}}"#), 1);
        assert_eq!(found(r#"{"pattern":"\\Aab\\Z"}"#), 1);
        assert_eq!(found(r#"{"pattern":"^\\d{4}\\-\\d{2}$"}"#), 0);
        assert_eq!(found(r#"{"pattern":"^(?<=a)b(?!c)$"}"#), 0);
    }
}
