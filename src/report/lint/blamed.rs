//! Which definition a provider's error message is about, as a document and in words.

#[cfg(feature = "app")]
use std::io::{self, Write};

use serde::Serialize;

use crate::catalog::tool::Catalog;
use crate::lint::blame;
use crate::lint::finding::Finding;
use crate::lint::rules::RULES;
use crate::report::document::Head;
#[cfg(feature = "app")]
use crate::report::escape::visible;
#[cfg(feature = "app")]
use crate::report::lint::fold;
use crate::report::lint::found::Location;
use crate::report::lint::places;
#[cfg(feature = "app")]
use crate::report::lint::words;
use crate::report::sheet::{Column, Room, Row, Sheet, Weight};
#[cfg(feature = "app")]
use crate::report::table::Surface;

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
    /// The source as the user named it; null for what is not known.
    pub source: Option<String>,
    /// The line there, from 1.
    pub line: Option<u32>,
    /// The column there in characters, from 1.
    pub column: Option<u32>,
}

/// The document over these definitions.
#[must_use]
pub fn document(head: Head, error: &str, blamed: Vec<blame::Blamed>, catalog: &Catalog) -> Blame {
    let findings: Vec<Finding> = blamed.iter().filter_map(finding).collect();
    let located = places::locations(&findings, catalog, &[]);
    let entry = |(blamed, location): (blame::Blamed, Option<Location>)| {
        let blame::Blamed { server, tool, pointer, why, .. } = blamed;
        let (source, region) = location.map_or((None, None), |location| (Some(location.source), location.region));
        let [line, column] = [region.map(|region| region.line), region.map(|region| region.column)];
        Blamed { server, tool, pointer, why, source, line, column }
    };
    Blame { head, error: error.to_owned(), blamed: blamed.into_iter().zip(located).map(entry).collect() }
}

/// A finding of no rule in particular at that place.
fn finding(blamed: &blame::Blamed) -> Option<Finding> {
    let [server_at, tool_at] = [blamed.server_at, blamed.tool_at].map(Some);
    Some(Finding { server_at, tool_at, pointer: blamed.pointer.clone(), ..RULES.first()?.blank() })
}

/// Source, line and column, as far as they are known.
fn location(one: &Blamed) -> String {
    let parts = [one.line, one.column].map(|part| part.map_or_else(String::new, |number| format!(":{number}")));
    one.source.as_ref().map_or_else(String::new, |source| format!("{source}{}", parts.concat()))
}

/// The table of a page.
#[must_use]
pub fn sheet(blame: &Blame) -> Sheet {
    let columns = ["server", "tool", "place", "source", "why"].map(|head| Column::text(head, Room::Whole));
    let row = |one: &Blamed| {
        let cells = [&one.server, &one.tool, &one.pointer, &location(one), &one.why];
        Row::Cells(Weight::Plain, cells.map(String::clone).to_vec())
    };
    Sheet { columns: columns.to_vec(), rows: blame.blamed.iter().map(row).collect(), ..Sheet::default() }
}

/// Each definition with its reasons below it: they are sentences, and a column would cut them.
///
/// # Errors
/// When `out` cannot be written to.
#[cfg(feature = "app")]
pub fn write(blame: &Blame, surface: Surface, out: &mut dyn Write) -> io::Result<()> {
    let room = match surface {
        Surface::Terminal(width) => usize::from(width),
        Surface::Pipe => usize::MAX,
    };
    for one in &blame.blamed {
        let place = words::place(&one.server, Some(&one.tool), &one.pointer, " · ");
        let location = location(one);
        let line = if location.is_empty() { place } else { format!("{place}  {}", visible(&location)) };
        fold::lines(&line, room, "  ").iter().try_for_each(|line| writeln!(out, "{line}"))?;
        let reasons = fold::lines(&visible(&one.why), room.saturating_sub(4), "  ");
        for (at, line) in reasons.iter().enumerate() {
            writeln!(out, "  {} {line}", if at == 0 { "=" } else { " " })?;
        }
    }
    Ok(())
}
