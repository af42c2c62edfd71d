//! Recorded conversations and requests: turns, calls and results.

pub mod request;
