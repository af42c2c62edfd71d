//! The lines under a gathering's table: long reasons, what would help, remarks, the sum, and what to do next.

use std::collections::HashMap;
use std::hash::Hash;

use crate::rent::figures;
use crate::report::gather::document::{Gather, Kind, Note, Server, called};
use crate::report::gather::view::{View, fits, words};

/// Remarks shown of one class before the rest is only counted.
const SHOWN: usize = 5;

/// Names shown in one list before the rest is only counted.
const NAMES: usize = 4;

/// Lines shown of what a server that failed wrote to standard error.
const LAST_WORDS: usize = 3;

/// All lines.
#[must_use]
pub fn lines(gather: &Gather, view: View) -> Vec<String> {
    let mut lines = vec![String::new()];
    for server in gather.servers.iter().filter(|server| !fits(server, view)) {
        lines.push(format!("{}: {}", called(&server.name), words(server)));
    }
    lines.extend(helps(&gather.servers));
    if view.verbose {
        lines.extend(gather.servers.iter().flat_map(origin));
    } else if !view.quiet {
        lines.extend(said(&gather.servers));
    }
    if !view.quiet {
        let news: Vec<&Note> = gather.notes.iter().filter(|note| is_news(note, &gather.servers)).collect();
        lines.extend(notes(&news, view.verbose));
    }
    if lines.len() > 1 {
        lines.push(String::new());
    }
    lines.push(summary(gather));
    if !view.stopped {
        lines.extend(next(gather));
    }
    lines
}

/// The sum: what is in the catalog, and what is missing from it.
#[must_use]
pub fn summary(gather: &Gather) -> String {
    let missing: Vec<&str> = gather.of(Kind::Missing).map(|server| server.name.as_str()).collect();
    let listed = gather.of(Kind::Listed).count();
    let of = match missing.is_empty() {
        true => figures::count(listed, "server"),
        false => format!("{listed} of {}", figures::count(listed + missing.len(), "server")),
    };
    let file = match gather.catalog.as_deref() {
        None => String::new(),
        Some("-") => "standard output: ".to_owned(),
        Some(file) => format!("{file}: "),
    };
    let asked = gather.servers.iter().any(|server| server.ms.is_some());
    let took = if asked { format!(" in {}", time(gather.ms)) } else { String::new() };
    let unread = gather.head.sources.iter().filter(|source| source.status == "failed" && source.kind == "file");
    let unread: Vec<&str> = unread.map(|source| source.name.as_str()).collect();
    let mut text = format!("{file}{of}, {}{took}.", figures::count(gather.tools(), "tool"));
    if !missing.is_empty() {
        text.push_str(&format!(" No answer from {}.", names(&missing)));
    }
    if !unread.is_empty() {
        text.push_str(&format!(" Could not read {}.", names(&unread)));
    }
    text
}

/// Milliseconds as seconds.
#[must_use]
pub fn time(ms: u64) -> String {
    let tenths = (ms + 50) / 100;
    format!("{}.{} s", tenths / 10, tenths % 10)
}

/// What would help, said once for all servers that it helps.
fn helps(servers: &[Server]) -> Vec<String> {
    let helped = servers.iter().filter_map(|server| Some((server.help.as_deref()?, server.name.as_str())));
    let line = |(help, names): (&str, Vec<&str>)| format!("help: {}: {help}", self::names(&names));
    grouped(helped).into_iter().map(line).collect()
}

/// Where a server was named, and the end of what it wrote to standard error.
fn origin(server: &Server) -> Vec<String> {
    let whose: Vec<&str> = [&server.host, &server.scope].into_iter().flatten().map(String::as_str).collect();
    let whose = if whose.is_empty() { String::new() } else { format!(" ({})", whose.join(", ")) };
    let shown = server.shown.as_ref().map_or_else(String::new, |shown| format!(": {shown}"));
    let mut lines = vec![format!("{}: named by {}{whose}{shown}", called(&server.name), server.origin)];
    lines.extend(server.stderr.iter().map(|line| format!("{} | {line}", called(&server.name))));
    lines
}

