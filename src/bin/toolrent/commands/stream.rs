//! `rent` over a source too large to hold: one line at a time, one row out for every tool in it.

use std::io::{BufRead, Write};

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use toolrent::catalog::saved::lines::{Line, lines};
use toolrent::rent::column::Column;
use toolrent::rent::ledger::{Detail, ledger};
use toolrent::rent::wire::Wires;
use toolrent::report::document;
use toolrent::report::rent::{document as documents, records};

use crate::args::Global;
use crate::args::format::Format;
use crate::catalogs::{self, Wanted};
use crate::exit::{Exit, Failure};

/// Lines counted side by side; a bound on what is held besides them.
const BATCH: usize = 256;

/// Bytes of definitions after which a batch is counted, however few its lines.
const BATCH_BYTES: usize = 8 << 20;

/// A source whose rows are written as they come.
pub(crate) struct Streaming<'a> {
    /// The source.
    pub(crate) name: &'a str,
    /// The columns.
    pub(crate) columns: &'a [Column<'static>],
    /// Which servers to keep.
    pub(crate) wanted: &'a Wanted<'a>,
    /// JSON lines or CSV.
    pub(crate) format: Format,
}

impl Streaming<'_> {
    /// Writes the rows of every line; each line is counted for itself, so there are no totals.
    pub(crate) fn run(&self, input: impl BufRead, global: &Global, out: &mut dyn Write) -> Result<Exit, Failure> {
        if self.format == Format::Csv {
            records::csv_head(out)?;
        }
        if self.columns.iter().any(|column| !column.host.deferral.is_empty()) && !global.quiet {
            let mut stderr = anstream::stderr().lock();
            // Standard error is the last place left to write to.
            let _ = writeln!(
                stderr,
                "note: each line is counted for itself, also where a host defers above a number of tools"
            );
        }
        let (mut tools, mut bytes, mut told) = (0, 0, 0);
        let mut batch: Vec<Line> = Vec::new();
        for line in lines(self.name, input) {
            let mut line = line.map_err(|error| Failure::new(format!("{}: {error}", self.name)))?;
            if !global.quiet {
                told += catalogs::tell_some(&line.catalog, told);
            }
            catalogs::choose(&mut line.catalog, self.wanted.only, self.wanted.skip);
            tools += line.catalog.tools().count();
            bytes += line.catalog.tools().map(|tool| tool.text.len()).sum::<usize>();
            batch.push(line);
            if batch.len() >= BATCH || bytes >= BATCH_BYTES {
                self.flush(&mut batch, out)?;
                bytes = 0;
            }
        }
        self.flush(&mut batch, out)?;
        if tools == 0 {
            return Err(Failure::new(format!("{}: zero tools; there is nothing to count", self.name)));
        }
        Ok(Exit::Clean)
    }

    fn flush(&self, batch: &mut Vec<Line>, out: &mut dyn Write) -> Result<(), Failure> {
        let counted: Vec<Vec<document::Column>> = batch.par_iter().map(|line| self.count(line)).collect();
        for column in counted.iter().flatten() {
            for server in &column.servers {
                for tool in &server.tools {
                    match self.format {
                        Format::Csv => records::csv_tool(column, &server.name, tool, out)?,
                        _ => records::json_tool(column, &server.name, tool, out)?,
                    }
                }
            }
        }
        batch.clear();
        Ok(())
    }

    fn count(&self, line: &Line) -> Vec<document::Column> {
        let wires = Wires::count(&line.catalog);
        let column = |column| documents::column(&ledger(&line.catalog, &wires, column, Detail::Fields));
        self.columns.iter().map(column).collect()
    }
}
