//! What one rule finds in a piece of JSON: the tool, list or servers of a page's example. For tests.

use crate::catalog::saved;
use crate::host::profile;
use crate::lint::finding::Finding;
use crate::lint::levels::{Level, Whom};
use crate::lint::rules::{self, RULES};
use crate::lint::run::{Config, lint};
use crate::lint::scene::Input;

/// What the rule finds, whatever persona it speaks to, at its own severities.
pub(crate) fn findings(rule: &str, json: &str) -> Vec<Finding> {
    assert!(rules::named(rule).is_some(), "no rule {rule}");
    let value: serde_json::Value = serde_json::from_str(json).unwrap_or_else(|error| panic!("{error}: {json}"));
    let list = match value.get("tools").or(value.get("servers")) {
        Some(_) => json.to_owned(),
        None => format!("{{\"tools\":[{json}]}}"),
    };
    let catalog = saved::read("judged.json", list.as_bytes()).unwrap_or_else(|error| panic!("{error}: {json}"));
    let mut config = Config::default();
    config.levels.persona = crate::lint::grade::Persona::Auditor;
    for other in RULES.iter().filter(|other| other.id != rule) {
        config.levels.set.push((Whom::Rule(other.id.to_owned()), Level::Off));
    }
    let hosts: Vec<_> = profile::lint_defaults().collect();
    lint(Input { catalog: Some(&catalog), hosts: &hosts, ..Input::default() }, &config).findings
}
