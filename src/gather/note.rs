//! Something worth knowing about a config file or a server, with a class that scripts can hold on to.

/// One remark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// The server, by its entry's name; for a remark about a whole file, the file's name.
    pub subject: String,
    /// What it is about, e.g. `config.shadowed`, `gather.cursor_loop`. The families are `config.`, `gather.`, `cache.`.
    pub class: &'static str,
    /// How bad it is.
    pub severity: Severity,
    /// The remark, one lowercase fragment. It holds no secret.
    pub detail: String,
}

/// How bad a remark is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing.
    Info,
    /// Costs something, or works badly somewhere.
    Warning,
    /// A server or a tool is lost.
    Error,
}

impl Severity {
    /// The name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Severity::Info => "info",
            Severity::Warning => "warning",
            Severity::Error => "error",
        }
    }
}
