//! What a reader asked to see of results.

/// What the rows are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// Servers, and under each its dearest tools.
    Tool,
    /// Servers only.
    Server,
    /// Sessions.
    Session,
    /// Kinds of waste.
    Kind,
}

/// How much to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct View {
    /// What the rows are.
    pub by: By,
    /// Tools shown a server, or sessions shown; 0 shows all.
    pub top: usize,
}
