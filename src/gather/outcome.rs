//! How it went with one server: its row in the report, whatever happened.

use std::time::Duration;

use crate::gather::contact::Origin;
use crate::gather::listing::Listing;
use crate::gather::note::Note;

/// How it went with one entry of a config, or one server named by hand.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The entry's name.
    pub name: String,
    /// How it ended.
    pub status: Status,
    /// `stdio`, `http` or `sse`: what was spoken in the end.
    pub transport: &'static str,
    /// From the start to the last answer.
    pub took: Duration,
    /// Why there is no list, or less than all of it: one lowercase fragment without secrets.
    pub reason: Option<String>,
    /// What would help, in words for a person.
    pub help: Option<String>,
    /// The program's exit code, when it ended by itself.
    pub exit_code: Option<i32>,
    /// The last lines of its standard error, secrets hidden.
    pub stderr: Vec<String>,
    /// Where it was named.
    pub origin: Origin,
    /// What it would run or call, secrets hidden.
    pub shown: String,
    /// Remarks.
    pub notes: Vec<Note>,
    /// What it answered.
    pub listing: Option<Listing>,
}

impl Outcome {
    /// Whether a list of it came short that was not lost entry by entry: a further run may get more.
    #[must_use]
    pub fn is_short(&self) -> bool {
        self.listing.as_ref().is_some_and(Listing::is_short)
    }

    /// Whether the reason says this already.
    #[must_use]
    pub fn explains(&self, detail: &str) -> bool {
        self.reason.as_deref().is_some_and(|reason| reason.split("; ").any(|part| part == detail))
    }
}

/// How it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// All lists, whole.
    Ok,
    /// Lists, but cut or with entries lost.
    Incomplete,
    /// From the cache: the server's own `ttlMs` allows it.
    Cached,
    /// It answered, but not with a list: a protocol error.
    Failed,
    /// It did not start, ended, or could not be reached.
    Unreachable,
    /// It wants credentials that it was not given, or more than they allow.
    Unauthorized,
    /// A deadline passed.
    TimedOut,
    /// The run was stopped before it answered.
    Interrupted,
    /// A variable or an input is not set, so it was not contacted.
    Unresolved,
    /// The config turns it off.
    Disabled,
    /// Another entry of the same name outranks it.
    Shadowed,
    /// Another entry starts the very same thing under the same name.
    Duplicate,
    /// Nothing that can be contacted: a built-in extension, an unsupported transport.
    Skipped,
    /// It would be contacted, but nobody agreed to that.
    Waiting,
}

impl Status {
    /// The name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Status::Ok => "ok",
            Status::Incomplete => "incomplete",
            Status::Cached => "cached",
            Status::Failed => "failed",
            Status::Unreachable => "unreachable",
            Status::Unauthorized => "unauthorized",
            Status::TimedOut => "timed-out",
            Status::Interrupted => "interrupted",
            Status::Unresolved => "unresolved",
            Status::Disabled => "disabled",
            Status::Shadowed => "shadowed",
            Status::Duplicate => "duplicate",
            Status::Skipped => "skipped",
            Status::Waiting => "waiting",
        }
    }

    /// Whether a list came.
    #[must_use]
    pub fn answered(self) -> bool {
        matches!(self, Status::Ok | Status::Incomplete | Status::Cached)
    }

    /// Whether a server that the config wants is missing from the catalog.
    #[must_use]
    pub fn is_missing(self) -> bool {
        matches!(
            self,
            Status::Failed
                | Status::Unreachable
                | Status::Unauthorized
                | Status::TimedOut
                | Status::Interrupted
                | Status::Unresolved
        )
    }
}
