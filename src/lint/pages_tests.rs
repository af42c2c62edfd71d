//! Every rule's page is proven by its own examples.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::host::profile;
use crate::lint::allow::entry::Allow;
use crate::lint::allow::{self, Around};
use crate::lint::day::Day;
use crate::lint::example;
use crate::lint::grade::Status;
use crate::lint::knob::{Options, Setting};
use crate::lint::levels::{Level, Whom};
use crate::lint::page::{self, Example};
use crate::lint::rule::Rule;
use crate::lint::rules::RULES;
use crate::lint::run::{Config, lint};

/// Whether the rule finds something in the example.
fn finds(rule: &Rule, example: &Example) -> bool {
    let value: Value =
        serde_json::from_str(&example.text).unwrap_or_else(|e| panic!("{}: {e}: {}", rule.id, example.text));
    let read = example::read(&value);
    let mut config = Config::default();
    config.levels.set.push((Whom::Rule(rule.id.to_owned()), Level::At(rule.severity)));
    let mut options = Options::default();
    for (name, text) in example.with.iter().filter_map(|(key, text)| Some((key.strip_prefix("option.")?, text))) {
        let knob = rule.options.iter().find(|knob| knob.name == name).unwrap_or_else(|| panic!("{}: {name}", rule.id));
        match knob.default {
            Setting::Number(_) => options.set_number(name, text.parse().expect("a number")),
            Setting::Words => options.set_words(name, text.split('|').map(str::to_owned).collect()),
        }
    }
    config.options.insert(rule.id.to_owned(), options);
    let hosts = match example.with.get("host") {
        Some(id) => vec![profile::named(id).unwrap_or_else(|| panic!("{}: {id}", rule.id))],
        None => profile::lint_defaults().collect(),
    };
    let input = read.input(&hosts);
    let mut outcome = lint(input, &config);
    if let Some(entries) = value.get("allow") {
        let entries: Vec<Allow> = serde_json::from_value(entries.clone()).expect("entries");
        allow::apply(&mut outcome, &entries, Around { input, config: &config, today: Day::of_unix(1_790_000_000) });
    }
    outcome.findings.iter().any(|finding| finding.rule == rule.id)
}

#[test]
fn every_page_is_proven_by_its_examples() {
    for rule in RULES.iter() {
        let page = page::read(rule.file);
        assert!(page.examples.iter().any(|example| example.bad), "{}: no bad example", rule.id);
        assert!(page.examples.iter().any(|example| !example.bad), "{}: no good example", rule.id);
        for example in &page.examples {
            let found = finds(rule, example);
            assert_eq!(found, example.bad, "{}: {}", rule.id, example.text);
        }
    }
}

#[test]
fn every_page_is_whole() {
    let ids: BTreeSet<&str> = RULES.iter().map(|rule| rule.id).collect();
    assert_eq!(ids.len(), RULES.len(), "ids are unique");
    for rule in RULES.iter() {
        let page = page::read(rule.file);
        assert!(!page.summary.is_empty() && page.summary.len() < 110, "{}: {}", rule.id, page.summary);
        for heading in ["## Why", "## Examples", "## References"] {
            assert!(page.markdown.contains(heading), "{}: {heading}", rule.id);
        }
        let file = format!("{}.rs", rule.id.replace('-', "_"));
        assert!(rule.file.contains(&format!("include_str!(\"{file}\")")), "{}: stands in a file of its name", rule.id);
        assert!(rule.status == Status::Stable || rule.status == Status::Nursery);
    }
}
