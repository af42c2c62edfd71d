//! One server as a config names it: ready to be contacted, or the reason why not.

use std::path::PathBuf;

use crate::gather::contact::{Contact, Origin, ToolFilter};
use crate::gather::note::Note;

/// One entry of a config.
#[derive(Debug, Clone)]
pub struct Entry {
    /// Its name in the config.
    pub name: String,
    /// Where it stands.
    pub origin: Origin,
    /// What can be done with it.
    pub state: State,
    /// What it would run or call, secrets hidden, variables as they stand in the file.
    pub shown: String,
    /// Tools that the config shows or hides.
    pub filter: ToolFilter,
    /// Remarks about it.
    pub notes: Vec<Note>,
}

/// What can be done with an entry.
#[derive(Debug, Clone)]
#[expect(clippy::large_enum_variant, reason = "a config has a handful of entries, and most are ready")]
pub enum State {
    /// It can be contacted.
    Ready(Contact),
    /// The config turns it off; the reason names the key.
    Disabled(String),
    /// Something in it is not set: `unresolved variable X`, `unresolved input x`.
    Unresolved(String),
    /// It is nothing that can be contacted; the reason.
    Skipped(String),
    /// Another entry of that name outranks it; which one.
    Shadowed(String),
    /// Another entry is the same thing under the same name; which one.
    Duplicate(String),
}

/// What one config file says.
#[derive(Debug, Clone, Default)]
pub struct Config {
    /// Its entries, in their order.
    pub entries: Vec<Entry>,
    /// Remarks about the file.
    pub notes: Vec<Note>,
    /// Lists in it that turn servers of other files off.
    pub off: Vec<OffList>,
    /// The folder of the project it belongs to; for a file of all projects, the workspace.
    pub root: PathBuf,
}

/// A list by which a person turns servers of a project off, wherever they are named. Only Claude Code has such lists.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OffList {
    /// The project it is for.
    pub project: PathBuf,
    /// The servers it names.
    pub names: Vec<String>,
    /// Whether those it names are on and all others are off.
    pub named_are_on: bool,
    /// Whether it speaks of the servers in the project's own file alone.
    pub only_project_file: bool,
    /// The key and the file.
    pub reason: String,
}
