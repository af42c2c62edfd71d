//! Entries with their variables expanded: what is sent, what is hidden, what is lacking.

use std::collections::BTreeMap;
use std::path::PathBuf;

use super::*;
use crate::gather::config;
use crate::gather::config::entry::Config;
use crate::gather::config::surroundings::Surroundings;

fn surroundings(variables: &[(&str, &str)]) -> Surroundings {
    let variables = variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    Surroundings {
        variables: Some(variables.collect()),
        home: Some(PathBuf::from("/home/ani")),
        workspace: PathBuf::from("/kerja/toko"),
        inputs: BTreeMap::new(),
    }
}

fn read(source: &str, text: &str, variables: &[(&str, &str)]) -> Config {
    config::read(source, text.as_bytes(), &surroundings(variables)).expect("a config")
}

fn entry<'c>(config: &'c Config, name: &str) -> &'c Entry {
    config.entries.iter().find(|entry| entry.name == name).expect("the entry")
}

fn contact<'c>(config: &'c Config, name: &str) -> &'c Contact {
    match &entry(config, name).state {
        State::Ready(contact) => contact,
        other => panic!("{name}: {other:?}"),
    }
}

fn classes(entry: &Entry) -> Vec<(&str, &'static str)> {
    entry.notes.iter().map(|note| (note.subject.as_str(), note.class)).collect()
}

#[test]
fn variables_in_addresses_and_headers_are_expanded_and_kept_secret() {
    let text = r#"{"mcpServers": {
        "toko": {"url": "https://${TUAN}/mcp", "headers": {"Authorization": "Bearer ${SANDI}", "Accept": "text/plain"}},
        "gudang": {"url": "${TAK:-https://cadangan.example/mcp}"}
    }}"#;
    let config = read("x.json", text, &[("TUAN", "toko.example"), ("SANDI", "s-12345678")]);
    let toko = contact(&config, "toko");
    let Way::Http(remote) = &toko.way else { panic!("an address") };
    assert_eq!(remote.url, "https://toko.example/mcp");
    assert_eq!(remote.headers[0].1, "Bearer s-12345678");
    assert!(toko.secrets.contains(&"s-12345678".to_owned()) && toko.secrets.contains(&"Bearer s-12345678".to_owned()));
    assert!(!toko.secrets.iter().any(|secret| secret == "text/plain" || secret == "toko.example"));
    assert!(entry(&config, "toko").shown.contains("${TUAN}"), "{}", entry(&config, "toko").shown);
    assert!(!format!("{config:?}").contains("s-12345678"));
    let Way::Http(remote) = &contact(&config, "gudang").way else { panic!("an address") };
    assert_eq!(remote.url, "https://cadangan.example/mcp");
}

#[test]
fn what_is_not_set_is_never_contacted() {
    let text = r#"{"mcpServers": {
        "a": {"url": "https://a.example", "headers": {"X-Key": "${env:TAK}"}},
        "b": {"command": "x", "args": ["--k", "${TAK}"]},
        "c": {"url": "https://c.example", "headers": {"X-Key": "${KOSONG}"}},
        "d": {"command": "x", "env": {"A": "${KOSONG}"}},
        "e": {"url": "https://e.example", "headers": {"Authorization": "Bearer ${input:kunci-1}"}},
        "f": {"url": "https://f.example", "headers": {"X": "{env:RUMAH}"}},
        "g": {"command": "x", "env": {"A": "{env:RUMAH}"}},
        "h": {"disabled": true, "url": "https://${TAK}"}
    }}"#;
    let config = read("x.json", text, &[("KOSONG", ""), ("RUMAH", "r")]);
    let reason = |name: &str| match &entry(&config, name).state {
        State::Unresolved(reason) => reason.clone(),
        other => format!("{other:?}"),
    };
    assert_eq!(reason("a"), "unresolved variable TAK");
    assert_eq!(classes(entry(&config, "a")), [("a.headers.X-Key", "config.unset_variable")]);
    assert_eq!(entry(&config, "a").notes[0].severity, Severity::Error);
    assert_eq!(reason("b"), "unresolved variable TAK");
    assert_eq!(classes(entry(&config, "b")), [("b.args[1]", "config.unset_variable")]);
    assert_eq!(reason("c"), "unresolved variable KOSONG");
    assert_eq!(contact(&config, "d").way.transport(), "stdio");
    assert_eq!(reason("e"), "unresolved input kunci-1");
    assert_eq!(classes(entry(&config, "e")), [("e.headers.Authorization", "config.unresolved_input")]);
    assert!(entry(&config, "e").notes[0].detail.contains("TOOLRENT_INPUT_KUNCI_1"));
    assert_eq!(reason("f"), "unresolved {env:RUMAH}");
    assert_eq!(classes(entry(&config, "g")), [("g.env.A", "config.literal_placeholder")]);
    assert!(matches!(entry(&config, "h").state, State::Disabled(_)) && entry(&config, "h").notes.is_empty());
}

