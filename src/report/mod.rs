//! From results to bytes: one document, many dresses.
//!
//! A verb's result becomes a versioned document; machines get that document (`json`, `csv`), people get a
//! sheet made from it (`table`, `markdown`). Every writer escapes text from outside in its own way.

pub mod calibration;
pub mod count;
pub mod csv;
pub mod document;
pub mod escape;
pub mod gather;
pub mod json;
pub mod lint;
pub mod listing;
pub mod live;
pub mod markdown;
pub mod rent;
pub mod requests;
pub mod results;
#[cfg(feature = "app")]
pub mod schema;
pub mod search;
pub mod sheet;
pub mod simulate;
#[cfg(feature = "app")]
pub mod table;
