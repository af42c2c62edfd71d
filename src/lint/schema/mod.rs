//! Schemas as rules see them: every node once, with its place and its position.

pub mod node;
