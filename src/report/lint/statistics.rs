//! How often each rule found something, the most frequent first.

use std::collections::{BTreeMap, BTreeSet};

use crate::report::lint::document::Lint;
use crate::report::lint::found::Finding;
use crate::report::lint::words;
use crate::report::sheet::{Column, Room, Row, Sheet, Weight};

/// What is told of one rule.
#[derive(Default)]
struct Tally<'l> {
    severity: &'l str,
    findings: usize,
    tools: BTreeSet<(&'l str, &'l str)>,
    fixable: Vec<&'l Finding>,
}

/// One row a rule.
#[must_use]
pub fn sheet(lint: &Lint) -> Sheet {
    let mut rules: BTreeMap<&str, Tally<'_>> = BTreeMap::new();
    for finding in &lint.findings {
        let tally = rules.entry(&finding.rule).or_default();
        if tally.findings == 0 || rank(&finding.severity) > rank(tally.severity) {
            tally.severity = &finding.severity;
        }
        tally.findings += 1;
        if let Some(tool) = &finding.tool {
            tally.tools.insert((&finding.server, tool));
        }
        if words::is_fixable(finding) {
            tally.fixable.push(finding);
        }
    }
    let mut rules: Vec<(&str, Tally<'_>)> = rules.into_iter().collect();
    rules.sort_by_key(|(rule, tally)| (usize::MAX - tally.findings, *rule));
    let columns = vec![
        Column::text("rule", Room::Whole),
        Column::text("worst", Room::Whole),
        Column::figures(["findings".to_owned()]),
        Column::figures(["tools".to_owned()]),
        Column::figures(["fixes save".to_owned()]),
    ];
    let row = |(rule, tally): &(&str, Tally<'_>)| {
        let saved = words::effect(&words::saved(tally.fixable.iter().copied()), "", "")
            .map_or_else(|| "-".to_owned(), |effect| effect.trim().to_owned());
        let figures = [tally.findings, tally.tools.len()].map(|figure| figure.to_string());
        let weight = if tally.severity == "error" { Weight::Strong } else { Weight::Plain };
        let cells = [(*rule).to_owned(), tally.severity.to_owned()].into_iter().chain(figures).chain([saved]);
        Row::Cells(weight, cells.collect())
    };
    let rows: Vec<Row> = rules.iter().map(row).collect();
    let columns = if rows.is_empty() { Vec::new() } else { columns };
    Sheet { columns, rows, after: vec![words::summary(lint, true)], ..Sheet::default() }
}

/// How bad a severity is, by its word.
fn rank(severity: &str) -> usize {
    ["info", "warning", "error"].iter().position(|word| *word == severity).unwrap_or_default()
}
