//! A query and the tools that it wants, resolved against a catalog.

use crate::session::turn::ToolRef;
use crate::simulate::rank::names::Names;
use crate::simulate::search::tasks::Task;

/// A query and what it should find.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Question {
    /// The query.
    pub query: String,
    /// The wanted tools by position: of each entry one is enough.
    pub wanted: Vec<Vec<usize>>,
}

/// A wanted tool that the catalog does not hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unknown {
    /// The query that wants it.
    pub query: String,
    /// As it was written.
    pub written: String,
    /// What may have been meant, best first.
    pub near: Vec<String>,
}

/// The question that a task is, and the wanted tools that are unknown.
#[must_use]
pub fn resolve(task: &Task, names: &Names) -> (Question, Vec<Unknown>) {
    let mut question = Question { query: task.query.clone(), wanted: Vec::new() };
    let mut unknown = Vec::new();
    for any in &task.needed {
        let mut found: Vec<usize> = any.iter().flat_map(|reference| names.find(reference)).collect();
        found.sort_unstable();
        found.dedup();
        if found.is_empty() {
            let written = any.iter().map(written).collect::<Vec<_>>().join(" or ");
            let near = any.iter().flat_map(|reference| names.near(&self::written(reference))).collect();
            unknown.push(Unknown { query: task.query.clone(), written, near });
        } else {
            question.wanted.push(found);
        }
    }
    (question, unknown)
}

fn written(reference: &ToolRef) -> String {
    match &reference.server {
        Some(server) => format!("{server}.{}", reference.tool),
        None => reference.tool.clone(),
    }
}
