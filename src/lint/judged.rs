//! For tests: what one rule finds in what a page's example may be.

use crate::catalog::saved;
use crate::host::profile;
use crate::lint::finding::Finding;
use crate::lint::grade::{Persona, Severity};
use crate::lint::levels::{Level, Whom};
use crate::lint::rules::RULES;
use crate::lint::run::{Config, lint};
use crate::lint::scene::Input;

/// The findings of one rule, whatever the persona, as they grade themselves.
pub(crate) fn findings(rule: &str, json: &str) -> Vec<Finding> {
    let value: serde_json::Value = serde_json::from_str(json).unwrap_or_else(|e| panic!("{e}: {json}"));
    let listed = value.get("tools").is_some() || value.get("servers").is_some();
    let list = if listed { json.to_owned() } else { format!("{{\"tools\":[{json}]}}") };
    let catalog = saved::read("page.json", list.as_bytes()).unwrap_or_else(|e| panic!("{e}: {json}"));
    let mut config = Config::default();
    config.levels.persona = Persona::Auditor;
    for other in RULES.iter().filter(|other| other.id != rule) {
        config.levels.set.push((Whom::Rule(other.id.to_owned()), Level::Off));
    }
    let hosts: Vec<_> = profile::lint_defaults().collect();
    lint(Input { catalog: Some(&catalog), hosts: &hosts, ..Input::default() }, &config).findings
}

/// The worst severity that one rule finds in a tool of that description.
pub(crate) fn described(rule: &str, description: &str) -> Option<Severity> {
    let tool = serde_json::json!({"name": "alat_uji", "description": description,
        "inputSchema": {"type": "object", "properties": {"catatan": {"type": "string"}}}});
    findings(rule, &tool.to_string()).iter().map(|finding| finding.severity).max()
}
