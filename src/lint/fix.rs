//! A change that removes a finding, as JSON Patch, and how far it may be trusted.

use serde_json::Value;

/// A change that removes the finding.
#[derive(Debug, Clone, PartialEq)]
pub struct Fix {
    /// How far it may be trusted.
    pub level: FixLevel,
    /// JSON Patch (RFC 6902) on the tool object; empty when it can only be said.
    pub patch: Vec<Change>,
    /// What it does, as a fragment.
    pub what: String,
}

/// How far a fix may be trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FixLevel {
    /// Every validator accepts the same inputs, and a model reads the same meaning.
    Safe,
    /// It changes accepted inputs or what a model reads.
    Unsafe,
    /// Only a person can write it.
    Display,
}

/// One operation of a JSON Patch.
#[derive(Debug, Clone, PartialEq)]
pub enum Change {
    /// `add`.
    Add(String, Value),
    /// `remove`.
    Remove(String),
    /// `replace`.
    Replace(String, Value),
}

impl FixLevel {
    /// The word users read.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            FixLevel::Safe => "safe",
            FixLevel::Unsafe => "unsafe",
            FixLevel::Display => "display",
        }
    }
}

impl Fix {
    /// A change that only a person can write.
    #[must_use]
    pub fn display(what: impl Into<String>) -> Fix {
        Fix { level: FixLevel::Display, patch: Vec::new(), what: what.into() }
    }
}
