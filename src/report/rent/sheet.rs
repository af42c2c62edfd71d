//! The rent as a person reads it: servers and their dearest tools, hosts side by side, and what it adds up to.

use crate::rent::figures::grouped;
use crate::report::document::{Column as Ledger, Rent, Server, Tool};
use crate::report::rent::totals::{self, figure};
use crate::report::rent::verdicts;
use crate::report::rent::view::{By, View};
use crate::report::sheet::{Align, Column, Room, Row, Sheet, Weight};

/// The bar's full length, in characters.
const BAR: usize = 12;

/// The sheet of a document; nothing but its title when no column is there.
#[must_use]
pub fn sheet(rent: &Rent, view: View) -> Sheet {
    let Some(lead) = lead(rent) else { return Sheet::default() };
    let mut columns = vec![Column::text("server / tool", Room::Cut)];
    if view.by == By::Field {
        let heads = ["name", "descr.", "params", "schema", "framing"].map(|part| Column::figures([part.to_owned()]));
        columns.extend(heads);
        columns.push(Column::figures([lead.host.clone(), totals::model(lead)]));
    } else {
        columns.extend(rent.columns.iter().map(|column| Column::figures([column.host.clone(), totals::model(column)])));
    }
    columns.push(Column { head: vec![String::new()], align: Align::Left, room: Room::Drawn });
    columns.push(Column { head: vec![String::new()], align: Align::Left, room: Room::Spare });
    let mut rows = Vec::new();
    for at in 0..lead.servers.len() {
        server(rent, lead, at, view, &mut rows);
    }
    rows.extend(totals::rows(rent, view.by, lead));
    Sheet { before: Vec::new(), columns, rows, after: verdicts::lines(rent) }
}

/// The column that orders the rows and draws the bars: the first that stands for a host, else the first.
fn lead(rent: &Rent) -> Option<&Ledger> {
    rent.columns.iter().find(|column| column.host != "json").or(rent.columns.first())
}

fn server(rent: &Rent, lead: &Ledger, at: usize, view: View, rows: &mut Vec<Row>) {
    let Some(row) = lead.servers.get(at) else { return };
    let name = format!("{}  {}", row.name, tools(row.tools_count));
    let whole = lead.totals.model.max(1);
    if view.by == By::Field {
        let sum = |part: fn(&Tool) -> i64| grouped(row.tools.iter().map(part).sum());
        let parts: [fn(&Tool) -> i64; 5] = [
            |tool| tool.fields.name,
            |tool| tool.fields.description,
            |tool| tool.fields.parameters,
            |tool| tool.fields.schema,
            |tool| tool.fields.framing,
        ];
        let mut cells = vec![name];
        cells.extend(parts.map(sum));
        cells.push(figure(lead, row.up_front, row.model));
        cells.push(bar(row.model, whole));
        rows.push(Row::Cells(Weight::Strong, cells));
    } else {
        let mut cells = vec![name];
        cells.extend(rent.columns.iter().map(|column| match column.servers.get(at) {
            Some(server) => figure(column, server.up_front, server.model),
            None => "-".to_owned(),
        }));
        cells.push(bar(row.model, whole));
        rows.push(Row::Cells(Weight::Strong, cells));
    }
    if view.by != By::Server {
        dearest(rent, lead, at, view, row, rows);
    }
}

fn dearest(rent: &Rent, lead: &Ledger, at: usize, view: View, server: &Server, rows: &mut Vec<Row>) {
    let mut order: Vec<usize> = (0..server.tools.len()).collect();
    order.sort_by_key(|number| std::cmp::Reverse(server.tools[*number].model));
    let shown = if view.top == 0 { order.len() } else { view.top.min(order.len()) };
    let most = order.first().map_or(1, |first| server.tools[*first].model.max(1));
    for number in &order[..shown] {
        let tool = &server.tools[*number];
        let mut cells = vec![format!("  {}", tool.name)];
        if view.by == By::Field {
            let fields = &tool.fields;
            let parts = [fields.name, fields.description, fields.parameters, fields.schema, fields.framing];
            cells.extend(parts.map(grouped));
            cells.push(figure(lead, tool.up_front, tool.if_loaded));
        } else {
            cells.extend(rent.columns.iter().map(|column| {
                match column.servers.get(at).and_then(|server| server.tools.get(*number)) {
                    Some(tool) => figure(column, tool.up_front, tool.if_loaded),
                    None => "-".to_owned(),
                }
            }));
        }
        cells.extend([bar_of(tool.model, most, 5), remark(tool)]);
        rows.push(Row::Cells(Weight::Plain, cells));
    }
    if shown < order.len() {
        let rest: i64 = order[shown..].iter().map(|number| server.tools[*number].model).sum();
        let together = totals::banded(lead, rest);
        let words = format!("  … {} more, {together} together (--top 0 shows all)", order.len() - shown);
        rows.push(Row::Cells(Weight::Faint, vec![words]));
    }
}

/// The part that costs most, when it is half of the tool or more, and what else is to be said of it.
fn remark(tool: &Tool) -> String {
    let fields = &tool.fields;
    let parts = [
        ("description", fields.description),
        ("parameter texts", fields.parameters),
        ("schema", fields.schema),
        ("name", fields.name),
    ];
    let largest = parts.iter().max_by_key(|(_, tokens)| *tokens);
    let mut words: Vec<String> = Vec::new();
    if let Some((part, tokens)) = largest
        && tool.model > 0
        && *tokens * 2 >= tool.model
    {
        words.push(format!("{part} {} %", (*tokens * 100 / tool.model).min(100)));
    }
    if tool.left_out {
        words.push("left out".to_owned());
    }
    if tool.excluded.is_some() {
        words.push("dropped over HTTP".to_owned());
    }
    if tool.truncated.is_some() {
        words.push("cut".to_owned());
    }
    if tool.fidelity != "whole" {
        words.push(tool.fidelity.clone());
    }
    words.join(", ")
}

fn bar(tokens: i64, whole: i64) -> String {
    bar_of(tokens, whole, BAR)
}

/// A bar in eighths of a character.
fn bar_of(tokens: i64, whole: i64, length: usize) -> String {
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let steps = usize::try_from(tokens.max(0)).unwrap_or(0) * length * 8 / usize::try_from(whole.max(1)).unwrap_or(1);
    let steps = steps.clamp(usize::from(tokens > 0), length * 8);
    format!("{}{}", "█".repeat(steps / 8), EIGHTHS[steps % 8])
}

fn tools(count: usize) -> String {
    if count == 1 { "1 tool".to_owned() } else { format!("{count} tools") }
}

#[cfg(test)]
mod tests {
    use super::bar_of;

    #[test]
    fn bars_are_never_longer_than_their_room_and_never_hide_a_cost() {
        assert_eq!(bar_of(10, 10, 4), "████");
        assert_eq!(bar_of(99, 10, 4), "████");
        assert_eq!(bar_of(1, 1_000, 4), "▏");
        assert_eq!(bar_of(0, 10, 4), "");
        assert_eq!(bar_of(5, 10, 3), "█▌");
    }
}
