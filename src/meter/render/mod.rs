//! How a list of tools is written for a model, one file a rendering.

pub mod declaration;
pub mod declaration_schema;
pub mod function_tag;
pub mod json_list;
pub mod marked;
pub mod python_def;
pub mod python_types;
pub mod rendering;
pub mod strings;
pub mod style;
pub mod typescript;
pub mod unrolled;

use crate::meter::render::rendering::Rendering;

/// Every rendering, by the name `profiles.toml` uses.
pub static RENDERINGS: &[(&str, &dyn Rendering)] = &[
    ("declaration", &declaration::Declaration),
    ("python-def", &python_def::PythonDef),
    ("strings", &strings::PLAIN),
    ("strings-described", &strings::DESCRIBED),
];

/// The rendering of that name.
#[must_use]
pub fn named(name: &str) -> Option<&'static dyn Rendering> {
    RENDERINGS.iter().find(|(known, _)| *known == name).map(|(_, rendering)| *rendering)
}
