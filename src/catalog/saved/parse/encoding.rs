//! From the bytes of a source to text: packed, with a byte order mark, in UTF-16, or not quite UTF-8.

use std::borrow::Cow;
use std::io::Read;

use flate2::read::MultiGzDecoder;
use thiserror::Error;

/// How much a packed source may hold. Lists of tools have a few megabytes, logs some hundred.
const MOST_UNPACKED: u64 = 1 << 30;

/// How many bad places are told one by one.
const MOST_TOLD: usize = 16;

/// Text, and where it was not what it should be.
#[derive(Debug)]
pub(crate) struct Text<'a> {
    /// The text, without a byte order mark; bytes that are no UTF-8 became U+FFFD.
    pub(crate) text: Cow<'a, str>,
    /// Offsets of the first such places in the text.
    pub(crate) bad: Vec<usize>,
    /// How many there are.
    pub(crate) bad_places: usize,
}

/// Why bytes give no text.
#[derive(Debug, Error)]
pub(crate) enum NoText {
    /// The gzip stream is damaged.
    #[error("the gzip data is damaged: {0}")]
    Damaged(#[from] std::io::Error),
    /// It unpacks to more than we take.
    #[error("it unpacks to more than {} MiB", MOST_UNPACKED >> 20)]
    TooLarge,
}

/// Decodes a source.
pub(crate) fn text(bytes: &[u8]) -> Result<Text<'_>, NoText> {
    match bytes {
        [0x1f, 0x8b, ..] => {
            let mut unpacked = Vec::new();
            MultiGzDecoder::new(bytes).take(MOST_UNPACKED + 1).read_to_end(&mut unpacked)?;
            if u64::try_from(unpacked.len()).is_ok_and(|length| length > MOST_UNPACKED) {
                return Err(NoText::TooLarge);
            }
            Ok(decoded(Cow::Owned(unpacked)))
        }
        // What PowerShell writes for `> file`.
        [0xff, 0xfe, rest @ ..] => Ok(from_utf16(rest, u16::from_le_bytes)),
        [0xfe, 0xff, rest @ ..] => Ok(from_utf16(rest, u16::from_be_bytes)),
        [0xef, 0xbb, 0xbf, rest @ ..] => Ok(decoded(Cow::Borrowed(rest))),
        _ => Ok(decoded(Cow::Borrowed(bytes))),
    }
}

fn from_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Text<'static> {
    let units = bytes.chunks_exact(2).filter_map(|pair| pair.try_into().ok()).map(unit);
    let mut text = Text { text: Cow::Borrowed(""), bad: Vec::new(), bad_places: 0 };
    let mut decoded = String::with_capacity(bytes.len() / 2);
    for character in char::decode_utf16(units) {
        if character.is_err() {
            text.bad_at(decoded.len());
        }
        decoded.push(character.unwrap_or(char::REPLACEMENT_CHARACTER));
    }
    text.text = Cow::Owned(decoded);
    text
}

fn decoded(bytes: Cow<'_, [u8]>) -> Text<'_> {
    let whole = match bytes {
        Cow::Borrowed(bytes) => std::str::from_utf8(bytes).map(Cow::Borrowed).map_err(|_| Cow::Borrowed(bytes)),
        Cow::Owned(bytes) => String::from_utf8(bytes).map(Cow::Owned).map_err(|error| Cow::Owned(error.into_bytes())),
    };
    match whole {
        Ok(text) => Text { text, bad: Vec::new(), bad_places: 0 },
        Err(bytes) => mended(&bytes),
    }
}

fn mended(bytes: &[u8]) -> Text<'static> {
    let mut text = Text { text: Cow::Borrowed(""), bad: Vec::new(), bad_places: 0 };
    let mut decoded = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        decoded.push_str(chunk.valid());
        if !chunk.invalid().is_empty() {
            text.bad_at(decoded.len());
            decoded.push(char::REPLACEMENT_CHARACTER);
        }
    }
    text.text = Cow::Owned(decoded);
    text
}

impl Text<'_> {
    fn bad_at(&mut self, offset: usize) {
        self.bad_places += 1;
        if self.bad.len() < MOST_TOLD {
            self.bad.push(offset);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decoded(bytes: &[u8]) -> (String, Vec<usize>, usize) {
        let text = text(bytes).expect("text");
        (text.text.into_owned(), text.bad, text.bad_places)
    }

    #[test]
    fn byte_order_marks_are_taken_off() {
        assert_eq!(decoded(b"\xef\xbb\xbf{}"), ("{}".to_owned(), vec![], 0));
        assert_eq!(decoded(b"\xff\xfe{\0\xe9\0"), ("{é".to_owned(), vec![], 0));
        assert_eq!(decoded(b"\xfe\xff\0{\xd8\0\0}"), ("{\u{fffd}}".to_owned(), vec![1], 1));
    }

    #[test]
    fn bytes_that_are_no_text_are_replaced_and_counted() {
        assert_eq!(decoded(b"a\xe9b\xff\xffc"), ("a\u{fffd}b\u{fffd}\u{fffd}c".to_owned(), vec![1, 5, 8], 3));
        assert_eq!(decoded(&[0x80; 100]).2, 100);
    }

    #[test]
    fn damaged_gzip_is_an_error() {
        assert!(text(&[0x1f, 0x8b, 8, 0, 0]).is_err());
    }
}
