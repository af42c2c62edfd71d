//! Which definition a provider's error message is about, as a document and in words.

use serde::Serialize;

use crate::lint::blame;
use crate::report::document::Head;
use crate::report::sheet::{Column, Room, Row, Sheet, Weight};

/// The definitions that may be to blame.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Blame {
    /// The head.
    #[serde(flatten)]
    pub head: Head,
    /// The message.
    pub error: String,
    /// One entry a definition.
    pub blamed: Vec<Blamed>,
}

/// A definition that may be to blame.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Blamed {
    /// The server.
    pub server: String,
    /// The tool.
    pub tool: String,
    /// JSON pointer inside the tool.
    pub pointer: String,
    /// Why this one.
    pub why: String,
}

/// The document.
#[must_use]
pub fn document(head: Head, error: &str, blamed: Vec<blame::Blamed>) -> Blame {
    let entry = |blame::Blamed { server, tool, pointer, why, .. }: blame::Blamed| Blamed { server, tool, pointer, why };
    Blame { head, error: error.to_owned(), blamed: blamed.into_iter().map(entry).collect() }
}

/// The table.
#[must_use]
pub fn sheet(blame: &Blame) -> Sheet {
    let head = ["server", "tool", "place"].map(|head| Column::text(head, Room::Whole));
    let row = |one: &Blamed| {
        let cells = [&one.server, &one.tool, &one.pointer, &one.why];
        Row::Cells(Weight::Plain, cells.map(String::clone).to_vec())
    };
    Sheet {
        columns: head.into_iter().chain([Column::text("why", Room::Cut)]).collect(),
        rows: blame.blamed.iter().map(row).collect(),
        ..Sheet::default()
    }
}
