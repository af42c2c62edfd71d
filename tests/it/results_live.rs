//! `results --call` against servers on loopback and standard streams: both eras, refusals, silence, and nothing left alive.

#![cfg(all(feature = "app", feature = "gather", unix))]

use serde_json::{Value, json};

use crate::ran::Ran;
use crate::stage::Stage;

/// A server of this era with a tool that answers a call like this.
fn script(era: &str, result: &Value) -> Value {
    let tools = json!([
        {"name": "cari", "inputSchema": {"type": "object", "properties": {"q": {"type": "string", "x-mcp-header": "Q"}}}},
        {"name": "hapus", "inputSchema": {"type": "object"}, "annotations": {"destructiveHint": true}}
    ]);
    json!({"eras": [era], "tools": tools, "on": {"tools/call": [[{ "result": result }]]}})
}

fn answer() -> Value {
    json!({"content": [{"type": "text", "text": "ada tiga warung"}], "structuredContent": {"n": 3}})
}

fn over_http(stage: &Stage, script: &Value, call: &str, more: &[&str]) -> Ran {
    let fake = stage.start("toko", script);
    let server = format!("toko={}/mcp", fake.address);
    let mut arguments = vec!["results", "--isolated", "--server", &server, "--call", call, "--format", "json"];
    arguments.extend(more);
    stage.run_args(&arguments)
}

fn asked<'r>(ran: &'r Ran, method: &str) -> Vec<&'r Value> {
    ran.log("toko").iter().filter(|call| call["method"] == method).collect()
}

#[test]
fn a_tool_is_called_once_in_either_era() {
    for era in ["modern", "legacy"] {
        let ran = over_http(&Stage::new(), &script(era, &answer()), "toko.cari={\"q\":\"warung\"}", &[]);
        assert_eq!(ran.code, Some(0), "{ran:#?}");
        let row = &ran.document["results"][0];
        assert_eq!((&row["server"], &row["tool"], &row["calls"]), (&json!("toko"), &json!("cari"), &json!(1)));
        assert!(row["tokens"].as_i64() > Some(5), "{row}");
        let calls = asked(&ran, "tools/call");
        assert_eq!((calls.len(), &calls[0]["params"]["arguments"]), (1, &json!({"q": "warung"})));
        assert_eq!(calls[0]["headers"]["mcp-param-q"], "warung");
        assert!(!ran.shown().contains("warung"), "{ran:#?}");
    }
}

#[test]
fn a_program_is_started_and_gone_afterwards() {
    let stage = Stage::new();
    let file = stage.script("toko", &script("modern", &answer()));
    let server = format!("toko={} stdio {}", crate::fake::program().display(), file.display());
    let arguments = ["results", "--isolated", "--server", &server, "--call", "toko.cari", "--format", "json"];
    let ran = stage.run_args(&arguments);
    assert_eq!((ran.code, &ran.document["totals"]["calls"]), (Some(0), &json!(1)), "{ran:#?}");
}

#[test]
fn what_destroys_is_called_only_when_that_is_said() {
    let ran = over_http(&Stage::new(), &script("modern", &answer()), "toko.hapus={}", &[]);
    assert_eq!((ran.code, asked(&ran, "tools/call").len()), (Some(2), 0), "{ran:#?}");
    assert!(ran.stderr.contains("--allow-destructive"), "{ran:#?}");
    let ran = over_http(&Stage::new(), &script("modern", &answer()), "toko.hapus={}", &["--allow-destructive"]);
    assert_eq!((ran.code, asked(&ran, "tools/call").len()), (Some(0), 1), "{ran:#?}");
}

#[test]
fn a_tool_that_is_not_there_is_not_called() {
    let ran = over_http(&Stage::new(), &script("modern", &answer()), "toko.carii={}", &[]);
    assert_eq!((ran.code, asked(&ran, "tools/call").len()), (Some(2), 0), "{ran:#?}");
    assert!(ran.stderr.contains("near it: cari"), "{ran:#?}");
}

#[test]
fn a_server_that_says_nothing_or_refuses_is_a_source_that_did_not_answer() {
    let mut silent = script("modern", &answer());
    silent["on"]["tools/call"] = json!([[{"sleep_ms": 3_000}]]);
    let ran = over_http(&Stage::new(), &silent, "toko.cari={\"q\":\"kunci-rahasia\"}", &["--timeout", "0.3"]);
    assert_eq!(ran.code, Some(3), "{ran:#?}");
    assert!(ran.stderr.contains("toko.cari") && !ran.stderr.contains("kunci-rahasia"), "{ran:#?}");
    let mut refusing = script("legacy", &answer());
    refusing["on"]["tools/call"] = json!([[{"error": {"code": -32602, "message": "salah"}}]]);
    assert_eq!(over_http(&Stage::new(), &refusing, "toko.cari={}", &[]).code, Some(3));
    let asking = script("modern", &json!({"resultType": "input_required", "inputRequests": {"a": {}}}));
    let ran = over_http(&Stage::new(), &asking, "toko.cari={}", &[]);
    assert!(ran.code == Some(3) && ran.stderr.contains("from the user"), "{ran:#?}");
}

#[test]
fn one_call_that_fails_leaves_the_others() {
    let stage = Stage::new();
    let good = stage.start("toko", &script("modern", &answer()));
    let here = format!("toko={}/mcp", good.address);
    let arguments = [
        "results",
        "--isolated",
        "--server",
        &here,
        "--server",
        "arsip=http://127.0.0.1:9/mcp",
        "--call",
        "toko.cari={}",
        "--call",
        "arsip.baca={}",
        "--format",
        "json",
    ];
    let ran = stage.run_args(&arguments);
    assert_eq!((ran.code, &ran.document["totals"]["calls"]), (Some(3), &json!(1)), "{ran:#?}");
    let status = |name: &str| {
        let sources = ran.document["sources"].as_array().expect("sources");
        sources.iter().find(|source| source["name"] == name).map(|source| source["status"].clone())
    };
    assert_eq!((status("toko"), status("arsip")), (Some(json!("ok")), Some(json!("failed"))));
}

#[test]
fn a_config_is_contacted_only_with_consent() {
    let stage = Stage::new();
    let fake = stage.start("toko", &script("modern", &answer()));
    let config = json!({"mcpServers": {"toko": {"type": "http", "url": format!("{}/mcp", fake.address)}}});
    let file = stage.file("susunan.json", &config.to_string());
    let file = file.display().to_string();
    let ran = stage.run_args(&["results", "--isolated", &file, "--call", "toko.cari={}", "--format", "json"]);
    assert_eq!((ran.code, ran.log("toko").len()), (Some(2), 0), "{ran:#?}");
    assert!(ran.stderr.contains("--connect"), "{ran:#?}");
    let ran =
        stage.run_args(&["results", "--isolated", &file, "--connect", "--call", "toko.cari={}", "--format", "json"]);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
    let off = ["results", "--isolated", &file, "--connect", "--offline", "--call", "toko.cari={}"];
    assert_eq!(stage.run_args(&off).code, Some(2));
}
