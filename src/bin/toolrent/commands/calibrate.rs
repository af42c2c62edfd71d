//! `calibrate`: our prediction against recorded usage.

use std::fs::File;
use std::io::{BufReader, Write};
use std::process::ExitCode;

use toolrent::meter::calibrate::{Meters, Outcome, Tally, judge};
use toolrent::session::log::{Entry, entries};

use crate::args::Calibrate;

pub fn run(args: &Calibrate) -> ExitCode {
    let mut out = std::io::stdout().lock();
    let mut meters = Meters::default();
    let mut tally = Tally::default();
    for log in &args.logs {
        let Ok(file) = File::open(log) else { return ExitCode::from(2) };
        for entry in entries(BufReader::new(file)).map_while(Result::ok) {
            let outcome = match entry {
                Entry::Row(row) => {
                    let outcome = judge(&mut meters, &row, args.model.as_deref());
                    if args.rows
                        && let Outcome::Counted(counted) = &outcome
                    {
                        let _ = writeln!(
                            out,
                            "{}\t{}\t{}\t{}\t{}\t{}",
                            row.id.as_deref().unwrap_or("-"),
                            counted.profile,
                            counted.slice.name(),
                            counted.predicted,
                            counted.billed,
                            counted.predicted - counted.billed as i64
                        );
                    }
                    outcome
                }
                Entry::Unreadable { reason, .. } => Outcome::Skipped(reason),
            };
            tally.add(&outcome);
        }
    }
    for line in tally.lines() {
        let _ = writeln!(
            out,
            "{:<22} {:<8} n {:>4} sets {:>3} exact {:>4} <=2 {:>4} <=3 {:>4} <=8 {:>4} max {:>5} median {:>6.2} mean {:>6.2} p95 {:>6.2}",
            line.profile,
            line.slice.name(),
            line.n,
            line.tool_sets,
            line.exact,
            line.within_2,
            line.within_3,
            line.within_8,
            line.max_abs,
            line.median_pct,
            line.mean_pct,
            line.p95_pct
        );
    }
    let _ = writeln!(out, "{:?}", tally.skipped());
    ExitCode::SUCCESS
}
