//! The command as people and scripts use it: exit codes, one clear line when something is wrong, nothing half-written.

#![cfg(feature = "app")]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

fn toolrent(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_toolrent"));
    command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).env_clear();
    command
}

fn run(arguments: &[&str]) -> Output {
    toolrent(arguments).output().expect("the command runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is UTF-8")
}

fn json(arguments: &[&str]) -> Value {
    let output = run(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("a JSON document")
}

#[test]
fn what_cannot_be_read_is_told_in_one_line_and_exits_2() {
    let folder = tempfile::tempdir().expect("a folder");
    let near = folder.path().join("notes.json");
    fs::write(&near, "{}").expect("a file");
    let missing = folder.path().join("notes.jsn").display().to_string();
    let directory = folder.path().display().to_string();
    for (source, words) in [
        (missing.as_str(), "no such file"),
        (&directory, "is a directory"),
        ("samples/broken/empty.json", "empty"),
        ("samples/broken/not-a-catalog.json", "expected"),
        ("samples/broken/zero-tools.json", "zero tools"),
        ("samples/broken/tools-null.json", "zero tools"),
    ] {
        for verb in ["rent", "count"] {
            let output = run(&[verb, source, "-q"]);
            let stderr = text(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{verb} {source}: {stderr}");
            let first = stderr.lines().next().unwrap_or_default();
            assert!(first.starts_with("error: ") && first.contains(source), "{verb} {source}: {stderr}");
            assert!(verb == "count" || stderr.contains(words), "{verb} {source}: {stderr}");
            assert!(output.stdout.is_empty(), "{verb} {source} wrote {:?}", text(&output.stdout));
        }
    }
    assert!(text(&run(&["rent", &missing]).stderr).contains("notes.json?"), "the near name is offered");
}

#[test]
fn one_bad_source_or_tool_leaves_the_rest() {
    let output = run(&["rent", "samples/servers/notes.json", "samples/nowhere.json", "--format", "json"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    let document: Value = serde_json::from_slice(&output.stdout).expect("a JSON document");
    assert_eq!(document["sources"][1]["status"], "failed");
    assert_eq!(document["columns"][0]["servers"][0]["tools_count"], 6);

    let output = run(&["rent", "samples/broken/malformed-entries.json", "--format", "json"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let document: Value = serde_json::from_slice(&output.stdout).expect("a JSON document");
    assert_eq!(document["columns"][0]["servers"][0]["tools_count"], 5);
    assert_eq!(document["sources"][0]["status"], "incomplete");
    let stderr = text(&output.stderr);
    assert!(stderr.contains("lost: samples/broken/malformed-entries.json:"), "each has its place: {stderr}");
}

#[test]
fn a_file_appears_whole_or_not_at_all() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("out.json");
    let name = file.display().to_string();
    let output = run(&["rent", "samples/broken/zero-tools.json", "-o", &name]);
    assert_eq!(output.status.code(), Some(2));
    let left: Vec<_> = fs::read_dir(folder.path()).expect("the folder").collect();
    assert!(left.is_empty(), "{left:?}");
    assert!(run(&["rent", "samples/servers/notes.json", "-o", &name, "--format", "json"]).status.success());
    let first = fs::read(&file).expect("the file");
    assert!(run(&["rent", "samples/servers/notes.json", "-o", &name, "--format", "json"]).status.success());
    assert_eq!(first, fs::read(&file).expect("the file"), "the same input gives the same bytes");
    assert_eq!(fs::read_dir(folder.path()).expect("the folder").count(), 1, "no temporary file is left");
}

#[test]
fn figures_reconcile_in_every_format() {
    let document = json(&["rent", "samples/servers/forge.json", "samples/servers/gudang.json", "--format", "json"]);
    assert_eq!((document["schema"].as_u64(), document["command"].as_str()), (Some(1), Some("rent")));
    let hosts: Vec<_> = document["columns"].as_array().expect("columns").iter().map(|column| &column["host"]).collect();
    assert_eq!(hosts, ["json", "claude-api", "openai-api"]);
    for column in document["columns"].as_array().expect("columns") {
        let totals = &column["totals"];
        let number = |value: &Value| value.as_i64().expect("an integer");
        let servers = column["servers"].as_array().expect("servers");
        let tools: Vec<&Value> = servers.iter().flat_map(|server| server["tools"].as_array().expect("tools")).collect();
        let sum = |key: &str| tools.iter().map(|tool| number(&tool[key])).sum::<i64>();
        assert_eq!(sum("model"), number(&totals["model"]));
        assert_eq!(sum("wire"), number(&totals["wire"]));
        let once = number(&totals["fixed"]) + number(&totals["instructions"]);
        assert_eq!(sum("if_loaded") + once, number(&totals["if_loaded"]));
        assert_eq!(sum("up_front") + once + number(&totals["search"]), number(&totals["up_front"]));
        for tool in tools {
            let fields = tool["fields"].as_object().expect("fields");
            assert_eq!(fields.values().map(number).sum::<i64>(), number(&tool["model"]), "{}", tool["name"]);
        }
    }
    let lines = text(&run(&["rent", "samples/servers/forge.json", "--format", "jsonl"]).stdout);
    assert_eq!(lines.lines().filter(|line| line.contains("\"row\":\"tool\"")).count(), 3 * 34);
    assert_eq!(lines.lines().filter(|line| line.contains("\"row\":\"total\"")).count(), 3);
    let csv = text(&run(&["rent", "samples/servers/forge.json", "--format", "csv"]).stdout);
    assert_eq!(csv.lines().filter(|line| line.contains(",tool,")).count(), 3 * 34 + 1);
}

#[test]
fn text_from_outside_is_shown_and_never_obeyed() {
    for format in ["table", "markdown", "csv", "json", "jsonl"] {
        let output =
            run(&["rent", "samples/broken/hostile-names.json", "--format", format, "--top", "0", "--by", "tool"]);
        let shown = text(&output.stdout) + &text(&output.stderr);
        let hidden = |c: char| {
            c.is_control() && c != '\n' && c != '\r'
                || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{e0000}'..='\u{e007f}' | '\u{200b}')
        };
        assert!(!shown.contains(hidden), "{format}: {:?}", shown.chars().filter(|c| hidden(*c)).collect::<Vec<_>>());
        match format {
            "markdown" => assert!(!shown.contains("<script"), "{shown}"),
            "csv" => {
                let formula = |cell: &str| cell.trim_matches('"').starts_with(['=', '@']);
                assert!(!shown.lines().any(|line| line.split(',').any(formula)), "{shown}");
            }
            _ => {}
        }
    }
}

#[test]
fn budgets_are_kept_or_exit_1() {
    let folder = tempfile::tempdir().expect("a folder");
    let settings = folder.path().join("toolrent.toml");
    let catalog = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/servers/notes.json").display().to_string();
    let name = settings.display().to_string();
    for (text_of, code) in [
        ("[budget]\ntotal = 100000\n", 0),
        ("[budget]\ntotal = 100\n", 1),
        ("[budget]\ntool = 150\n", 1),
        ("hosts = [\"claude-code\"]\n[budget]\ntotal = 100000\n[budget.openai-api]\ninstructions = 10\n", 1),
        ("[budget]\ngrowth_pct = 5\n", 0),
        ("[budgte]\ntotal = 1\n", 2),
    ] {
        fs::write(&settings, text_of).expect("settings");
        let output = run(&["rent", &catalog, "--config", &name, "--baseline", &catalog]);
        assert_eq!(output.status.code(), Some(code), "{text_of}{}{}", text(&output.stdout), text(&output.stderr));
        if code == 1 {
            assert!(text(&output.stdout).contains("over budget: "), "{text_of}");
            let lowered = run(&["rent", &catalog, "--config", &name, "--exit-zero"]);
            assert_eq!(lowered.status.code(), Some(0), "{text_of}");
        }
    }
}

#[test]
fn models_and_hosts_that_do_not_fit_are_refused_with_those_that_do() {
    for (arguments, words) in [
        (&["--host", "claude-api", "--model", "gpt-5"][..], "claude-sonnet-4-6"),
        (&["--host", "claude-cod"], "claude-code"),
        (&["--model", "claude-sonet-4-6"], "claude-"),
    ] {
        let output = run(&[&["rent", "samples/servers/notes.json"], arguments].concat());
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(text(&output.stderr).contains(words), "{arguments:?}: {}", text(&output.stderr));
    }
}

#[test]
fn a_request_finds_its_meter_and_says_what_it_leaves_out() {
    let counts = json(&["count", "samples/requests/anthropic.json", "--format", "json"]);
    let count = &counts["requests"][0];
    assert_eq!(count["profile"], "anthropic-4.6");
    let parts = count["parts"].as_object().expect("parts");
    let sum: i64 = parts.values().map(|part| part.as_i64().expect("an integer")).sum();
    assert_eq!(Some(sum), count["predicted"].as_i64());
    // A Gemini body names no model: it is counted when the user says which.
    assert_eq!(run(&["count", "samples/requests/gemini.json"]).status.code(), Some(2));
    let asked = json(&["count", "samples/requests/gemini.json", "--model", "gemini-2.5-flash", "--format", "json"]);
    assert_eq!(asked["requests"][0]["profile"], "gemini-api-2.5");
    assert!(asked["requests"][0]["notes"][0].as_str().is_some_and(|note| note.contains("Vertex")), "{asked}");
    let rows = text(&run(&["count", "samples/requests/log.jsonl", "--format", "jsonl"]).stdout);
    assert_eq!(rows.lines().count(), 6);
}

#[test]
fn calibrate_with_nothing_to_judge_exits_2_with_the_reasons() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("rows.jsonl");
    let name = file.display().to_string();
    let row = r#"{"model":"gpt-4o","messages":[]}"#;
    for (rows, words) in [
        ("{\"hosts\": [\"json\"],\n \"model\": \"gpt-4o\"}\n".to_owned(), "no provider request in it (1)"),
        (format!("{row}\n{row}\nx{row}\n{{\"a\":,}}\n"), "no recorded usage (2)"),
        (format!("{row}\n{row}\nx{row}\n{{\"a\":,}}\n"), "not JSON (2)"),
    ] {
        fs::write(&file, rows).expect("a file");
        for format in ["table", "json", "csv"] {
            let output = run(&["calibrate", &name, "--format", format]);
            let stderr = text(&output.stderr);
            assert_eq!(output.status.code(), Some(2), "{stderr}");
            let first = stderr.lines().next().unwrap_or_default();
            assert!(first.starts_with("error: ") && first.contains(&name) && first.contains(words), "{stderr}");
            assert!(output.stdout.is_empty());
        }
    }
}

#[test]
fn what_the_user_says_counts_at_any_address_and_a_banner_costs_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("rows.jsonl");
    let row =
        r#"{"uri":"http://localhost:4000/v1","request":{"model":"x","messages":[{"role":"user","content":"Halo"}]}}"#;
    fs::write(&file, format!("== perekam ==\n{row}\n{row}\n")).expect("a file");
    let name = file.display().to_string();
    let counts = json(&["count", &name, "--model", "gpt-4o", "--format", "json"]);
    assert_eq!(counts["requests"].as_array().map(Vec::len), Some(2), "{counts}");
    assert_eq!(counts["requests"][0]["profile"], "openai-chat-4o");
    assert_eq!(run(&["count", &name]).status.code(), Some(2), "a gateway alone is no endpoint to count for");
}

#[test]
fn standard_input_and_a_closed_pipe_are_quiet() {
    let mut child = toolrent(&["rent", "-", "--format", "json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command starts");
    let catalog = fs::read("samples/servers/notes.json").expect("a sample");
    child.stdin.take().expect("a pipe").write_all(&catalog).expect("it reads");
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success());
    let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(document["sources"][0]["name"], "-");

    let mut child = toolrent(&["rent", "samples/servers/forge.json", "--format", "json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert_eq!((output.status.code(), text(&output.stderr).as_str()), (Some(0), ""));
}

#[test]
fn large_files_of_lines_stream() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("many.ndjson");
    let tool = r#"{"name":"cari_NNN","description":"Mencari barang di gudang.","inputSchema":{"type":"object"}}"#;
    let mut out = std::io::BufWriter::new(fs::File::create(&file).expect("a file"));
    let lines = (33 << 20) / tool.len();
    for number in 0..lines {
        writeln!(out, "{}", tool.replace("NNN", &format!("{number:03}"))).expect("room on the disk");
        if number == 7 {
            writeln!(out, "{{broken").expect("room on the disk");
        }
    }
    out.flush().expect("room on the disk");
    let rows = folder.path().join("rows.jsonl");
    let (from, to) = (file.display().to_string(), rows.display().to_string());
    let output = run(&["rent", &from, "--model", "raw-o200k", "--format", "jsonl", "-o", &to]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("many.ndjson:9"), "the broken line is told: {}", text(&output.stderr));
    assert_eq!(fs::read_to_string(&rows).expect("rows").lines().count(), lines);
}

#[test]
fn demo_hosts_models_and_generated_files_need_nothing() {
    for arguments in [
        &["demo"][..],
        &["demo", "--format", "json"],
        &["hosts"],
        &["models", "--format", "markdown"],
        &["generate", "completions", "bash"],
        &["generate", "man"],
        &["generate", "schema"],
    ] {
        let output = run(arguments);
        assert!(output.status.success() && output.stdout.len() > 400, "{arguments:?}: {}", text(&output.stderr));
    }
    let committed = fs::read_to_string("src/report/schema.json").expect("the committed schema");
    assert_eq!(text(&run(&["generate", "schema"]).stdout), committed, "write src/report/schema.json anew");
}
