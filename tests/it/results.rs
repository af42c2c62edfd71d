//! `toolrent results` as a person or a script calls it, over recordings of our own.

#![cfg(feature = "app")]

use std::path::Path;
use std::process::{Command, Output};

use serde_json::{Value, json};

/// What stands in the recordings and may not stand in any report.
const PRIVATE: [&str; 3] = ["kucing-hitam", "Jalan Kenanga", "pencarian rahasia"];

fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let rows: Vec<Value> =
        (0..20).map(|id| json!({"id": id, "nama": format!("Warung {id}"), "pemilik": null})).collect();
    let pretty = serde_json::to_string_pretty(&json!({ "baris": rows })).expect("JSON");
    let secret = r#"{"env":"DB_PASSWORD=kucing-hitam","alamat":"Jalan Kenanga 4"}"#;
    let lines = [
        json!({"server": "toko", "tool": "cari", "arguments": {"q": "pencarian rahasia"},
            "result": {"content": [{"type": "text", "text": pretty}]}}),
        json!({"server": "toko", "tool": "cari", "result": {"content": [{"type": "text", "text": "galat"}], "isError": true}}),
        json!({"server": "toko\u{1b}[2J", "tool": "susun\u{202e}", "result": {"content": [{"type": "text", "text": secret}]}}),
    ];
    let text: Vec<String> = lines.iter().map(Value::to_string).collect();
    std::fs::write(folder.path().join("a.jsonl"), text.join("\n")).expect("a file");
    let other = json!({"tool": "potret", "result": {"content": [{"type": "image", "data": "AAAA"}]}});
    std::fs::write(folder.path().join("b.json"), other.to_string()).expect("a file");
    std::fs::write(folder.path().join("c.txt"), "tidak dibaca").expect("a file");
    folder
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_toolrent"));
    command.arg("results").args(arguments).arg("--isolated").current_dir(folder).env_clear();
    command.output().expect("the command runs")
}

fn json_of(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{output:?}"))
}

#[test]
fn a_folder_is_read_and_every_row_is_told() {
    let folder = folder();
    let output = run(folder.path(), &[".", "--format", "json"]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    let report = json_of(&output);
    assert_eq!((&report["command"], &report["schema"]), (&json!("results"), &json!(1)));
    let names: Vec<&str> =
        report["sources"].as_array().expect("sources").iter().filter_map(|s| s["name"].as_str()).collect();
    assert_eq!(names, ["./a.jsonl", "./b.json"]);
    let rows = report["results"].as_array().expect("rows");
    assert_eq!(rows.len(), 3);
    let shop = rows.iter().find(|row| row["tool"] == "cari").expect("a row");
    assert_eq!((&shop["calls"], &shop["failed"]), (&json!(2), &json!(1)));
    let waste = shop["waste"].as_object().expect("waste");
    assert!(
        waste["indent"].as_i64() > Some(0) && waste["nulls"].as_i64() > Some(0) && waste["rows"].as_i64() > Some(0)
    );
    let sum: i64 = waste.values().filter_map(Value::as_i64).sum();
    assert!(sum <= shop["tokens"].as_i64().expect("tokens"));
    let image = rows.iter().find(|row| row["tool"] == "potret").expect("a row");
    assert_eq!((&image["server"], &image["images"]["unknown"]), (&json!("(unnamed)"), &json!(1)));
    let total: i64 = rows.iter().filter_map(|row| row["tokens"].as_i64()).sum();
    assert_eq!(report["totals"]["tokens"], total);
}

#[test]
fn no_text_of_a_call_or_a_result_is_in_any_form() {
    let folder = folder();
    for format in ["table", "json", "jsonl", "csv", "markdown"] {
        for by in ["tool", "server", "session", "kind"] {
            let output = run(folder.path(), &["a.jsonl", "b.json", "--format", format, "--by", by]);
            let shown =
                format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
            assert!(output.status.success() && !shown.is_empty(), "{output:?}");
            for private in PRIVATE {
                assert!(!shown.contains(private), "{format} {by}: {shown}");
            }
            assert!(!shown.contains('\u{1b}') && !shown.contains('\u{202e}'), "{format} {by}: {shown:?}");
            let again = run(folder.path(), &["a.jsonl", "b.json", "--format", format, "--by", by]);
            assert_eq!(output.stdout, again.stdout, "{format} {by}");
        }
    }
}

#[test]
fn a_file_that_is_none_is_told_beside_those_that_are() {
    let folder = folder();
    let output = run(folder.path(), &["a.jsonl", "c.txt", "--format", "json"]);
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("c.txt"), "{output:?}");
    assert_eq!(json_of(&output)["sources"][1]["status"], "failed");
    let alone = run(folder.path(), &["c.txt"]);
    assert_eq!((alone.status.code(), alone.stdout.len()), (Some(2), 0), "{alone:?}");
    assert_eq!(run(folder.path(), &["tidak-ada.jsonl"]).status.code(), Some(2));
}

