//! A parameter tells a default in words that its schema does not declare.
//!
//! ## Why
//!
//! Hosts and validators read the schema only. Declared, the default costs as much as the words and can be checked.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"daftar_lagu","description":"Menampilkan lagu.","inputSchema":{"type":"object",
//!  "properties":{"batas":{"type":"integer","description":"Jumlah lagu (default: 20)."}}}}
//! ```
//!
//! ```json good
//! {"name":"daftar_lagu","description":"Menampilkan lagu.","inputSchema":{"type":"object",
//!  "properties":{"batas":{"type":"integer","default":20,"description":"Jumlah lagu."}}}}
//! ```
//!
//! ## References
//!
//! JSON Schema 2020-12, validation, 9.2; measured 2026-11: 59 parameters of 783 real definitions.

use crate::lint::cx::Cx;
use crate::lint::fix::{Change, Fix, FixLevel};
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::ToolView;
use crate::lint::schema::accepts::Judge;
use crate::lint::schema::brief::brief;
use crate::lint::schema::dialect::Dialect;
use crate::lint::schema::own::described;
use crate::lint::schema::told;

/// The rule.
pub static RULE: Rule = Rule {
    id: "default-undeclared",
    group: Group::Consistency,
    severity: Severity::Info,
    confidence: Confidence::High,
    persona: Persona::Pedantic,
    status: Status::Stable,
    options: &[],
    file: include_str!("default_undeclared.rs"),
    check: Check::Tool(check),
};

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    for own in described(view) {
        if own.node.required || own.node.get("default").is_some() {
            continue;
        }
        let Some(told) = told::of(own.reading, own.node).filter(|told| !told.value.is_null() && !told.unit) else {
            continue;
        };
        let judge = Judge { root: own.node.root, dialect: Dialect::of(own.node.root).unwrap_or(Dialect::Draft2020) };
        if judge.refusal(&told.value, own.node.value).is_some() {
            continue;
        }
        let patch = vec![Change::Add(format!("{}/default", own.node.pointer), told.value.clone())];
        let finding = cx
            .at(own.pointer())
            .say(format!("the default {} stands in the words only", brief(&told.value)))
            .span(told.span)
            .evidence(own.reading.raw)
            .fix(Fix { level: FixLevel::Unsafe, patch, what: "declares the default".to_owned() });
        cx.report(finding);
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::judged::findings;

    #[test]
    fn only_what_the_type_takes_is_a_default() {
        let found = |description: &str| {
            let parameter = format!(r#"{{"type":"integer","description":"{description}"}}"#);
            let schema = format!(r#"{{"type":"object","properties":{{"p":{parameter}}}}}"#);
            findings("default-undeclared", &format!(r#"{{"name":"t","description":"d","inputSchema":{schema}}}"#)).len()
        };
        assert_eq!(found("How many, default 10"), 1);
        assert_eq!(found("Jumlahnya (bawaan: 10)"), 1);
        assert_eq!(found("Waits, default 'a while'"), 0);
        assert_eq!(found("Waits, default 10 seconds"), 0);
    }
}
