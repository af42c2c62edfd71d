//! Who looks on while servers are asked.

/// What a server is at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// It starts.
    Starting,
    /// Which era it speaks.
    Probing,
    /// The older handshake.
    Handshake,
    /// Its lists.
    Listing {
        /// Tools so far.
        tools: usize,
    },
    /// No more.
    Done,
}

/// Somebody who looks on.
pub trait Watch: Sync {
    /// A server has come to a stage.
    fn stage(&self, index: usize, name: &str, stage: Stage);
}
