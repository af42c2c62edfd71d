//! Tells the dialect of a definition by where it keeps its schema.

use serde_json::{Map, Value};

use crate::catalog::tool::Dialect;

/// What the surroundings say about a definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Setting<'n> {
    /// Nothing.
    Anywhere,
    /// It stands in Gemini's `functionDeclarations`.
    Declaration,
    /// The source says which dialect it is.
    Of(Dialect),
    /// It is the value in a map under its name.
    Named(&'n str),
}

/// The keys under which Gemini holds its declarations.
pub(crate) const DECLARATION_KEYS: [&str; 2] = ["functionDeclarations", "function_declarations"];

/// The keys that hold a definition's schema, or the definition.
pub(crate) const SCHEMA_KEYS: [&str; 7] = [
    "inputSchema",
    "input_schema",
    "parameters",
    "parametersJsonSchema",
    "parameters_json_schema",
    "function",
    "toolSpec",
];

/// The dialect by the key of the schema, else by the `type`; `None` for what the provider supplies.
pub(crate) fn dialect(object: &Map<String, Value>, setting: Setting<'_>) -> Option<Dialect> {
    if let Setting::Of(dialect) = setting {
        return Some(dialect);
    }
    let has = |key: &str| object.contains_key(key);
    let holds = |key: &str| object.get(key).is_some_and(Value::is_object);
    let kind = object.get("type").and_then(Value::as_str);
    let dialect = if holds("function") {
        Dialect::OpenAiChat
    } else if holds("toolSpec") {
        Dialect::Bedrock
    } else if has("input_schema") {
        Dialect::Anthropic
    } else if has("inputSchema") {
        Dialect::Mcp
    } else if has("parametersJsonSchema") || has("parameters_json_schema") {
        Dialect::GeminiJsonSchema
    } else if let Some(parameters) = object.get("parameters") {
        flat_or_gemini(kind, parameters, setting)
    } else {
        match kind {
            _ if setting == Setting::Declaration => Dialect::Gemini,
            Some("function" | "custom") => Dialect::OpenAiFlat,
            Some(_) => return None,
            None => Dialect::Mcp,
        }
    };
    Some(dialect)
}

/// Both write `parameters`; only Gemini writes the types in capitals.
fn flat_or_gemini(kind: Option<&str>, parameters: &Value, setting: Setting<'_>) -> Dialect {
    let capitals = parameters["type"].as_str().is_some_and(|kind| kind.bytes().all(|byte| byte.is_ascii_uppercase()));
    match kind {
        Some("function") => Dialect::OpenAiFlat,
        _ if capitals || setting == Setting::Declaration => Dialect::Gemini,
        _ => Dialect::OpenAiFlat,
    }
}
