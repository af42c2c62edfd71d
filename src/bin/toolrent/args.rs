//! Every argument, once.

use std::path::PathBuf;

use clap::{Parser, Subcommand};

/// What tools cost a model on every turn.
#[derive(Debug, Parser)]
#[command(version)]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    pub verb: Verb,
}

/// The verbs.
#[derive(Debug, Subcommand)]
pub enum Verb {
    /// Our prediction against recorded usage.
    Calibrate(Calibrate),
}

/// `calibrate`.
#[derive(Debug, clap::Args)]
pub struct Calibrate {
    /// Logs of recorded calls.
    pub logs: Vec<PathBuf>,
    /// Count every row with this model or profile.
    #[arg(long)]
    pub model: Option<String>,
    /// Print each row.
    #[arg(long)]
    pub rows: bool,
}
