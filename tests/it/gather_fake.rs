//! The fake server itself: what it says when it is spoken to by hand.

#![cfg(all(feature = "app", feature = "gather", unix))]

use std::io::{Read, Write};

use serde_json::{Value, json};

use crate::fake::speak;
use crate::stage::Stage;

const META: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;

fn messages(bytes: &[u8]) -> Vec<Value> {
    String::from_utf8_lossy(bytes).lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn discover() -> String {
    format!(r#"{{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{{{META}}}}}"#)
}

#[test]
fn it_speaks_both_eras() {
    let list = format!(r#"{{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{{{META}}}}}"#);
    let said = messages(&speak(&json!({"tools": 2, "ttlMs": 5}), &[&discover(), &list]));
    assert_eq!(said[0]["result"]["supportedVersions"], json!(["2026-07-28"]));
    assert_eq!(
        (said[1]["result"]["tools"][1]["name"].as_str(), &said[1]["result"]["ttlMs"]),
        (Some("alat_1"), &json!(5))
    );
    let legacy = [
        r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#,
        r#"{"jsonrpc":"2.0","id":2,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{}}}"#,
        r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
        r#"{"jsonrpc":"2.0","id":3,"method":"tools/list","params":{}}"#,
    ];
    let said = messages(&speak(&json!({"eras": ["legacy"], "legacy_version": "2025-06-18"}), &legacy));
    assert_eq!((said.len(), &said[0]["error"]["code"]), (3, &json!(-32600)));
    assert_eq!(said[1]["result"]["protocolVersion"], "2025-06-18");
    assert_eq!(said[2]["result"]["tools"].as_array().map(Vec::len), Some(1));
    let refused = messages(&speak(&json!({"eras": ["modern"]}), &[legacy[1]]));
    assert_eq!(refused[0]["error"]["data"]["supported"], json!(["2026-07-28"]));
}

#[test]
fn it_does_what_a_script_says() {
    let on = json!({"server/discover": [
        [{"line": "Halo"}, {"raw": "[$ANSWER]\r\n"}, {"latin1": "\u{fc}\n"}, {"ask": "ping"}, {"error": {"code": 5}}]
    ]});
    let script = json!({"on": on, "ids": "text", "eras": ["legacy"]});
    let answer = r#"{"jsonrpc":"2.0","id":"tanya-0","result":{}}"#;
    let said = speak(&script, &[&discover(), answer]);
    let lines: Vec<&[u8]> = said.split(|byte| *byte == b'\n').collect();
    assert_eq!((lines[0], lines[2]), (&b"Halo"[..], &b"\xfc"[..]));
    let batch: Value = serde_json::from_slice(lines[1]).expect("JSON");
    assert_eq!((&batch[0]["id"], &batch[0]["error"]["code"]), (&json!("1"), &json!(-32601)));
    assert!(lines[1].ends_with(b"\r") && String::from_utf8_lossy(lines[3]).contains(r#""method":"ping""#));
    assert_eq!(messages(lines[4])[0]["error"]["code"], 5);
}

#[test]
fn it_pages_and_refuses_unknown_cursors() {
    let list =
        |cursor: &str| format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{{{META}{cursor}}}}}"#);
    let script = json!({"pages": [{"tools": 1, "next": ""}, {"tools": {"count": 1, "from": 1}}]});
    let asked = [list(""), list(r#","cursor":"x""#), list(r#","cursor":"""#)];
    let said = messages(&speak(&script, &asked.each_ref().map(String::as_str)));
    assert_eq!((&said[0]["result"]["nextCursor"], &said[1]["error"]["code"]), (&json!(""), &json!(-32602)));
    assert_eq!(said[2]["result"]["tools"][0]["name"], "alat_1");
    assert!(said[2]["result"].get("nextCursor").is_none());
}

#[test]
fn it_is_deaf_when_told() {
    let stage = Stage::new();
    let script = stage.script("tuli", &json!({"ignore_term": true, "start": [{"line": "siap"}]}));
    let mut command = std::process::Command::new(crate::fake::program());
    command.arg("stdio").arg(script).stdin(std::process::Stdio::piped()).stdout(std::process::Stdio::piped());
    let mut running = command.spawn().expect("it starts");
    let mut ready = [0; 5];
    running.stdout.as_mut().expect("a pipe").read_exact(&mut ready).expect("it is ready");
    let id = rustix::process::Pid::from_child(&running);
    rustix::process::kill_process(id, rustix::process::Signal::TERM).expect("it is alive");
    let input = running.stdin.as_mut().expect("a pipe");
    writeln!(input, "{}", discover()).expect("it reads on");
    let mut more = [0; 20];
    running.stdout.as_mut().expect("a pipe").read_exact(&mut more).expect("it still answers");
    drop(running.stdin.take());
    running.wait().expect("it ends");
}
