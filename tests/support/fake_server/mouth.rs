//! The way from a fake server to its client, whatever carries it.

use std::io;

use serde_json::Value;

/// What an action can do with the client.
pub(crate) trait Mouth {
    /// Sends one message.
    fn say(&mut self, text: &str) -> io::Result<()>;

    /// Sends these bytes as they are.
    fn bytes(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// From now on messages go out one by one, where that is not so anyway.
    fn stream(&mut self);

    /// Sets the status and the headers of what is sent next, and sends a body of its own, over HTTP.
    fn reply(&mut self, status: &Value) -> io::Result<()>;

    /// Waits for the client's answer to a request of ours.
    fn hear(&mut self, id: &str) -> io::Result<()>;
}
