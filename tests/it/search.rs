//! `search` as people and scripts use it: where wanted tools stand, what is unknown, every format, the exit codes.

#![cfg(feature = "app")]

use std::fs;
use std::process::{Command, Output};

use serde_json::Value;

const TASKS: [&str; 9] = [
    "search",
    "samples/servers/forge.json",
    "samples/servers/notes.json",
    "samples/servers/browser.json",
    "samples/servers/gudang.json",
    "samples/servers/pajak.json",
    "samples/servers/kalender.json",
    "--tasks",
    "samples/search/tasks.jsonl",
];

fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_toolrent"));
    command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).env_clear();
    command.output().expect("the command runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is UTF-8")
}

fn with(more: &[&str]) -> String {
    let output = run(&TASKS.iter().chain(more).copied().collect::<Vec<_>>());
    assert!(output.status.success(), "{more:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

fn json(more: &[&str]) -> Value {
    serde_json::from_str(&with(more)).expect("a JSON document")
}

#[test]
fn every_wanted_tool_has_its_rank_under_every_ranker() {
    let document = json(&["--format", "json"]);
    assert_eq!((&document["k"], &document["tools"]), (&5.into(), &86.into()));
    let queries = document["queries"].as_array().expect("queries");
    assert_eq!(queries.len(), 6 * 3);
    let indonesian = queries.iter().filter(|query| query["query"] == "cari jam kosong untuk rapat dengan Sari");
    for query in indonesian {
        assert_eq!(query["wanted"][0]["tool"], "waktu.kosong");
        assert_eq!((&query["wanted"][0]["rank"], &query["wanted"][0]["verdict"]), (&1.into(), &"found".into()));
    }
    let missed = &queries[0]["wanted"][0];
    assert_eq!(
        (&missed["tool"], &missed["rank"], &missed["verdict"]),
        (&"buat_faktur".into(), &Value::Null, &"missed".into())
    );
    assert!(missed["fix"]["finds"] == true && !missed["fix"]["words"].as_array().expect("words").is_empty());
    let of_codex = &document["rankers"][0];
    let misses = queries.iter().filter(|query| query["ranker"] == "codex").flat_map(|query| query["wanted"].as_array());
    let misses = misses.flatten().filter(|one| one["verdict"] != "found").count();
    assert_eq!((&of_codex["wanted"], of_codex["misses"].as_u64()), (&7.into(), Some(misses as u64)));
}

#[test]
fn the_same_input_gives_the_same_bytes_with_any_number_of_threads() {
    let rankers = ["--ranker", "codex,claude,name-desc,plain,regex,exact,substring", "--format", "json"];
    let once = with(&rankers);
    for jobs in ["1", "2", "4"] {
        assert_eq!(once, with(&[&rankers[..], &["-j", jobs]].concat()), "-j {jobs}");
    }
}

#[test]
fn every_format_holds_every_query() {
    let lines = with(&["--format", "jsonl"]);
    assert_eq!(lines.lines().count(), 18);
    assert!(lines.lines().all(|line| serde_json::from_str::<Value>(line).expect("JSON")["wanted"].is_array()));
    let csv = with(&["--format", "csv", "--ranker", "codex"]);
    assert_eq!(csv.lines().filter(|line| line.contains(",codex,wanted,")).count(), 7);
    let cells = csv.lines().next().expect("a head").split(',').count();
    assert!(csv.lines().filter(|line| line.contains(",found,")).all(|line| line.split(',').count() == cells));
    let (table, markdown) = (with(&["--top", "1"]), with(&["--format", "markdown"]));
    assert!(table.contains("… 5 more queries") && table.contains("recall@5"), "{table}");
    assert!(markdown.contains("| codex | claude | plain |") && markdown.contains("recall"), "{markdown}");
    assert!(table.trim_end().lines().last().expect("lines").starts_with("next: toolrent "), "{table}");
}

#[test]
fn a_ranking_of_ones_own_stands_beside_ours() {
    let document = json(&["--ranking", "samples/search/embeddings.jsonl", "--ranker", "plain", "--format", "json"]);
    let own: Vec<&Value> = document["queries"].as_array().expect("queries").iter().skip(1).step_by(2).collect();
    assert_eq!((&own[0]["ranker"], &own[0]["wanted"][0]["rank"]), (&"embeddings".into(), &1.into()));
    assert_eq!(own[2]["wanted"][0]["tied"], serde_json::json!([1, 2]));
    assert_eq!(own[3]["notes"][0]["class"], "search.refused");
    assert_eq!((&document["unread"][0]["count"], &document["unread"][0]["first_line"]), (&1.into(), &3.into()));
}

#[test]
fn tasks_of_unknown_tools_are_left_out_and_counted() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("tasks.jsonl");
    let rows = "{\"query\":\"cari barang\",\"needed\":[\"gudang.cari_barang\"]}\nrusak\n\
                {\"query\":\"hapus\",\"needed\":[\"gudang.cari_barang\",\"gudang.cari_brang\"]}\n";
    fs::write(&file, rows).expect("a file");
    let tasks = file.display().to_string();
    let output = run(&["search", "samples/servers/gudang.json", "--tasks", &tasks, "--format", "json"]);
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    let document: Value = serde_json::from_slice(&output.stdout).expect("a JSON document");
    assert_eq!((&document["left_out"], &document["rankers"][0]["queries"]), (&1.into(), &1.into()));
    assert_eq!(document["unknown"][0]["near"][0], "gudang.cari_barang");
    assert_eq!(
        (&document["unread"][0]["reason"], &document["unread"][0]["first_line"]),
        (&"not JSON".into(), &2.into())
    );

    fs::write(&file, "{\"query\":\"hapus\",\"needed\":[\"gudang.cari_brang\"]}\n").expect("a file");
    let output = run(&["search", "samples/servers/gudang.json", "--tasks", &tasks]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("did you mean gudang.cari_barang"), "{}", text(&output.stderr));
    fs::write(&file, "[1]\n").expect("a file");
    let output = run(&["search", "samples/servers/gudang.json", "--tasks", &tasks]);
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
}

#[test]
fn texts_from_outside_are_escaped() {
    for format in ["table", "markdown", "csv", "json", "jsonl"] {
        let query = "cari \u{1b}[31m\u{202e}barang";
        let output =
            run(&["search", "samples/broken/hostile-names.json", "-q", query, "-q", "the", "--format", format]);
        let shown = text(&output.stdout);
        assert!(output.status.success(), "{format}");
        assert!(!shown.contains(['\u{1b}', '\u{202e}', '\u{e0041}']), "{format}: {shown:?}");
    }
}
