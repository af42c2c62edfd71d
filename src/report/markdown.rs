//! A sheet as a markdown table, with every mark of the language in outside text taken literally.

use std::io::{self, Write};

use crate::report::escape::visible;
use crate::report::sheet::{Align, Room, Row, Sheet, Weight};

/// Writes the sheet as GitHub-flavoured markdown.
///
/// # Errors
/// When `out` cannot be written to.
pub fn write(sheet: &Sheet, out: &mut dyn Write) -> io::Result<()> {
    for line in &sheet.before {
        writeln!(out, "{}\n", literal(line))?;
    }
    if !sheet.columns.is_empty() {
        table(sheet, out)?;
    }
    if !sheet.after.is_empty() {
        writeln!(out)?;
        for line in &sheet.after {
            writeln!(out, "{}  ", literal(line))?;
        }
    }
    Ok(())
}

fn table(sheet: &Sheet, out: &mut dyn Write) -> io::Result<()> {
    let kept: Vec<usize> = (0..sheet.columns.len()).filter(|at| sheet.columns[*at].room != Room::Drawn).collect();
    let columns = || kept.iter().map(|at| &sheet.columns[*at]);
    let head = columns().map(|column| literal(&column.head.join(" ")));
    writeln!(out, "| {} |", head.collect::<Vec<_>>().join(" | "))?;
    let rule = columns().map(|column| if column.align == Align::Right { "---:" } else { "---" });
    writeln!(out, "| {} |", rule.collect::<Vec<_>>().join(" | "))?;
    for row in &sheet.rows {
        let Row::Cells(weight, cells) = row else { continue };
        let shown = kept.iter().map(|at| cells.get(*at).map_or_else(String::new, |cell| dress(cell, *weight)));
        writeln!(out, "| {} |", shown.collect::<Vec<_>>().join(" | "))?;
    }
    Ok(())
}

fn dress(cell: &str, weight: Weight) -> String {
    let indent = "&nbsp;".repeat(cell.len() - cell.trim_start().len());
    match (literal(cell.trim()), weight) {
        (text, _) if text.is_empty() => text,
        (text, Weight::Strong) => format!("{indent}**{text}**"),
        (text, _) => format!("{indent}{text}"),
    }
}

fn literal(text: &str) -> String {
    let shown = visible(text);
    let mut out = String::with_capacity(shown.len());
    for character in shown.chars() {
        match character {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '\\' | '|' | '`' | '*' | '_' | '[' | ']' | '~' | '#' | '!' => out.extend(['\\', character]),
            // A zero-width space would hide; an entity keeps mentions and addresses from turning into links.
            '@' => out.push_str("&#64;"),
            ':' => out.push_str("&#58;"),
            other => out.push(other),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::sheet::Column;

    #[test]
    fn outside_text_stays_text() {
        let sheet = Sheet {
            columns: vec![Column::text("tool", Room::Cut), Column::figures(["json".to_owned()])],
            rows: vec![Row::Cells(Weight::Plain, vec!["  a|b<img>\u{202e}".to_owned(), "1".to_owned()]), Row::Rule],
            ..Sheet::default()
        };
        let mut out = Vec::new();
        write(&sheet, &mut out).expect("memory writes");
        let text = String::from_utf8(out).expect("UTF-8");
        assert_eq!(text, "| tool | json |\n| --- | ---: |\n| &nbsp;&nbsp;a\\|b&lt;img&gt;\\\\u{202e} | 1 |\n");
    }
}
