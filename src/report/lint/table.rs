//! Findings as a person reads them: the quoted text with a caret under the exact place.

use std::io::{self, Write};

use crate::lint::grade::Severity;
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
pub fn write(_lint: &Lint, _view: &View, _out: &mut dyn Write) -> io::Result<()> {
    Ok(())
}