/// The last words of servers that failed: they often say why.
fn said(servers: &[Server]) -> Vec<String> {
    let mut lines = Vec::new();
    for server in servers.iter().filter(|server| server.kind() == Kind::Missing) {
        let words: Vec<&String> = server.stderr.iter().filter(|line| !line.trim().is_empty()).collect();
        let last = words.get(words.len().saturating_sub(LAST_WORDS)..).unwrap_or(&words);
        lines.extend(last.iter().map(|line| format!("{} | {line}", server.name)));
    }
    if !lines.is_empty() {
        lines.push("(the end of what they wrote to standard error; -v shows more)".to_owned());
    }
    lines
}

/// Whether a remark says what the row of its server does not.
fn is_news(note: &Note, servers: &[Server]) -> bool {
    let says = |reason: &str| reason.split("; ").any(|part| part == note.detail);
    !servers.iter().any(|server| server.name == note.server && server.reason.as_deref().is_some_and(says))
}

/// Remarks, those of one wording together, and only some of one class.
pub(crate) fn notes(notes: &[&Note], verbose: bool) -> Vec<String> {
    let (shown, held): (Vec<&Note>, Vec<&Note>) =
        notes.iter().copied().partition(|note| verbose || note.severity != "info");
    let said = shown.iter().map(|note| ((note.class.as_str(), word(note), note.detail.as_str()), note.server.as_str()));
    let mut lines = Vec::new();
    let mut of_class: Vec<(&str, usize)> = Vec::new();
    for ((class, word, detail), servers) in grouped(said) {
        let before = match of_class.iter_mut().find(|(known, _)| *known == class) {
            Some((_, count)) => {
                *count += 1;
                *count - 1
            }
            None => {
                of_class.push((class, 1));
                0
            }
        };
        if before < SHOWN || verbose {
            lines.push(format!("{word}: {}: {detail}", names(&servers)));
        }
    }
    let more = of_class.iter().filter(|(_, count)| *count > SHOWN && !verbose);
    lines.extend(more.map(|(class, count)| format!("note: {} more of {class} (-v shows all)", count - SHOWN)));
    if !held.is_empty() {
        lines.push(format!("{} of little weight (-v shows them)", figures::count(held.len(), "remark")));
    }
    lines
}

fn word(note: &Note) -> &'static str {
    match note.severity.as_str() {
        // What is wrong in a config keeps a server from being asked.
        "error" if note.class.starts_with("config.") => "not asked",
        "error" => "lost",
        "warning" => "warning",
        _ => "note",
    }
}

/// Things by what is said of them, in the order in which each was first said.
fn grouped<'a, K: Copy + Eq + Hash>(said: impl Iterator<Item = (K, &'a str)>) -> Vec<(K, Vec<&'a str>)> {
    let mut groups: Vec<(K, Vec<&str>)> = Vec::new();
    let mut known: HashMap<K, usize> = HashMap::new();
    for (key, name) in said {
        let index = *known.entry(key).or_insert(groups.len());
        match groups.get_mut(index) {
            // Only the first names are shown, and a server's remarks follow each other.
            Some((_, names)) if names.last() == Some(&name) || names.iter().take(NAMES).any(|known| *known == name) => {
            }
            Some((_, names)) => names.push(name),
            None => groups.push((key, vec![name])),
        }
    }
    groups
}

fn names(names: &[&str]) -> String {
    let shown = names.iter().take(NAMES).map(|name| called(name)).collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(NAMES) {
        0 => shown,
        rest => format!("{shown} and {rest} more"),
    }
}

fn next(gather: &Gather) -> Option<String> {
    gather.of(Kind::Listed).next()?;
    Some(match &gather.catalog {
        Some(file) => format!("next: toolrent rent {}", quoted(file)),
        None => "next: -o catalog.json saves this, and toolrent rent catalog.json says what it costs".to_owned(),
    })
}

