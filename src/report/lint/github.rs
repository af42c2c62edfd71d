//! Findings as annotations of a GitHub workflow (`::error file=…,line=…::…`).

use std::io::{self, Write};

use crate::report::escape::visible;
use crate::report::lint::document::Lint;
use crate::report::lint::found::Finding;
use crate::report::lint::{uri, words};

/// Writes the findings.
///
/// # Errors
/// When `out` cannot be written to.
pub fn write(lint: &Lint, out: &mut dyn Write) -> io::Result<()> {
    lint.findings.iter().try_for_each(|finding| writeln!(out, "{}", annotation(finding)))
}

fn annotation(finding: &Finding) -> String {
    let level = match finding.severity.as_str() {
        "error" => "error",
        "warning" => "warning",
        _ => "notice",
    };
    let mut properties = Vec::new();
    if let Some(location) = finding.location.as_ref().filter(|location| !uri::is_remote(&location.source)) {
        properties.push(format!("file={}", property(&location.source)));
        if let Some(region) = location.region {
            properties.push(format!("line={},endLine={}", region.line, region.end_line));
            // Columns of several lines are refused.
            if region.line == region.end_line {
                properties.push(format!("col={},endColumn={}", region.column, region.end_column));
            }
        }
    }
    properties.push(format!("title={}", property(&finding.rule)));
    let place = words::place(&finding.server, finding.tool.as_deref(), &words::pointer(finding), " · ");
    let mut text = words::place(&place, None, &visible(&finding.message), ": ");
    if !finding.help.is_empty() {
        text += &format!("\nhelp: {}", visible(&finding.help));
    }
    format!("::{level} {}::{}", properties.join(","), data(&text))
}

/// What stands behind the second `::`.
fn data(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

/// The value of a property.
fn property(text: &str) -> String {
    data(&visible(text)).replace(':', "%3A").replace(',', "%2C")
}
