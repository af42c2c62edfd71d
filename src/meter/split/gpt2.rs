//! The pattern of GPT-2, which Claude 2 uses too: a blank goes with the word, the number or the symbols after it.
//!
//! As in `encoder.py` (2019) and in the byte-level pre-tokeniser of Hugging Face:
//! ```text
//! 's|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+
//! ```

use crate::meter::split::classes::{Classes, run};
use crate::meter::split::letters;
use crate::meter::split::rules;
use crate::meter::split::splitter::Splitter;

/// GPT-2's pattern.
pub(crate) struct Gpt2;

impl Splitter for Gpt2 {
    #[inline]
    fn end(&self, text: &str, at: usize) -> usize {
        if let Some(end) = contraction(text, at) {
            return end;
        }
        let begin = at + usize::from(text.as_bytes().get(at) == Some(&b' '));
        for end in [letters::any(text, begin), run(text, begin, Classes::NUMBER)] {
            if end > begin {
                return end;
            }
        }
        if let Some(end) = rules::symbols(text, at) {
            return end;
        }
        let end = run(text, at, Classes::SPACE);
        rules::blanks(text, at, end, end == text.len())
    }
}

/// Lower case only, unlike in later patterns.
fn contraction(text: &str, at: usize) -> Option<usize> {
    let end = rules::contraction(text, at)?;
    text.get(at..end)?.bytes().skip(1).all(|byte| byte.is_ascii_lowercase()).then_some(end)
}
