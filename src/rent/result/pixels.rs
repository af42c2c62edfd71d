//! The size of an image in pixels, read from the first bytes of a PNG, JPEG, GIF or WebP file.

use base64::Engine;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};

/// Base64 characters that are looked at: a JPEG may hold a preview and profiles before it says its size.
const LOOKED_AT: usize = 256 << 10;

/// The size of a base64 image; `None` when its header cannot be read.
#[must_use]
pub fn of_base64(data: &str) -> Option<(u32, u32)> {
    let front = &data.as_bytes()[..data.len().min(LOOKED_AT)];
    let whole: Vec<u8> =
        front.iter().copied().take_while(|byte| !byte.is_ascii_whitespace() && *byte != b'=').collect();
    let config = GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true);
    let engine = GeneralPurpose::new(&base64::alphabet::STANDARD, config);
    of_bytes(&engine.decode(&whole[..whole.len() / 4 * 4]).ok()?)
}

/// The size of an image file by its first bytes; `None` when they do not say it.
#[must_use]
pub fn of_bytes(bytes: &[u8]) -> Option<(u32, u32)> {
    let size = match bytes {
        [0x89, b'P', b'N', b'G', ..] => Some((big(bytes, 16, 4)?, big(bytes, 20, 4)?)),
        [b'G', b'I', b'F', b'8', ..] => Some((little(bytes, 6, 2)?, little(bytes, 8, 2)?)),
        [b'R', b'I', b'F', b'F', ..] if bytes.get(8..12) == Some(b"WEBP") => webp(bytes),
        [0xFF, 0xD8, ..] => jpeg(bytes),
        _ => None,
    };
    size.filter(|(width, height)| *width > 0 && *height > 0)
}

fn webp(bytes: &[u8]) -> Option<(u32, u32)> {
    match bytes.get(12..16)? {
        b"VP8 " => Some((little(bytes, 26, 2)? & 0x3FFF, little(bytes, 28, 2)? & 0x3FFF)),
        b"VP8L" => {
            let packed = little(bytes, 21, 4)?;
            Some(((packed & 0x3FFF) + 1, ((packed >> 14) & 0x3FFF) + 1))
        }
        b"VP8X" => Some((little(bytes, 24, 3)? + 1, little(bytes, 27, 3)? + 1)),
        _ => None,
    }
}

/// The frame header's size: segments are passed over until one of them is it.
fn jpeg(bytes: &[u8]) -> Option<(u32, u32)> {
    let mut at = 2;
    loop {
        let marker = *bytes.get(at + 1).filter(|_| bytes.get(at) == Some(&0xFF))?;
        match marker {
            0xFF => at += 1,
            0x01 | 0xD0..=0xD7 => at += 2,
            0xC0..=0xC3 | 0xC5..=0xC7 | 0xC9..=0xCB | 0xCD..=0xCF => {
                return Some((big(bytes, at + 7, 2)?, big(bytes, at + 5, 2)?));
            }
            _ => at += 2 + usize::try_from(big(bytes, at + 2, 2)?).ok()?.max(2),
        }
    }
}

fn big(bytes: &[u8], at: usize, length: usize) -> Option<u32> {
    Some(bytes.get(at..at + length)?.iter().fold(0, |number, byte| number << 8 | u32::from(*byte)))
}

fn little(bytes: &[u8], at: usize, length: usize) -> Option<u32> {
    Some(bytes.get(at..at + length)?.iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_say_the_size() {
        let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR".to_vec();
        png.extend([0, 0, 4, 0, 0, 0, 3, 0]);
        assert_eq!(of_bytes(&png), Some((1024, 768)));
        assert_eq!(of_bytes(b"GIF89a\x05\0\x06\0"), Some((5, 6)));
        let jpeg = [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 1, 0xFF, 0xC2, 0, 17, 8, 0, 20, 0, 30];
        assert_eq!(of_bytes(&jpeg), Some((30, 20)));
        let mut webp = b"RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0".to_vec();
        webp.extend([99, 0, 0, 49, 0, 0]);
        assert_eq!(of_bytes(&webp), Some((100, 50)));
        assert_eq!(of_base64("iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4"), Some((5, 5)));
    }

    #[test]
    fn what_is_no_header_says_nothing() {
        for bytes in
            [&b""[..], b"\x89PNG", b"GIF89a", b"\xFF\xD8\xFF", b"RIFF\0\0\0\0WEBP", b"\xFF\xD8\xFF\xE0\0\0", b"teks"]
        {
            assert_eq!(of_bytes(bytes), None, "{bytes:?}");
        }
        assert_eq!(of_base64("bukan base64!"), None);
        assert_eq!(of_bytes(b"GIF89a\0\0\0\0"), None, "an image of no size is none");
    }
}
