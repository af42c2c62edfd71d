//! How a list of tools is written for a model, one file a rendering.

pub mod declaration;
pub mod declaration_schema;
pub mod function_tag;
pub mod harmony;
pub mod harmony_types;
pub mod input_schema;
pub mod json_list;
pub mod kind;
pub mod marked;
pub mod python_def;
pub mod python_types;
pub mod raw_json;
pub mod rendering;
pub mod strings;
pub mod style;
pub mod typescript;
pub mod unrolled;
pub mod write;

use crate::meter::render::raw_json::RAW_JSON;
use crate::meter::render::rendering::Rendering;

/// Every rendering, by the name `profiles.toml` uses.
pub static RENDERINGS: &[(&str, &dyn Rendering)] = &[
    ("compact-array", &json_list::COMPACT_ARRAY),
    ("declaration", &declaration::Declaration),
    ("function-tag", &function_tag::FunctionTag),
    ("harmony", &harmony::HARMONY),
    ("input-schema", &input_schema::InputSchema),
    ("json", &RAW_JSON),
    ("python-def", &python_def::PythonDef),
    ("spaced-functions-array", &json_list::SPACED_FUNCTIONS_ARRAY),
    ("spaced-functions-lines", &json_list::SPACED_FUNCTIONS_LINES),
    ("spaced-lines", &json_list::SPACED_LINES),
    ("strings", &strings::PLAIN),
    ("strings-described", &strings::DESCRIBED),
    ("typescript", &typescript::JOINED),
    ("typescript-apart", &typescript::APART),
];

/// The rendering of that name.
#[must_use]
pub fn named(name: &str) -> Option<&'static dyn Rendering> {
    RENDERINGS.iter().find(|(known, _)| *known == name).map(|(_, rendering)| *rendering)
}
