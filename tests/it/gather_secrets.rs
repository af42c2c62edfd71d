//! Secrets that a config holds are shown nowhere, whoever repeats them.

#![cfg(all(feature = "app", feature = "gather", unix))]

use serde_json::{Value, json};

use crate::fake::program;
use crate::ran::Ran;
use crate::stage::Stage;

/// Each with a place of its own: a flag, a variable, a header, an expanded variable, user-info, a query.
const SECRETS: [&str; 6] = [
    "sk-rahasia-Bendera-8841",
    "Rahasia+Lingkungan/7752==",
    "kepala-rahasia-6663",
    "dari-luar-rahasia-5574",
    "sandi-pemakai-4485",
    "kunci-alamat-3396",
];

fn shows_none(ran: &Ran) {
    for secret in SECRETS {
        let percent = secret.replace('+', "%2B").replace('/', "%2F").replace('=', "%3D");
        let escaped = secret.replace('/', "\\/");
        for form in [secret, &percent, &escaped] {
            assert!(!ran.shown().contains(form), "{form} is shown: {ran:#?}");
        }
    }
}

/// Repeats everything it was given.
fn parrot(more: &Value) -> Value {
    let all = "$ARG{4} $ENV{API_KEY} $ENV{LUAR_TOKEN} $HEADER{x-api-key} $HEADER{authorization} $TARGET";
    let tools = json!([{"name": "beo", "description": format!("Kunci: {all}."), "inputSchema": {"type": "object"}}]);
    let mut script = json!({"echo": true, "tools": tools, "instructions": format!("Pakai {all}"),
        "server_info": {"name": format!("beo {all}"), "version": all}});
    for (key, value) in more.as_object().into_iter().flatten() {
        script[key] = serde_json::from_str(&value.to_string().replace("$ALL", all)).expect("JSON");
    }
    script
}

fn local(more: &Value) -> Stage {
    let stage = Stage::new().env("LUAR", SECRETS[3]);
    let script = stage.script("beo", &parrot(more));
    let args = json!(["stdio", script, "--token", SECRETS[0]]);
    let env = json!({"API_KEY": SECRETS[1], "LUAR_TOKEN": "${LUAR}"});
    stage.entry("beo", json!({"command": program(), "args": args, "env": env}))
}

fn remote(more: &Value) -> Stage {
    let stage = Stage::new().env("LUAR", SECRETS[3]);
    let fake = stage.start("beo", &parrot(more));
    let host = fake.address.trim_start_matches("http://").to_owned();
    let url = format!("http://pemakai:{}@{host}/mcp?api_key={}&halaman=2", SECRETS[4], SECRETS[5]);
    let headers = json!({"X-Api-Key": SECRETS[2], "Authorization": "Bearer ${LUAR}"});
    stage.keeping(fake).entry("beo", json!({"type": "http", "url": url, "headers": headers}))
}

#[test]
fn a_server_that_repeats_secrets_in_its_definitions() {
    for stage in [local(&json!({})), remote(&json!({}))] {
        let ran = stage.run();
        assert_eq!(ran.tools("beo"), ["beo"], "{ran:#?}");
        shows_none(&ran);
        assert!(ran.note("beo", "gather.secret_in_definition").is_some(), "{ran:#?}");
    }
    let sent = remote(&json!({})).run();
    let headers = &sent.log("beo")[0]["headers"];
    assert_eq!(
        (&headers["x-api-key"], &headers["authorization"]),
        (&json!(SECRETS[2]), &json!(format!("Bearer {}", SECRETS[3])))
    );
}

#[test]
fn a_server_that_repeats_secrets_in_errors_and_noise() {
    let error = json!({"error": {"code": -32603, "message": "gagal: $ALL", "data": {"apa": "$ALL"}}});
    for more in [
        json!({"on": {"tools/list": [[error]]}}),
        json!({"eras": ["legacy"], "on": {"initialize": [[error]]}}),
        json!({"start": [{"line": "log: $ALL"}, {"stderr": "cetak: $ALL"}], "on": {"tools/list": [[{"exit": 3}]]}}),
        json!({"start": [{"line": "log: $ALL"}]}),
    ] {
        for stage in [local(&more), remote(&more)] {
            shows_none(&stage.args(["-v"]).run());
        }
    }
}

