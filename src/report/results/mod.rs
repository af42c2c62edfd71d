//! What results of calls cost: the public document, its records, and the sheets that people read.

pub mod closing;
pub mod document;
pub mod notes;
pub mod records;
pub mod sheets;
pub mod view;
pub mod written;
