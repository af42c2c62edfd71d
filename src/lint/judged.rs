//! What one rule finds in one example, for the rules' own tests.

use crate::catalog::saved;
use crate::host::profile;
use crate::lint::finding::Finding;
use crate::lint::grade::Severity;
use crate::lint::levels::{Level, Whom};
use crate::lint::rules::named;
use crate::lint::run::{Config, lint};
use crate::lint::scene::Input;
use crate::session::call::Call;

/// The findings of a rule in what an example of a page may be: a tool, `tools`, `servers`, or a tool with its result.
pub(crate) fn findings(rule: &str, json: &str) -> Vec<Finding> {
    let value: serde_json::Value = serde_json::from_str(json).expect("an example is JSON");
    let tool = value.get("result").map_or(&value, |_| &value["tool"]);
    let list = match value.get("tools").or(value.get("servers")) {
        Some(_) => json.to_owned(),
        None => serde_json::json!({"tools": [tool]}).to_string(),
    };
    let catalog = saved::read("page.json", list.as_bytes()).expect("an example is a list of tools");
    let call = value.get("result").map(|result| Call {
        server: None,
        tool: tool["name"].as_str().map(str::to_owned),
        definition: Some(tool.clone()),
        arguments: None,
        result: result.clone(),
        place: crate::catalog::place::Place::default(),
    });
    let calls: Vec<Call> = call.into_iter().collect();
    let hosts: Vec<_> = profile::lint_defaults().collect();
    let mut config = Config { levels: crate::lint::levels::Levels::default(), ..Config::default() };
    config.levels.persona = crate::lint::grade::Persona::Auditor;
    let known = named(rule).expect("the rule exists");
    if known.is_nursery() {
        config.levels.set.push((Whom::Rule(rule.to_owned()), Level::At(known.severity)));
    }
    let input = Input { catalog: Some(&catalog), hosts: &hosts, calls: &calls, ..Input::default() };
    lint(input, &config).findings.into_iter().filter(|finding| finding.rule == rule).collect()
}

/// The worst severity that one rule finds in a tool of that description.
pub(crate) fn described(rule: &str, description: &str) -> Option<Severity> {
    let tool = serde_json::json!({"name": "alat_uji", "description": description,
        "inputSchema": {"type": "object", "properties": {"catatan": {"type": "string"}}}});
    findings(rule, &tool.to_string()).iter().map(|finding| finding.severity).max()
}
