//! The fake server over HTTP, and the counting of processes, held to what the tests rely on.

#![cfg(all(feature = "app", feature = "gather", unix))]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::thread;

use serde_json::{Value, json};

use crate::fake::Fake;
use crate::running::{Running, until};
use crate::stage::Stage;

const META: &str = r#""_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}"#;
const MODERN: &str = "mcp-protocol-version: 2026-07-28\r\nmcp-method: server/discover\r\n";
const INITIALIZE: &str =
    r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{}}}"#;

fn discover() -> String {
    format!(r#"{{"jsonrpc":"2.0","id":1,"method":"server/discover","params":{{{META}}}}}"#)
}

fn open(address: &str, verb: &str, target: &str, headers: &str, body: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address.trim_start_matches("http://")).expect("it listens");
    let head = "accept: application/json, text/event-stream\r\ncontent-type: application/json\r\n";
    let length = body.len();
    let request =
        format!("{verb} {target} HTTP/1.1\r\nhost: x\r\n{head}{headers}content-length: {length}\r\n\r\n{body}");
    stream.write_all(request.as_bytes()).expect("it reads");
    stream
}

fn reply(mut stream: TcpStream) -> String {
    let mut reply = String::new();
    stream.read_to_string(&mut reply).expect("it replies");
    reply
}

fn post(fake: &Fake, headers: &str, body: &str) -> String {
    reply(open(&fake.address, "POST", "/mcp", headers, body))
}

#[test]
fn it_holds_clients_to_the_headers() {
    let stage = Stage::new();
    let fake = stage.start("uji", &json!({"gate": {"header": "x-kunci", "value": "a", "status": 401}}));
    assert!(post(&fake, MODERN, &discover()).starts_with("HTTP/1.1 401 "));
    let differing = post(&fake, "x-kunci: a\r\n", &discover());
    assert!(differing.starts_with("HTTP/1.1 400 ") && differing.contains("-32020"), "{differing}");
    let answer = post(&fake, &format!("x-kunci: a\r\n{MODERN}"), &discover());
    assert!(answer.starts_with("HTTP/1.1 200 ") && answer.contains("supportedVersions"), "{answer}");
    assert_eq!(stage.log("uji").len(), 3);
}

#[test]
fn it_streams_events_and_waits_for_answers() {
    let on = json!({"server/discover": [[{"notify": "notifications/message"}, {"ask": "ping"}, "answer"]]});
    let fake = Fake::start(&json!({"on": on, "multi_line": true}));
    let stream = open(&fake.address, "POST", "/mcp", MODERN, &discover());
    let mut reader = BufReader::new(stream);
    let mut seen = String::new();
    while !seen.contains("tanya-0") {
        assert_ne!(reader.read_line(&mut seen).expect("events"), 0);
    }
    assert!(!seen.contains("supportedVersions"), "the answer waits for ours");
    let accepted = post(&fake, "", r#"{"jsonrpc":"2.0","id":"tanya-0","result":{}}"#);
    assert!(accepted.starts_with("HTTP/1.1 202 "), "{accepted}");
    reader.read_to_string(&mut seen).expect("the rest");
    assert!(seen.contains("text/event-stream") && seen.contains("supportedVersions"), "{seen}");
    assert_eq!(seen.matches("data: {\ndata: \"jsonrpc\"").count(), 3, "{seen}");
}

#[test]
fn it_gives_out_sessions_and_redirects() {
    let script = json!({"eras": ["legacy"], "session": true, "redirects": {"/lama": {"status": 307, "to": "/mcp"}}});
    let fake = Fake::start(&script);
    let greeted = post(&fake, "", INITIALIZE);
    assert!(greeted.contains("mcp-session-id: sesi-4711"), "{greeted}");
    let list = r#"{"jsonrpc":"2.0","id":2,"method":"tools/list"}"#;
    assert!(post(&fake, "", list).starts_with("HTTP/1.1 400 "));
    let initialized = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
    assert!(post(&fake, "mcp-session-id: sesi-4711\r\n", initialized).starts_with("HTTP/1.1 202 "));
    assert!(post(&fake, "mcp-session-id: sesi-4711\r\n", list).contains("alat_0"));
    let moved = reply(open(&fake.address, "POST", "/lama", "", list));
    assert!(moved.starts_with("HTTP/1.1 307 ") && moved.contains("location: /mcp\r\n"), "{moved}");
    assert!(reply(open(&fake.address, "DELETE", "/mcp", "", "")).starts_with("HTTP/1.1 204 "));
}

#[test]
fn it_speaks_the_older_transport() {
    let on = json!({"initialize": [[{"ask": "ping"}, "answer"]]});
    let fake = Fake::start(&json!({"eras": ["legacy"], "legacy_sse": {"path": "/pesan"}, "on": on}));
    assert!(post(&fake, "", INITIALIZE).starts_with("HTTP/1.1 404 "));
    let mut reader = BufReader::new(open(&fake.address, "GET", "/mcp", "", ""));
    let mut seen = String::new();
    let mut read_to = |mark: &str, seen: &mut String| {
        while !seen.contains(mark) {
            assert_ne!(reader.read_line(seen).expect("events"), 0, "{mark}");
        }
    };
    read_to("data: /pesan?sid=1", &mut seen);
    let address = fake.address.clone();
    let asking = thread::spawn(move || reply(open(&address, "POST", "/pesan?sid=1", "", INITIALIZE)));
    read_to("tanya-0", &mut seen);
    let answer = r#"{"jsonrpc":"2.0","id":"tanya-0","result":{}}"#;
    assert!(reply(open(&fake.address, "POST", "/pesan?sid=1", "", answer)).starts_with("HTTP/1.1 202 "));
    read_to("protocolVersion", &mut seen);
    assert!(asking.join().expect("it asked").starts_with("HTTP/1.1 202 "));
}

#[cfg(target_os = "linux")]
#[test]
fn what_a_run_leaves_behind_is_seen() {
    let stage = Stage::new();
    let started: Value = json!([{"grandchild": "deaf"}, {"grandchild": "quiet"}]);
    let script = stage.script("uji", &json!({"ignore_eof": true, "ignore_term": true, "start": started}));
    let mut command = Command::new("sh");
    let line = "\"$0\" stdio \"$1\" < /dev/null & wait";
    command.args(["-c", line]).arg(crate::fake::program()).arg(script);
    let running = Running::start(command);
    // The shell's child, and for each grandchild a shell and what it runs, or that alone.
    until(|| running.children().iter().filter(|line| line.contains("sleep 300")).count() >= 2);
    assert!(running.children().iter().any(|line| line.contains("fake_server stdio")), "{:?}", running.children());
    running.kill_all();
}
