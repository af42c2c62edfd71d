//! What one rule finds in a piece of JSON: the tool, list, servers or call of a page's example. For tests.

use crate::host::profile;
use crate::lint::example;
use crate::lint::finding::Finding;
use crate::lint::grade::{Persona, Severity};
use crate::lint::levels::{Level, Whom};
use crate::lint::rules::{self, RULES};
use crate::lint::run::{Config, lint};

/// What the rule finds, whatever persona it speaks to, at its own severities.
pub(crate) fn findings(rule: &str, json: &str) -> Vec<Finding> {
    let value: serde_json::Value = serde_json::from_str(json).unwrap_or_else(|error| panic!("{error}: {json}"));
    let mut config = Config::default();
    config.levels.persona = Persona::Auditor;
    let one = rules::named(rule).unwrap_or_else(|| panic!("no rule {rule}"));
    if one.is_nursery() {
        config.levels.set.push((Whom::Rule(rule.to_owned()), Level::At(one.severity)));
    }
    for other in RULES.iter().filter(|other| other.id != rule) {
        config.levels.set.push((Whom::Rule(other.id.to_owned()), Level::Off));
    }
    let hosts: Vec<_> = profile::lint_defaults().collect();
    lint(example::read(&value).input(&hosts), &config).findings
}

/// The worst severity that one rule finds in a tool of that description.
pub(crate) fn described(rule: &str, description: &str) -> Option<Severity> {
    let tool = serde_json::json!({"name": "alat_uji", "description": description,
        "inputSchema": {"type": "object", "properties": {"catatan": {"type": "string"}}}});
    findings(rule, &tool.to_string()).iter().map(|finding| finding.severity).max()
}