#[test]
fn an_address_that_repeats_secrets_in_statuses() {
    for status in [400, 401, 403, 404, 500] {
        let headers = json!({"www-authenticate": "Bearer error_description=\"$ALL\", scope=\"$ALL\""});
        let reply = json!({"status": status, "type": "text/plain", "body": "$ALL", "headers": headers});
        let ran = remote(&json!({"on": {"*": [[reply]]}})).args(["-v"]).run();
        assert_eq!(ran.code, Some(3), "{ran:#?}");
        shows_none(&ran);
    }
}

#[test]
fn what_would_be_run_is_shown_without_secrets() {
    for (stage, word) in [(local(&json!({})), "--token"), (remote(&json!({})), "127.0.0.1")] {
        drop(stage.gathering());
        for format in ["json", "table", "markdown", "csv", "jsonl"] {
            let ran = stage.run_args(&["gather", "susunan.json", "--format", format]);
            assert_eq!((ran.code, ran.log("beo").len()), (Some(2), 0), "{ran:#?}");
            assert!(ran.shown().contains(word), "names stay: {format} {ran:#?}");
            shows_none(&ran);
        }
        let ran = stage.run_args(&["gather", "susunan.json", "--connect", "-v", "-o", "katalog.jsonl"]);
        shows_none(&ran);
    }
}

#[test]
fn harmless_values_are_not_hidden() {
    let stage = Stage::new();
    let tools = json!([{"name": "alat", "description": "Mode production, debug true 1, info.", "inputSchema": {}}]);
    let script = stage.script("uji", &json!({"tools": tools}));
    let env =
        json!({"LOG_LEVEL": "info", "NODE_ENV": "production", "DEBUG": "true", "TOKEN_COUNT": "1", "API_KEY": "1"});
    let ran = stage.entry("uji", json!({"command": program(), "args": ["stdio", script], "env": env})).run();
    assert!(ran.catalog.contains("Mode production, debug true 1, info."), "{ran:#?}");
}

#[test]
fn ordinary_values_leave_tools_as_they_are() {
    let tools = json!([{"name": "list_issues", "description": "Daftar issues di postgres.",
        "inputSchema": {"type": "object", "properties": {"postgres": {"type": "string"}}}}]);
    let headers = json!({"headers": {"X-MCP-Toolsets": "issues", "X-Mode": "object", "X-Tenant": "t-12345"}});
    let stage = Stage::new().http_with("jauh", &json!({"tools": tools}), &headers);
    let script = stage.script("dekat", &json!({"tools": tools}));
    let env = json!({"PGPASSWORD": "postgres"});
    let stage = stage.entry("dekat", json!({"command": program(), "args": ["stdio", script], "env": env}));
    let ran = stage.run();
    for server in ["jauh", "dekat"] {
        let tool = ran.lines().find(|line| line["server"] == server && !line["tool"].is_null()).expect("a tool");
        assert_eq!(tool["tool"], tools[0], "{ran:#?}");
    }
    assert_eq!(ran.note("jauh", "gather.secret_in_definition"), None);
    let note = ran.note("dekat", "gather.secret_in_definition").expect("a note");
    assert!(note.ends_with("left as it is") && !note.contains("postgres"), "{note}");
}

#[test]
fn a_secret_in_another_spelling_is_hidden() {
    let secret = "sk-rahasia/<Bendera>-8841";
    let raw = "{\"name\":\"beo\",\"description\":\"a sk-rahasia\\/\\u003CBendera\\u003e-8841 \\u0041\",\
        \"inputSchema\":{\"default\":\"{\\\"k\\\":\\\"sk-rahasia\\\\/\\\\u003cBendera>-8841\\\"}\",\"type\":\"object\"}}";
    let reply = json!({"line": format!("{{\"jsonrpc\":\"2.0\",\"id\":$ID,\"result\":{{\"tools\":[{raw}]}}}}")});
    let stage = Stage::new();
    let script = stage.script("uji", &json!({"on": {"tools/list": [[reply]]}}));
    let env = json!({"API_KEY": secret});
    let ran = stage.entry("uji", json!({"command": program(), "args": ["stdio", script], "env": env})).run();
    assert_eq!(ran.tools("uji"), ["beo"], "{ran:#?}");
    assert!(!ran.shown().contains("8841") && ran.catalog.contains("a ••••"), "{ran:#?}");
    assert!(ran.note("uji", "gather.secret_in_definition").is_some());
}

