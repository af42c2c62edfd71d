//! Config files of hosts on this machine, as a document and as a table.

use serde::Serialize;

use crate::rent::figures;
use crate::report::document::Head;
use crate::report::gather::lines::quoted;
use crate::report::sheet::{Column, Room, Row, Sheet, Weight};
use crate::report::table;

/// What was found.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Discover {
    /// The head.
    #[serde(flatten)]
    pub head: Head,
    /// One entry a file.
    pub files: Vec<File>,
}

/// One config file.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct File {
    /// Whose it is.
    pub host: String,
    /// Whom it is for: `user`, `project`, `local`, `managed`.
    pub scope: String,
    /// Where it stands.
    pub path: String,
    /// How many servers it names; null when it cannot be read.
    pub servers: Option<usize>,
    /// `ok`, or `broken`.
    pub state: String,
    /// Why it cannot be read.
    pub detail: Option<String>,
    /// Where it was read that the host looks there.
    pub source: String,
    /// Day that was true.
    pub as_of: String,
    /// True when no page of the vendor was read for it.
    pub inferred: bool,
}

/// The table a person reads; where it has no room for whole paths, two lines a file.
#[must_use]
pub fn sheet(discover: &Discover, width: Option<u16>) -> Sheet {
    let sheet = whole(discover);
    match width {
        Some(width) if !table::fits(&sheet, width) => {
            let before = discover.files.iter().flat_map(tall).collect();
            Sheet { before, after: sheet.after, ..Sheet::default() }
        }
        _ => sheet,
    }
}

fn tall(file: &File) -> [String; 2] {
    let servers = file.servers.map(|count| figures::count(count, "server"));
    let state = file.detail.as_ref().map_or_else(|| file.state.clone(), |why| format!("{}: {why}", file.state));
    [format!("{} ({}): {}", file.host, file.scope, servers.unwrap_or(state)), format!("  {}", file.path)]
}

fn whole(discover: &Discover) -> Sheet {
    let Some(first) = discover.files.iter().find(|file| file.servers.is_some_and(|count| count > 0)) else {
        let none = if discover.files.is_empty() { "no config file of a known host" } else { "no readable server" };
        let told = format!("{none} on this machine; toolrent gather FILE reads any other.");
        let after = if discover.files.is_empty() { vec![told] } else { vec![String::new(), told] };
        return Sheet { columns: columns(discover), rows: rows(discover), after, ..Sheet::default() };
    };
    let servers: usize = discover.files.iter().filter_map(|file| file.servers).sum();
    let files = discover.files.len();
    let total =
        format!("{}, {}; nothing was contacted.", figures::count(files, "file"), figures::count(servers, "server"));
    let next = format!("next: toolrent gather {}", quoted(&first.path));
    Sheet {
        columns: columns(discover),
        rows: rows(discover),
        after: vec![String::new(), total, next],
        ..Sheet::default()
    }
}

fn columns(discover: &Discover) -> Vec<Column> {
    if discover.files.is_empty() {
        return Vec::new();
    }
    vec![
        Column::text("host", Room::Whole),
        Column::text("scope", Room::Whole),
        Column::text("file", Room::Cut),
        Column::figures(["servers".to_owned()]),
        Column::text("state", Room::Cut),
    ]
}

fn rows(discover: &Discover) -> Vec<Row> {
    let row = |file: &File| {
        let servers = file.servers.map_or_else(|| "-".to_owned(), |count| count.to_string());
        let state = file.detail.as_ref().map_or_else(|| file.state.clone(), |why| format!("{}: {why}", file.state));
        let weight = if file.servers.is_some_and(|count| count > 0) { Weight::Plain } else { Weight::Faint };
        Row::Cells(weight, vec![file.host.clone(), file.scope.clone(), file.path.clone(), servers, state])
    };
    discover.files.iter().map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(path: &str, servers: Option<usize>) -> File {
        let state = if servers.is_some() { "ok" } else { "broken" }.to_owned();
        let (host, scope) = ("cursor".to_owned(), "user".to_owned());
        File { host, scope, path: path.to_owned(), servers, state, detail: None, ..File::default() }
    }

    #[test]
    fn the_next_command_can_be_pasted() {
        let files = vec![file("~/x.json", None), file("~/Application Support/it's.json", Some(2))];
        let sheet = sheet(&Discover { head: Head::new("gather", Vec::new()), files }, None);
        assert_eq!(sheet.after[1], "2 files, 2 servers; nothing was contacted.");
        assert_eq!(sheet.after[2], r"next: toolrent gather ~/'Application Support/it'\''s.json'");
    }

    #[test]
    fn nothing_found_is_said_without_an_empty_table() {
        let sheet = sheet(&Discover { head: Head::new("gather", Vec::new()), files: Vec::new() }, None);
        assert!(sheet.columns.is_empty() && sheet.after[0].starts_with("no config file"));
    }

    #[test]
    fn on_a_narrow_terminal_paths_stay_whole() {
        let [one, other] =
            ["satu", "dua"].map(|end| format!("~/Library/Application Support/Code/User/globalStorage/{end}.json"));
        let files = vec![file(&one, Some(1)), file(&other, None)];
        let sheet = sheet(&Discover { head: Head::new("gather", Vec::new()), files }, Some(80));
        let lines = [
            "cursor (user): 1 server".to_owned(),
            format!("  {one}"),
            "cursor (user): broken".to_owned(),
            format!("  {other}"),
        ];
        assert_eq!((sheet.before, sheet.rows.len()), (lines.to_vec(), 0));
    }
}
