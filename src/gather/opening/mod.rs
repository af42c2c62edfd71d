//! Agrees with a server on a protocol version, whichever era it is from.

pub(crate) mod anew;
pub(crate) mod era;
pub(crate) mod greeting;
pub(crate) mod handshake;
pub(crate) mod http;
pub(crate) mod stdio;
