//! Exit codes, and the one line a person gets when a verb could not run.

use std::io::{self, Write};
use std::process::ExitCode;

/// How a run ended. When several apply, the one listed later outranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Exit {
    /// Nothing found.
    Clean,
    /// Findings, or over budget.
    Findings,
    /// A source did not answer, or one of several could not be read.
    Partial,
    /// Could not run.
    Unable,
    /// A signal stopped it.
    #[cfg(feature = "gather")]
    Stopped(u8),
}

impl Exit {
    /// The process's exit code; `--exit-zero` hides findings, never a failure to run.
    pub(crate) fn code(self, exit_zero: bool) -> ExitCode {
        ExitCode::from(match self {
            Exit::Findings if exit_zero => 0,
            Exit::Clean => 0,
            Exit::Findings => 1,
            Exit::Unable => 2,
            Exit::Partial => 3,
            #[cfg(feature = "gather")]
            Exit::Stopped(signal) => 128 + signal,
        })
    }
}

/// Why a verb could not run.
#[derive(Debug)]
pub(crate) enum Failure {
    /// A message for the person, and what would help.
    Told {
        /// What is wrong, naming the file.
        message: String,
        /// What to do.
        help: Option<String>,
        /// The exit that it makes.
        exit: Exit,
    },
    /// The reader of our output went away: nobody is left to tell.
    Gone,
}

impl Failure {
    /// A failure with a message.
    pub(crate) fn new(message: impl Into<String>) -> Failure {
        Failure::Told { message: message.into(), help: None, exit: Exit::Unable }
    }

    /// The same with help.
    pub(crate) fn help(self, text: impl Into<String>) -> Failure {
        match self {
            Failure::Told { message, exit, .. } => Failure::Told { message, help: Some(text.into()), exit },
            Failure::Gone => Failure::Gone,
        }
    }

    /// The same with another exit.
    #[cfg(feature = "gather")]
    pub(crate) fn exit(self, exit: Exit) -> Failure {
        match self {
            Failure::Told { message, help, .. } => Failure::Told { message, help, exit },
            Failure::Gone => Failure::Gone,
        }
    }

    /// What is wrong; nothing when nobody is left to tell.
    pub(crate) fn message(&self) -> Option<&str> {
        match self {
            Failure::Told { message, .. } => Some(message),
            Failure::Gone => None,
        }
    }

    /// Tells it on standard error.
    pub(crate) fn tell(&self) -> Exit {
        let Failure::Told { message, help, exit } = self else { return Exit::Clean };
        let mut stderr = anstream::stderr().lock();
        let bold = anstyle::Style::new().bold().fg_color(Some(anstyle::AnsiColor::Red.into()));
        // Standard error is the last place left to write to.
        let _ = writeln!(stderr, "{bold}error{bold:#}: {}", toolrent::report::escape::visible(message));
        if let Some(help) = help {
            let _ = writeln!(stderr, "  help: {}", toolrent::report::escape::visible(help));
        }
        *exit
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Gone,
            _ => Failure::new(format!("could not write the result: {error}")),
        }
    }
}
