//! Configs read whole: each dialect by its content or its path.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::*;
use crate::gather::config::entry::{Entry, State};
use crate::gather::contact::{Scope, Way};

fn surroundings() -> Surroundings {
    Surroundings {
        variables: Some(BTreeMap::new()),
        home: Some(PathBuf::from("/home/ani")),
        workspace: PathBuf::from("/kerja/toko"),
        inputs: BTreeMap::new(),
    }
}

fn config(source: &str, text: &str) -> Config {
    read(source, text.as_bytes(), &surroundings()).unwrap_or_else(|broken| panic!("{source}: {broken}"))
}

fn names(config: &Config) -> Vec<&str> {
    config.entries.iter().map(|entry| entry.name.as_str()).collect()
}

fn classes(config: &Config) -> Vec<(&str, &'static str)> {
    config.notes.iter().map(|note| (note.subject.as_str(), note.class)).collect()
}

fn transport(entry: &Entry) -> &'static str {
    match &entry.state {
        State::Ready(contact) => contact.way.transport(),
        _ => "",
    }
}

#[test]
fn comments_cost_no_server_and_are_remarked_on_for_strict_readers() {
    let text = "{\n  // daftar\n  \"mcpServers\": {\n    \"toko\": {\"command\": \"npx\"}, /* mati\n    \"lama\": {\"command\": \"x\"}, */\n    \"catatan\": {\"type\": \"http\", \"url\": \"https://c.example//mcp\"}, // ya\n  }\n}";
    let strict = config(".mcp.json", text);
    assert_eq!(names(&strict), ["toko", "catatan"]);
    assert_eq!(strict.entries.iter().map(transport).collect::<Vec<_>>(), ["stdio", "http"]);
    assert_eq!(classes(&strict), [(".mcp.json", "config.jsonc")]);
    assert!(strict.notes[0].detail.contains("comments") && strict.notes[0].detail.contains("trailing commas"));
    assert_eq!(classes(&config("x.json", text)), [("x.json", "config.jsonc")]);
    let lenient = text.replace("mcpServers", "servers");
    assert_eq!(classes(&config(".vscode/mcp.json", &lenient)), []);
    let marked = format!("\u{feff}{}", "{\r\n\"mcpServers\": {\"a\": {\"command\": \"x\"}}\r\n}");
    assert_eq!(names(&config("x.json", &marked)), ["a"]);
}

#[test]
fn the_path_tells_the_host_and_the_content_the_rest() {
    let family = r#"{"mcpServers": {"a": {"command": "x"}}}"#;
    let bare = r#"{"a": {"command": "x"}}"#;
    let servers = r#"{"servers": {"a": {"command": "x"}}}"#;
    let cases = [
        (".mcp.json", family, "claude-code", Scope::Project),
        (".mcp.json", bare, "claude-code", Scope::Project),
        ("~/.claude.json", family, "claude-code", Scope::User),
        (".cursor/mcp.json", family, "cursor", Scope::Project),
        ("/home/ani/.cursor/mcp.json", family, "cursor", Scope::User),
        (".vscode/mcp.json", servers, "vscode", Scope::Project),
        (".vscode/mcp.json", family, "vscode", Scope::Project),
        ("apa.json", servers, "vscode", Scope::User),
        ("apa.json", family, "mcpServers", Scope::User),
        ("apa.json", bare, "mcpServers", Scope::User),
        ("-", family, "mcpServers", Scope::User),
        (".gemini/settings.json", family, "gemini-cli", Scope::Project),
        ("~/.lmstudio/mcp.json", family, "lm-studio", Scope::User),
        (".kilocode/mcp.json", family, "kilo-code", Scope::Project),
    ];
    for (source, text, host, scope) in cases {
        let config = config(source, text);
        assert_eq!(names(&config), ["a"], "{source}");
        let origin = &config.entries[0].origin;
        assert_eq!((origin.source.as_str(), origin.host.as_str(), origin.scope), (source, host, scope), "{text}");
        assert!(is_config(text.as_bytes(), source), "{source}");
    }
}

