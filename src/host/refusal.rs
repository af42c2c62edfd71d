//! What a host refuses, drops or cuts: rows of data, each with its source and its day.

use std::sync::OnceLock;

use regex::Regex;
use serde::Deserialize;

/// One row: under this condition, this happens.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refusal {
    /// What is refused.
    pub when: Condition,
    /// The words or keywords it is about: `oneOf`, `uri`, `__`. Empty: all.
    #[serde(default)]
    pub of: Vec<String>,
    /// The words or keywords that are accepted, all others refused.
    #[serde(default)]
    pub but: Vec<String>,
    /// A number: the longest, the deepest, the most.
    pub over: Option<usize>,
    /// A regular expression that a name or a key must match.
    pub pattern: Option<Pattern>,
    /// Where in a schema, or whose description.
    #[serde(default)]
    pub position: Position,
    /// The key under which the schema must travel for this to happen.
    #[serde(default)]
    pub door: Door,
    /// When two names count as equal.
    #[serde(default)]
    pub alike: Alike,
    /// Exactly what happens, in the host's own words where it has any.
    pub then: String,
    /// How much is lost.
    pub blast: Blast,
    /// `error` unless the blast is `degraded`, then `warning`; a row may say less.
    pub severity: Option<Level>,
    /// Where this was read.
    pub source: String,
    /// Day this was true.
    pub as_of: String,
}

/// What is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Condition {
    /// An array without `items`; with `of` = `untyped`, whose `items` say no type.
    ArrayItems,
    /// An object whose `properties` are `of`: `missing`, `empty`, a `list`, `stray` (its type is no object) or `undeclared`
    /// (`required` names one that is not there).
    ObjectProperties,
    /// A combinator at the root: `of` lists them.
    RootCombinator,
    /// A root whose `type` is not `object`.
    RootType,
    /// A property key that does not match `pattern`.
    PropertyKey,
    /// A tool name, as the host shows it, that does not match `pattern` or is longer than `over`.
    ToolName,
    /// Server and tool together longer than `over`.
    CombinedName,
    /// A name that holds one of `of`, which the host takes for a separator.
    NameSeparator,
    /// Two names that are equal once the host has shown them.
    NameCollision,
    /// A description longer than `over` UTF-16 units: the tool's, or with `nested` one in the schema.
    DescriptionLength,
    /// An empty description.
    DescriptionEmpty,
    /// `type` as an array with `null`, or any array.
    NullType,
    /// A keyword of `of`; `anyOf+type` is the second beside the first.
    UnsupportedKeyword,
    /// An enum value of `of`: `non-string`, `empty`, `null`; or `untyped`, an enum that is of no string type.
    EnumString,
    /// A `format` of a string that is not in `but`.
    Format,
    /// A pattern that the host's grammar cannot read: `of` names constructs.
    PatternGrammar,
    /// An `outputSchema` whose root is no object.
    OutputSchema,
    /// A dialect (`$schema`) of `of`.
    SchemaDialect,
    /// What JSON Schema 2020-12 does not allow: `of` names forms of older drafts.
    OldDraft,
    /// Strict mode: `of` names what it asks for.
    Strict,
    /// Nesting deeper than `over`.
    NestingDepth,
    /// A `$ref`; `of` narrows to `definitions`, those that lead into `$defs` or `definitions`.
    Ref,
    /// A definition without annotations.
    Annotations,
    /// A result of more than `over` tokens.
    ResultTokens,
}

/// Where in a schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Position {
    /// Anywhere in the input schema.
    #[default]
    Any,
    /// At the root of the input schema only.
    Root,
    /// Everywhere in the input schema but at its root.
    Nested,
    /// In the output schema.
    Output,
}

/// The key under which a schema travels to Gemini.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Door {
    /// Either one.
    #[default]
    Any,
    /// `parameters`.
    Parameters,
    /// `parametersJsonSchema`.
    JsonSchema,
}

/// When two names count as equal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Alike {
    /// When the host shows them alike.
    #[default]
    AsShown,
    /// When they are alike once everything but ASCII letters and digits has become `_`.
    Sanitised,
}

/// A regular expression, compiled when it is first asked.
#[derive(Debug, Clone, Deserialize)]
#[serde(transparent)]
pub struct Pattern {
    text: String,
    #[serde(skip)]
    compiled: OnceLock<Option<Regex>>,
}

/// How much is lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Blast {
    /// The tool works, with less.
    Degraded,
    /// This tool.
    Tool,
    /// All tools of the server.
    Server,
    /// The whole request, with the tools of all servers.
    Request,
}

/// How bad a row is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Worth knowing.
    Info,
    /// Works badly.
    Warning,
    /// Breaks.
    Error,
}

impl Refusal {
    /// How bad it is.
    #[must_use]
    pub fn level(&self) -> Level {
        self.severity.unwrap_or(self.blast.level())
    }
}

impl Pattern {
    /// The expression.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Whether the text matches; a test sees to it that every expression of the table compiles.
    #[must_use]
    pub fn accepts(&self, text: &str) -> bool {
        self.regex().is_none_or(|regex| regex.is_match(text))
    }

    fn regex(&self) -> Option<&Regex> {
        self.compiled.get_or_init(|| Regex::new(&self.text).ok()).as_ref()
    }
}

impl Blast {
    /// How bad it is as long as nothing else is known.
    #[must_use]
    pub fn level(self) -> Level {
        if self == Blast::Degraded { Level::Warning } else { Level::Error }
    }

    /// The word users read.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Blast::Degraded => "degraded",
            Blast::Tool => "tool",
            Blast::Server => "server",
            Blast::Request => "request",
        }
    }
}
