//! Findings as annotations of a GitHub workflow.

use std::io::{self, Write};

use crate::report::lint::document::Lint;

/// Writes the findings.
///
/// # Errors
/// When `out` cannot be written to.
pub fn write(_lint: &Lint, _out: &mut dyn Write) -> io::Result<()> {
    Ok(())
}
