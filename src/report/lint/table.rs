//! Findings as a person reads them: the quoted text with a caret under the exact place.

use std::io::{self, Write};

use crate::lint::grade::Severity;
use crate::report::lint::concise;
use crate::report::lint::document::Lint;
use crate::report::table::Surface;

/// How findings are shown.
#[derive(Debug, Clone, Copy)]
pub struct View {
    /// Where they are read.
    pub surface: Surface,
    /// Whether colours add to the words.
    pub color: bool,
    /// The least severity that is shown; the rest is counted.
    pub show: Severity,
}

/// Writes the findings.
///
/// # Errors
/// When `out` cannot be written to.
pub fn write(lint: &Lint, view: &View, out: &mut dyn Write) -> io::Result<()> {
    let mut shown = lint.clone();
    shown.findings.retain(|finding| Severity::of_word(&finding.severity) >= Some(view.show));
    concise::write(&shown, out)?;
    let counts = &lint.counts;
    writeln!(out, "{} tools: {} errors, {} warnings, {} notes", counts.tools, counts.error, counts.warning, counts.info)
}
