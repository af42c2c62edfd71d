//! What a tool search finds, as documents, records and sheets.

pub mod document;
pub mod records;
pub mod sheet;
