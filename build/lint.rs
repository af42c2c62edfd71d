//! The files of the linter that say in which form its words are compared.

#[path = "../src/lint/words/edge.rs"]
pub(crate) mod edge;
#[path = "../src/lint/fold.rs"]
pub(crate) mod fold;
