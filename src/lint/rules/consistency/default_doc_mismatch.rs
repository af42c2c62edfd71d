//! The default that a parameter tells is not the default of its schema.
//!
//! ## Why
//!
//! A model leaves a parameter out because of the one, and gets the other. Numbers are compared by value; null, "none"
//! and an empty string are the same; a default of null or of nothing in the schema says nothing and contradicts
//! nothing. What holds in some cases only is let pass, and so are numbers that differ by a unit's factor.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"daftar_surat","description":"Menampilkan surat.","inputSchema":{"type":"object",
//!  "properties":{"batas":{"type":"integer","default":50,"description":"Jumlah surat (default: 20)."}}}}
//! ```
//!
//! ```json good
//! {"name":"daftar_surat","description":"Menampilkan surat.","inputSchema":{"type":"object",
//!  "properties":{"batas":{"type":"integer","default":20,"description":"Jumlah surat (default: 20)."},
//!  "tunggu":{"type":"integer","default":120000,"description":"Waits that long. Defaults to 2 minutes."}}}}
//! ```
//!
//! ## References
//!
//! arXiv 2602.18914: accuracy of descriptions, +8.8 % selection; measured 2026-11 on real definitions.

use serde_json::{Number, Value};

use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::ToolView;
use crate::lint::schema::accepts::same;
use crate::lint::schema::brief::brief;
use crate::lint::schema::own::described;
use crate::lint::schema::told::{self, Told};

/// The rule.
pub static RULE: Rule = Rule {
    id: "default-doc-mismatch",
    group: Group::Consistency,
    severity: Severity::Warning,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("default_doc_mismatch.rs"),
    check: Check::Tool(check),
};

/// What one unit is of another: seconds, minutes, hours, days; thousands and their like in binary.
const FACTORS: &[f64] =
    &[24.0, 60.0, 100.0, 1000.0, 1024.0, 3600.0, 86_400.0, 1e6, 1_048_576.0, 60_000.0, 3.6e6, 8.64e7];

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    for own in described(view) {
        let Some(default) = own.node.get("default").filter(|value| !says_nothing(value)) else { continue };
        let Some(told) = told::of(own.reading, own.node).filter(|told| differs(told, default)) else { continue };
        let finding = cx
            .at(own.pointer())
            .say(format!(
                "the words say that the default is {}, and the schema says {}",
                brief(&told.value),
                brief(default)
            ))
            .span(told.span)
            .evidence(own.reading.raw)
            .and_at(format!("{}/default", own.node.pointer));
        cx.report(finding.help("make the two agree, or drop the words: the schema says it already"));
    }
}

fn says_nothing(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::String(text) => text.trim().is_empty(),
        Value::Array(entries) => entries.is_empty(),
        Value::Object(entries) => entries.is_empty(),
        Value::Bool(_) | Value::Number(_) => false,
    }
}

/// Whether one number is the other in another unit.
fn is_factor(one: &Number, other: &Number) -> bool {
    let (Some(one), Some(other)) = (one.as_f64(), other.as_f64()) else { return false };
    let ratio = (one / other).abs().max((other / one).abs());
    FACTORS.iter().any(|factor| (ratio - factor).abs() < 1e-6 * factor)
}

fn differs(told: &Told, default: &Value) -> bool {
    match (&told.value, default) {
        (value, _) if says_nothing(value) => !matches!(default, Value::Bool(false)),
        (Value::Number(one), Value::Number(other)) => {
            let unit = told.unit && is_factor(one, other);
            !unit && !same(&told.value, default)
        }
        (Value::Bool(one), Value::Bool(other)) => one != other,
        (Value::String(one), Value::String(other)) => one.trim().to_lowercase() != other.trim().to_lowercase(),
        // A string may spell a number or a boolean; what it spells is compared.
        (value, Value::String(text)) => {
            let spelled = value.to_string();
            spelled != text.trim().to_lowercase()
        }
        (Value::Number(_) | Value::Bool(_), Value::Number(_) | Value::Bool(_)) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::judged::findings;

    fn found(kind: &str, default: &str, description: &str) -> usize {
        let parameter = format!(r#"{{"type":"{kind}","default":{default},"description":"{description}"}}"#);
        let schema = format!(r#"{{"type":"object","properties":{{"p":{parameter}}}}}"#);
        findings("default-doc-mismatch", &format!(r#"{{"name":"t","description":"d","inputSchema":{schema}}}"#)).len()
    }

    #[test]
    fn other_defaults_are_found() {
        assert_eq!(found("integer", "50", "How many. Defaults to 20."), 1);
        assert_eq!(found("integer", "50", "Jumlahnya, bawaan 20."), 1);
        assert_eq!(found("boolean", "true", "Whether to wait (default: false)"), 1);
        assert_eq!(found("string", "\"asc\"", "The order. Default is 'desc'."), 1);
    }

    #[test]
    fn the_same_in_other_words_is_nothing() {
        for (kind, default, description) in [
            ("integer", "1000", "How many. Defaults to 1,000."),
            ("number", "0.50", "Share, default 0.5"),
            ("integer", "300", "Waits. Defaults to 5 minutes."),
            ("string", "\"\"", "Defaults to null"),
            ("string", "\"ASC\"", "Default: 'asc'"),
            ("integer", "null", "Defaults to 20"),
            ("integer", "50", "Defaults to 20 for guests"),
            ("integer", "50", "If sorted, defaults to 20"),
            ("string", "\"main\"", "Defaults to the main branch"),
            ("string", "\"10\"", "Defaults to 10"),
        ] {
            assert_eq!(found(kind, default, description), 0, "{default} {description}");
        }
    }
}