#[test]
fn keys_that_several_hosts_write_take_no_form_of_a_variable_away() {
    let ready = |text: &str| {
        let variables = BTreeMap::from([("KATA".to_owned(), "kata".to_owned())]);
        let surroundings = Surroundings { variables: Some(variables), ..surroundings() };
        let config = read("apa.json", text.as_bytes(), &surroundings).expect("a config");
        let entry = &config.entries[0];
        (entry.origin.host.clone(), matches!(entry.state, State::Ready(_)))
    };
    for more in [r#""includeTools": ["cari"]"#, r#""trust": true"#, r#""allowedTools": ["cari"]"#] {
        for form in ["${KATA}", "${KATA:-x}", "${env:KATA}", "${env://KATA}"] {
            let headers = [format!(r#"["X-Kata: {form}"]"#), format!(r#"{{"X-Kata": "{form}"}}"#)];
            for headers in headers {
                let entry = format!(r#"{{"url": "https://a.example", "headers": {headers}, {more}}}"#);
                let text = format!(r#"{{"mcpServers": {{"a": {entry}}}}}"#);
                assert_eq!(ready(&text), ("mcpServers".to_owned(), true), "{text}");
            }
        }
    }
    let gemini = r#"{"mcpServers": {"a": {"httpUrl": "https://a.example/$KATA", "headers": {"X": "${env:KATA}"}}}}"#;
    assert_eq!(ready(gemini), ("gemini-cli".to_owned(), true));
    let builtin = r#"{"mcpServers": {"b": {"url": "https://a.example", "headers": ["X: ${env:KATA}"]}, "a": {"type": "builtin"}}}"#;
    assert_eq!(ready(builtin), ("mcphost".to_owned(), true));
}

#[test]
fn a_switch_that_is_no_switch_starts_nothing_in_any_dialect() {
    for (source, text) in [
        ("x.json", r#"{"mcpServers": {"a": {"command": "x", "disabled": "true"}}}"#),
        (".vscode/mcp.json", r#"{"servers": {"a": {"command": "x", "disabled": 1}}}"#),
        (".gemini/settings.json", r#"{"mcpServers": {"a": {"command": "x", "enabled": "false"}}}"#),
        ("x.toml", "[mcp_servers.a]\ncommand = 'x'\nenabled = 'false'\n"),
        ("x.json", r#"{"context_servers": {"a": {"command": "x", "enabled": 0}}}"#),
        ("x.yaml", "extensions:\n  a: {type: stdio, cmd: x, enabled: 0}\n"),
        ("x.json", r#"{"mcp": {"a": {"type": "local", "command": ["x"], "enabled": "false"}}}"#),
        ("x.yaml", "mcpServers:\n  - {name: a, command: x, disabled: 'true'}\n"),
    ] {
        let config = config(source, text);
        let entry = &config.entries[0];
        assert!(matches!(entry.state, State::Disabled(_)), "{text}: {:?}", entry.state);
        assert_eq!(entry.notes.iter().map(|note| note.class).collect::<Vec<_>>(), ["config.odd_switch"], "{text}");
    }
}

#[test]
fn misspelt_tables_are_told_whether_or_not_servers_stand_beside_them() {
    let both = config("x.toml", "[mcp_servers.a]\ncommand = 'x'\n[mcp.servers.b]\ncommand = 'y'\n");
    assert_eq!((names(&both), classes(&both)), (vec!["a"], vec![("x.toml", "config.unknown_table")]));
    let alone = config("x.json", r#"{"mcp-servers": {"a": {"command": "x"}}}"#);
    assert_eq!((names(&alone), classes(&alone)), (vec![], vec![("x.json", "config.unknown_table")]));
}

#[test]
fn one_bad_entry_takes_no_other_with_it() {
    let text = r#"{"mcpServers": {"a": 5, "b": {"command": "x"}, "c": null, "d": {"url": 7}, "e": {"url": "https://e.example"}}}"#;
    let config = config("x.json", text);
    let ready: Vec<_> = config.entries.iter().map(|entry| matches!(entry.state, State::Ready(_))).collect();
    assert_eq!(ready, [false, true, false, false, true]);
    let skipped = config.entries.iter().filter(|entry| matches!(entry.state, State::Skipped(_))).count();
    assert_eq!(skipped, 3);
}

#[test]
fn a_name_that_stands_twice_is_remarked_on() {
    let config = config("x.json", "{\"mcpServers\": {\n\"a\": {\"command\": \"x\"},\n\"a\": {\"command\": \"y\"}}}");
    assert_eq!(classes(&config), [("x.json", "config.repeated_key")]);
    let State::Ready(contact) = &config.entries[0].state else { panic!("ready") };
    assert!(matches!(&contact.way, Way::Stdio(launch) if launch.program == "y"));
}

#[test]
fn what_is_no_config_is_refused_with_the_place() {
    for text in ["{}", "[]", "{\"tools\": []}", "nama: toko\n", "halo", ""] {
        assert_eq!(read("x", text.as_bytes(), &surroundings()).err(), Some(Broken::NoServers), "{text}");
        assert!(!is_config(text.as_bytes(), "x"), "{text}");
    }
    let Err(Broken::Syntax { line, .. }) = read("x.json", b"{\"mcpServers\": {\n\"a\": {,}}}", &surroundings()) else {
        panic!("broken")
    };
    assert_eq!(line, 2);
}

#[test]
fn saved_tools_are_no_config() {
    for text in [
        r#"{"servers": [{"name": "a", "tools": []}]}"#,
        r#"{"servers": {"a": {"tools": [{"name": "cari"}]}}}"#,
        r#"{"a": {"tools": [{"name": "cari"}], "url": "https://a.example"}}"#,
        r#"[{"name": "command", "inputSchema": {"type": "object"}}]"#,
        "{\"server\": {\"name\": \"a\"}}\n{\"server\": \"a\", \"tool\": {\"name\": \"b\"}}\n",
    ] {
        assert!(!is_config(text.as_bytes(), "x.json"), "{text}");
    }
}
