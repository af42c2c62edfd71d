//! Rows as CSV (RFC 4180), with cells that a spreadsheet would run as a formula made harmless.

use std::io::{self, Write};

use crate::report::escape::visible;
use crate::report::sheet::{Row, Sheet};

/// Writes one record.
///
/// # Errors
/// When `out` cannot be written to.
pub fn record<S: AsRef<str>>(out: &mut dyn Write, cells: impl IntoIterator<Item = S>) -> io::Result<()> {
    for (at, cell) in cells.into_iter().enumerate() {
        if at > 0 {
            out.write_all(b",")?;
        }
        field(out, cell.as_ref())?;
    }
    out.write_all(b"\r\n")
}

/// Writes a sheet's columns and rows.
///
/// # Errors
/// When `out` cannot be written to.
pub fn sheet(sheet: &Sheet, out: &mut dyn Write) -> io::Result<()> {
    record(out, sheet.columns.iter().map(|column| column.head.join(" ")))?;
    for row in &sheet.rows {
        if let Row::Cells(_, cells) = row {
            record(out, cells.iter().map(|cell| cell.trim()))?;
        }
    }
    Ok(())
}

fn field(out: &mut dyn Write, cell: &str) -> io::Result<()> {
    let shown = visible(cell);
    let formula = shown.starts_with(['=', '+', '-', '@']) && shown.parse::<f64>().is_err();
    let quoted = formula || shown.contains([',', '"', ';']) || shown.starts_with(' ') || shown.ends_with(' ');
    if !quoted {
        return out.write_all(shown.as_bytes());
    }
    let mark = if formula { "'" } else { "" };
    write!(out, "\"{mark}{}\"", shown.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_and_disarms() {
        let mut out = Vec::new();
        record(&mut out, ["plain", "a,b", "say \"hi\"", "=1+1", "-12", "-x", "l1\nl2"]).expect("memory writes");
        assert_eq!(out, b"plain,\"a,b\",\"say \"\"hi\"\"\",\"'=1+1\",-12,\"'-x\",l1\\nl2\r\n");
    }
}
