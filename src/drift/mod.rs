//! What changed between two listings of the same servers.

pub mod compare;
