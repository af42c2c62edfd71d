//! What strategies came to over recorded sessions, as documents, records and sheets.

pub mod advice;
pub mod document;
pub mod entries;
pub mod lines;
pub mod records;
pub mod sheet;
pub mod view;
