//! Schemas as rules see them: every node once, with its place and its position.

pub mod accepts;
pub mod brief;
pub mod dialect;
pub mod ecma;
pub mod listed;
pub mod node;
pub mod number;
pub mod own;
pub mod resolve;
pub mod told;
pub mod types;
