//! Runs of letters, eight bytes at a step: a loop by characters mispredicts its end at nearly every word.

use crate::meter::split::classes::{Classes, run};

/// The end of the run of `A` to `Z` that begins at `at`.
#[inline]
pub(crate) fn capitals(text: &[u8], at: usize) -> usize {
    // most words have one capital or none
    match text.get(at) {
        Some(b'A'..=b'Z') => ascii(text, at, |word| between(word, b'A', b'Z')),
        _ => at,
    }
}

/// The end of the run of `a` to `z` that begins at `at`.
#[inline]
pub(crate) fn small(text: &[u8], at: usize) -> usize {
    ascii(text, at, |word| between(word, b'a', b'z'))
}

/// The end of the run of letters of any script that begins at `at`.
#[inline]
pub(crate) fn any(text: &str, at: usize) -> usize {
    if never(text.as_bytes(), at) {
        return at;
    }
    let end = ascii(text.as_bytes(), at, |word| between(word | (ONES * 0x20), b'a', b'z'));
    match text.as_bytes().get(end) {
        Some(0x80..) => run(text, end, Classes::LETTER),
        _ => end,
    }
}

/// Whether no letter can begin at `at`: half of JSON's pieces are signs, and looking first saves the step of eight.
#[inline]
pub(crate) fn never(text: &[u8], at: usize) -> bool {
    text.get(at).is_none_or(|byte| byte.is_ascii() && !byte.is_ascii_alphabetic())
}

const ONES: u64 = 0x0101_0101_0101_0101;

/// The high bit of every byte of `word` that is ASCII and lies between the two, both included.
#[inline]
const fn between(word: u64, first: u8, last: u8) -> u64 {
    let low = word & (ONES * 0x7f);
    let reaches = low + ONES * (0x80 - first as u64);
    let passes = low + ONES * (0x7f - last as u64);
    reaches & !passes & !word & (ONES * 0x80)
}

/// The end of the run of bytes whose high bits `matching` sets, from `at` on.
#[inline]
fn ascii(text: &[u8], mut at: usize, matching: impl Fn(u64) -> u64) -> usize {
    while let Some(bytes) = text.get(at..).and_then(<[u8]>::first_chunk) {
        let others = !matching(u64::from_le_bytes(*bytes)) & (ONES * 0x80);
        if others != 0 {
            return at + others.trailing_zeros() as usize / 8;
        }
        at += 8;
    }
    let rest = text.iter().skip(at);
    at + rest.take_while(|byte| matching(u64::from(**byte)) & 0x80 != 0).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_told_apart() {
        for byte in 0..=255_u8 {
            for place in 0..8 {
                let high = 0x80 << (8 * place);
                let word = u64::from(byte) << (8 * place);
                assert_eq!(between(word, b'a', b'z') & high != 0, byte.is_ascii_lowercase(), "{byte}");
                assert_eq!(between(word, b'A', b'Z') & high != 0, byte.is_ascii_uppercase(), "{byte}");
                assert_eq!(between(word | (ONES * 0x20), b'a', b'z') & high != 0, byte.is_ascii_alphabetic(), "{byte}");
            }
        }
    }

    #[test]
    fn runs_end_where_they_should() {
        for length in 0..20 {
            for follower in ["", "_", "ABCDEFGHIJ", "........."] {
                let text = format!("{}{follower}", "abcdefghijklmnopqrstuvwxyz".get(..length).unwrap_or_default());
                assert_eq!(small(text.as_bytes(), 0), length, "{text}");
            }
        }
        assert_eq!(any("ab\u{e9}c d", 0), 5);
        assert_eq!(capitals(b"HTTPServer", 0), 5);
    }
}
