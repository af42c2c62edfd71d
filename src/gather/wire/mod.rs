//! Carries messages between us and one server: one file a transport, one trait over them.

pub(crate) mod body;
pub(crate) mod carrier;
pub(crate) mod client;
pub(crate) mod events;
pub(crate) mod headers;
pub(crate) mod http;
pub(crate) mod legacy_sse;
#[cfg(test)]
pub(crate) mod loopback;
pub(crate) mod message;
pub(crate) mod patience;
pub(crate) mod received;
pub(crate) mod redirect;
pub(crate) mod refusal;
pub(crate) mod stdio;
pub(crate) mod transport;

#[cfg(test)]
pub(crate) mod script;
