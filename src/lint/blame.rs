//! Which definition a provider's error message is about, when it names only an index.

use crate::catalog::tool::Catalog;
use crate::host::profile::Host;

/// A definition that may be to blame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Blamed {
    /// The server's name.
    pub server: String,
    /// The tool's name.
    pub tool: String,
    /// JSON pointer inside the tool.
    pub pointer: String,
    /// Why this one.
    pub why: String,
}

/// The definitions that an error message is about; none when it names nothing that can be found.
#[must_use]
pub fn blame(_error: &str, _catalog: &Catalog, _host: Option<&Host>) -> Vec<Blamed> {
    Vec::new()
}
