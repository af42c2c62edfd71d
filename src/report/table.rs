//! A sheet for a terminal, to its width and with rules, or for a pipe: the same columns, nothing cut, no lines drawn.

use std::io::{self, Write};

use anstyle::{AnsiColor, Style};
use comfy_table::{
    Cell, CellAlignment, ColumnConstraint, ContentArrangement, ContentLineStyle, LineStyle, Table, TableStyle, Width,
};

use crate::report::escape::visible;
use crate::report::sheet::{Align, Room, Row, Sheet, Weight};

/// Where a table is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Surface {
    /// A terminal of that many columns.
    Terminal(u16),
    /// A pipe or a file.
    Pipe,
}

/// Narrowest width that still has room for the spare columns.
const WIDE: u16 = 96;

/// Writes the sheet; colour is written as ANSI codes, which the stream drops where it has none.
///
/// # Errors
/// When `out` cannot be written to.
pub fn write(sheet: &Sheet, surface: Surface, out: &mut dyn Write) -> io::Result<()> {
    for line in &sheet.before {
        writeln!(out, "{}", visible(line))?;
    }
    if !sheet.columns.is_empty() {
        body(sheet, surface, out)?;
    }
    for line in &sheet.after {
        writeln!(out, "{}", visible(line))?;
    }
    Ok(())
}

/// Whether all cells stand whole on a terminal of that many columns.
#[must_use]
pub fn fits(sheet: &Sheet, width: u16) -> bool {
    let cells = |at: usize| {
        let of_row = move |row: &'_ Row| match row {
            Row::Cells(_, cells) => cells.get(at).map_or(0, |cell| breadth(&visible(cell))),
            Row::Rule => 0,
        };
        sheet.rows.iter().map(of_row).max().unwrap_or(0)
    };
    let head = |at: usize| sheet.columns[at].head.iter().map(|line| breadth(line)).max().unwrap_or(0);
    // Two between columns: the padding and the gap.
    let whole: usize = (0..sheet.columns.len()).map(|at| cells(at).max(head(at)) + 2).sum();
    whole <= usize::from(width) + 1
}

/// Columns that a text takes; those of East Asia and pictures take two.
fn breadth(text: &str) -> usize {
    text.chars().map(|character| if character < '\u{1100}' { 1 } else { 2 }).sum()
}

fn body(sheet: &Sheet, surface: Surface, out: &mut dyn Write) -> io::Result<()> {
    let kept: Vec<usize> = (0..sheet.columns.len()).filter(|at| keeps(sheet, *at, surface)).collect();
    let mut table = Table::new();
    table.load_style(style(surface));
    match surface {
        Surface::Terminal(width) => {
            table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
        }
        Surface::Pipe => {
            table.set_content_arrangement(ContentArrangement::Disabled);
        }
    }
    table.set_truncation_indicator("…");
    table.set_header(kept.iter().map(|at| {
        let column = &sheet.columns[*at];
        Cell::new(visible_lines(&column.head)).set_alignment(alignment(column.align))
    }));
    for row in &sheet.rows {
        let Row::Cells(_, cells) = row else { continue };
        let mut line = comfy_table::Row::new();
        for at in &kept {
            line.add_cell(Cell::new(visible(cells.get(*at).map_or("", String::as_str))));
        }
        line.max_height(1);
        table.add_row(line);
    }
    for (shown, at) in kept.iter().enumerate() {
        let Some(column) = table.column_mut(shown) else { continue };
        column.set_cell_alignment(alignment(sheet.columns[*at].align));
        column.set_padding((0, 1));
        if sheet.columns[*at].room == Room::Whole {
            column.set_constraint(ColumnConstraint::ContentWidth);
        } else if matches!(surface, Surface::Terminal(_)) {
            column.set_constraint(ColumnConstraint::LowerBoundary(Width::Fixed(12)));
        }
    }
    dress(sheet, &table, surface, out)
}

/// Styles whole lines, so that no escape code counts into a column's width.
fn dress(sheet: &Sheet, table: &Table, surface: Surface, out: &mut dyn Write) -> io::Result<()> {
    let lines: Vec<String> = table.lines().collect();
    let body = sheet.rows.iter().filter(|row| matches!(row, Row::Cells(..))).count();
    let (head, content) = lines.split_at(lines.len().saturating_sub(body));
    let faint = Style::new().fg_color(Some(AnsiColor::BrightBlack.into()));
    for line in head {
        writeln!(out, "{faint}{}{faint:#}", line.trim_end())?;
    }
    let widest = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let mut content = content.iter();
    for row in &sheet.rows {
        match row {
            Row::Rule if surface == Surface::Pipe => {}
            Row::Rule => writeln!(out, "{faint}{}{faint:#}", "─".repeat(widest))?,
            Row::Cells(weight, _) => {
                let line = content.next().map_or("", |line| line.trim_end());
                let style = match weight {
                    Weight::Strong => Style::new().bold(),
                    Weight::Plain => Style::new(),
                    Weight::Faint => faint,
                };
                writeln!(out, "{style}{line}{style:#}")?;
            }
        }
    }
    Ok(())
}

fn keeps(sheet: &Sheet, at: usize, surface: Surface) -> bool {
    match (sheet.columns[at].room, surface) {
        (Room::Spare | Room::Drawn, Surface::Terminal(width)) => width >= WIDE,
        (Room::Drawn, Surface::Pipe) => false,
        _ => true,
    }
}

fn style(surface: Surface) -> TableStyle {
    let gap = ContentLineStyle::none().junction(' ');
    let style = TableStyle::new().header_lines(gap).content_lines(gap);
    match surface {
        Surface::Terminal(_) => style.header_separator(LineStyle::none().fill('─').junction('─')),
        Surface::Pipe => style,
    }
}

fn alignment(align: Align) -> CellAlignment {
    match align {
        Align::Left => CellAlignment::Left,
        Align::Right => CellAlignment::Right,
    }
}

fn visible_lines(lines: &[String]) -> String {
    lines.iter().map(|line| visible(line)).collect::<Vec<_>>().join("\n")
}
