//! A config file by its syntax: JSON with or without comments, TOML, YAML.

use std::path::PathBuf;

use serde_json::Value;
use thiserror::Error;

/// A parsed config file.
#[derive(Debug, Clone)]
pub(crate) struct Document {
    /// The file as the user named it.
    pub(crate) source: String,
    /// The folder it stands in: relative paths in it start there.
    pub(crate) folder: PathBuf,
    /// What it holds, order kept.
    pub(crate) value: Value,
    /// What it is written in.
    pub(crate) syntax: Syntax,
}

/// What a config file is written in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Syntax {
    /// JSON. Every host reads it.
    Json,
    /// JSON with what strict readers refuse; what that is (`comments`, `trailing commas`, `a byte order mark`).
    Jsonc(Vec<&'static str>),
    /// TOML.
    Toml,
    /// YAML.
    Yaml,
}

/// Why a file is no config.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Broken {
    /// It cannot be parsed.
    #[error("line {line}, column {column}: {message}")]
    Syntax {
        /// The line, from 1.
        line: usize,
        /// The column in characters, from 1.
        column: usize,
        /// The parser's words.
        message: String,
    },
    /// It can, but names no servers in any form that is known.
    #[error("names no servers in any form that is known")]
    NoServers,
}

/// Stands in for the parser.
pub(crate) fn parse(source: &str, bytes: &[u8], folder: PathBuf) -> Result<Document, Broken> {
    let value = serde_json::from_slice(bytes).map_err(|error| Broken::Syntax {
        line: error.line(),
        column: error.column(),
        message: error.to_string(),
    })?;
    Ok(Document { source: source.to_owned(), folder, value, syntax: Syntax::Json })
}
