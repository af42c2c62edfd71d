//! What a host refuses, drops or cuts: rows of data, each with its source and its day.

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
    pub pattern: Option<String>,
    /// Where in a schema.
    #[serde(default)]
    pub position: Position,
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
    /// An array without `items`.
    ArrayItems,
    /// An object without `properties`.
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
    Separator,
    /// Two names that are equal once the host has shown them.
    NameCollision,
    /// A description longer than `over` UTF-16 units.
    DescriptionLength,
    /// An empty description.
    DescriptionEmpty,
    /// `type` as an array with `null`, or any array.
    NullType,
    /// A keyword of `of`.
    UnsupportedKeyword,
    /// An enum value that is no string, or empty, or an enum without `type`.
    EnumString,
    /// A `format` of a string that is not in `but`.
    Format,
    /// A pattern that the host's grammar cannot read: `of` names constructs.
    PatternGrammar,
    /// More tools than `over`.
    ToolCount,
    /// An `outputSchema` whose root is no object.
    OutputSchema,
    /// A dialect (`$schema`) of `of`.
    SchemaDialect,
    /// Strict mode: `of` names what it asks for.
    Strict,
    /// Nesting deeper than `over`.
    NestingDepth,
    /// A `$ref`; `of` narrows to `recursive`.
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
    /// Anywhere.
    #[default]
    Any,
    /// At the root only.
    Root,
    /// Everywhere but at the root.
    Nested,
    /// In the output schema.
    Output,
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
        self.severity.unwrap_or(if self.blast == Blast::Degraded { Level::Warning } else { Level::Error })
    }
}

impl Blast {
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
