//! A rent document as CSV records and as one JSON object a row: every row, whatever the table shows.

use std::io::{self, Write};

use serde::Serialize;

use crate::report::document::{Column, Fields, Rent, Tool, Truncated};
use crate::report::{csv, json};

const RECORD: [&str; 18] = [
    "host",
    "model",
    "profile",
    "method",
    "row",
    "server",
    "tool",
    "shown_as",
    "wire",
    "model_tokens",
    "up_front",
    "if_loaded",
    "deferred",
    "name",
    "description",
    "parameters",
    "schema",
    "framing",
];

/// A row that is no tool: what stands once per request, or the total.
#[derive(Debug, Clone, Copy, Default, Serialize)]
struct Once<'a> {
    row: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    server: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    wire: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    model_tokens: Option<i64>,
    up_front: i64,
    if_loaded: i64,
}

/// One tool; the column's model is named in every row, so its tokens are called `model_tokens`.
#[derive(Serialize)]
struct ToolRow<'a> {
    row: &'static str,
    server: &'a str,
    tool: &'a str,
    shown_as: &'a str,
    model_tokens: i64,
    wire: i64,
    wire_bytes: u64,
    up_front: i64,
    if_loaded: i64,
    deferred: bool,
    fields: &'a Fields,
    truncated: Option<&'a Truncated>,
    fidelity: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    excluded: Option<&'a str>,
}

#[derive(Serialize)]
struct Line<'a, R> {
    host: &'a str,
    model: &'a str,
    profile: &'a str,
    method: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    band: Option<[f64; 2]>,
    #[serde(flatten)]
    row: R,
}

/// The names of the CSV columns.
///
/// # Errors
/// When `out` cannot be written to.
pub fn csv_head(out: &mut dyn Write) -> io::Result<()> {
    csv::record(out, RECORD)
}

/// All rows as CSV: tools, then what stands once per request, then the total, a column at a time.
///
/// # Errors
/// When `out` cannot be written to.
pub fn csv(rent: &Rent, out: &mut dyn Write) -> io::Result<()> {
    csv_head(out)?;
    for column in &rent.columns {
        for server in &column.servers {
            server.tools.iter().try_for_each(|tool| csv_tool(column, &server.name, tool, out))?;
        }
        once(column).iter().try_for_each(|row| csv_once(column, row, out))?;
    }
    Ok(())
}

/// One tool as a CSV record.
///
/// # Errors
/// When `out` cannot be written to.
pub fn csv_tool(column: &Column, server: &str, tool: &Tool, out: &mut dyn Write) -> io::Result<()> {
    let mut cells = front(column, "tool", server, &tool.name, &tool.shown_as);
    cells.extend([tool.wire, tool.model, tool.up_front, tool.if_loaded].map(|figure| figure.to_string()));
    cells.push(tool.deferred.to_string());
    let fields = &tool.fields;
    let parts = [fields.name, fields.description, fields.parameters, fields.schema, fields.framing];
    cells.extend(parts.map(|figure| figure.to_string()));
    csv::record(out, cells)
}

fn csv_once(column: &Column, row: &Once<'_>, out: &mut dyn Write) -> io::Result<()> {
    let figure = |figure: Option<i64>| figure.map_or_else(String::new, |tokens| tokens.to_string());
    let mut cells = front(column, row.row, row.server.unwrap_or_default(), "", "");
    cells.extend([row.wire, row.model_tokens, Some(row.up_front), Some(row.if_loaded)].map(figure));
    cells.resize(RECORD.len(), String::new());
    csv::record(out, cells)
}

fn front(column: &Column, row: &str, server: &str, tool: &str, shown_as: &str) -> Vec<String> {
    let meter = &column.meter;
    [&column.host, &column.model, &meter.profile, &meter.method, row, server, tool, shown_as]
        .map(|text: &str| text.to_owned())
        .to_vec()
}

/// What stands once per request, and the total.
fn once(column: &Column) -> Vec<Once<'_>> {
    let totals = &column.totals;
    let told = column.servers.iter().filter(|server| server.instructions != 0);
    let mut rows: Vec<Once<'_>> = told
        .map(|server| Once {
            row: "instructions",
            server: Some(&server.name),
            up_front: server.instructions,
            if_loaded: server.instructions,
            ..Once::default()
        })
        .collect();
    rows.push(Once { row: "fixed", up_front: totals.fixed, if_loaded: totals.fixed, ..Once::default() });
    if totals.search != 0 {
        rows.push(Once { row: "search", up_front: totals.search, ..Once::default() });
    }
    rows.push(Once {
        row: "total",
        server: None,
        wire: Some(totals.wire),
        model_tokens: Some(totals.model),
        up_front: totals.up_front,
        if_loaded: totals.if_loaded,
    });
    rows
}

/// All rows as JSON objects, in the order of [`csv()`].
///
/// # Errors
/// When `out` cannot be written to.
pub fn jsonl(rent: &Rent, out: &mut dyn Write) -> io::Result<()> {
    for column in &rent.columns {
        for server in &column.servers {
            server.tools.iter().try_for_each(|tool| json_tool(column, &server.name, tool, out))?;
        }
        once(column).into_iter().try_for_each(|row| line(column, row, out))?;
    }
    Ok(())
}

/// One tool as a JSON object on a line.
///
/// # Errors
/// When `out` cannot be written to.
pub fn json_tool(column: &Column, server: &str, tool: &Tool, out: &mut dyn Write) -> io::Result<()> {
    let row = ToolRow {
        row: "tool",
        server,
        tool: &tool.name,
        shown_as: &tool.shown_as,
        model_tokens: tool.model,
        wire: tool.wire,
        wire_bytes: tool.wire_bytes,
        up_front: tool.up_front,
        if_loaded: tool.if_loaded,
        deferred: tool.deferred,
        fields: &tool.fields,
        truncated: tool.truncated.as_ref(),
        fidelity: &tool.fidelity,
        excluded: tool.excluded.as_deref(),
    };
    line(column, row, out)
}

fn line(column: &Column, row: impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    let meter = &column.meter;
    let (host, model, profile, method) = (&*column.host, &*column.model, &*meter.profile, &*meter.method);
    json::line(&Line { host, model, profile, method, band: meter.band, row }, out)
}
