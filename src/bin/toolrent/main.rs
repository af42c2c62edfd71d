//! The command: arguments, settings, terminal, exit code.

mod args;
mod catalogs;
mod columns;
mod commands;
#[cfg(feature = "gather")]
mod connect;
mod exit;
mod ledgers;
mod output;
#[cfg(feature = "gather")]
mod progress;
mod settings;
#[cfg(feature = "gather")]
mod signals;
mod source;
mod transcripts;

use std::process::ExitCode;

use clap::Parser;

use crate::args::{Cli, Verb};
use crate::exit::{Exit, Failure};
use crate::output::Output;

fn main() -> ExitCode {
    let cli = Cli::parse();
    if let Some(jobs) = cli.global.jobs {
        // Fails only when a pool exists already, and none does.
        let _ = rayon::ThreadPoolBuilder::new().num_threads(jobs.max(1)).build_global();
    }
    let exit = run(&cli).unwrap_or_else(|failure| failure.tell());
    exit.code(cli.global.exit_zero)
}

fn run(cli: &Cli) -> Result<Exit, Failure> {
    figures_only(cli)?;
    let output = Output::new(&cli.global);
    match &cli.verb {
        Verb::Rent(rent) => commands::rent::run(rent, &cli.global, &output),
        Verb::Results(results) => commands::results::run(results, &cli.global, &output),
        Verb::Lint(lint) => commands::lint::run(lint, &cli.global, &output),
        #[cfg(feature = "gather")]
        Verb::Gather(gather) => commands::gather::run(gather, &cli.global),
        Verb::Search(search) => commands::search::run(search, &cli.global, &output),
        Verb::Simulate(simulate) => commands::simulate::run(simulate, &cli.global, &output),
        Verb::Count(count) => commands::count::run(count, &cli.global, &output),
        Verb::Calibrate(calibrate) => commands::calibrate::run(calibrate, &cli.global, &output),
        Verb::Generate(generate) => commands::generate::run(generate, &output),
        Verb::Demo => commands::demo::run(&cli.global, &output),
        Verb::Explain(explain) => commands::explain::run(explain, &cli.global, &output),
        Verb::Rules => commands::listing::rules(&output),
        Verb::Hosts => commands::listing::hosts(&output),
        Verb::Models => commands::listing::models(&output),
    }
}

/// Only findings are written in some of the forms.
fn figures_only(cli: &Cli) -> Result<(), Failure> {
    let Some(asked) = cli.global.format.filter(|asked| asked.figures().is_none()) else { return Ok(()) };
    if matches!(cli.verb, Verb::Lint(_)) {
        return Ok(());
    }
    let word = asked.word();
    let failure = Failure::new(format!("only lint writes {word}"));
    Err(failure.help("here one of table, json, jsonl, csv, markdown fits"))
}
