//! `generate`: completions, man page and schema for packagers, and the list of rules.

use clap::CommandFactory;
use toolrent::lint::rules::RULES;
use toolrent::report::lint::index;
use toolrent::report::{json, schema};

use crate::args::{Cli, Generate, Generated};
use crate::exit::{Exit, Failure};
use crate::output::Output;

pub(crate) fn run(args: &Generate, output: &Output) -> Result<Exit, Failure> {
    output.write(|out| {
        match &args.what {
            Generated::Completions { shell } => {
                let mut script = Vec::new();
                clap_complete::generate(*shell, &mut Cli::command(), "toolrent", &mut script);
                out.write_all(&script)?;
            }
            Generated::Man => clap_mangen::Man::new(Cli::command()).render(out)?,
            Generated::Rules => index::write(&RULES, out)?,
            Generated::Schema => json::pretty(&schema::schema(), out)?,
        }
        Ok(())
    })?;
    Ok(Exit::Clean)
}
