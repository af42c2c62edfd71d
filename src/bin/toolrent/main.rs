//! The command: arguments, settings, terminal, exit code.

mod args;
mod commands;

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    let args = args::Args::parse();
    match args.verb {
        args::Verb::Calibrate(calibrate) => commands::calibrate::run(&calibrate),
    }
}
