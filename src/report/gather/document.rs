//! The public report of `gather`, version 1: one row a server, whatever became of it.

use serde::Serialize;

use crate::report::document::Head;

/// How it went with every server.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Gather {
    /// The head.
    #[serde(flatten)]
    pub head: Head,
    /// The catalog file that was written; null when none was.
    pub catalog: Option<String>,
    /// From the first contact to the last answer, in milliseconds.
    pub ms: u64,
    /// One entry a server, in the order in which they were named.
    pub servers: Vec<Server>,
    /// Remarks about servers and config files.
    pub notes: Vec<Note>,
}

/// One server. What does not apply is null.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Server {
    /// The name a host would give it.
    pub name: String,
    /// `ok`, `incomplete`, `cached`, `saved`; `failed`, `unreachable`, `unauthorized`, `timed-out`, `interrupted`,
    /// `unresolved`; `disabled`, `shadowed`, `duplicate`, `skipped`; `waiting` for `--connect`.
    pub status: String,
    /// The protocol version in use.
    pub era: Option<String>,
    /// The server's own version.
    pub version: Option<String>,
    /// `stdio`, `http` or `sse`.
    pub transport: Option<String>,
    /// How many tools it listed; null when no list came.
    pub tools_count: Option<usize>,
    /// From its start to its last answer, in milliseconds.
    pub ms: Option<u64>,
    /// Why there is no list, or not all of it.
    pub reason: Option<String>,
    /// What would help.
    pub help: Option<String>,
    /// The exit code of a program that ended by itself.
    pub exit_code: Option<i32>,
    /// The file, the address or the flag that named it.
    pub origin: String,
    /// How many prompts it listed; null when that list did not come. So with the next two.
    pub prompts_count: Option<usize>,
    /// How many resources it listed.
    pub resources_count: Option<usize>,
    /// How many resource templates it listed.
    pub templates_count: Option<usize>,
    /// The name that the server gives itself.
    pub own_name: Option<String>,
    /// Whose config named it.
    pub host: Option<String>,
    /// Whom that config is for: `user`, `project`, `local`, `managed`.
    pub scope: Option<String>,
    /// What is run or called, secrets hidden.
    pub shown: Option<String>,
    /// The end of its standard error, one entry a line, when it failed.
    pub stderr: Vec<String>,
    /// Milliseconds for which the server lets its answers be reused.
    pub ttl_ms: Option<u64>,
    /// `public` or `private`: whether another credential may reuse them.
    pub cache_scope: Option<String>,
    /// How many of its tools the config hides from the model; null when that is not known.
    pub tools_hidden: Option<usize>,
}

/// One remark.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Note {
    /// The server, or the file, that it is about.
    pub server: String,
    /// What it is about, for scripts: `gather.…`, `config.…`, `cache.…`.
    pub class: String,
    /// `info`, `warning` or `error`.
    pub severity: String,
    /// The remark.
    pub detail: String,
}

/// What became of a server, as far as a reader cares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// It is in the catalog.
    Listed,
    /// It should be, and is not.
    Missing,
    /// It would be asked.
    Waiting,
    /// It was not meant to be asked.
    Aside,
}

/// A name as people read it: one that is nothing leaves no gap.
#[must_use]
pub fn called(name: &str) -> &str {
    if name.trim().is_empty() { "(empty)" } else { name }
}

impl Server {
    /// What became of it.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self.status.as_str() {
            "ok" | "incomplete" | "cached" | "saved" => Kind::Listed,
            "waiting" => Kind::Waiting,
            "disabled" | "shadowed" | "duplicate" | "skipped" => Kind::Aside,
            _ => Kind::Missing,
        }
    }

    /// Its status and why, in words that do not repeat themselves.
    #[must_use]
    pub fn stated(&self) -> String {
        match &self.reason {
            Some(reason) if reason.starts_with(&self.status) => reason.clone(),
            Some(reason) => format!("{}: {reason}", self.status),
            None => self.status.clone(),
        }
    }
}

impl Gather {
    /// Servers of that kind, in order.
    pub fn of(&self, kind: Kind) -> impl Iterator<Item = &Server> {
        self.servers.iter().filter(move |server| server.kind() == kind)
    }

    /// Tools of all servers.
    #[must_use]
    pub fn tools(&self) -> usize {
        self.servers.iter().filter_map(|server| server.tools_count).sum()
    }
}
