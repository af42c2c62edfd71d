//! Rankers: which tools a search would answer, best first.

pub mod ranker;
