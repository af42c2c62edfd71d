//! Where a phrase may begin and end: its edges; the build script and the lexicon share them.

use unicode_script::{Script, UnicodeScript};

/// What may stand beside the first or the last letter of a phrase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Edge {
    /// Anything.
    Free,
    /// No letter of a script that sets its words apart.
    Word,
    /// No letter of Hangul.
    Hangul,
    /// The rest of the word, which belongs to the phrase.
    Rest,
}

impl Edge {
    /// All of them, in the order of their numbers in the table.
    pub(crate) const ALL: [Edge; 4] = [Edge::Free, Edge::Word, Edge::Hangul, Edge::Rest];

    /// Whether that character may stand beside it.
    pub(crate) fn admits(self, beside: Option<char>) -> bool {
        match self {
            Edge::Free | Edge::Rest => true,
            Edge::Word => !beside.is_some_and(in_word),
            Edge::Hangul => !beside.is_some_and(is_hangul),
        }
    }
}

fn is_hangul(character: char) -> bool {
    !character.is_ascii() && character.script() == Script::Hangul
}

/// Whether it is a letter or digit of a script that sets its words apart with spaces.
pub(crate) fn in_word(character: char) -> bool {
    character.is_ascii_alphanumeric()
        || !character.is_ascii()
            && character.is_alphanumeric()
            && !matches!(
                character.script(),
                Script::Han | Script::Hiragana | Script::Katakana | Script::Thai | Script::Hangul
            )
}
