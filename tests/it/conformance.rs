//! The official conformance suite for clients: what each revision requires, played against the library.

#![cfg(all(feature = "app", feature = "gather"))]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::servers::{self, node};

const BASELINE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/servers/conformance-baseline.yml");

#[test]
fn the_revision_of_2026_07_28_passes() {
    pass(
        "2026-07-28",
        &[
            "http-custom-headers",
            "http-invalid-tool-headers",
            "http-standard-headers",
            "json-schema-2020-12-preservation",
            "json-schema-ref-no-deref",
            "request-metadata",
            "sep-2322-client-request-state",
            "tools_call",
        ],
    );
}

#[test]
fn the_revision_of_2025_11_25_passes() {
    pass("2025-11-25", &["initialize", "json-schema-2020-12-preservation", "tools_call"]);
}

/// Plays all that a revision requires: what is not in the baseline passes, what is there does not, and of these
/// scenarios each has something that was checked (one that checks nothing counts as passed to the suite).
fn pass(revision: &str, scenarios: &[&str]) {
    let Some(folder) = servers::folder() else { return };
    let results = tempfile::tempdir().expect("a folder");
    let suite = node(&folder, "node_modules/@modelcontextprotocol/conformance/dist/index.js", &["client"]);
    let mut command = Command::new(&suite[0]);
    command.args(&suite[1..]).args(["--requirements", revision, "--expected-failures", BASELINE]);
    // On a busy machine all of them at once take their time.
    command.args(["--timeout", "120000", "--command"]).arg(client()).arg("-o").arg(results.path());
    let output = command.output().expect("the suite runs");
    let told = String::from_utf8_lossy(&output.stdout);
    for scenario in scenarios {
        let checks = checks(results.path(), scenario);
        let with = |status: &str| checks.iter().filter(|check| check["status"] == status).collect::<Vec<_>>();
        assert!(!with("SUCCESS").is_empty(), "{scenario}: nothing was checked\n{told}");
        let wrong: Vec<_> = ["FAILURE", "WARNING"].into_iter().flat_map(with).collect();
        assert!(wrong.is_empty(), "{scenario}: {wrong:#?}");
    }
    assert!(output.status.success(), "{told}");
}

/// The client under test, which `cargo test` builds among the examples.
fn client() -> PathBuf {
    let target = Path::new(env!("CARGO_BIN_EXE_toolrent")).parent().expect("a folder");
    let client = target.join("examples").join("conformance_client");
    assert!(client.exists(), "build it with `cargo build --example conformance_client`");
    client
}

/// What the suite noted for a scenario; its folder has the time behind the name.
fn checks(results: &Path, scenario: &str) -> Vec<Value> {
    let folders = fs::read_dir(results).expect("the results").map(|entry| entry.expect("an entry"));
    let mut played = folders.filter(|entry| {
        let name = entry.file_name().to_string_lossy().into_owned();
        name.strip_prefix(scenario).is_some_and(|rest| rest.starts_with("-20"))
    });
    let folder = played.next().unwrap_or_else(|| panic!("{scenario} was not played")).path();
    let text = fs::read_to_string(folder.join("checks.json")).expect("checks");
    serde_json::from_str(&text).expect("JSON")
}