#[test]
fn empty_credentials_are_not_sent() {
    let text = r#"{"mcpServers": {
        "a": {"url": "https://a.example", "headers": {"Authorization": "Bearer ${TIADA:-}"}},
        "b": {"url": "https://b.example", "headers": {"X-Api-Key": "${TIADA:-}"}},
        "c": {"url": "https://c.example${TIADA:-}", "headers": {"X-Kota": "${TIADA:-}", "Authorization": "Bearer x"}}
    }}"#;
    let config = read("x.json", text, &[]);
    for (name, header) in [("a", "Authorization"), ("b", "X-Api-Key")] {
        let State::Unresolved(reason) = &entry(&config, name).state else { panic!("{name} would be contacted") };
        assert_eq!(reason, &format!("unresolved header {header}"));
        assert_eq!(entry(&config, name).notes[0].class, "config.empty_credentials");
    }
    assert_eq!(contact(&config, "c").way.transport(), "http");
}

#[test]
fn dollars_that_are_no_variables_stay() {
    let text =
        r#"{"mcpServers": {"a": {"command": "x", "env": {"HARGA": "$5", "DB": "pg://$USER@h", "API_KEY": "p$ANDI"}}}}"#;
    let config = read("x.json", text, &[("USER", "ani")]);
    let Way::Stdio(launch) = &contact(&config, "a").way else { panic!("a program") };
    let values: Vec<_> = launch.env.iter().map(|(_, value)| value.as_str()).collect();
    assert_eq!(values, ["$5", "pg://$USER@h", "p$ANDI"]);
    let notes = &entry(&config, "a").notes;
    assert_eq!(
        classes(entry(&config, "a")),
        [("a.env.DB", "config.dollar_variable"), ("a.env.API_KEY", "config.dollar_variable")]
    );
    assert!(notes[0].detail.contains("$USER") && !notes[1].detail.contains("ANDI"), "{notes:?}");
}

#[test]
fn what_came_from_elsewhere_is_kept_out_of_reports() {
    let text = r#"{"mcpServers": {"a": {"command": "x",
        "args": ["${NILAI}", "${KATA}", "${HOME}/a", "--mode", "${RUMAH:-rumah-77x}"],
        "env": {"API_KEY": "${SANDI:-kata}", "ANGKA": "${ANGKA}", "XDG": "${XDG_DATA_HOME}"}},
        "b": {"url": "https://b.example", "headers": {"X-Mode": "object", "X-Lain": "${NILAI}", "X-Kata": "${KATA}"}}}}"#;
    let variables = [("NILAI", "zqC135hush"), ("KATA", "object"), ("HOME", "/h/a9b8"), ("ANGKA", "8080")];
    let config = read("x.json", text, &[&variables[..], &[("XDG_DATA_HOME", "data9x")]].concat());
    assert_eq!(contact(&config, "a").secrets, ["kata", "rumah-77x", "zqC135hush"]);
    assert_eq!(contact(&config, "b").secrets, ["zqC135hush"]);
}

#[test]
fn each_host_expands_its_own_forms_only() {
    let text = r#"{"mcpServers": {"a": {"type": "http", "url": "https://a.example", "headers": {"X": "${KATA}"}},
                                  "b": {"type": "http", "url": "https://b.example", "headers": {"X": "${env:KATA}"}}}}"#;
    let ready = |source: &str| {
        let config = read(source, text, &[("KATA", "kata")]);
        ["a", "b"].map(|name| matches!(entry(&config, name).state, State::Ready(_)))
    };
    assert_eq!(ready(".mcp.json"), [true, false], "Claude Code");
    assert_eq!(ready(".cursor/mcp.json"), [false, true], "Cursor");
    assert_eq!(ready("claude_desktop_config.json"), [false, false], "Claude Desktop");
    assert_eq!(ready("lain.json"), [true, true], "a file of no known host");
}

#[test]
fn illegal_headers_and_addresses_are_skipped_without_their_values() {
    let text = r#"{"mcpServers": {
        "a": {"url": "https://a.example", "headers": {"X-Key": "rahasia\nbaris"}},
        "b": {"url": "https://b.example", "headers": {"X Key": "rahasia"}},
        "c": {"url": "ftp://c.example"},
        "d": {"url": "c.example/mcp"},
        "e": {"command": "baik"}
    }}"#;
    let config = read("x.json", text, &[]);
    let reason = |name: &str| match &entry(&config, name).state {
        State::Skipped(reason) => reason.clone(),
        other => format!("{other:?}"),
    };
    assert_eq!(reason("a"), "the value of the header X-Key is not legal");
    assert!(reason("b").contains("\"X Key\" is no legal name"));
    assert!(reason("c").contains("ftp:"));
    assert!(reason("d").contains("no URL"));
    assert!(!format!("{:?}", config).contains("rahasia"));
    contact(&config, "e");
}

