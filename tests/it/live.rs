//! `calibrate --live` against a server on loopback that answers in the providers' documented shapes.

#![cfg(all(feature = "app", feature = "gather"))]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Output};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use serde_json::{Value, json};

/// What arrived: the first line, the headers, the body.
type Call = (String, String, Value);

/// Answers every call with `answer` until the process ends, and hands on what arrived.
fn serve(answer: fn(&Call) -> (u16, Value)) -> (String, Receiver<Call>) {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a port on loopback");
    let address = format!("http://{}", listener.local_addr().expect("an address"));
    let (sender, receiver) = channel();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let Some(call) = read(&stream) else { continue };
            let (status, body) = answer(&call);
            let body = body.to_string();
            let reply = format!(
                "HTTP/1.1 {status} X\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
                body.len()
            );
            let mut stream = stream;
            let _ = stream.write_all(reply.as_bytes());
            if sender.send(call).is_err() {
                return;
            }
        }
    });
    (address, receiver)
}

fn read(stream: &TcpStream) -> Option<Call> {
    let mut reader = BufReader::new(stream);
    let (mut first, mut headers, mut length) = (String::new(), String::new(), 0);
    reader.read_line(&mut first).ok()?;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).ok()?;
        if line.trim().is_empty() {
            break;
        }
        if let Some(value) = line.to_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().ok()?;
        }
        headers.push_str(&line.to_lowercase());
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).ok()?;
    Some((first, headers, serde_json::from_slice(&body).ok()?))
}

fn calibrate(provider: &str, model: &str, key: &str, address: &str, more: &[&str]) -> Output {
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/servers/notes.json");
    Command::new(env!("CARGO_BIN_EXE_toolrent"))
        .args(["calibrate", sample, "--live", provider, "--model", model, "--endpoint", address])
        .args(more)
        .env_clear()
        .env(key, "a-key-that-is-secret")
        .output()
        .expect("the command runs")
}

/// Ten tokens without tools, a preamble of 500 once, 100 a tool.
fn tokens(tools: &Value) -> u64 {
    match tools.as_array().map(Vec::len) {
        None | Some(0) => 10,
        Some(tools) => 510 + 100 * tools as u64,
    }
}

fn check(output: &Output, calls: &Receiver<Call>, path: &str, header: &str) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{stderr}");
    let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(document["baseline"]["counted"], 10);
    let row = &document["rows"][0];
    assert_eq!(
        (row["tools"].as_u64(), row["counted"].as_i64()),
        (Some(6), Some(1100)),
        "the baseline is taken off once"
    );
    assert!(row["predicted"].as_i64().is_some_and(|tokens| tokens > 200), "{document}");
    let calls: Vec<Call> = calls.try_iter().collect();
    assert_eq!(calls.len(), 2, "one request without tools, one with all");
    for (first, headers, _) in &calls {
        assert!(first.starts_with(&format!("POST {path} ")), "{first}");
        assert!(headers.contains(header), "{headers}");
    }
    let shown = String::from_utf8_lossy(&output.stdout);
    assert!(!shown.contains("secret") && !stderr.contains("secret"), "the key is never shown");
}

#[test]
fn anthropic_is_asked_and_remembered() {
    let (address, calls) = serve(|call| (200, json!({"input_tokens": tokens(&call.2["tools"])})));
    let folder = tempfile::tempdir().expect("a folder");
    let cache = folder.path().join("counts.json").display().to_string();
    let ask = || {
        let more = ["--format", "json", "--cache", &cache];
        calibrate("anthropic", "claude-sonnet-4-6", "ANTHROPIC_API_KEY", &address, &more)
    };
    check(&ask(), &calls, "/v1/messages/count_tokens", "anthropic-version: 2023-06-01");
    assert!(ask().status.success());
    assert_eq!(calls.try_iter().count(), 0, "nothing is asked twice");
    let kept = std::fs::read_to_string(&cache).expect("the cache");
    assert!(!kept.contains("secret") && !kept.contains("save-note"), "no key and no text is kept: {kept}");
}

#[test]
fn openai_is_asked() {
    let answer =
        |call: &Call| (200, json!({"object": "response.input_tokens", "input_tokens": tokens(&call.2["tools"])}));
    let (address, calls) = serve(answer);
    let output = calibrate("openai", "gpt-5", "OPENAI_API_KEY", &address, &["--format", "json"]);
    check(&output, &calls, "/v1/responses/input_tokens", "authorization: bearer a-key");
}

#[test]
fn gemini_is_asked() {
    let answer = |call: &Call| {
        let tools = &call.2["generateContentRequest"]["tools"][0]["functionDeclarations"];
        (200, json!({"totalTokens": tokens(tools)}))
    };
    let (address, calls) = serve(answer);
    let output = calibrate("gemini", "gemini-2.5-flash", "GEMINI_API_KEY", &address, &["--format", "json"]);
    check(&output, &calls, "/v1beta/models/gemini-2.5-flash:countTokens", "x-goog-api-key: a-key");
}

#[test]
fn a_refusal_is_told_without_the_key() {
    let (address, _calls) = serve(|_| (401, json!({"error": {"message": "invalid x-api-key"}})));
    let output = calibrate("anthropic", "claude-sonnet-4-6", "ANTHROPIC_API_KEY", &address, &[]);
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("401") && stderr.contains("invalid x-api-key") && !stderr.contains("secret"), "{stderr}");
    let offline = calibrate("anthropic", "claude-sonnet-4-6", "ANTHROPIC_API_KEY", &address, &["--offline"]);
    assert_eq!(offline.status.code(), Some(2));
    let no_key = calibrate("anthropic", "claude-sonnet-4-6", "SOME_OTHER_KEY", &address, &[]);
    assert!(String::from_utf8_lossy(&no_key.stderr).contains("ANTHROPIC_API_KEY is not set"));
}
