//! Characters that are not seen: formats, controls, selectors, fillers, tags.

/// Whether a character shows nothing and stands for nothing: a model reads on as if it were not there.
#[must_use]
pub fn is_invisible(character: char) -> bool {
    if character.is_ascii() {
        return character.is_ascii_control() && !character.is_ascii_whitespace() && character != '\u{b}';
    }
    matches!(character,
        '\u{80}'..='\u{84}' | '\u{86}'..='\u{9f}' | '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{70f}'
        | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// Whether a character is a mark that any letter can carry, such as an accent set above it.
#[must_use]
pub fn is_loose_mark(character: char) -> bool {
    matches!(character,
        '\u{300}'..='\u{36f}' | '\u{483}'..='\u{489}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}'
        | '\u{20d0}'..='\u{20ff}' | '\u{fe20}'..='\u{fe2f}')
}

/// Whether a character is seen as empty space, whether Unicode calls it so or not.
#[must_use]
pub fn is_blank(character: char) -> bool {
    character.is_whitespace() || matches!(character, '\u{2800}' | '\u{1680}')
}
