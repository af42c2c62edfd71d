//! Carries messages between us and one server: one file a transport, one trait over them.

pub(crate) mod carrier;
pub(crate) mod message;
pub(crate) mod stdio;
