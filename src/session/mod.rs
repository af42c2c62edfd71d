//! Recorded conversations and requests: turns, calls and results.

pub mod recorded;
pub mod request;
