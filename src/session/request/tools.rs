//! The `tools` of a request body: function tools as [`Tool`], everything else as hosted tools.

use serde_json::Value;

use crate::catalog::place::Place;
use crate::catalog::saved::definition;
use crate::catalog::tool::Tool;

/// Reads one entry of a body's `tools` that declares a function; `None` when the provider runs it itself, or when the
/// model writes it free text and no arguments (OpenAI's `custom`), which no rule for functions covers.
#[must_use]
pub fn function(entry: &Value) -> Option<Tool> {
    let tool = definition::of_value(entry, Place::default()).ok()?;
    let free_text = entry["type"] == "custom" && tool.input_schema().is_none();
    (!free_text).then_some(tool)
}
