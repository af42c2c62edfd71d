//! Findings as a markdown table, for a pull request or a summary page.

use std::io::{self, Write};

use crate::report::lint::document::Lint;
use crate::report::lint::found::Finding;
use crate::report::lint::words;
use crate::report::markdown;
use crate::report::sheet::{Column, Room, Row, Sheet, Weight};

/// Writes the findings.
///
/// # Errors
/// When `out` cannot be written to.
pub fn write(lint: &Lint, out: &mut dyn Write) -> io::Result<()> {
    let heads = ["severity", "rule", "server · tool", "pointer", "finding", "help", "tokens", "source"];
    let columns = heads.map(|head| Column::text(head, Room::Whole)).to_vec();
    let rows: Vec<Row> = lint.findings.iter().map(row).collect();
    let columns = if rows.is_empty() { Vec::new() } else { columns };
    markdown::write(&Sheet { columns, rows, after: vec![words::summary(lint, true)], ..Sheet::default() }, out)
}

fn row(finding: &Finding) -> Row {
    let weight = if finding.severity == "error" { Weight::Strong } else { Weight::Plain };
    let cells = vec![
        finding.severity.clone(),
        finding.rule.clone(),
        words::place(&finding.server, finding.tool.as_deref(), "", " · "),
        words::pointer(finding).into_owned(),
        finding.message.clone(),
        finding.help.clone(),
        words::price(finding).unwrap_or_default(),
        words::location(finding).unwrap_or_default(),
    ];
    Row::Cells(weight, cells)
}
