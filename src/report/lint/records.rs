//! Findings as records: one JSON line each, or one CSV row each.

use std::io::{self, Write};

use crate::report::lint::document::Lint;
use crate::report::{csv as records, json};

/// One finding a line.
///
/// # Errors
/// When `out` cannot be written to.
pub fn write(lint: &Lint, out: &mut dyn Write) -> io::Result<()> {
    lint.findings.iter().try_for_each(|finding| json::line(finding, out))
}

/// One finding a row.
///
/// # Errors
/// When `out` cannot be written to.
pub fn csv(lint: &Lint, out: &mut dyn Write) -> io::Result<()> {
    records::objects(out, &lint.findings)
}
