//! From bytes to slices of JSON: what every reader of a saved form stands on.

pub(crate) mod document;
pub(crate) mod encoding;
pub(crate) mod join;
pub(crate) mod list;
pub(crate) mod literal;
pub(crate) mod object;
pub(crate) mod parts;
pub(crate) mod reader;
pub(crate) mod scan;
pub(crate) mod stranger;
pub(crate) mod text;
pub(crate) mod to_json;
pub(crate) mod value;
pub(crate) mod walk;
