//! Recorded conversations and requests: turns, calls and results.

pub mod call;
pub mod capture;
pub mod log;
pub mod recorded;
pub mod replay;
pub mod request;
pub mod transcript;
pub mod turn;
