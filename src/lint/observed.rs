//! What was seen while servers were asked, as plain data: a list that varied, an order that changed, a secret in a text.

/// One observation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Observed {
    /// The server's name.
    pub server: String,
    /// What was seen.
    pub what: Seen,
    /// The evidence, in words and without secrets.
    pub detail: String,
}

/// What was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Seen {
    /// Two listings held different tools.
    ListVaries,
    /// Two listings held the same tools in another order.
    OrderChanged,
    /// A value of the server's own environment stood in a definition.
    EnvironmentValue,
}
