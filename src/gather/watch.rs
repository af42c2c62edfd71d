//! Tells whoever waits how far the asking of each server has come.

/// Somebody who waits.
pub trait Watch: Sync {
    /// The contact of that index has come to that stage.
    fn stage(&self, index: usize, name: &str, stage: Stage);
}

/// How far the asking of a server has come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Its program is started, or its address called.
    Starting,
    /// It is asked which protocol it speaks.
    Probing,
    /// It is greeted in the older way.
    Handshake,
    /// Its lists are read.
    Listing {
        /// Tools so far.
        tools: usize,
    },
    /// All is said.
    Done,
}
