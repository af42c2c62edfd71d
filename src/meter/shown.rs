//! A tool definition as a host shows it to a model.

use std::borrow::Cow;

use serde_json::Value;

use crate::catalog::tool::{Dialect, Tool};

/// Name, description and schema after the host has prefixed, cut and converted them.
#[derive(Debug, Clone)]
pub struct Shown<'a> {
    /// The name the model calls.
    pub name: Cow<'a, str>,
    /// The description the model reads; `None` when the definition has no such key.
    pub description: Option<Cow<'a, str>>,
    /// The parameters' schema; `None` when the definition has none.
    pub schema: Option<Cow<'a, Value>>,
    /// True when the schema travels as Gemini's `parametersJsonSchema` and not as `parameters`.
    pub json_schema_door: bool,
}

impl<'a> From<&'a Tool> for Shown<'a> {
    fn from(tool: &'a Tool) -> Self {
        Shown {
            name: Cow::Borrowed(&tool.name),
            description: tool.description().map(Cow::Borrowed),
            schema: tool.input_schema().map(Cow::Borrowed),
            json_schema_door: tool.dialect == Dialect::GeminiJsonSchema,
        }
    }
}
