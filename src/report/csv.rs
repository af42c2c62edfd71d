//! Rows as CSV (RFC 4180), with cells that a spreadsheet would run as a formula made harmless.

use std::io::{self, Write};

use serde::Serialize;
use serde_json::Value;

use crate::report::escape::visible;

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

/// Writes rows of one type as records, headed by the names of their members; lists and maps stay JSON in their cell.
///
/// # Errors
/// When `out` cannot be written to, or a row is no object.
pub fn objects(out: &mut dyn Write, rows: impl IntoIterator<Item = impl Serialize>) -> io::Result<()> {
    for (at, row) in rows.into_iter().enumerate() {
        let value = serde_json::to_value(row)?;
        let Value::Object(members) = value else { return Err(io::Error::other("a row is no object")) };
        if at == 0 {
            record(out, members.keys())?;
        }
        record(out, members.values().map(cell))?;
    }
    Ok(())
}

fn cell(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
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
