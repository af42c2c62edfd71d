//! Findings as records: one JSON line each, or one CSV row each.

use std::io::{self, Write};

use crate::report::lint::document::Lint;
use crate::report::lint::found::Finding;
use crate::report::{csv as rows, json};

const HEAD: [&str; 20] = [
    "severity",
    "rule",
    "group",
    "confidence",
    "persona",
    "server",
    "tool",
    "pointer",
    "start",
    "end",
    "message",
    "evidence",
    "decoded",
    "hosts",
    "blast",
    "saves",
    "fingerprint",
    "source",
    "line",
    "column",
];

/// One finding a line.
///
/// # Errors
/// When `out` cannot be written to.
pub fn write(lint: &Lint, out: &mut dyn Write) -> io::Result<()> {
    lint.findings.iter().try_for_each(|finding| json::line(finding, out))
}

/// One finding a row; several hosts, and the tokens of several profiles, stand in one cell.
///
/// # Errors
/// When `out` cannot be written to.
pub fn csv(lint: &Lint, out: &mut dyn Write) -> io::Result<()> {
    rows::record(out, HEAD)?;
    lint.findings.iter().try_for_each(|finding| rows::record(out, cells(finding)))
}

fn cells(finding: &Finding) -> [String; HEAD.len()] {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let end = |which: usize| finding.span.map_or_else(String::new, |span| span[which].to_string());
    let hosts: Vec<&str> = finding.hosts.iter().map(|says| says.host.as_str()).collect();
    let saves: Vec<String> = finding.saves.iter().map(|(profile, tokens)| format!("{profile}={tokens}")).collect();
    let location = finding.location.as_ref();
    let region = location.and_then(|location| location.region);
    [
        finding.severity.clone(),
        finding.rule.clone(),
        finding.group.clone(),
        finding.confidence.clone(),
        finding.persona.clone(),
        finding.server.clone(),
        text(&finding.tool),
        finding.pointer.clone(),
        end(0),
        end(1),
        finding.message.clone(),
        finding.evidence.clone(),
        text(&finding.decoded),
        hosts.join(" "),
        text(&finding.blast),
        saves.join(" "),
        finding.fingerprint.clone(),
        location.map(|location| location.source.clone()).unwrap_or_default(),
        region.map_or_else(String::new, |region| region.line.to_string()),
        region.map_or_else(String::new, |region| region.column.to_string()),
    ]
}
