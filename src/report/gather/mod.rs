//! How a gathering went, as documents and as what a person reads.

#[cfg(feature = "app")]
pub mod discover;
pub mod document;
pub mod lines;
pub mod sheet;
pub mod view;
#[cfg(feature = "app")]
pub mod waiting;
