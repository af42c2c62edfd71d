//! A recorded `tools/call`: which tool, and what came back.

use serde_json::Value;

use crate::catalog::place::Place;

/// One call and its result.
#[derive(Debug, Clone, Default)]
pub struct Call {
    /// The server, when the capture names it.
    pub server: Option<String>,
    /// The tool, when the capture names it.
    pub tool: Option<String>,
    /// The tool's definition, when the capture holds it.
    pub definition: Option<Value>,
    /// The arguments, when the capture holds them.
    pub arguments: Option<Value>,
    /// The `tools/call` result: `content`, `structuredContent`, `isError`.
    pub result: Value,
    /// Where it stands.
    pub place: Place,
}
