//! Images in a recording: width and height out of their first bytes, the size of their data.

use base64::Engine;
use base64::alphabet;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};

use crate::session::turn::Image;

/// Base64 characters that are decoded for the header: a JPEG's size stands behind its colour profile and thumbnail, each
/// of at most 64 KiB.
const HEADER: usize = 1 << 18;

/// Writers leave out the padding, and a header that is cut out has none.
const LENIENT: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// The image in a base64 text.
pub(crate) fn of_base64(data: &str) -> Image {
    let data = data.trim();
    let letters = data.len() - data.bytes().rev().take_while(|&byte| byte == b'=').count();
    let header = &data.as_bytes()[..data.len().min(HEADER)];
    // Some writers break the text into lines.
    let header: Vec<u8> = header.iter().copied().filter(|byte| !byte.is_ascii_whitespace() && *byte != b'=').collect();
    // A group of 4 characters stands for 3 bytes; the data of a whole text need not end with a group.
    let whole = if data.len() > HEADER { header.len() / 4 * 4 } else { header.len() };
    let bytes = LENIENT.decode(&header[..whole]).unwrap_or_default();
    let size = imagesize::blob_size(&bytes).ok();
    let side = |length: usize| u32::try_from(length).ok();
    let pixels = size.and_then(|size| Some((side(size.width)?, side(size.height)?)));
    Image { pixels, bytes: letters / 4 * 3 + letters % 4 * 3 / 4 }
}

/// The image that an address names: the data itself in a `data:` address, else one of which nothing is known.
pub(crate) fn of_address(address: &str) -> Image {
    match address.strip_prefix("data:").and_then(|rest| rest.split_once(',')) {
        Some((kind, data)) if kind.ends_with("base64") => of_base64(data),
        _ => Image::default(),
    }
}

#[cfg(test)]
mod tests {
    use base64::engine::general_purpose::STANDARD;

    use super::*;

    /// The first bytes of a GIF of 320 x 200 pixels.
    const GIF: &[u8] = b"GIF89a\x40\x01\xC8\x00\x00\x00\x00";

    #[test]
    fn the_header_tells_width_and_height() {
        let data = STANDARD.encode(GIF);
        let image = Image { pixels: Some((320, 200)), bytes: GIF.len() };
        assert_eq!(of_base64(&data), image);
        assert_eq!(of_address(&format!("data:image/gif;base64,{data}")), image);
        let mut png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x02\x80\0\0\x01\xe0".to_vec();
        png.resize(400_000, 0);
        assert_eq!(of_base64(&STANDARD.encode(&png)), Image { pixels: Some((640, 480)), bytes: 400_000 });
        let jpeg = b"\xFF\xD8\xFF\xE0\0\x10JFIF\0\x01\x01\0\0\x01\0\x01\0\0\xFF\xC0\0\x11\x08\x00\x64\x00\xC8\x03\x01";
        assert_eq!(of_base64(&STANDARD.encode(jpeg)).pixels, Some((200, 100)));
        let webp = b"RIFF\x1a\0\0\0WEBPVP8L\x0d\0\0\0\x2f\x0f\xc0\x01\0\0\0\0\0\0\0";
        assert_eq!(of_base64(&STANDARD.encode(webp)).pixels, Some((16, 8)));
    }

    #[test]
    fn what_is_no_image_has_no_pixels() {
        assert_eq!(of_base64("aGFsbw=="), Image { pixels: None, bytes: 4 });
        assert_eq!(of_base64("bukan base64 !"), Image { pixels: None, bytes: 10 });
        assert_eq!(of_address("https://example.com/a.png"), Image::default());
    }
}
