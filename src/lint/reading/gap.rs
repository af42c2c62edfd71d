//! How far two places of a text are apart, in letters.
//!
//! A gap counts letters of an alphabet; a letter of Chinese, Japanese or Korean counts as two, however many bytes it has.

/// How much a byte counts in a gap: nothing where it only continues a letter.
fn width(byte: u8) -> usize {
    match byte {
        0x80..=0xbf => 0,
        0xe3..=0xed => 2,
        _ => 1,
    }
}

/// Where a gap behind `from` ends.
#[must_use]
pub fn ahead(text: &str, from: usize, gap: usize) -> usize {
    let bytes = text.as_bytes().get(from..).unwrap_or_default();
    if bytes.get(..gap.min(bytes.len())).is_some_and(<[u8]>::is_ascii) {
        return from.saturating_add(gap);
    }
    let mut left = gap;
    for (at, &byte) in bytes.iter().enumerate() {
        let width = width(byte);
        if width > left {
            return from + at;
        }
        left -= width;
    }
    text.len()
}

/// Where a gap in front of `to` begins.
#[must_use]
pub fn back(text: &str, to: usize, gap: usize) -> usize {
    let bytes = text.as_bytes().get(..to).unwrap_or(text.as_bytes());
    let ascii = bytes.len().saturating_sub(gap);
    if bytes[ascii..].is_ascii() {
        return ascii;
    }
    let (mut left, mut edge) = (gap, bytes.len());
    for (at, &byte) in bytes.iter().enumerate().rev() {
        let width = width(byte);
        if width > left {
            return edge;
        }
        left -= width;
        edge = if width > 0 { at } else { edge };
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_counts_letters_and_not_bytes() {
        assert_eq!((ahead("abcdef", 1, 3), back("abcdef", 5, 3)), (4, 2));
        let (cyrillic, hangul) = ("абвгд", "가나다라");
        assert_eq!((ahead(cyrillic, 2, 2), back(cyrillic, 8, 2)), (6, 4));
        assert_eq!((ahead(hangul, 0, 4), back(hangul, 12, 4)), (6, 6));
        assert_eq!((ahead(hangul, 0, 90), back(hangul, 12, 90)), (12, 0));
    }
}
