//! In which form a result is written, and when it is coloured.

use clap::ValueEnum;

/// The form that was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Asked {
    /// For people: to the terminal's width, or plain columns in a pipe
    Table,
    /// One versioned document
    #[value(alias = "json-v1")]
    Json,
    /// One object a row
    Jsonl,
    /// One record a row
    Csv,
    /// A table for a pull request or a page
    Markdown,
    /// Findings: one line each
    Concise,
    /// Findings for code scanning (SARIF 2.1.0)
    Sarif,
    /// Findings as annotations of a GitHub run
    Github,
    /// Findings as a JUnit report
    Junit,
    /// Findings for GitLab's code quality
    Gitlab,
}

/// The forms that figures are written in, by every verb.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    /// For people.
    Table,
    /// One versioned document.
    Json,
    /// One object a row.
    Jsonl,
    /// One record a row.
    Csv,
    /// A markdown table.
    Markdown,
}

/// When to colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

impl Asked {
    /// The form for figures; none for what only findings are written in.
    pub(crate) fn figures(self) -> Option<Format> {
        match self {
            Asked::Table => Some(Format::Table),
            Asked::Json => Some(Format::Json),
            Asked::Jsonl => Some(Format::Jsonl),
            Asked::Csv => Some(Format::Csv),
            Asked::Markdown => Some(Format::Markdown),
            Asked::Concise | Asked::Sarif | Asked::Github | Asked::Junit | Asked::Gitlab => None,
        }
    }

    /// The word that users type.
    pub(crate) fn word(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
    }
}
