//! Carries messages between us and one server: one file a transport, one trait over them.

pub(crate) mod carrier;
pub(crate) mod http;
pub(crate) mod legacy_sse;
pub(crate) mod stdio;
pub(crate) mod transport;

#[cfg(test)]
pub(crate) mod script;
