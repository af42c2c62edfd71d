//! The planted fixture on which public scanners were measured: eighteen attacks, ten harmless look-alikes, the defects.

use std::collections::{BTreeMap, BTreeSet};

use toolrent::lint::finding::Finding;
use toolrent::lint::grade::{Group, Severity};

use crate::linted::{catalog, judged};
use crate::shared::folder;

/// The rules of which one must speak about each planted defect.
const DEFECTS: &[(&str, &[&str])] = &[
    ("q01", &["description-missing"]),
    ("q02", &["description-missing"]),
    ("q03", &["vague-filler", "description-vague"]),
    ("q04", &["description-tautology"]),
    ("q05", &["description-placeholder"]),
    ("q06", &["description-truncated-by-host", "host-description-length", "description-over-budget"]),
    ("q07", &["opaque-parameters"]),
    ("q08", &["confusable-tools"]),
    ("q10", &["name-invalid"]),
    ("q11", &["host-tool-name"]),
    ("q12", &["host-root-combinator"]),
    ("q13", &["ref-recursive", "host-ref"]),
    ("q14", &["ref-unresolvable"]),
    ("q15", &["required-unknown-property"]),
    ("q16", &["host-array-items"]),
    ("q17", &["schema-root-type"]),
    ("q18", &["schema-root-type"]),
    ("q19", &["default-violates-schema"]),
    ("q20", &["enum-undeclared"]),
    ("q21", &["large-enum"]),
    ("q22", &["deep-nesting"]),
    ("q23", &["name-duplicate"]),
    ("q24", &["host-null-type", "host-unsupported-keyword", "host-pattern-grammar"]),
];

fn found() -> Option<Vec<Finding>> {
    Some(judged(&catalog(&folder()?.join("inputs/poison.json"))).findings)
}

fn is_attack(finding: &Finding) -> bool {
    let group = matches!(finding.group, Group::Injection | Group::Naming | Group::Annotations);
    group && finding.severity >= Severity::Warning
}

#[test]
fn planted_attacks_are_found() {
    let Some(found) = found() else { return };
    let mut caught: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
    for finding in found.iter().filter(|finding| is_attack(finding)) {
        caught.entry(finding.tool.clone().unwrap_or_default()).or_default().insert(finding.rule);
    }
    // The eleventh is planted as the name itself.
    let planted = caught.keys().filter(|name| name.starts_with('m') || !name.is_ascii()).count();
    assert!(planted >= 16, "{planted} of 18: {caught:#?}");
}

#[test]
fn look_alikes_are_let_pass() {
    let Some(found) = found() else { return };
    let alarms: Vec<String> = found
        .iter()
        .filter(|finding| finding.group == Group::Injection && finding.severity >= Severity::Warning)
        .filter(|finding| finding.tool.as_deref().is_some_and(|name| name.starts_with('b')))
        .map(|finding| format!("{:?} {}: {}", finding.tool, finding.rule, finding.message))
        .collect();
    assert!(alarms.is_empty(), "{alarms:#?}");
}

#[test]
fn planted_defects_are_found_by_their_rules() {
    let Some(found) = found() else { return };
    let names = |finding: &Finding| {
        let also = finding.also.iter().filter_map(|also| also.tool.clone());
        finding.tool.clone().into_iter().chain(also).collect::<Vec<_>>()
    };
    let missed: Vec<&str> = DEFECTS
        .iter()
        .filter(|(defect, rules)| {
            !found.iter().any(|one| rules.contains(&one.rule) && names(one).iter().any(|name| name.starts_with(defect)))
        })
        .map(|(defect, _)| *defect)
        .collect();
    assert!(missed.is_empty(), "{missed:?}");
}
