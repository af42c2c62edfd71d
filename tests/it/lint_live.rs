//! `lint` over servers that are asked and not read from a file.

#![cfg(all(feature = "app", feature = "gather", unix))]

use serde_json::{Value, json};

use crate::fake::program;
use crate::stage::Stage;

#[test]
fn servers_are_asked_when_somebody_agreed() {
    let tools = json!([{"name": "hapus", "description": "Menghapus catatan.", "inputSchema": {"type": "object",
        "properties": {"mode": {"type": "string", "enum": ["lunak", "lunak"]}}}}]);
    let stage = Stage::new().stdio("uji", &json!({"tools": tools}));
    let servers = json!({"uji": {"command": program(), "args": ["stdio", stage.path("uji.script")]}});
    stage.file("satu.json", &json!({"mcpServers": servers}).to_string());
    let both = json!({"uji": servers["uji"], "hilang": {"command": "/nowhere/server"}});
    stage.file("dua.json", &json!({"mcpServers": both}).to_string());
    let lint = |config: &str, more: &[&str]| {
        let arguments = [&["lint", config, "--format", "json", "-A", "all", "-D", "enum-duplicate"], more].concat();
        let output = stage.command(&arguments).output().expect("the command runs");
        let found: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
        (output.status.code(), found["findings"][0]["tool"].as_str().map(str::to_owned))
    };
    let hapus = Some("hapus".to_owned());
    assert_eq!(lint("satu.json", &[]), (Some(2), None), "nobody agreed to start it");
    assert_eq!(lint("satu.json", &["--connect", "--twice"]), (Some(1), hapus.clone()));
    assert_eq!(lint("satu.json", &["--connect", "--exit-zero"]), (Some(0), hapus.clone()));
    assert_eq!(lint("satu.json", &["--connect", "--offline"]), (Some(2), None));
    assert_eq!(lint("dua.json", &["--connect"]), (Some(3), hapus.clone()), "a missing server outranks findings");
    assert_eq!(lint("dua.json", &["--connect", "--allow-missing"]), (Some(1), hapus));
}
