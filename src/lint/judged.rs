//! What one rule says about an example, for the rules' own tests.

use serde_json::Value;

use crate::catalog::place::Place;
use crate::catalog::saved;
use crate::host::profile;
use crate::lint::finding::Finding;
use crate::lint::grade::Persona;
use crate::lint::levels::{Level, Whom};
use crate::lint::rules;
use crate::lint::run::{Config, lint};
use crate::lint::scene::Input;
use crate::session::call::Call;

/// What the rule finds in what a page's example may be, for every persona, at its own severities.
pub(crate) fn findings(rule: &str, json: &str) -> Vec<Finding> {
    let value: Value = serde_json::from_str(json).unwrap_or_else(|e| panic!("{e}: {json}"));
    let list = match (&value["tools"], &value["servers"], &value["tool"]) {
        (Value::Null, Value::Null, Value::Null) => serde_json::json!({ "tools": [value] }),
        (Value::Null, Value::Null, tool) => serde_json::json!({ "tools": [tool] }),
        _ => value.clone(),
    };
    let catalog = saved::read("judged.json", list.to_string().as_bytes()).unwrap_or_else(|e| panic!("{e}: {json}"));
    let calls: Vec<Call> = value.get("result").map(|result| call(&value["tool"], result)).into_iter().collect();
    let mut config = Config::default();
    config.levels.persona = Persona::Auditor;
    let one = rules::named(rule).unwrap_or_else(|| panic!("no rule {rule}"));
    if one.is_nursery() {
        config.levels.set.push((Whom::Rule(rule.to_owned()), Level::At(one.severity)));
    }
    let hosts: Vec<_> = profile::lint_defaults().collect();
    let input = Input { catalog: Some(&catalog), hosts: &hosts, calls: &calls, ..Input::default() };
    lint(input, &config).findings.into_iter().filter(|finding| finding.rule == rule).collect()
}

fn call(tool: &Value, result: &Value) -> Call {
    Call {
        server: None,
        tool: tool["name"].as_str().map(str::to_owned),
        definition: Some(tool.clone()),
        arguments: None,
        result: result.clone(),
        place: Place::default(),
    }
}
