//! What `count` found, as a sheet and as records.

use std::io::{self, Write};

use crate::rent::figures::grouped;
use crate::report::csv;
use crate::report::requests::Count;
use crate::report::sheet::{Column, Room, Row, Sheet, Weight};

const RECORD: [&str; 13] = [
    "source",
    "id",
    "model",
    "profile",
    "method",
    "predicted",
    "fixed",
    "tools",
    "system",
    "messages",
    "actual",
    "error",
    "notes",
];

/// A row a request, and what the figures leave out.
#[must_use]
pub fn sheet(counts: &[Count]) -> Sheet {
    let billed = counts.iter().any(|count| count.actual.is_some());
    let figures = ["fixed", "tools", "system", "messages", "predicted"].map(|head| Column::figures([head.to_owned()]));
    let mut columns = vec![Column::text("request", Room::Cut), Column::text("model", Room::Spare)];
    columns.push(Column::text("profile", Room::Whole));
    columns.extend(figures);
    if billed {
        columns.extend(["billed", "off"].map(|head| Column::figures([head.to_owned()])));
    }
    Sheet {
        columns,
        rows: counts.iter().map(|count| row(count, &name(count, counts), billed)).collect(),
        after: closing(counts),
        ..Sheet::default()
    }
}

/// The end of the source's name, and the request's id where the source holds several.
fn name(count: &Count, all: &[Count]) -> String {
    let file = count.source.rsplit(['/', '\\']).next().unwrap_or(&count.source);
    let alone = all.iter().filter(|other| other.source == count.source).count() == 1;
    if alone { file.to_owned() } else { format!("{file} {}", count.id) }
}

fn row(count: &Count, name: &str, billed: bool) -> Row {
    let parts = &count.parts;
    let doubt = if count.notes.is_empty() { "" } else { ", see notes" };
    let mut cells = vec![
        name.to_owned(),
        count.model.clone().unwrap_or_default(),
        format!("{} ({}{doubt})", count.profile, count.method),
    ];
    cells.extend([parts.fixed, parts.tools, parts.system, parts.messages].map(grouped));
    cells.push(match count.band {
        Some([low, high]) => format!("{}-{}", grouped(low), grouped(high)),
        None => grouped(count.predicted),
    });
    if billed {
        cells.push(count.actual.map_or_else(String::new, |actual| grouped(i64::try_from(actual).unwrap_or(i64::MAX))));
        cells.push(count.error.map_or_else(String::new, |error| format!("{error:+}")));
    }
    Row::Cells(Weight::Plain, cells)
}

fn closing(counts: &[Count]) -> Vec<String> {
    let mut lines = Vec::new();
    for count in counts {
        lines.extend(count.notes.iter().map(|note| format!("note: {}: {note}", name(count, counts))));
    }
    let exact = counts.iter().filter(|count| count.error == Some(0)).count();
    let known = counts.iter().filter(|count| count.actual.is_some()).count();
    let requests = if counts.len() == 1 { "1 request".to_owned() } else { format!("{} requests", counts.len()) };
    lines.push(match known {
        0 => format!("{requests}. next: toolrent calibrate LOG, with recorded usage, says how far off this is"),
        _ => format!("{requests}, {known} with recorded usage, {exact} exact. next: toolrent calibrate the same file"),
    });
    lines
}

/// The names of the CSV columns.
///
/// # Errors
/// When `out` cannot be written to.
pub fn csv_head(out: &mut dyn Write) -> io::Result<()> {
    csv::record(out, RECORD)
}

/// One request as a CSV record.
///
/// # Errors
/// When `out` cannot be written to.
pub fn csv_record(count: &Count, out: &mut dyn Write) -> io::Result<()> {
    let parts = &count.parts;
    let optional = |figure: Option<String>| figure.unwrap_or_default();
    let cells = [
        count.source.clone(),
        count.id.clone(),
        optional(count.model.clone()),
        count.profile.clone(),
        count.method.clone(),
        count.predicted.to_string(),
        parts.fixed.to_string(),
        parts.tools.to_string(),
        parts.system.to_string(),
        parts.messages.to_string(),
        optional(count.actual.map(|actual| actual.to_string())),
        optional(count.error.map(|error| error.to_string())),
        count.notes.join("; "),
    ];
    csv::record(out, cells)
}