#[test]
fn a_file_of_variables_gives_what_the_entry_does_not() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join(".cursor")).expect("a folder");
    std::fs::write(folder.path().join(".env"), "KOTA=solo lama\nrahasia\nAPI_TOKEN=t$1\nDESA=a\n").expect("a file");
    let text = r#"{"mcpServers": {
        "a": {"command": "x", "envFile": "${workspaceFolder}/.env", "env": {"DESA": "b"}},
        "b": {"command": "x", "envFile": "tiada.env"}
    }}"#;
    let source = folder.path().join(".cursor/mcp.json").to_string_lossy().into_owned();
    let config = read(&source, text, &[]);
    let Way::Stdio(launch) = &contact(&config, "a").way else { panic!("a program") };
    let pairs: Vec<_> = launch.env.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    assert_eq!(pairs, [("KOTA", "solo lama"), ("API_TOKEN", "t$1"), ("DESA", "b")]);
    assert_eq!(launch.cwd.as_deref(), Some(folder.path()), "a project's programs run in the project");
    assert!(contact(&config, "a").secrets.contains(&"t$1".to_owned()));
    let note = &entry(&config, "a").notes[0];
    assert_eq!((note.class, note.severity), ("config.env_file", Severity::Warning));
    assert!(note.detail.starts_with("line 2 of ") && !note.detail.contains("rahasia"), "{}", note.detail);
    assert!(matches!(&entry(&config, "b").state, State::Unresolved(reason) if reason.contains("tiada.env")));
    assert_eq!(classes(entry(&config, "b")), [("b.envFile", "config.env_file")]);
}

#[test]
fn claude_code_tells_its_servers_the_project() {
    let text = r#"{"mcpServers": {"a": {"command": "${CLAUDE_PROJECT_DIR:-.}/s", "cwd": "sub"}}}"#;
    let config = read("/kerja/lain/.mcp.json", text, &[]);
    let Way::Stdio(launch) = &contact(&config, "a").way else { panic!("a program") };
    assert_eq!(launch.program, "/kerja/lain/s");
    assert_eq!(launch.env, [("CLAUDE_PROJECT_DIR".to_owned(), "/kerja/lain".to_owned())]);
    assert_eq!(launch.cwd, Some(PathBuf::from("/kerja/lain/sub")));
}

#[test]
fn every_kind_of_setting_is_resolved_and_hidden() {
    let surroundings = surroundings(&[("A_VAR", "nilai-satu"), ("TOOLRENT_INPUT_ASK", "nilai-dua")]);
    let folder = Path::new("/kerja");
    let context = Context { surroundings: &surroundings, folder, forms: &[], given: &[] };
    let file = File { context, origin: Origin { host: "codex".to_owned(), ..Origin::default() }, cwd: None };
    let setting = |name: &str, setting: Setting| (name.to_owned(), setting);
    let draft = |headers: Vec<(String, Setting)>| Draft {
        name: "a".to_owned(),
        url: Some("https://a.example".to_owned()),
        headers,
        ..Draft::default()
    };
    let made = entry_of(
        draft(vec![
            setting("Authorization", Setting::Bearer("A_VAR".to_owned())),
            setting("X-B", Setting::Asked("ask".to_owned())),
            setting("X-C", Setting::Variable("A_VAR".to_owned())),
            setting("X-D", Setting::Secret("nilai-tiga".to_owned())),
        ]),
        &file,
    );
    let State::Ready(contact) = made.state else { panic!("{:?}", made.state) };
    let Way::Http(remote) = &contact.way else { panic!("an address") };
    let values: Vec<_> = remote.headers.iter().map(|(_, value)| value.as_str()).collect();
    assert_eq!(values, ["Bearer nilai-satu", "nilai-dua", "nilai-satu", "nilai-tiga"]);
    for secret in ["nilai-satu", "nilai-dua", "nilai-tiga"] {
        assert!(contact.secrets.contains(&secret.to_owned()), "{secret}");
    }
    for missing in
        [Setting::Bearer("TAK".to_owned()), Setting::Variable("TAK".to_owned()), Setting::Asked("tak".to_owned())]
    {
        let made = entry_of(draft(vec![setting("X", missing)]), &file);
        assert!(matches!(made.state, State::Unresolved(_)), "{:?}", made.state);
    }
    let command = vec![
        Setting::Text("npx".to_owned()),
        Setting::Secret("nilai-tiga".to_owned()),
        Setting::Variable("A_VAR".to_owned()),
        Setting::Asked("ask".to_owned()),
        Setting::Text("${API_KEY:-nilai-empat}".to_owned()),
    ];
    let made = entry_of(Draft { name: "b".to_owned(), command, ..Draft::default() }, &file);
    assert!(!made.shown.contains("nilai"), "{}", made.shown);
}

fn entry_of(draft: Draft, file: &File<'_>) -> Entry {
    super::entry(draft, file)
}
