//! Findings as a GitLab code quality report.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use crate::report::escape::visible;
use crate::report::json;
use crate::report::lint::document::Lint;
use crate::report::lint::found::Finding;
use crate::report::lint::{uri, words};

#[derive(Serialize)]
struct Issue {
    description: String,
    check_name: String,
    fingerprint: String,
    severity: &'static str,
    location: Location,
}

#[derive(Serialize)]
struct Location {
    path: String,
    lines: Lines,
}

#[derive(Serialize)]
struct Lines {
    begin: u32,
}

/// Writes the findings.
///
/// # Errors
/// When `out` cannot be written to.
pub fn write(lint: &Lint, out: &mut dyn Write) -> io::Result<()> {
    let mut seen = BTreeMap::new();
    let issues: Vec<Issue> = lint.findings.iter().map(|finding| issue(finding, lint, &mut seen)).collect();
    json::pretty(&issues, out)
}

fn issue<'f>(finding: &'f Finding, lint: &Lint, seen: &mut BTreeMap<&'f str, usize>) -> Issue {
    let times = seen.entry(&finding.fingerprint).or_default();
    *times += 1;
    // GitLab keeps one issue of each fingerprint; a string may hold several findings of one rule.
    let fingerprint =
        if *times == 1 { finding.fingerprint.clone() } else { format!("{}-{times}", finding.fingerprint) };
    let severity = match (finding.severity.as_str(), finding.blast.as_deref(), finding.group.as_str()) {
        ("error", Some("request" | "server"), _) | ("error", _, "injection" | "secrets") => "critical",
        ("error", ..) => "major",
        ("warning", ..) => "minor",
        _ => "info",
    };
    let place = words::place(&finding.server, finding.tool.as_deref(), &words::pointer(finding), " · ");
    let location = lint.place_of(finding);
    let path = location.as_ref().map_or("stdin".to_owned(), |location| path(&location.source));
    let begin = location.and_then(|location| location.region).map_or(1, |region| region.line);
    Issue {
        description: words::place(&place, None, &finding.message, ": "),
        check_name: finding.rule.clone(),
        fingerprint,
        severity,
        location: Location { path, lines: Lines { begin } },
    }
}

/// Paths are told relative to the repository and as they are, not as URIs.
fn path(source: &str) -> String {
    if uri::is_remote(source) { uri::reference(source) } else { visible(source.trim_start_matches("./")).into_owned() }
}