#[test]
fn what_is_cut_shows_no_beginning_of_a_secret() {
    let secret = "zqC135hush-Panjang-sekali-8841";
    for length in [78, 115, 195, 290, 299, 495, 4085, 4094] {
        let said = format!("{} {secret} akhir", "x".repeat(length - 5));
        let error = json!({"error": {"code": -1, "message": said}});
        let start = json!([{"line": said}, {"stderr": said}]);
        let env = json!({"API_KEY": secret});
        let stage = Stage::new();
        let script = stage.script("dekat", &json!({"start": start, "on": {"tools/list": [[error]]}}));
        let stage = stage.entry("dekat", json!({"command": program(), "args": ["stdio", script], "env": env}));
        let reply = |status: u16| {
            let headers = json!({"www-authenticate": format!("Bearer error=\"{said}\", error_description=\"{said}\"")});
            json!({"on": {"*": [[{"status": status, "type": "text/plain", "body": said, "headers": headers}]]}})
        };
        let header = json!({"headers": {"X-Api-Key": secret}});
        let stage = stage.http_with("galat", &reply(500), &header).http_with("tolak", &reply(403), &header);
        let ran = stage.args(["-v"]).run();
        assert!(!ran.shown().contains("zqC1"), "{length}: {ran:#?}");
    }
}

#[test]
fn a_secret_of_one_server_is_hidden_from_all() {
    let echo = |variable: &str| json!([{"name": "beo", "description": format!("Nilai $ENV{{{variable}}}."), "inputSchema": {}}]);
    let stage = Stage::new().env("TOKEN_LAIN", SECRETS[0]).env("TOOLRENT_INPUT_X", SECRETS[1]).env("LUAR", SECRETS[2]);
    let stage = stage.env("BEBAS", SECRETS[3]);
    let fake = |name: &str, variable: &str, stage: Stage| {
        let script =
            json!({"echo": true, "tools": echo(variable), "start": [{"stderr": format!("$ENV{{{variable}}}")}]});
        stage.stdio(name, &script)
    };
    let stage = fake(
        "satu",
        "TOKEN_LAIN",
        fake("dua", "TOOLRENT_INPUT_X", fake("tiga", "LUAR", fake("empat", "BEBAS", stage))),
    );
    let header = json!({"headers": {"Authorization": "Bearer ${LUAR}"}});
    let ran = stage.http_with("lima", &json!({}), &header).args(["-v"]).run();
    for secret in &SECRETS[..3] {
        assert!(!ran.shown().contains(secret), "{secret}: {ran:#?}");
    }
    assert!(ran.catalog.contains("Nilai ."), "own variables are not handed on: {ran:#?}");
    assert!(ran.catalog.contains(SECRETS[3]), "of a free variable nothing is known: {ran:#?}");
}

#[test]
fn control_characters_of_a_server_never_reach_the_terminal() {
    let evil = "a\u{1b}[31mmerah\u{7}\u{202e}balik\u{e0041}";
    let start = json!([{"line": evil}, {"stderr": evil}]);
    let error = json!({"error": {"code": -1, "message": evil}});
    for script in [
        json!({"start": start, "server_info": {"name": evil, "version": evil}}),
        json!({"start": start, "on": {"tools/list": [[error]]}}),
    ] {
        let stage = Stage::new().stdio("uji", &script);
        drop(stage.gathering());
        for format in ["table", "markdown", "csv"] {
            let ran = stage.run_args(&[
                "gather",
                "susunan.json",
                "--connect",
                "-v",
                "--format",
                format,
                "-o",
                "katalog.jsonl",
            ]);
            for character in ["\u{1b}", "\u{7}", "\u{202e}", "\u{e0041}"] {
                assert!(!ran.stdout.contains(character) && !ran.stderr.contains(character), "{format}: {ran:#?}");
            }
        }
    }
}
