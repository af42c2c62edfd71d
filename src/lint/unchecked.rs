//! What was not judged, and why: it is never the same as clean.

/// Something that a rule did not judge.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Unchecked {
    /// The rule's id.
    pub rule: &'static str,
    /// The server's name.
    pub server: String,
    /// The tool's name.
    pub tool: Option<String>,
    /// JSON pointer inside the tool.
    pub pointer: String,
    /// Why, as a lowercase fragment.
    pub reason: String,
}
