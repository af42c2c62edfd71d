//! How a model reads a string: folded, in sentences, with hidden and encoded parts said in plain.

pub mod near;
pub mod read;
