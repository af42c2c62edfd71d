//! What rules about results ask besides what is in their blocks: types, and how bad a host's row is.

use serde_json::Value;

use crate::host::refusal::Level;
use crate::lint::grade::Severity;

/// Whether a value is of a JSON Schema type; an unknown type is no reason to complain.
#[must_use]
pub fn is_of_type(value: &Value, wanted: &str) -> bool {
    match wanted {
        "string" => value.is_string(),
        "integer" => value.as_f64().is_some_and(|number| number.fract() == 0.0),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "null" => value.is_null(),
        _ => true,
    }
}

/// How bad a host's row is, as a finding has it.
#[must_use]
pub fn severity(level: Level) -> Severity {
    match level {
        Level::Info => Severity::Info,
        Level::Warning => Severity::Warning,
        Level::Error => Severity::Error,
    }
}
