//! Pre-tokenisers: the published patterns as hand-written scanners, one file a family.
//!
//! A scanner tries the alternatives of its pattern in their order, as a backtracking engine does. None looks at a
//! character more often than a fixed number of times, so no text makes them slow.

pub(crate) mod cl100k;
pub(crate) mod classes;
#[cfg(any(test, feature = "vocab-deepseek"))]
pub(crate) mod deepseek;
pub(crate) mod gpt2;
pub(crate) mod letters;
pub(crate) mod o200k;
pub(crate) mod rules;
pub(crate) mod splitter;
#[cfg(test)]
mod tests;
