//! What would be run or called if somebody agreed: every command whole, for it is what they agree to.

use crate::report::gather::document::{Gather, Kind, Server, called};
use crate::report::gather::lines;
use crate::report::gather::view::View;
use crate::report::sheet::{Column, Room, Row, Sheet, Weight};
use crate::report::table;

/// One row a server; where a row has no room for its command, a few lines instead.
#[must_use]
pub fn waiting(gather: &Gather, view: View) -> Sheet {
    let servers: Vec<&Server> = gather.servers.iter().filter(|server| server.kind() != Kind::Listed).collect();
    let mut after =
        if view.quiet { Vec::new() } else { lines::notes(&gather.notes.iter().collect::<Vec<_>>(), view.verbose) };
    if !after.is_empty() && !servers.is_empty() {
        after.insert(0, String::new());
    }
    let columns = columns(&servers, view.width.is_some());
    let rows = servers.iter().map(|server| row(server, &columns)).collect();
    let heads = columns.iter().map(|column| Column::text(column.head, Room::Cut)).collect();
    let sheet = Sheet { columns: heads, rows, after, ..Sheet::default() };
    match view.width {
        Some(width) if !table::fits(&sheet, width) => {
            let facts: Vec<&Fact> = columns.iter().filter(|column| matches!(column.head, "host" | "scope")).collect();
            let before = servers.iter().flat_map(|server| tall(server, &facts)).collect();
            Sheet { before, after: sheet.after, ..Sheet::default() }
        }
        _ => sheet,
    }
}

/// A column: its heading, and what it says of a server.
struct Fact {
    head: &'static str,
    of: fn(&Server) -> Option<String>,
}

/// The columns. On a terminal, whose config it is and for whom only where that tells servers apart; the command last, so
/// that no row is as long as the longest of them.
fn columns(servers: &[&Server], on_terminal: bool) -> Vec<Fact> {
    let all = [
        Fact { head: "server", of: |server| Some(called(&server.name).to_owned()) },
        Fact { head: "over", of: |server| server.transport.clone() },
        Fact { head: "host", of: |server| server.host.clone() },
        Fact { head: "scope", of: |server| server.scope.clone() },
        Fact { head: "state", of: |server| Some(server.stated()) },
        Fact { head: "would run or call", of: |server| server.shown.clone() },
    ];
    let differs = |fact: &Fact| servers.windows(2).any(|pair| (fact.of)(pair[0]) != (fact.of)(pair[1]));
    let is_said = |fact: &Fact| !on_terminal || !matches!(fact.head, "host" | "scope") || differs(fact);
    all.into_iter().filter(is_said).collect()
}

fn row(server: &Server, columns: &[Fact]) -> Row {
    let weight = if server.kind() == Kind::Waiting { Weight::Plain } else { Weight::Faint };
    let cell = |column: &Fact| (column.of)(server).unwrap_or_else(|| "-".to_owned());
    Row::Cells(weight, columns.iter().map(cell).collect())
}

/// A server in lines of its own, which a terminal breaks where it must.
fn tall(server: &Server, facts: &[&Fact]) -> Vec<String> {
    let state = server.stated();
    let state = if state == "waiting" { String::new() } else { format!(": {state}") };
    let mut lines = vec![format!("{}{state}", called(&server.name))];
    let Some(shown) = &server.shown else { return lines };
    let has_scheme = || shown.split_once("://").is_some_and(|(scheme, _)| scheme.chars().all(char::is_alphanumeric));
    let is_address = server.transport.as_deref().map_or_else(has_scheme, |transport| transport != "stdio");
    let verb = match (server.kind(), is_address) {
        (Kind::Waiting, false) => "would run",
        (Kind::Waiting, true) => "would call",
        (_, false) => "would not run",
        (_, true) => "would not call",
    };
    let facts = server.transport.clone().into_iter().chain(facts.iter().filter_map(|fact| (fact.of)(server)));
    let facts: Vec<String> = facts.collect();
    let facts = if facts.is_empty() { String::new() } else { format!(" ({})", facts.join(", ")) };
    lines.push(format!("  {verb}: {shown}{facts}"));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::document::Head;
    use crate::report::gather::document::Note;
    use crate::report::table::Surface;

    fn server(name: &str, shown: &str, host: &str) -> Server {
        let [name, shown, host, status] = [name, shown, host, "waiting"].map(str::to_owned);
        let (transport, scope) = (Some("stdio".to_owned()), Some("user".to_owned()));
        Server { name, status, shown: Some(shown), host: Some(host), transport, scope, ..Server::default() }
    }

    fn text(servers: Vec<Server>, notes: Vec<Note>, width: Option<u16>) -> String {
        let gather = Gather { head: Head::new("gather", Vec::new()), catalog: None, ms: 0, servers, notes };
        let sheet = waiting(&gather, View { width, ..View::default() });
        let mut out = Vec::new();
        let surface = width.map_or(Surface::Pipe, Surface::Terminal);
        table::write(&sheet, surface, &mut out).expect("memory");
        anstream::adapter::strip_str(&String::from_utf8(out).expect("text")).to_string()
    }

    #[test]
    fn a_command_is_never_cut() {
        let long = "npx -y @contoh/catatan-panjang --folder /rumah/ani/dokumen --mode baca --bahasa id --berkas semua";
        let servers = || vec![server("catatan", long, "cursor"), server("jam", "jam", "cursor")];
        let narrow = text(servers(), Vec::new(), Some(80));
        assert_eq!(narrow, format!("catatan\n  would run: {long} (stdio)\njam\n  would run: jam (stdio)\n"));
        let wide = text(servers(), Vec::new(), Some(140));
        assert!(wide.contains(long) && !wide.contains("cursor") && !wide.contains("scope"), "{wide}");
        let pipe = text(servers(), Vec::new(), None);
        assert!(
            pipe.contains(long) && pipe.lines().any(|line| line == "jam      stdio  cursor  user   waiting  jam"),
            "{pipe}"
        );
    }

    #[test]
    fn reasons_and_hosts_that_differ_stand_whole_too() {
        let reason = "unresolved variable CATATAN_TOKEN; unresolved input folder-dokumen-bersama";
        let unresolved = Server {
            status: "unresolved".to_owned(),
            reason: Some(reason.to_owned()),
            transport: None,
            ..server("catatan", "c ${env://KUNCI}", "zed")
        };
        let narrow = text(vec![unresolved, server("", "jam", "cursor")], Vec::new(), Some(80));
        let expected = format!(
            "catatan: unresolved: {}\n  would not run: c ${{env://KUNCI}} (zed)\n(empty)\n  would run: jam (stdio, cursor)\n",
            reason
        );
        assert_eq!(narrow, expected.replace("unresolved: unresolved", "unresolved"));
    }

    #[test]
    fn remarks_stand_below() {
        let note = |severity: &str, detail: &str| {
            let [server, class, severity, detail] = ["x.json", "config.x", severity, detail].map(str::to_owned);
            Note { server, class, severity, detail }
        };
        let notes = vec![note("warning", "odd"), note("info", "small")];
        let shown = text(vec![server("jam", "jam", "cursor")], notes, None);
        assert!(shown.contains("warning: x.json: odd") && !shown.contains("small"), "{shown}");
    }
}
