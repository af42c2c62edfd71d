//! A gathering as the table a person reads: what answered, and what did not.

use crate::report::gather::document::{Gather, Kind, Note, Server, called};
use crate::report::gather::lines;
use crate::report::gather::view::{View, fits, words};
use crate::report::sheet::{Column, Room, Row, Sheet, Weight};

/// How it went: one row a server, servers that were never meant to be asked last.
#[must_use]
pub fn sheet(gather: &Gather, view: View) -> Sheet {
    let columns = vec![
        Column::text("  server", Room::Cut),
        Column::figures(["tools".to_owned()]),
        Column::text("era", Room::Whole),
        Column::text("over", Room::Whole),
        Column::figures(["time".to_owned()]),
        Column::text("", Room::Cut),
    ];
    let (aside, asked): (Vec<_>, Vec<_>) = gather.servers.iter().partition(|server| server.kind() == Kind::Aside);
    let rows = asked.iter().chain(&aside).map(|server| row(server, &gather.notes, view)).collect();
    Sheet { columns, rows, after: lines::lines(gather, view), ..Sheet::default() }
}

fn row(server: &Server, notes: &[Note], view: View) -> Row {
    let warned = || notes.iter().any(|note| note.server == server.name && note.severity != "info");
    let (mark, weight) = match server.kind() {
        Kind::Listed if server.status == "incomplete" || warned() => ("⚠", Weight::Plain),
        Kind::Listed => ("✓", Weight::Plain),
        Kind::Missing => ("✗", Weight::Strong),
        Kind::Waiting | Kind::Aside => ("·", Weight::Faint),
    };
    let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_owned());
    let cells = vec![
        format!("{mark} {}", called(&server.name)),
        or_dash(server.tools_count.map(|tools| tools_of(tools, server.tools_hidden))),
        or_dash(server.era.clone()),
        or_dash(server.transport.clone()),
        or_dash(server.ms.map(lines::time)),
        if fits(server, view) { words(server) } else { server.status.clone() },
    ];
    Row::Cells(weight, cells)
}

/// How many tools a model sees, and of how many where the config hides some.
fn tools_of(seen: usize, hidden: Option<usize>) -> String {
    match hidden {
        None | Some(0) => seen.to_string(),
        Some(hidden) => format!("{seen} of {}", seen + hidden),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::document::Head;

    fn server(name: &str, status: &str, reason: Option<&str>) -> Server {
        let reason = reason.map(str::to_owned);
        Server { name: name.to_owned(), status: status.to_owned(), reason, ..Server::default() }
    }

    fn gather(servers: Vec<Server>, notes: Vec<Note>) -> Gather {
        Gather { head: Head::new("gather", Vec::new()), catalog: None, ms: 0, servers, notes }
    }

    fn first_and_last(sheet: &Sheet) -> Vec<(String, String)> {
        let cells = sheet.rows.iter().filter_map(|row| match row {
            Row::Cells(_, cells) => Some((cells.first()?.clone(), cells.last()?.clone())),
            Row::Rule => None,
        });
        cells.collect()
    }

    #[test]
    fn what_was_never_meant_to_be_asked_stands_last() {
        let servers = vec![
            server("mati", "disabled", Some("\"disabled\": true")),
            server("peta", "ok", None),
            server("jam", "timed-out", Some("no answer to tools/list within 30.0s")),
            server("stok", "cached", None),
        ];
        let sheet = sheet(&gather(servers, Vec::new()), View::default());
        let expected = [
            ("✓ peta", ""),
            ("✗ jam", "no answer to tools/list within 30.0s"),
            ("✓ stok", "from the cache"),
            ("· mati", "disabled: \"disabled\": true"),
        ];
        assert_eq!(first_and_last(&sheet), expected.map(|(name, words)| (name.to_owned(), words.to_owned())));
    }

    #[test]
    fn a_warning_marks_a_server_and_a_remark_does_not() {
        let note = |server: &str, severity: &str| Note {
            server: server.to_owned(),
            class: "gather.stdout_noise".to_owned(),
            severity: severity.to_owned(),
            detail: "2 lines".to_owned(),
        };
        let servers = vec![server("a", "ok", None), server("b", "ok", None), server("c", "incomplete", None)];
        let sheet = sheet(&gather(servers, vec![note("a", "warning"), note("b", "info")]), View::default());
        let names: Vec<_> = first_and_last(&sheet).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["⚠ a", "✓ b", "⚠ c"]);
    }

    #[test]
    fn tools_that_the_config_hides_are_counted_and_a_name_is_never_nothing() {
        let shown = Server { tools_count: Some(12), tools_hidden: Some(13), ..server("", "ok", None) };
        let all = Server { tools_count: Some(5), tools_hidden: Some(0), ..server("peta", "ok", None) };
        let sheet = sheet(&gather(vec![shown, all], Vec::new()), View::default());
        let cells = sheet.rows.iter().map(|row| match row {
            Row::Cells(_, cells) => cells[..2].join(" | "),
            Row::Rule => String::new(),
        });
        let cells: Vec<String> = cells.collect();
        assert_eq!(cells, ["✓ (empty) | 12 of 25", "✓ peta | 5"]);
    }

    #[test]
    fn what_has_no_room_in_its_row_is_said_below_it() {
        let long = "401: wants a token with the scope calendar.read, which nothing in this config gives to it";
        let gather = gather(vec![server("kalender", "unauthorized", Some(long))], Vec::new());
        let narrow = sheet(&gather, View { width: Some(80), ..View::default() });
        assert_eq!(first_and_last(&narrow)[0].1, "unauthorized");
        assert!(narrow.after.iter().any(|line| line.contains(long)), "{:?}", narrow.after);
        let pipe = sheet(&gather, View::default());
        assert_eq!(first_and_last(&pipe)[0].1, long);
        assert!(!pipe.after.iter().any(|line| line.contains(long)), "{:?}", pipe.after);
    }
}
