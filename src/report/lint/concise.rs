//! One finding a line, for editors and grep: `source:line:column: severity[rule] server·tool pointer: message`.

use std::io::{self, Write};

use crate::report::escape::visible;
use crate::report::lint::document::Lint;
use crate::report::lint::found::Finding;
use crate::report::lint::words;

/// Writes the findings.
///
/// # Errors
/// When `out` cannot be written to.
pub fn write(lint: &Lint, out: &mut dyn Write) -> io::Result<()> {
    lint.findings.iter().try_for_each(|finding| writeln!(out, "{}", line(finding)))
}

fn line(finding: &Finding) -> String {
    let source = words::location(finding).map(|location| format!("{location}: ")).unwrap_or_default();
    let place = words::place(&finding.server, finding.tool.as_deref(), "", "·");
    let place = words::place(&place, None, &words::pointer(finding), " ");
    let place = if place.is_empty() { place } else { format!(" {place}") };
    format!("{source}{}[{}]{place}: {}", finding.severity, finding.rule, visible(&finding.message))
}
