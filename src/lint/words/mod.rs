//! Words as data: what they mean to a rule, in each language.

pub mod assessed;
pub mod concept;
mod edge;
pub mod language;
pub mod lexicon;
pub mod stems;
pub(crate) mod trie;

#[cfg(test)]
mod languages_tests;