#[test]
fn the_host_and_the_model_asked_for_count() {
    let folder = folder();
    let report = json_of(&run(folder.path(), &["a.jsonl", "--host", "claude-code", "--format", "json"]));
    assert_eq!((&report["host"], &report["limits"]["cap"]), (&json!("claude-code"), &json!(25_000)));
    assert_eq!(report["limits"]["warn"], 10_000);
    let report = json_of(&run(folder.path(), &["b.json", "--model", "gpt-5.5", "--format", "json"]));
    assert_eq!(report["image_formula"]["id"], "openai-patches-5.5");
    assert_eq!(report["totals"]["tokens"], 12_000, "an image of unknown size counts as the largest");
    let wrong = run(folder.path(), &["a.jsonl", "--host", "claude-cod"]);
    assert!(wrong.status.code() == Some(2) && String::from_utf8_lossy(&wrong.stderr).contains("claude-code"));
}

fn samples() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/sessions")
}

#[test]
fn a_session_counts_for_the_host_that_wrote_it() {
    let report = json_of(&run(&samples(), &["claude-code.jsonl", "--format", "json"]));
    assert_eq!(report["host"], "claude-code");
    let own = report["results"].as_array().expect("rows").iter().find(|row| row["server"] == "(host)");
    assert_eq!(own.map(|row| &row["tool"]), Some(&json!("Task")));
    assert!(report["totals"]["carried"].as_i64() > Some(0) && report["totals"]["share_pct"].as_f64() > Some(0.0));
    assert_eq!(report["sessions"][0]["input_basis"], "billed");
    let report = json_of(&run(&samples(), &["codex-rollout.jsonl", "--format", "json"]));
    assert_eq!(report["host"], "codex");
}

#[test]
fn files_beside_a_session_belong_to_it_and_no_others_are_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let aside = folder.path().join("sesi/tool-results");
    std::fs::create_dir_all(&aside).expect("a folder");
    std::fs::create_dir_all(folder.path().join("sesi/subagents")).expect("a folder");
    std::fs::write(aside.join("panjang.txt"), "kata ".repeat(500)).expect("a file");
    std::fs::write(folder.path().join("rahasia.txt"), "kata ".repeat(900)).expect("a file");
    let note =
        |file: &str| format!("<persisted-output>\nOutput too large. Full output saved to: {file}\n\nPreview: kata");
    let lines = |session: &str, agent: &Value, file: &str| {
        let call =
            json!({"type": "tool_use", "id": format!("t-{agent}-{file}"), "name": "mcp__arsip__baca", "input": {}});
        let said = json!({"role": "assistant", "id": format!("m-{agent}-{file}"), "model": "claude-sonnet-4-6", "content": [call]});
        let result = json!({"type": "tool_result", "tool_use_id": format!("t-{agent}-{file}"), "content": note(file)});
        let line = |kind: &str, message: Value| json!({"type": kind, "sessionId": session, "agentId": agent, "uuid": format!("{kind}{agent}{file}"), "message": message});
        format!("{}\n{}\n", line("assistant", said), line("user", json!({"role": "user", "content": [result]})))
    };
    let text = lines("s", &Value::Null, "/lain/mesin/panjang.txt") + &lines("s", &Value::Null, "../../rahasia.txt");
    std::fs::write(folder.path().join("sesi.jsonl"), text).expect("a file");
    std::fs::write(folder.path().join("sesi/subagents/agent-a.jsonl"), lines("s", &json!("a"), "/x/tidak-ada.txt"))
        .expect("a file");
    let report = json_of(&run(folder.path(), &["sesi.jsonl", "--format", "json"]));
    let ids: Vec<&str> =
        report["sessions"].as_array().expect("rows").iter().filter_map(|row| row["id"].as_str()).collect();
    assert_eq!(ids, ["s", "s/a"]);
    assert_eq!((&report["sessions"][0]["spilled"], &report["totals"]["spilled"]), (&json!(2), &json!(3)));
    let tokens = report["totals"]["spilled_tokens"].as_i64().expect("tokens");
    assert!((900..1_300).contains(&tokens), "only the file beside the session: {tokens}");
}
