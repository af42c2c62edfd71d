//! What there is to say about a query and a ranker: a class for scripts, and a sentence for people.

/// A remark.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Note {
    /// What it is about.
    pub class: Class,
    /// The tool it is about, by position.
    pub tool: Option<usize>,
    /// The server it is about.
    pub server: Option<String>,
    /// In words.
    pub detail: String,
}

/// The classes of remarks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Class {
    /// The ranker cannot answer the query at all.
    Refused,
    /// A tool that the query names falls outside the top k.
    ExactNameMiss,
    /// The query names a server of which no tool can be found by that name.
    AppNameAbsent,
    /// A wanted tool shares its score with others, some inside the top k and some outside.
    TiedAcrossK,
    /// A wanted tool shares no word with the query.
    NoSharedWord,
    /// Words of the query stand in a wanted tool's name, but joined by marks that the ranker does not split at.
    SpaceVsUnderscore,
    /// Tools that say nearly the same stand above a wanted one, or are tied with it.
    LookAlikes,
    /// Words of the query stand in no tool.
    UnknownTerms,
}

/// How much a remark matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// Worth knowing.
    Info,
    /// A tool is not found because of it.
    Warn,
}

impl Class {
    /// Its name, as scripts match it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Class::Refused => "search.refused",
            Class::ExactNameMiss => "search.exact_name_miss",
            Class::AppNameAbsent => "search.app_name_absent",
            Class::TiedAcrossK => "search.tied_across_k",
            Class::NoSharedWord => "search.no_shared_word",
            Class::SpaceVsUnderscore => "search.space_vs_underscore",
            Class::LookAlikes => "search.look_alikes",
            Class::UnknownTerms => "search.unknown_terms",
        }
    }

    /// How much it matters.
    #[must_use]
    pub fn severity(self) -> Severity {
        match self {
            Class::LookAlikes | Class::UnknownTerms => Severity::Info,
            _ => Severity::Warn,
        }
    }
}

impl Severity {
    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Severity::Info => "info",
            Severity::Warn => "warn",
        }
    }
}
