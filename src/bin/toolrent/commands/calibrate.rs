//! `calibrate`: our prediction against recorded usage.

use toolrent::meter::calibrate::calibrate;
use toolrent::meter::scores::Tally;
use toolrent::report::document::{Head, Source};
use toolrent::report::{calibration, json, markdown};

use crate::args::format::Format;
use crate::args::{Calibrate, Global};
use crate::exit::{Exit, Failure};
use crate::output::Output;
use crate::source;

#[cfg(feature = "gather")]
use crate::commands::live::run as live;

/// A build without the network has nobody to ask.
#[cfg(not(feature = "gather"))]
fn live(_: &Calibrate, _: crate::args::Live, _: &Global, _: &Output) -> Result<Exit, Failure> {
    Err(Failure::new("this build has no network").help("build it with the feature gather"))
}

pub(crate) fn run(args: &Calibrate, global: &Global, output: &Output) -> Result<Exit, Failure> {
    if let Some(provider) = args.live {
        return live(args, provider, global, output);
    }
    let mut tally = Tally::default();
    let mut sources = Vec::new();
    for name in &args.logs {
        let rows = calibrate(source::open(name)?, args.model.as_deref(), &mut tally)
            .map_err(|error| Failure::new(format!("{name}: {error}")))?;
        if rows == 0 {
            return Err(Failure::new(format!("{name}: empty; expected a log of recorded calls")));
        }
        let detail = Some(format!("{rows} rows"));
        sources.push(Source { name: name.clone(), kind: "log".to_owned(), status: "ok".to_owned(), detail });
    }
    if tally.lines().is_empty() {
        return Err(nothing(&args.logs, &tally));
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

fn nothing(logs: &[String], tally: &Tally) -> Failure {
    let mut skipped: Vec<_> = tally.skipped().iter().collect();
    skipped.sort_by_key(|(_, n)| std::cmp::Reverse(**n));
    let reasons: Vec<_> = skipped.into_iter().map(|(reason, n)| format!("{reason} ({n})")).collect();
    Failure::new(format!("{}: no recorded call to judge: {}", logs.join(", "), reasons.join(", ")))
        .help("each row needs a provider request and the usage that was billed for it")
}
