//! Real servers on the official SDKs list for us exactly what they list for the SDK's own client.

#![cfg(all(feature = "app", feature = "gather"))]

use std::path::Path;

use serde_json::Value;

use crate::servers::{self, Gathered, Running, node, node_on_loopback, path, python};

/// Gathers from a program and from the SDK's client, and holds them against each other; returns what was listed.
fn agree_over_streams(folder: &Path, command: &[String]) -> Value {
    let quoted: Vec<_> = command.iter().map(|word| format!("'{word}'")).collect();
    let gathered = Gathered::run(&["--server", &format!("asked={}", quoted.join(" "))], &[]);
    let asked: Vec<_> = ["stdio".to_owned()].into_iter().chain(command.iter().cloned()).collect();
    agree(&gathered, "stdio", servers::reference(folder, &asked, &[]))
}

/// The same with an address; `transport` is what must have been spoken in the end.
fn agree_over_http(folder: &Path, url: &str, transport: &str) -> Value {
    let gathered = Gathered::run(&[url], &[]);
    agree(&gathered, transport, servers::reference(folder, &[transport.to_owned(), url.to_owned()], &[]))
}

fn agree(gathered: &Gathered, transport: &str, mut reference: Value) -> Value {
    let row = gathered.row(None);
    let stderr = String::from_utf8_lossy(&gathered.output.stderr);
    assert_eq!(gathered.output.status.code(), Some(0), "{row} {stderr}");
    assert_eq!((row["status"].as_str(), row["transport"].as_str()), (Some("ok"), Some(transport)), "{row}");
    let listed = gathered.listed(row["name"].as_str().expect("a name"));
    reference.as_object_mut().expect("an object").remove("ms");
    assert_eq!(listed, reference, "{row}");
    assert_eq!(row["tools_count"].as_u64(), reference["tools"].as_array().map(|tools| tools.len() as u64));
    listed
}

fn count(listed: &Value, kind: &str) -> u64 {
    listed[kind].as_u64().unwrap_or_else(|| listed[kind].as_array().map_or(0, |list| list.len() as u64))
}

#[test]
fn the_python_sdk_lists_the_same_over_streams_and_http() {
    let Some(folder) = servers::folder() else { return };
    let streams = agree_over_streams(&folder, &python(&folder, "gardu_server.py", "stdio"));
    assert_eq!((streams["era"].as_str(), count(&streams, "tools")), (Some("2026-07-28"), 3));
    let running = Running::start(&python(&folder, "gardu_server.py", "http"), &[]);
    assert_eq!(agree_over_http(&folder, &format!("{}/mcp", running.origin), "http"), streams);
}

#[test]
fn the_typescript_sdk_lists_the_same_over_streams_and_http() {
    let Some(folder) = servers::folder() else { return };
    let streams = agree_over_streams(&folder, &node(&folder, "koperasi_server.mjs", &["stdio"]));
    assert_eq!((streams["era"].as_str(), count(&streams, "tools")), (Some("2026-07-28"), 2));
    assert_eq!(["prompts", "resources", "templates"].map(|kind| count(&streams, kind)), [1, 1, 1]);
    let running = Running::start(&node(&folder, "koperasi_server.mjs", &["http"]), &[]);
    assert_eq!(agree_over_http(&folder, &running.origin, "http"), streams);
}

#[test]
fn a_fastmcp_server_has_every_kind_of_list() {
    let Some(folder) = servers::folder() else { return };
    let streams = agree_over_streams(&folder, &python(&folder, "museum_server.py", "stdio"));
    assert_eq!(["tools", "prompts", "resources", "templates"].map(|kind| count(&streams, kind)), [3, 2, 2, 1]);
    assert!(streams["instructions"].as_str().is_some_and(|text| text.contains("museum batik")), "{streams}");
    let running = Running::start(&python(&folder, "museum_server.py", "http"), &[]);
    assert_eq!(agree_over_http(&folder, &format!("{}/mcp", running.origin), "http"), streams);
}

#[test]
fn the_rust_sdk_is_listed() {
    let Some(folder) = servers::folder() else { return };
    let listed = agree_over_streams(&folder, &[path(&folder, "rust/debug/toolrent-test-server")]);
    assert_eq!((listed["era"].as_str(), count(&listed, "tools")), (Some("2026-07-28"), 2));
}

#[test]
fn the_reference_server_is_listed_over_three_transports() {
    let Some(folder) = servers::folder() else { return };
    let script = "node_modules/@modelcontextprotocol/server-everything/dist/index.js";
    let streams = agree_over_streams(&folder, &node(&folder, script, &[]));
    assert_eq!(streams["era"].as_str(), Some("2025-11-25"));
    assert!(count(&streams, "tools") >= 10 && count(&streams, "prompts") > 0, "{streams}");
    for (argument, end, transport) in [("streamableHttp", "mcp", "http"), ("sse", "sse", "sse")] {
        let running = Running::start(&node_on_loopback(&folder, script, &[argument]), &[]);
        let listed = agree_over_http(&folder, &format!("{}/{end}", running.origin), transport);
        assert_eq!(listed["tools"], streams["tools"], "{transport}");
    }
}

#[test]
fn the_filesystem_server_is_listed() {
    let Some(folder) = servers::folder() else { return };
    let script = "node_modules/@modelcontextprotocol/server-filesystem/dist/index.js";
    let listed = agree_over_streams(&folder, &node(&folder, script, &[&path(&folder, "room")]));
    assert_eq!(listed["era"].as_str(), Some("2025-11-25"));
    assert!(count(&listed, "tools") >= 10, "{listed}");
}

#[test]
fn a_server_that_breaks_at_its_start_says_why() {
    let Some(folder) = servers::folder() else { return };
    let program = path(&folder, ".venv/bin/mcp-server-sqlite");
    let broken = format!("arsip='{program}' --db-path '{}'", path(&folder, "room/arsip.db"));
    let sound = format!("gardu='{}'", python(&folder, "gardu_server.py", "stdio").join("' '"));
    let gathered = Gathered::run(&["--server", &broken, "--server", &sound, "-v"], &[]);
    assert_eq!(gathered.output.status.code(), Some(3), "{}", gathered.report);
    let row = gathered.row(Some("arsip"));
    assert_eq!((row["status"].as_str(), row["exit_code"].as_i64()), (Some("unreachable"), Some(1)), "{row}");
    let said = format!("{row} {}", String::from_utf8_lossy(&gathered.output.stderr));
    assert!(said.contains("Error"), "the end of its traceback is told: {said}");
    assert_eq!(gathered.row(Some("gardu"))["status"], "ok");
    assert_eq!(count(&gathered.listed("gardu"), "tools"), 3);
}
