//! What a gathering tells while it runs, for whoever shows progress.

/// Hears how far each server is.
pub trait Watch: Sync {
    /// The contact with this index (in the order in which contacts were given) has come to a stage.
    fn stage(&self, index: usize, name: &str, stage: Stage);
}

/// How far a server is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stage {
    /// Its program is being started, or its address called for the first time.
    Starting,
    /// It was asked which protocol it speaks.
    Probing,
    /// The older handshake runs.
    Handshake,
    /// Its lists are being fetched.
    Listing {
        /// Tools so far.
        tools: usize,
    },
    /// Nothing is left to do.
    Done,
}

/// Nobody watches.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn stage(&self, _index: usize, _name: &str, _stage: Stage) {}
}
