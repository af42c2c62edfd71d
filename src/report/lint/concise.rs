//! One finding a line, for editors and grep.

use std::io::{self, Write};

use crate::report::escape::visible;
use crate::report::lint::document::Lint;

/// Writes the findings.
///
/// # Errors
/// When `out` cannot be written to.
pub fn write(lint: &Lint, out: &mut dyn Write) -> io::Result<()> {
    for one in &lint.findings {
        let tool = one.tool.as_deref().unwrap_or("-");
        let line = format!("{}[{}] {} · {tool} {}: {}", one.severity, one.rule, one.server, one.pointer, one.message);
        writeln!(out, "{}", visible(&line))?;
    }
    Ok(())
}
