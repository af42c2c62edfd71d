//! What a reader asked to see of a rent.

/// What the rows are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// Servers, and under each its dearest tools.
    Tool,
    /// Servers only.
    Server,
    /// Servers and tools, with the parts of each.
    Field,
}

/// How much to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct View {
    /// What the rows are.
    pub by: By,
    /// Tools shown a server; 0 shows all.
    pub top: usize,
}
