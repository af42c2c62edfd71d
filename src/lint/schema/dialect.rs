//! Which JSON Schema a schema is written in: what `$schema` at its root says, else 2020-12 as MCP has it.

use serde_json::Value;

use crate::catalog::tool;
use crate::lint::scene::ToolView;

/// A dialect of JSON Schema, oldest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Dialect {
    /// draft-04.
    Draft04,
    /// draft-06.
    Draft06,
    /// draft-07.
    Draft07,
    /// 2019-09.
    Draft2019,
    /// 2020-12.
    Draft2020,
}

impl Dialect {
    /// The dialect that a schema declares; `None` when it declares one that is not known.
    #[must_use]
    pub fn of(root: &Value) -> Option<Dialect> {
        let Some(marker) = root.get("$schema").and_then(Value::as_str) else { return Some(Dialect::Draft2020) };
        let place = marker.trim_end_matches('#').split_once("://").map(|(_, rest)| rest)?;
        match place.strip_prefix("json-schema.org/")? {
            "draft-04/schema" => Some(Dialect::Draft04),
            "draft-06/schema" => Some(Dialect::Draft06),
            "draft-07/schema" => Some(Dialect::Draft07),
            "draft/2019-09/schema" => Some(Dialect::Draft2019),
            "draft/2020-12/schema" | "schema" => Some(Dialect::Draft2020),
            _ => None,
        }
    }

    /// Its name in words.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Dialect::Draft04 => "draft-04",
            Dialect::Draft06 => "draft-06",
            Dialect::Draft07 => "draft-07",
            Dialect::Draft2019 => "2019-09",
            Dialect::Draft2020 => "2020-12",
        }
    }
}

/// Whether the tool's schemas are Gemini's own, a subset of OpenAPI's: types in capitals, `nullable`, `example`.
#[must_use]
pub fn is_openapi(view: &ToolView<'_>) -> bool {
    view.tool.dialect == tool::Dialect::Gemini
}
