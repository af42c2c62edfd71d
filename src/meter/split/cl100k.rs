//! The pattern of cl100k (OpenAI), llama3 (Meta) and qwen2 (Alibaba): words, numbers, symbols, lines.
//!
//! cl100k, as in `tiktoken_ext/openai_public.py` (2024-02):
//! ```text
//! '(?i:[sdmt]|ll|ve|re)|[^\r\n\p{L}\p{N}]?+\p{L}++|\p{N}{1,3}+| ?[^\s\p{L}\p{N}]++[\r\n]*+
//! |\s++$|\s*[\r\n]|\s+(?!\S)|\s
//! ```
//! llama3 and qwen2, as in their `tokenizer.json` (2024), have no `\s++$`, so that blanks at the end of the text are
//! cut after their last newline too; qwen2 takes digits one by one.

use crate::meter::split::classes::{Classes, run};
use crate::meter::split::letters;
use crate::meter::split::rules;
use crate::meter::split::splitter::Splitter;

/// Whose variant.
pub(crate) enum Cl100k {
    /// OpenAI's.
    OpenAi,
    /// Meta's.
    #[cfg(any(test, feature = "vocab-llama3"))]
    Llama3,
    /// Alibaba's.
    Qwen2,
}

impl Splitter for Cl100k {
    #[inline]
    fn end(&self, text: &str, at: usize) -> usize {
        if let Some(end) = rules::contraction(text, at).or_else(|| word(text, at)) {
            return end;
        }
        let most = if matches!(self, Cl100k::Qwen2) { 1 } else { 3 };
        if let Some(end) = rules::digits(text, at, most) {
            return end;
        }
        if let Some(end) = rules::symbols(text, at) {
            return rules::tail(text, end, b"\r\n");
        }
        match self {
            Cl100k::OpenAi if run(text, at, Classes::SPACE) == text.len() => text.len(),
            _ => rules::lines(text, at),
        }
    }
}

/// `[^\r\n\p{L}\p{N}]?\p{L}+`.
#[inline]
fn word(text: &str, at: usize) -> Option<usize> {
    let begin = rules::lead(text, at).unwrap_or(at);
    let end = letters::any(text, begin);
    (end > begin).then_some(end)
}
