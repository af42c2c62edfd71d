//! `rent` over a source too large to hold: one line at a time, one row out for every tool in it.

use std::io::{BufRead, Write};

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use toolrent::catalog::saved::lines::{Line, lines};
use toolrent::rent::column::Column;
use toolrent::rent::ledger::{Detail, ledger};
use toolrent::rent::wire::Wires;
use toolrent::report::document;
use toolrent::report::rent::{document as documents, records};

use crate::args::Format;
use crate::catalogs;
use crate::exit::{Exit, Failure};

/// Lines counted side by side; a bound on what is held besides them.
const BATCH: usize = 256;

/// Bytes of definitions after which a batch is counted, however few its lines.
const BATCH_BYTES: usize = 8 << 20;

/// Writes the rows of every line; each line is counted for itself, so there are no totals.
pub(crate) fn run(
    name: &str,
    input: impl BufRead,
    columns: &[Column<'_>],
    format: Format,
    quiet: bool,
    out: &mut dyn Write,
) -> Result<Exit, Failure> {
    if format == Format::Csv {
        records::csv_head(out)?;
    }
    let (mut tools, mut bytes, mut told) = (0, 0, 0);
    let mut batch: Vec<Line> = Vec::new();
    for line in lines(name, input) {
        let line = line.map_err(|error| Failure::new(format!("{name}: {error}")))?;
        if !quiet {
            told += catalogs::tell_some(&line.catalog, told);
        }
        let texts = line.catalog.servers.iter().flat_map(|server| &server.tools).map(|tool| tool.text.len());
        tools += texts.clone().count();
        bytes += texts.sum::<usize>();
        batch.push(line);
        if batch.len() >= BATCH || bytes >= BATCH_BYTES {
            flush(&mut batch, columns, format, out)?;
            bytes = 0;
        }
    }
    flush(&mut batch, columns, format, out)?;
    if tools == 0 {
        return Err(Failure::new(format!("{name}: zero tools; there is nothing to count")));
    }
    Ok(Exit::Clean)
}

fn flush(batch: &mut Vec<Line>, columns: &[Column<'_>], format: Format, out: &mut dyn Write) -> Result<(), Failure> {
    let counted: Vec<Vec<document::Column>> = batch.par_iter().map(|line| count(line, columns)).collect();
    for column in counted.iter().flatten() {
        for server in &column.servers {
            for tool in &server.tools {
                match format {
                    Format::Csv => records::csv_tool(column, &server.name, tool, out)?,
                    _ => records::json_tool(column, &server.name, tool, out)?,
                }
            }
        }
    }
    batch.clear();
    Ok(())
}

fn count(line: &Line, columns: &[Column<'_>]) -> Vec<document::Column> {
    let wires = Wires::count(&line.catalog);
    columns.iter().map(|column| documents::column(&ledger(&line.catalog, &wires, column, Detail::Fields))).collect()
}
