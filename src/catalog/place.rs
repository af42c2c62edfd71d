//! Where something stands: in which source, which server, which tool, at which JSON pointer.

/// A place a reader can go to: every problem and every finding names one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Place {
    /// The source as the user named it: a file path, `-`, a URL.
    pub source: String,
    /// The server, when known.
    pub server: Option<String>,
    /// The tool, when it has a name.
    pub tool: Option<String>,
    /// JSON pointer (RFC 6901) inside the source or, when a tool is named, inside the tool.
    pub pointer: String,
    /// First line of the place in the source, from 1.
    pub line: Option<u32>,
    /// Column in that line, in characters, from 1.
    pub column: Option<u32>,
    /// The same column in UTF-16 units, from 1; `None` when the text that starts here is not the source's own (it was
    /// decoded from a string, or rewritten), so that a place inside it has no line and column.
    pub utf16_column: Option<u32>,
}
