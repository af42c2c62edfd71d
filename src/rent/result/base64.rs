//! Files that stand as base64 in a text, where a model is billed for every character.

use std::ops::Range;

/// The fewest characters of a run that begins like no known file.
const UNKNOWN: usize = 1_000;
/// The fewest characters of a run that begins like a known file.
const KNOWN: usize = 80;
/// How the base64 of PNG, JPEG, GIF and WebP files begins.
const IMAGES: [&str; 4] = ["iVBORw0KGgo", "/9j/", "R0lGOD", "UklGR"];
/// How the base64 of PDF and ZIP files begins.
const FILES: [&str; 2] = ["JVBERi0", "UEsDB"];

/// A file in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// The bytes of the text that it takes.
    pub span: Range<usize>,
    /// Whether it begins like an image that providers take.
    pub is_image: bool,
}

/// The files that stand in a text, in order.
pub fn files(text: &str) -> impl Iterator<Item = File> {
    let starts = |run: &str, with: &[&str]| with.iter().any(|beginning| run.starts_with(beginning));
    runs(text).filter_map(move |span| {
        let run = &text[span.clone()];
        let is_image = starts(run, &IMAGES);
        (run.len() >= UNKNOWN || is_image || starts(run, &FILES)).then_some(File { span, is_image })
    })
}

/// Runs of the base64 alphabet that are long enough to look at.
fn runs(text: &str) -> impl Iterator<Item = Range<usize>> {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=');
    let mut from = 0;
    let bytes = text.as_bytes();
    std::iter::from_fn(move || {
        loop {
            let start = from + bytes.get(from..)?.iter().position(|&byte| is_part(byte))?;
            let length = bytes[start..].iter().take_while(|&&byte| is_part(byte)).count();
            from = start + length;
            if length >= KNOWN {
                return Some(start..from);
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_and_long_runs_are_files_and_words_are_not() {
        let image = format!("iVBORw0KGgo{}", "A".repeat(80));
        let text = format!("foto: {image}, kunci: {}, berkas: {}", "b".repeat(999), "c".repeat(1_000));
        let found: Vec<(bool, usize)> = files(&text).map(|file| (file.is_image, file.span.len())).collect();
        assert_eq!(found, [(true, image.len()), (false, 1_000)]);
        assert_eq!(files("iVBORw0KGgo saja").count(), 0);
    }
}
