//! A config file by its syntax: JSON with or without comments, TOML, YAML.

use std::path::PathBuf;

use jsonc_parser::errors::ParseErrorKind;
use jsonc_parser::{CollectOptions, ParseOptions, parse_to_ast};
use serde_json::{Map, Value};
use thiserror::Error;

use crate::catalog::saved::parse::document::Document as Slices;
use crate::catalog::saved::parse::scan::{Raw, space_end};
use crate::catalog::saved::parse::value::Doubt;
use crate::catalog::saved::parse::{encoding, to_json, value};
use crate::catalog::source_map::Position;

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

/// Parses a file by what it looks like; the ending of its name only says what to try first.
pub(crate) fn parse(source: &str, bytes: &[u8], folder: PathBuf) -> Result<Document, Broken> {
    if is_unmarked_utf16(bytes) {
        return Err(at(1, 1, "is UTF-16 without a byte order mark".to_owned()));
    }
    let text = encoding::text(bytes).map_err(|error| at(1, 1, error.to_string()))?;
    let mut first_failure = None;
    for attempt in attempts(&text.text, source) {
        match attempt(&text.text) {
            Ok((value, mut syntax)) if value.is_object() || value.is_array() => {
                let mark = byte_order_mark(bytes);
                match (&mut syntax, mark) {
                    (Syntax::Json, Some(mark)) => syntax = Syntax::Jsonc(vec![mark]),
                    (Syntax::Jsonc(extras), Some(mark)) => extras.push(mark),
                    _ => {}
                }
                return Ok(Document { source: source.to_owned(), folder, value, syntax });
            }
            Ok(_) => first_failure = first_failure.or(Some(Broken::NoServers)),
            Err(broken) => first_failure = first_failure.or(Some(broken)),
        }
    }
    Err(first_failure.unwrap_or(Broken::NoServers))
}

/// Whether bytes are UTF-16 that nothing marks as such: text of the kind that configs hold, with a zero in every pair.
#[must_use]
pub fn is_unmarked_utf16(bytes: &[u8]) -> bool {
    match bytes {
        [first, 0, second, 0, ..] | [0, first, 0, second, ..] => *first != 0 && *second != 0,
        _ => false,
    }
}

/// Keys that stand twice in one object of a JSON file: line and what is odd. Readers take the last one in silence.
pub(crate) fn repeated_keys(bytes: &[u8]) -> Vec<(u32, String)> {
    let Ok(text) = encoding::text(bytes) else { return Vec::new() };
    let document = Slices::new(&text.text);
    let start = space_end(text.text.as_bytes(), 0);
    let mut doubts: Vec<Doubt> = Vec::new();
    if let Some(raw) = Raw::at(&document, start) {
        // What cannot be read has been told by then; this looks for doubts alone.
        let _ = value::value(raw, &mut doubts);
    }
    let twice = doubts.into_iter().filter(|doubt| doubt.message.contains("comes twice"));
    twice.map(|doubt| (document.position(start + doubt.offset).line, doubt.message)).collect()
}

type Attempt = fn(&str) -> Result<(Value, Syntax), Broken>;

fn attempts(text: &str, source: &str) -> Vec<Attempt> {
    let ending = source.rsplit_once('.').map_or("", |(_, ending)| ending).to_ascii_lowercase();
    let is_yaml = matches!(ending.as_str(), "yaml" | "yml");
    let start = text.trim_start();
    if start.starts_with(['{', '/']) {
        return if is_yaml { vec![json, yaml] } else { vec![json] };
    }
    let line = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#')).unwrap_or_default();
    let is_toml = ending == "toml" || is_toml_line(line);
    match (start.starts_with('['), is_toml) {
        (true, false) => vec![json, toml, yaml],
        (true, true) => vec![toml, json],
        (false, true) => vec![toml, yaml],
        (false, false) => vec![yaml, toml],
    }
}

