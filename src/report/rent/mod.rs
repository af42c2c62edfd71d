//! What `rent` found: as a document, as the sheet a person reads, as records.

pub mod document;
pub mod records;
pub mod sheet;
pub mod totals;
pub mod verdicts;
pub mod view;
