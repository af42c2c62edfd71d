//! Two bounds of a schema leave nothing between them.
//!
//! ## Why
//!
//! No value passes, so every call that uses the parameter is refused, and the model tries again at your cost. A
//! `multipleOf` that is not above 0 is no step at all.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"diskon","description":"Memberi diskon.","inputSchema":{"type":"object",
//!  "properties":{"persen":{"type":"integer","minimum":90,"maximum":10}}}}
//! ```
//!
//! ```json good
//! {"name":"diskon","description":"Memberi diskon.","inputSchema":{"type":"object",
//!  "properties":{"persen":{"type":"integer","minimum":10,"maximum":10}}}}
//! ```
//!
//! ## References
//!
//! JSON Schema 2020-12, validation, 6.2 to 6.5.

use std::cmp::Ordering;

use serde_json::{Number, Value};

use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::ToolView;
use crate::lint::schema::node::Node;
use crate::lint::schema::number;

/// The rule.
pub static RULE: Rule = Rule {
    id: "bounds-contradiction",
    group: Group::Schema,
    severity: Severity::Error,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("bounds_contradiction.rs"),
    check: Check::Node(check),
};

/// Pairs of a lower and an upper bound.
const PAIRS: &[(&str, &str)] = &[
    ("minimum", "maximum"),
    ("exclusiveMinimum", "maximum"),
    ("minimum", "exclusiveMaximum"),
    ("exclusiveMinimum", "exclusiveMaximum"),
    ("minLength", "maxLength"),
    ("minItems", "maxItems"),
    ("minProperties", "maxProperties"),
    ("minContains", "maxContains"),
];

fn check(node: &Node<'_>, _view: &ToolView<'_>, cx: &mut Cx<'_>) {
    for (low, high) in PAIRS {
        let (Some(least), Some(most)) = (number::of(node.value, low), number::of(node.value, high)) else { continue };
        let contradicts = match number::order(least, most) {
            Some(Ordering::Greater) => true,
            Some(Ordering::Equal) => is_open(node.value, low) || is_open(node.value, high),
            _ => false,
        };
        if contradicts {
            let finding = cx
                .at(format!("{}/{low}", node.pointer))
                .say(format!("nothing lies between {low} {least} and {high} {most}"))
                .evidence(least.to_string())
                .and_at(format!("{}/{high}", node.pointer));
            cx.report(finding);
        }
    }
    let Some(step) = number::of(node.value, "multipleOf") else { return };
    if number::order(step, &Number::from(0)).is_some_and(Ordering::is_le) {
        let finding = cx
            .at(format!("{}/multipleOf", node.pointer))
            .say(format!("multipleOf is {step}, and must be above 0"))
            .evidence(step.to_string());
        cx.report(finding);
    }
}

/// Whether the bound itself is outside: by its name, or as draft-04 says it.
fn is_open(schema: &Value, bound: &str) -> bool {
    let flag = match bound {
        "minimum" => "exclusiveMinimum",
        "maximum" => "exclusiveMaximum",
        _ => return bound.starts_with("exclusive"),
    };
    schema.get(flag) == Some(&Value::Bool(true))
}

#[cfg(test)]
mod tests {
    use crate::lint::judged::findings;

    fn found(parameter: &str) -> usize {
        let schema = format!(r#"{{"type":"object","properties":{{"p":{parameter}}}}}"#);
        findings("bounds-contradiction", &format!(r#"{{"name":"t","description":"d","inputSchema":{schema}}}"#)).len()
    }

    #[test]
    fn bounds_are_compared_by_value() {
        for parameter in [
            r#"{"minimum":2,"maximum":1.5}"#,
            r#"{"exclusiveMinimum":1,"maximum":1}"#,
            r#"{"minLength":3,"maxLength":2}"#,
            r#"{"minimum":1,"maximum":1,"exclusiveMaximum":true}"#,
            r#"{"multipleOf":0}"#,
            r#"{"minimum":9007199254740993,"maximum":9007199254740992}"#,
        ] {
            assert_eq!(found(parameter), 1, "{parameter}");
        }
        for parameter in [
            r#"{"minimum":1,"maximum":1.0}"#,
            r#"{"minItems":0,"maxItems":0}"#,
            r#"{"minimum":"2","maximum":1}"#,
            r#"{"exclusiveMinimum":0,"maximum":1}"#,
            r#"{"multipleOf":0.01}"#,
            r#"{"minimum":-1e400,"maximum":1}"#,
        ] {
            assert_eq!(found(parameter), 0, "{parameter}");
        }
    }
}
