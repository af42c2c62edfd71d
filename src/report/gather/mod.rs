//! How a gathering went, as documents and as what a person reads.

pub mod discover;
pub mod document;
pub mod lines;
pub mod sheet;
pub mod waiting;
