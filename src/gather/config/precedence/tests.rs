//! Files held against each other.

use std::collections::BTreeMap;

use super::*;
use crate::gather::config;

/// The files in their order, settled: name, state, where it stands.
fn settled(files: &[(&str, &str)]) -> Vec<Entry> {
    let surroundings = Surroundings {
        variables: Some(BTreeMap::new()),
        home: Some(PathBuf::from("/home/ani")),
        workspace: PathBuf::from("/kerja/toko"),
        inputs: BTreeMap::new(),
    };
    let read = |(source, text): &(&str, &str)| config::read(source, text.as_bytes(), &surroundings).expect("a config");
    settle(files.iter().map(read).collect()).entries
}

fn states(entries: &[Entry]) -> Vec<(&str, &'static str)> {
    let state = |entry: &Entry| match &entry.state {
        State::Ready(contact) => {
            assert_eq!(contact.name, entry.name);
            "ready"
        }
        State::Disabled(_) => "disabled",
        State::Unresolved(_) => "unresolved",
        State::Skipped(_) => "skipped",
        State::Shadowed(_) => "shadowed",
        State::Duplicate(_) => "duplicate",
    };
    entries.iter().map(|entry| (entry.name.as_str(), state(entry))).collect()
}

fn servers(inner: &str) -> String {
    format!("{{\"mcpServers\": {{{inner}}}}}")
}