/// A path as a shell takes it; a leading `~/` stays outside the quotes.
pub(crate) fn quoted(path: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "/._-~+=@%:,\\".contains(c);
    if path.chars().all(plain) {
        return path.to_owned();
    }
    let (home, rest) = path.strip_prefix("~/").map_or(("", path), |rest| ("~/", rest));
    format!("{home}'{}'", rest.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::document::Head;

    fn note(server: &str, severity: &str, class: &str, detail: &str) -> Note {
        let [server, class, severity, detail] = [server, class, severity, detail].map(str::to_owned);
        Note { server, class, severity, detail }
    }

    #[test]
    fn remarks_of_one_wording_stand_together_and_many_of_a_class_are_counted() {
        let mut all: Vec<Note> = (0..7)
            .map(|at| note("gudang", "warning", "gather.excluded_by_http_hosts", &format!("tool {at}")))
            .collect();
        all.push(note("peta", "warning", "gather.stdout_noise", "1 line"));
        all.push(note("jam", "warning", "gather.stdout_noise", "1 line"));
        all.push(note("jam", "info", "gather.ttl_missing", "no ttlMs"));
        let all: Vec<&Note> = all.iter().collect();
        let lines = notes(&all, false);
        assert_eq!(lines.iter().filter(|line| line.contains("tool ")).count(), 5, "{lines:?}");
        assert!(lines.contains(&"warning: peta, jam: 1 line".to_owned()), "{lines:?}");
        assert!(lines.contains(&"note: 2 more of gather.excluded_by_http_hosts (-v shows all)".to_owned()));
        assert_eq!(lines.last().map(String::as_str), Some("1 remark of little weight (-v shows them)"));
        assert_eq!(notes(&all, true).len(), 9);
    }

    fn failed(stderr: &[&str]) -> Gather {
        let stderr = stderr.iter().map(|line| (*line).to_owned()).collect();
        let server = Server { name: "peta".to_owned(), status: "unreachable".to_owned(), stderr, ..Server::default() };
        let listed = Server { name: "jam".to_owned(), status: "ok".to_owned(), ..Server::default() };
        let head = Head::new("gather", Vec::new());
        Gather { head, catalog: None, ms: 0, servers: vec![server, listed], notes: Vec::new() }
    }

    #[test]
    fn the_last_words_of_a_server_that_failed_are_shown() {
        let gather = failed(&["satu", "dua", "", "tiga", "empat", "  "]);
        let shown =
            |view: View| lines(&gather, view).into_iter().filter(|line| line.contains(" | ")).collect::<Vec<_>>();
        assert_eq!(shown(View::default()), ["peta | dua", "peta | tiga", "peta | empat"]);
        assert!(lines(&gather, View::default()).iter().any(|line| line.contains("-v shows more")));
        assert_eq!(shown(View { verbose: true, ..View::default() }).len(), 6);
        assert!(shown(View { quiet: true, ..View::default() }).is_empty());
        assert!(!lines(&failed(&["", " "]), View::default()).iter().any(|line| line.contains("-v shows more")));
    }

    #[test]
    fn nothing_comes_next_when_it_was_stopped() {
        let has_next = |view: View| lines(&failed(&[]), view).iter().any(|line| line.starts_with("next:"));
        assert!(has_next(View::default()) && !has_next(View { stopped: true, ..View::default() }));
    }

    #[test]
    fn what_stands_in_a_row_is_not_said_again() {
        let mut gather = failed(&[]);
        gather.servers[1].reason = Some("tools/list was cut: x; 1 entry was lost".to_owned());
        gather.notes =
            vec![note("jam", "warning", "gather.cut", "tools/list was cut: x"), note("jam", "error", "y", "z")];
        let lines = lines(&gather, View::default());
        assert!(lines.contains(&"lost: jam: z".to_owned()) && !lines.iter().any(|line| line.contains("was cut")));
    }

    #[test]
    fn the_sum_names_what_is_missing() {
        let server = |name: &str, status: &str, tools: Option<usize>| Server {
            name: name.to_owned(),
            status: status.to_owned(),
            tools_count: tools,
            ms: tools.map(|_| 1_000),
            ..Server::default()
        };
        let servers = vec![
            server("peta", "ok", Some(34)),
            server("kalender", "unauthorized", None),
            server("mati", "disabled", None),
        ];
        let head = Head::new("gather", Vec::new());
        let gather = Gather { head, catalog: Some("c.json".to_owned()), ms: 1_149, servers, notes: Vec::new() };
        assert_eq!(summary(&gather), "c.json: 1 of 2 servers, 34 tools in 1.1 s. No answer from kalender.");
        assert_eq!(next(&gather).as_deref(), Some("next: toolrent rent c.json"));
    }

    #[test]
    fn long_lists_of_names_are_counted() {
        assert_eq!(names(&["a", "b", "c", "d"]), "a, b, c, d");
        assert_eq!(names(&["a", "b", "c", "d", "e", "f"]), "a, b, c, d and 2 more");
    }
}
