//! `calibrate`: our prediction against recorded usage.

use toolrent::meter::calibrate::{Meters, Outcome, Tally, judge};
use toolrent::report::document::{Head, Source};
use toolrent::report::{calibration, json, markdown};
use toolrent::session::log::{Entry, entries};
use toolrent::session::replay::Answers;

use crate::args::{Calibrate, Format, Global};
use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::source;

pub(crate) fn run(args: &Calibrate, global: &Global, output: &Output) -> Result<Exit, Failure> {
    if let Some(provider) = args.live {
        return crate::commands::live::run(args, provider, global, output);
    }
    let mut meters = Meters::default();
    let mut tally = Tally::default();
    let mut answers = Answers::default();
    let mut sources = Vec::new();
    for name in &args.logs {
        let mut rows = 0_usize;
        for entry in entries(source::open(name)?) {
            rows += 1;
            tally.add(&match entry.map_err(|error| Failure::new(format!("{name}: {error}")))? {
                Entry::Row(mut row) => {
                    answers.follow(&mut row);
                    judge(&mut meters, &row, args.model.as_deref())
                }
                Entry::Unreadable { reason, .. } => Outcome::Skipped(reason),
            });
        }
        if rows == 0 {
            return Err(Failure::new(format!("{name}: empty; expected a log of recorded calls")));
        }
        let detail = Some(format!("{rows} rows"));
        sources.push(Source { name: name.clone(), kind: "log".to_owned(), status: "ok".to_owned(), detail });
    }
    let document = calibration::document(&tally, Head::new("calibrate", sources));
    output.write(|out| {
        match output.format {
            Format::Table => return output.table(&calibration::sheet(&document), out),
            Format::Markdown => markdown::write(&calibration::sheet(&document), out)?,
            Format::Json => json::pretty(&document, out)?,
            Format::Jsonl => document.profiles.iter().try_for_each(|slice| json::line(slice, out))?,
            Format::Csv => calibration::csv(&document, out)?,
        }
        Ok(())
    })?;
    Ok(Exit::Clean)
}
