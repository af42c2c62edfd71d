//! Rankers: which tools a search would answer, best first.

pub mod documents;
pub mod exact;
pub mod given;
pub mod index;
pub mod kind;
pub mod lexical;
pub mod names;
pub mod pattern;
pub mod ranker;
pub mod splitter;
pub mod substring;
mod words;
