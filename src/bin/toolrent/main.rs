//! The command: arguments, settings, terminal, exit code.

mod args;
mod catalogs;
mod columns;
mod commands;
#[cfg(feature = "gather")]
mod connect;
mod exit;
mod output;
#[cfg(feature = "gather")]
mod progress;
mod settings;
#[cfg(feature = "gather")]
mod signals;
mod source;

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
    let output = Output::new(&cli.global);
    match &cli.verb {
        Verb::Rent(rent) => commands::rent::run(rent, &cli.global, &output),
        #[cfg(feature = "gather")]
        Verb::Gather(gather) => commands::gather::run(gather, &cli.global),
        Verb::Count(count) => commands::count::run(count, &cli.global, &output),
        Verb::Calibrate(calibrate) => commands::calibrate::run(calibrate, &cli.global, &output),
        Verb::Generate(generate) => commands::generate::run(generate, &output),
        Verb::Demo => commands::demo::run(&cli.global, &output),
        Verb::Hosts => commands::listing::hosts(&output),
        Verb::Models => commands::listing::models(&output),
    }
}
