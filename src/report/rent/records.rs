//! A rent document as CSV records and as one JSON object a row: every row, whatever the table shows.

use std::io::{self, Write};

use serde::Serialize;

use crate::report::document::{Column, Rent, Tool};
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

/// The names of the CSV columns.
///
/// # Errors
/// When `out` cannot be written to.
pub fn csv_head(out: &mut dyn Write) -> io::Result<()> {
    csv::record(out, RECORD)
}

/// All rows: tools, then what stands once per request, then the total, a column at a time.
///
/// # Errors
/// When `out` cannot be written to.
pub fn csv(rent: &Rent, out: &mut dyn Write) -> io::Result<()> {
    csv_head(out)?;
    for column in &rent.columns {
        for server in &column.servers {
            for tool in &server.tools {
                csv_tool(column, &server.name, tool, out)?;
            }
        }
        for server in column.servers.iter().filter(|server| server.instructions != 0) {
            plain(column, "instructions", &server.name, [None, None, Some(server.instructions)], out)?;
        }
        let totals = &column.totals;
        plain(column, "fixed", "", [None, None, Some(totals.fixed)], out)?;
        if totals.search != 0 {
            plain(column, "search", "", [None, None, Some(totals.search)], out)?;
        }
        plain(column, "total", "", [Some(totals.wire), Some(totals.model), Some(totals.up_front)], out)?;
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

fn plain(
    column: &Column,
    row: &str,
    server: &str,
    [wire, model, up_front]: [Option<i64>; 3],
    out: &mut dyn Write,
) -> io::Result<()> {
    let if_loaded = if row == "total" { Some(column.totals.if_loaded) } else { up_front.filter(|_| row != "search") };
    let mut cells = front(column, row, server, "", "");
    cells.extend([wire, model, up_front, if_loaded].map(|figure| figure.map_or_else(String::new, |f| f.to_string())));
    cells.resize(RECORD.len(), String::new());
    csv::record(out, cells)
}

fn front(column: &Column, row: &str, server: &str, tool: &str, shown_as: &str) -> Vec<String> {
    let meter = &column.meter;
    [&column.host, &column.model, &meter.profile, &meter.method, row, server, tool, shown_as]
        .map(|text: &str| text.to_owned())
        .to_vec()
}

#[derive(Serialize)]
struct Line<'a> {
    host: &'a str,
    model: &'a str,
    profile: &'a str,
    method: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    band: Option<[f64; 2]>,
    server: &'a str,
    #[serde(flatten)]
    tool: Row<'a>,
}

/// `Tool` has a member `model` of its own (tokens), so a line calls it `tokens`.
#[derive(Serialize)]
struct Row<'a> {
    name: &'a str,
    shown_as: &'a str,
    tokens: i64,
    wire: i64,
    wire_bytes: u64,
    up_front: i64,
    if_loaded: i64,
    deferred: bool,
    fields: &'a crate::report::document::Fields,
    truncated: &'a Option<crate::report::document::Truncated>,
    fidelity: &'a str,
}

/// One JSON object a tool.
///
/// # Errors
/// When `out` cannot be written to.
pub fn jsonl(rent: &Rent, out: &mut dyn Write) -> io::Result<()> {
    for column in &rent.columns {
        for server in &column.servers {
            server.tools.iter().try_for_each(|tool| json_tool(column, &server.name, tool, out))?;
        }
    }
    Ok(())
}

/// One tool as a JSON object on a line.
///
/// # Errors
/// When `out` cannot be written to.
pub fn json_tool(column: &Column, server: &str, tool: &Tool, out: &mut dyn Write) -> io::Result<()> {
    let row = Row {
        name: &tool.name,
        shown_as: &tool.shown_as,
        tokens: tool.model,
        wire: tool.wire,
        wire_bytes: tool.wire_bytes,
        up_front: tool.up_front,
        if_loaded: tool.if_loaded,
        deferred: tool.deferred,
        fields: &tool.fields,
        truncated: &tool.truncated,
        fidelity: &tool.fidelity,
    };
    let line = Line {
        host: &column.host,
        model: &column.model,
        profile: &column.meter.profile,
        method: &column.meter.method,
        band: column.meter.band,
        server,
        tool: row,
    };
    json::line(&line, out)
}