/// `[table]`, or an equals sign before any colon.
fn is_toml_line(line: &str) -> bool {
    let of_a_name =
        |character: char| character.is_ascii_alphanumeric() || matches!(character, '.' | '_' | '-' | '"' | '\'');
    let name = line.split('#').next().unwrap_or_default().trim().trim_matches(['[', ']']);
    if line.starts_with('[') {
        return line.contains(']') && !name.is_empty() && name.chars().all(of_a_name) && !name.starts_with('"');
    }
    line.find('=').is_some_and(|equals| line.find(':').is_none_or(|colon| equals < colon))
}

fn byte_order_mark(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0xef, 0xbb, 0xbf, ..] => Some("a byte order mark"),
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => Some("UTF-16"),
        _ => None,
    }
}

fn json(text: &str) -> Result<(Value, Syntax), Broken> {
    if let Ok(value) = serde_json::from_str(text) {
        return Ok((value, Syntax::Json));
    }
    let mut options = ParseOptions {
        allow_comments: false,
        allow_loose_object_property_names: false,
        allow_trailing_commas: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    };
    let mut extras = Vec::new();
    loop {
        let error = match parse_to_ast(text, &CollectOptions::default(), &options) {
            Ok(parsed) => return Ok((parsed.value.map_or(Value::Null, Value::from), Syntax::Jsonc(extras))),
            Err(error) => error,
        };
        match error.kind() {
            ParseErrorKind::CommentsNotAllowed if !options.allow_comments => {
                options.allow_comments = true;
                extras.push("comments");
            }
            ParseErrorKind::TrailingCommasNotAllowed if !options.allow_trailing_commas => {
                options.allow_trailing_commas = true;
                extras.push("trailing commas");
            }
            // What is not closed is missing at the end; where it was opened tells nobody anything.
            kind @ (ParseErrorKind::UnterminatedObject
            | ParseErrorKind::UnterminatedArray
            | ParseErrorKind::UnterminatedCommentBlock) => {
                let end = Slices::new(text).position(text.trim_end().len());
                return Err(broken_at(end, format!("the file ends here: {}", fragment(&kind.to_string()))));
            }
            kind => return Err(at(error.line_display(), error.column_display(), fragment(&kind.to_string()))),
        }
    }
}

fn toml(text: &str) -> Result<(Value, Syntax), Broken> {
    let value: Result<Value, _> = toml::from_str(text);
    value.map(|value| (value, Syntax::Toml)).map_err(|error| {
        let start = error.span().map_or(0, |span| span.start.min(text.len()));
        let place = Slices::new(text).position(start);
        broken_at(place, fragment(error.message().lines().next().unwrap_or_default()))
    })
}

fn yaml(text: &str) -> Result<(Value, Syntax), Broken> {
    let json = to_json::to_json(text);
    if let Some((place, message)) = json.error {
        return Err(broken_at(place, message));
    }
    // A stream of several documents: hosts read the first.
    let first = json.text.lines().next().unwrap_or_default();
    let value = value::of_text(first).map_err(|_| Broken::NoServers)?;
    Ok((merged(value), Syntax::Yaml))
}

/// The same with `<<` resolved: the members of the map (or of each map in the list) behind it, own members first.
fn merged(value: Value) -> Value {
    match value {
        Value::Object(mut object) => {
            let bases = match object.remove("<<") {
                Some(Value::Array(bases)) => bases,
                Some(base) => vec![base],
                None => Vec::new(),
            };
            let mut object: Map<String, Value> = object.into_iter().map(|(key, value)| (key, merged(value))).collect();
            for base in bases {
                let Value::Object(base) = merged(base) else { continue };
                for (key, value) in base {
                    object.entry(key).or_insert(value);
                }
            }
            Value::Object(object)
        }
        Value::Array(items) => Value::Array(items.into_iter().map(merged).collect()),
        other => other,
    }
}

fn broken_at(place: Position, message: String) -> Broken {
    let number = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
    at(number(place.line), number(place.column), message)
}

fn at(line: usize, column: usize, message: String) -> Broken {
    Broken::Syntax { line, column, message }
}

/// A parser's sentence as a fragment.
fn fragment(sentence: &str) -> String {
    let mut characters = sentence.chars();
    characters.next().map_or_else(String::new, |first| first.to_ascii_lowercase().to_string() + characters.as_str())
}

#[cfg(test)]
mod tests;
