//! An entry as its dialect's file reads it: fields in one form for all dialects, variables not yet expanded.

use crate::gather::contact::{Scope, Speaks, ToolFilter};
use crate::gather::note::Note;

/// One entry before its variables are expanded.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Draft {
    /// Its name.
    pub(crate) name: String,
    /// Whom it is for, where the file itself tells (`~/.claude.json` holds two scopes).
    pub(crate) scope: Option<Scope>,
    /// The program and its arguments; empty when there is none.
    pub(crate) command: Vec<Setting>,
    /// Variables for the program.
    pub(crate) env: Vec<(String, Setting)>,
    /// A file of further variables; those of `env` win.
    pub(crate) env_file: Option<String>,
    /// The working directory.
    pub(crate) cwd: Option<String>,
    /// The address.
    pub(crate) url: Option<String>,
    /// Headers for it.
    pub(crate) headers: Vec<(String, Setting)>,
    /// What the address speaks.
    pub(crate) speaks: Speaks,
    /// Why the config turns it off, naming the key: `"disabled": true`.
    pub(crate) disabled: Option<String>,
    /// Why it is nothing that can be contacted.
    pub(crate) skipped: Option<String>,
    /// Tools that the config shows or hides.
    pub(crate) filter: ToolFilter,
    /// Remarks.
    pub(crate) notes: Vec<Note>,
}

/// A value in a config.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Setting {
    /// Text, expanded by the dialect's forms.
    Text(String),
    /// Text that is a secret whatever its name says.
    Secret(String),
    /// The value of a variable of this process, named without any syntax (Codex's `env_vars`, Goose's `env_keys`).
    Variable(String),
    /// The same where the host hands on nothing when it is not set.
    Inherited(String),
    /// `Bearer ` and the value of that variable.
    Bearer(String),
    /// Something that the host would ask a person for (an MCPB `user_config`, a registry argument without a value).
    Asked(String),
}
