//! What a pre-tokeniser must do: cut text into the pieces that no token crosses.

/// A pre-tokeniser: the published pattern of a vocabulary, written out by hand.
pub(crate) trait Splitter: Send + Sync {
    /// The end of the piece that begins at byte `at`, which is a piece's beginning inside the text.
    fn end(&self, text: &str, at: usize) -> usize;
}
