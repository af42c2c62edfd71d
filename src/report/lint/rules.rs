//! The rules as a list, and one rule's page, as documents and as a sheet.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::lint::page::{self, Example};
use crate::lint::rule::Rule;
use crate::report::document::Head;
use crate::report::sheet::{Column, Room, Row, Sheet, Weight};

/// The rules, for a machine.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Rules {
    /// The head.
    #[serde(flatten)]
    pub head: Head,
    /// One entry a rule.
    pub rules: Vec<RuleEntry>,
}

/// One rule, for a machine.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct RuleEntry {
    /// Its id.
    pub id: String,
    /// Its group.
    pub group: String,
    /// How bad its findings are by default.
    pub severity: String,
    /// How sure they are by default.
    pub confidence: String,
    /// For whom they are by default.
    pub persona: String,
    /// What it judges at once: `catalog`, `server`, `tool`, `text`, `schema` or `result`.
    pub altitude: String,
    /// Whether it may offer a fix as a patch.
    pub fix: bool,
    /// `stable` or `nursery`.
    pub status: String,
    /// What it looks for, in one sentence.
    pub summary: String,
}

/// One rule's page, for a machine.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Page {
    /// The head.
    #[serde(flatten)]
    pub head: Head,
    /// The rule.
    #[serde(flatten)]
    pub rule: RuleEntry,
    /// The page.
    pub markdown: String,
    /// Its examples, which the tests run.
    pub examples: Vec<ExampleEntry>,
}

/// An example of a page.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct ExampleEntry {
    /// Whether the rule finds something in it.
    pub bad: bool,
    /// What it is judged with: a host, a setting.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub with: BTreeMap<String, String>,
    /// The JSON.
    pub text: String,
}

/// The rules' document.
#[must_use]
pub fn rules_document(head: Head, rules: &[&'static Rule]) -> Rules {
    Rules { head, rules: rules.iter().map(|rule| entry(rule)).collect() }
}

/// The rules' table: what is needed to choose among them. The document holds the rest.
#[must_use]
pub fn rules_sheet(document: &Rules) -> Sheet {
    let columns = vec![
        Column::text("rule", Room::Whole),
        Column::text("severity", Room::Whole),
        Column::text("fix", Room::Whole),
        Column::text("group", Room::Spare),
        Column::text("for", Room::Spare),
        Column::text("what it looks for", Room::Cut),
    ];
    let nursery = document.rules.iter().filter(|rule| rule.status == "nursery").count();
    let count = document.rules.len();
    let after = match nursery {
        0 => format!("{count} rules. next: toolrent explain RULE"),
        nursery => format!(
            "{count} rules, {nursery} of them in the nursery: -W RULE switches one on. next: toolrent explain RULE"
        ),
    };
    Sheet { columns, rows: document.rules.iter().map(row).collect(), after: vec![after], ..Sheet::default() }
}

/// The document of one rule's page.
#[must_use]
pub fn page_document(head: Head, rule: &'static Rule) -> Page {
    let page = page::read(rule.file);
    Page {
        head,
        rule: entry(rule),
        markdown: page.markdown,
        examples: page.examples.into_iter().map(example).collect(),
    }
}

fn entry(rule: &Rule) -> RuleEntry {
    RuleEntry {
        id: rule.id.to_owned(),
        group: rule.group.word().to_owned(),
        severity: rule.severity.word().to_owned(),
        confidence: rule.confidence.word().to_owned(),
        persona: rule.persona.word().to_owned(),
        altitude: rule.check.altitude().to_owned(),
        fix: has_patch(rule),
        status: if rule.is_nursery() { "nursery" } else { "stable" }.to_owned(),
        summary: page::read(rule.file).summary,
    }
}

/// A rule's file says itself whether it makes patches: it names an operation of one.
fn has_patch(rule: &Rule) -> bool {
    rule.file.contains("Change::")
}

fn example(example: Example) -> ExampleEntry {
    ExampleEntry { bad: example.bad, with: example.with, text: example.text }
}

fn row(rule: &RuleEntry) -> Row {
    let fix = if rule.fix { "yes" } else { "" }.to_owned();
    let RuleEntry { id, group, severity, persona, status, summary, .. } = rule.clone();
    let readers = if status == "nursery" { status } else { persona };
    Row::Cells(Weight::Plain, vec![id, severity, fix, group, readers, summary])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::rules::{RULES, named};

    #[test]
    fn every_rule_is_listed_with_its_summary() {
        let document = rules_document(Head::new("rules", Vec::new()), &RULES);
        assert_eq!(document.rules.len(), RULES.len());
        let sheet = rules_sheet(&document);
        assert_eq!((sheet.rows.len(), sheet.columns.len()), (RULES.len(), 6));
        let entry = document.rules.iter().find(|rule| rule.id == "enum-duplicate").expect("a rule");
        assert_eq!((entry.altitude.as_str(), entry.fix), ("schema", true));
        assert_eq!(entry.summary, "A value stands twice in an enum.");
    }

    #[test]
    fn a_page_is_whole_and_holds_its_examples() {
        let page = page_document(Head::new("explain", Vec::new()), named("override-phrase").expect("a rule"));
        assert!(page.markdown.contains("## Why") && !page.rule.fix);
        assert!(page.examples.iter().any(|example| example.bad) && page.examples.iter().any(|example| !example.bad));
    }
}
