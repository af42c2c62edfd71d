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
