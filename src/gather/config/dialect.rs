//! What a dialect is: how it is recognised, how its entries are read, which forms of variables it expands.

use crate::gather::config::document::Document;
use crate::gather::config::draft::Draft;
use crate::gather::config::surroundings::Surroundings;

/// One dialect of config files.
#[derive(Debug)]
pub(crate) struct Dialect {
    /// Its id, that of the host where there is one: `claude-code`.
    pub(crate) id: &'static str,
    /// Reads the entries; `None` when the document is not of this dialect.
    pub(crate) read: fn(&Document, &Surroundings) -> Option<Vec<Draft>>,
    /// The forms of variables that the host expands.
    pub(crate) forms: &'static [Form],
}

/// A way to write a variable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    /// `${VAR}`
    Braces,
    /// `${VAR:-default}`
    BracesDefault,
    /// `$VAR`
    Dollar,
    /// `${env:VAR}`
    EnvColon,
    /// `${env://VAR}` and `${env://VAR:-default}`
    EnvSlashes,
    /// `{env:VAR}`
    OpencodeEnv,
    /// `{file:path}`
    OpencodeFile,
    /// `${input:id}`
    Input,
    /// `${workspaceFolder}`, `${workspaceFolderBasename}`, `${userHome}`, `${pathSeparator}`, `${/}`
    Editor,
    /// `${{ secrets.X }}`
    ContinueSecret,
    /// `{{name.key}}`
    DockerTemplate,
    /// `${__dirname}`, `${HOME}`, `${DESKTOP}`, `${user_config.K}` …
    Mcpb,
    /// `{var}` in the URLs and arguments of a registry entry
    RegistryVariable,
}