#[test]
fn a_higher_scope_wins_whatever_the_order() {
    let user = servers(r#""db": {"command": "lama"}, "x": {"command": "x"}"#);
    let project = servers(r#""db": {"command": "baru"}"#);
    for files in
        [[("~/.claude.json", &user), (".mcp.json", &project)], [(".mcp.json", &project), ("~/.claude.json", &user)]]
    {
        let entries = settled(&files.map(|(source, text)| (source, text.as_str())));
        let mut states = states(&entries);
        states.sort_unstable();
        assert_eq!(states, [("db", "ready"), ("db", "shadowed"), ("x", "ready")]);
        let shadowed = entries.iter().find(|entry| matches!(entry.state, State::Shadowed(_))).expect("one");
        let note = &shadowed.notes[0];
        assert_eq!((note.class, note.subject.as_str(), note.severity), ("config.shadowed", "db", Severity::Info));
        assert!(note.detail.contains("~/.claude.json") && note.detail.contains(".mcp.json"), "{}", note.detail);
    }
}

#[test]
fn of_four_scopes_the_managed_one_is_left() {
    let user = r#"{"mcpServers": {"db": {"command": "a"}}, "projects": {"/kerja/toko": {"mcpServers": {"db": {"command": "b"}}}}}"#;
    let project = servers(r#""db": {"command": "c"}"#);
    let managed = servers(r#""db": {"command": "d"}"#);
    let entries =
        settled(&[("/etc/claude-code/managed-mcp.json", &managed), ("~/.claude.json", user), (".mcp.json", &project)]);
    assert_eq!(states(&entries), [("db", "ready"), ("db", "shadowed"), ("db", "shadowed"), ("db", "shadowed")]);
    let entries = settled(&[("~/.claude.json", user), (".mcp.json", &project)]);
    assert_eq!(states(&entries), [("db", "shadowed"), ("db", "ready"), ("db", "shadowed")]);
}

#[test]
fn one_project_file_serves_two_hosts() {
    let copilot = servers(r#""db": {"type": "local", "command": "lama"}"#);
    let project = servers(r#""db": {"command": "baru"}"#);
    let entries = settled(&[("~/.copilot/mcp-config.json", &copilot), (".mcp.json", &project)]);
    assert_eq!(states(&entries), [("db", "shadowed"), ("db", "ready")]);
}

#[test]
fn what_is_off_or_broken_hides_nothing() {
    let user = servers(r#""a": {"command": "a"}, "b": {"command": "b"}, "c": {"command": "c"}"#);
    let project = servers(r#""a": {"command": "x", "disabled": true}, "b": 5, "c": {"command": "${TAK}"}"#);
    let entries = settled(&[("~/.claude.json", &user), (".mcp.json", &project)]);
    assert_eq!(
        states(&entries),
        [("a", "ready"), ("b", "ready"), ("c", "shadowed"), ("a", "disabled"), ("b", "skipped"), ("c", "unresolved"),]
    );
    assert!(entries[0].notes[0].detail.contains("turned off"));
}

#[test]
fn the_same_server_on_two_hosts_is_contacted_once() {
    let claude =
        servers(r#""db": {"command": "s", "args": ["-y"]}, "w": {"type": "http", "url": "https://w.example"}"#);
    let cursor =
        servers(r#""db": {"command": "s", "args": ["-y"]}, "w": {"url": "https://w.example", "headers": {"X": "1"}}"#);
    let entries = settled(&[(".mcp.json", &claude), (".cursor/mcp.json", &cursor)]);
    assert_eq!(states(&entries), [("db", "ready"), ("w", "duplicate"), ("db", "duplicate"), ("w", "ready")]);
    assert!(entries[2].notes.iter().any(|note| note.class == "config.duplicate" && note.detail.contains(".mcp.json")));
}

#[test]
fn two_accounts_at_one_address_are_two_servers() {
    let with = |headers: &str| {
        servers(&format!(r#""w": {{"type": "http", "url": "https://w.example", "headers": {headers}}}"#))
    };
    let one = with(r#"{"Authorization": "Bearer ani", "Accept": "text/plain"}"#);
    let other = with(r#"{"authorization": "Bearer budi"}"#);
    let entries = settled(&[(".mcp.json", &one), (".cursor/mcp.json", &other)]);
    assert_eq!(states(&entries), [("w", "ready"), ("w@cursor", "ready")]);
    assert!(entries[1].notes.iter().all(|note| note.class == "config.renamed"), "{:?}", entries[1].notes);
    let same = with(r#"{"authorization": "Bearer ani"}"#);
    let entries = settled(&[(".mcp.json", &one), (".cursor/mcp.json", &same)]);
    assert_eq!(states(&entries), [("w", "ready"), ("w", "duplicate")]);
}

#[test]
fn the_same_program_under_another_name_is_remarked_on() {
    let claude = servers(r#""db": {"command": "s"}, "lain": {"command": "s", "env": {"A": "1"}}"#);
    let cursor = servers(r#""DB": {"command": "s"}"#);
    let entries = settled(&[(".mcp.json", &claude), (".cursor/mcp.json", &cursor)]);
    assert_eq!(states(&entries), [("db", "ready"), ("lain", "ready"), ("DB", "ready")]);
    assert_eq!(entries[2].notes[0].detail, "probable duplicate of db (.mcp.json (project))");
    assert!(entries[1].notes.is_empty());
}

#[test]
fn two_servers_of_one_name_both_stay_under_names_of_their_own() {
    let one = servers(r#""db": {"command": "satu"}"#);
    let two = servers(r#""db": {"command": "dua $RUMAH"}"#);
    let three = servers(r#""db": {"command": "tiga"}"#);
    let entries = settled(&[(".mcp.json", &one), (".cursor/mcp.json", &two)]);
    assert_eq!(states(&entries), [("db", "ready"), ("db@cursor", "ready")]);
    assert!(entries[1].notes.iter().all(|note| note.subject.starts_with("db@cursor")), "{:?}", entries[1].notes);
    let entries =
        settled(&[(".mcp.json", &one), (".cursor/mcp.json", &two), (".windsurf/x.json", &two), ("b.json", &one)]);
    assert_eq!(states(&entries), [("db", "ready"), ("db@cursor", "ready"), ("db", "duplicate"), ("db", "duplicate")]);
    let entries = settled(&[(".mcp.json", &one), ("a/.mcp.json", &two), ("b/.mcp.json", &three)]);
    assert_eq!(states(&entries), [("db", "ready"), ("db@a", "ready"), ("db@b", "ready")]);
    let entries = settled(&[("satu.json", &one), ("dua.json", &two), ("x/dua.json", &three)]);
    assert_eq!(states(&entries), [("db", "ready"), ("db@dua", "ready"), ("db@2", "ready")]);
}

#[test]
fn lists_of_a_person_turn_servers_off() {
    let user = r#"{"mcpServers": {"u": {"command": "u"}, "v": {"command": "v"}},
        "projects": {"/kerja/toko": {"disabledMcpServers": ["v"], "disabledMcpjsonServers": ["p", "u"]}}}"#;
    let project = servers(r#""p": {"command": "p"}, "q": {"command": "q"}"#);
    let entries = settled(&[("~/.claude.json", user), (".mcp.json", &project), ("lain/.mcp.json", &project)]);
    assert_eq!(states(&entries[..4]), [("u", "ready"), ("v", "disabled"), ("p", "disabled"), ("q", "ready")]);
    assert!(matches!(entries[4].state, State::Ready(_)), "another project's file is not meant");
    let settings = r#"{"enabledMcpjsonServers": ["q"]}"#;
    let entries = settled(&[(".claude/settings.local.json", settings), (".mcp.json", &project)]);
    assert_eq!(states(&entries), [("p", "disabled"), ("q", "ready")]);
}
