//! The `tools` of a request body: function tools as [`Tool`], everything else as hosted tools.

use serde_json::Value;

use crate::catalog::place::Place;
use crate::catalog::tool::{Dialect, Fidelity, Tool};

/// Reads one entry of a body's `tools` that declares a function; `None` when the provider runs it itself.
#[must_use]
pub fn function(entry: &Value) -> Option<Tool> {
    let (dialect, body) = dialect(entry)?;
    Some(Tool {
        name: body["name"].as_str()?.to_owned(),
        text: entry.to_string().into_boxed_str(),
        value: entry.clone(),
        dialect,
        fidelity: Fidelity::Whole,
        place: Place::default(),
    })
}

fn dialect(entry: &Value) -> Option<(Dialect, &Value)> {
    let kind = entry.get("type").and_then(Value::as_str);
    if let Some(function) = entry.get("function").filter(|function| function.is_object()) {
        return Some((Dialect::OpenAiChat, function));
    }
    if let Some(spec) = entry.get("toolSpec") {
        return Some((Dialect::Bedrock, spec));
    }
    match kind {
        Some("function") => Some((Dialect::OpenAiFlat, entry)),
        Some("custom") | None if entry.get("input_schema").is_some() => Some((Dialect::Anthropic, entry)),
        None if entry.get("parametersJsonSchema").is_some() || entry.get("parameters_json_schema").is_some() => {
            Some((Dialect::GeminiJsonSchema, entry))
        }
        None if entry.get("inputSchema").is_some() => Some((Dialect::Mcp, entry)),
        None if entry.get("name").is_some() => Some((Dialect::OpenAiFlat, entry)),
        _ => None,
    }
}
