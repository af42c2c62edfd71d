//! Makes what a terminal would obey or hide visible: control, bidirectional, invisible and tag characters.

use std::borrow::Cow;

/// The text with every character that could move the cursor, reorder the line or hide written as `\u{…}`.
#[must_use]
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(unsafe_to_show) && !text.contains(JOINERS) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 16);
    for (_, piece) in pieces(text) {
        match piece {
            Piece::Plain(character) => out.push(character),
            Piece::Escaped(escape) => out.push_str(&escape),
        }
    }
    Cow::Owned(out)
}

/// One character as it is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// As it is.
    Plain(char),
    /// Written out.
    Escaped(String),
}

/// Each character as it is shown, with the byte where it starts.
pub fn pieces(text: &str) -> impl Iterator<Item = (usize, Piece)> {
    let mut before = ' ';
    text.char_indices().map(move |(at, character)| {
        let plain = before.is_ascii();
        before = character;
        let piece = match character {
            // Joiners belong to scripts and emoji; after a Latin letter they only hide.
            '\u{200c}' | '\u{200d}' if plain => Piece::Escaped(escaped(character)),
            '\n' => Piece::Escaped("\\n".to_owned()),
            '\t' => Piece::Escaped("\\t".to_owned()),
            '\r' => Piece::Escaped("\\r".to_owned()),
            other if unsafe_to_show(other) => Piece::Escaped(escaped(other)),
            other => Piece::Plain(other),
        };
        (at, piece)
    })
}

fn escaped(character: char) -> String {
    format!("\\u{{{:x}}}", u32::from(character))
}

/// Zero-width joiner and non-joiner.
const JOINERS: [char; 2] = ['\u{200c}', '\u{200d}'];

/// Whether a character is obeyed or hidden and not shown.
#[must_use]
pub fn unsafe_to_show(character: char) -> bool {
    matches!(
        character,
        '\0'..='\u{1f}' | '\u{7f}'..='\u{9f}'            // control
        | '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180e}'
        | '\u{200b}' | '\u{200e}' | '\u{200f}'           // zero width, direction marks; joiners are part of real scripts
        | '\u{2028}'..='\u{202e}'                        // line ends and bidirectional overrides
        | '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
        | '\u{1d173}'..='\u{1d17a}'                      // musical format characters
        | '\u{e0000}'..='\u{e0fff}'                      // tags, further variation selectors
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shows_what_hides() {
        assert_eq!(visible("cari_barang"), "cari_barang");
        assert_eq!(visible("a\u{1b}[31m\u{202e}b\u{e0041}\n"), "a\\u{1b}[31m\\u{202e}b\\u{e0041}\\n");
        assert_eq!(visible("a\u{200d}b"), "a\\u{200d}b");
        assert_eq!(visible("keluarga 👨\u{200d}👩 é 漢"), "keluarga 👨\u{200d}👩 é 漢");
    }
}
