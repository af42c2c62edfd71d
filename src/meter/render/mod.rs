//! How a list of tools is written for a model, one file a rendering.

pub mod declaration;
pub mod function_tag;
pub mod input_schema;
pub mod json_list;
pub mod python_def;
pub mod rendering;
pub mod strings;
pub mod style;
pub mod typescript;
pub mod write;

use crate::meter::render::rendering::Rendering;

/// Every rendering, by the name `profiles.toml` uses.
pub static RENDERINGS: &[(&str, &dyn Rendering)] =
    &[("function-tag", &function_tag::FunctionTag), ("input-schema", &input_schema::InputSchema)];

/// The rendering of that name.
#[must_use]
pub fn named(name: &str) -> Option<&'static dyn Rendering> {
    RENDERINGS.iter().find(|(known, _)| *known == name).map(|(_, rendering)| *rendering)
}
