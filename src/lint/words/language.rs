//! The languages that word rules know, each with its file of words; every other one is not assessed.

/// A language with a file of words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Language {
    /// English.
    En,
    /// Indonesian.
    Id,
    /// Chinese.
    Zh,
    /// Japanese.
    Ja,
    /// Korean.
    Ko,
    /// Spanish.
    Es,
    /// Portuguese.
    Pt,
    /// French.
    Fr,
    /// German.
    De,
    /// Russian.
    Ru,
}

impl Language {
    /// All of them.
    pub const ALL: &[Language] = &[
        Language::En,
        Language::Id,
        Language::Zh,
        Language::Ja,
        Language::Ko,
        Language::Es,
        Language::Pt,
        Language::Fr,
        Language::De,
        Language::Ru,
    ];

    /// Its words: one list of phrases a concept.
    pub(crate) fn file(self) -> Option<&'static str> {
        match self {
            Language::En => Some(include_str!("languages/en.toml")),
            Language::Id => Some(include_str!("languages/id.toml")),
            _ => None,
        }
    }
}
