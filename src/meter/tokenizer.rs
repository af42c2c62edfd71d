//! What a tokenizer must do: count text as ordinary text, whole or cut into segments.

/// A vocabulary that can count.
///
/// Text that looks like a special token (`<|endoftext|>`) is ordinary text here: tool descriptions hold such text, and
/// a provider never reads it as a control token.
pub trait Tokenizer: Send + Sync {
    /// The vocabulary's name, as in `profiles.toml`.
    fn name(&self) -> &'static str;

    /// Tokens of `text`.
    fn count(&self, text: &str) -> usize;

    /// Tokens of `text`, told apart by the segment in which each token starts.
    ///
    /// The tokens are those of the whole text, so one may run over a cut; a character that is read as several byte
    /// tokens has them all where it starts. `cuts` are ascending byte offsets at char boundaries; segment `i` runs from
    /// `cuts[i]` to `cuts[i + 1]`, the last one to the end. Tokens that start before `cuts[0]` are not returned. All
    /// segments sum up to `count(text)` when `cuts[0]` is 0, so shares of a list add up to the list.
    fn count_segments(&self, text: &str, cuts: &[usize]) -> Vec<usize>;
}
