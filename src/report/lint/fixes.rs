//! The fixes as one document: for each tool a JSON Patch, and the tokens that it saves.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::lint::fix::Change as Operation;
use crate::lint::fixes::ToolFix;
use crate::report::document::Head;
use crate::report::lint::found::Change;

/// All fixes.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Fixes {
    /// The head.
    #[serde(flatten)]
    pub head: Head,
    /// One entry a tool that has one.
    pub fixes: Vec<Fixed>,
}

/// The fixes of one tool.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Fixed {
    /// The server.
    pub server: String,
    /// The tool.
    pub tool: String,
    /// JSON Patch (RFC 6902) on the tool object.
    pub patch: Vec<Change>,
    /// Tokens a turn that it saves, by meter profile: the sum of what each part saves alone.
    pub saves: BTreeMap<String, i64>,
    /// What its parts do, in the order of the patch.
    pub parts: Vec<Part>,
    /// Fixes that touch the same place and are left out: a run on the patched tool offers them.
    pub left: usize,
}

/// A part of a patch.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Part {
    /// The rule whose finding it removes.
    pub rule: String,
    /// `safe` or `unsafe`.
    pub level: String,
    /// What it does.
    pub what: String,
}

/// The document of these fixes.
#[must_use]
pub fn document(head: Head, fixes: Vec<ToolFix>) -> Fixes {
    Fixes { head, fixes: fixes.into_iter().map(fixed).collect() }
}

fn fixed(fix: ToolFix) -> Fixed {
    let ToolFix { server, tool, patch, what, saves, left } = fix;
    let part = |(rule, level, what): (&str, crate::lint::fix::FixLevel, String)| Part {
        rule: rule.to_owned(),
        level: level.word().to_owned(),
        what,
    };
    let patch = patch.into_iter().map(operation).collect();
    Fixed { server, tool, patch, saves, parts: what.into_iter().map(part).collect(), left }
}

fn operation(change: Operation) -> Change {
    let (op, path, value) = match change {
        Operation::Add(path, value) => ("add", path, Some(value)),
        Operation::Remove(path) => ("remove", path, None),
        Operation::Replace(path, value) => ("replace", path, Some(value)),
    };
    Change { op: op.to_owned(), path, value }
}
