//! One finding of the public report, version 1, and one thing that was not judged.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

/// One finding.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Finding {
    /// The rule's id.
    pub rule: String,
    /// The rule's group.
    pub group: String,
    /// `error`, `warning` or `info`.
    pub severity: String,
    /// `high`, `medium` or `low`.
    pub confidence: String,
    /// For whom: `regular`, `pedantic` or `auditor`.
    pub persona: String,
    /// The server; empty for what is about all of them.
    pub server: String,
    /// The tool; null for what is about a server.
    pub tool: Option<String>,
    /// JSON pointer inside the tool; for what belongs to a server `/instructions` and the like.
    pub pointer: String,
    /// `[start, end)` in UTF-8 bytes of the judged string.
    pub span: Option<[usize; 2]>,
    /// What is wrong, in one line.
    pub message: String,
    /// The judged string around the span, verbatim but for secrets.
    pub evidence: String,
    /// The span in UTF-8 bytes of `evidence` as it stands here.
    pub evidence_span: Option<[usize; 2]>,
    /// What a hidden or encoded part says in plain text.
    pub decoded: Option<String>,
    /// What hosts do about it.
    pub hosts: Vec<HostSays>,
    /// The worst of the hosts: `request`, `server`, `tool` or `degraded`.
    pub blast: Option<String>,
    /// Tokens a turn that a fix saves, by meter profile; what the judged words cost when there is no fix.
    pub saves: BTreeMap<String, i64>,
    /// First 16 hex digits of SHA-256 over rule, server, tool, pointer and judged string, joined by NUL.
    pub fingerprint: String,
    /// First 16 hex digits of SHA-256 of the judged string.
    pub text: String,
    /// What to do, in one line.
    pub help: String,
    /// What would fix it.
    pub fix: Option<Fix>,
    /// Further places that belong to it.
    pub also: Vec<Also>,
    /// Where it stands in the source.
    pub location: Option<Location>,
    /// What was cut off `evidence`.
    #[serde(skip)]
    pub cut: Cut,
    /// Whether it is about what came back from a call.
    #[serde(skip)]
    pub in_result: bool,
}

/// What was cut off a judged string.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Cut {
    /// Something stands before.
    pub before: bool,
    /// Something stands after.
    pub after: bool,
}

/// What one host does about a finding.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct HostSays {
    /// The host's id.
    pub host: String,
    /// What happens there.
    pub consequence: String,
    /// How much is lost: `request`, `server`, `tool` or `degraded`.
    pub blast: String,
    /// Where this was read.
    pub source: String,
    /// Day this was true.
    pub as_of: String,
}

/// A change that removes a finding.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Fix {
    /// `safe`, `unsafe` or `display`.
    pub level: String,
    /// What it does.
    pub what: String,
    /// JSON Patch (RFC 6902) on the tool object.
    pub patch: Vec<Change>,
}

/// One operation of a JSON Patch.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Change {
    /// `add`, `remove` or `replace`.
    pub op: String,
    /// JSON pointer inside the tool.
    pub path: String,
    /// The new value; absent for `remove`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<Value>,
}

/// A further place of a finding.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Also {
    /// The server.
    pub server: String,
    /// The tool.
    pub tool: Option<String>,
    /// JSON pointer inside the tool.
    pub pointer: String,
}

/// Where a finding stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Location {
    /// The source as the user named it.
    pub source: String,
    /// The place in it; absent for what a server answered.
    #[serde(flatten)]
    pub region: Option<Region>,
}

/// A place in a source. Lines and columns count from 1, columns in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Region {
    /// First line.
    pub line: u32,
    /// First column.
    pub column: u32,
    /// Last line.
    pub end_line: u32,
    /// Column behind the last character.
    pub end_column: u32,
    /// First column and the one behind the end, in UTF-16 units.
    #[serde(skip)]
    pub utf16: [u32; 2],
}

/// Something that a rule did not judge.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Unchecked {
    /// The rule's id.
    pub rule: String,
    /// The server.
    pub server: String,
    /// The tool.
    pub tool: Option<String>,
    /// JSON pointer inside the tool.
    pub pointer: String,
    /// Why.
    pub reason: String,
}
