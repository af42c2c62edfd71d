//! Words as data: what they mean to a rule, in each language.

pub mod assessed;
pub mod concept;
pub mod language;
pub mod lexicon;
pub mod stems;

#[cfg(test)]
mod languages_tests;
