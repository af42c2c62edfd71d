//! `toolrent simulate` as people and scripts use it.

#![cfg(feature = "app")]

use std::fs;
use std::process::{Command, Output};

use serde_json::Value;

use crate::shared::folder;

const SERVERS: [&str; 6] = ["forge", "notes", "gudang", "kalender", "pajak", "browser"];

fn run_in(folder: &str, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_toolrent"));
    command.args(arguments).current_dir(folder).env_clear().output().expect("the command runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).expect("output is UTF-8")
}

/// `simulate` over all sample servers.
fn simulate(arguments: &[&str]) -> Output {
    let files = SERVERS.map(|server| format!("samples/servers/{server}.json"));
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    run_in(env!("CARGO_MANIFEST_DIR"), &[&["simulate"], &files[..], arguments].concat())
}

fn shown(arguments: &[&str]) -> String {
    let output = simulate(arguments);
    assert!(output.status.success(), "{arguments:?}: {}", text(&output.stderr));
    text(&output.stdout)
}

const SESSIONS: [&str; 2] = ["--session", "samples/simulate/sessions.jsonl"];

fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&shown(&[arguments, &["--format", "json"]].concat())).expect("a JSON document")
}

fn named<'a>(document: &'a Value, name: &str, host: &str) -> &'a Value {
    let all = document["strategies"].as_array().expect("strategies");
    all.iter().find(|one| one["name"] == name && one["host"] == host).expect(name)
}

#[test]
fn each_product_stands_beside_full_and_oracle_of_its_own_host() {
    let document = json(&[&SESSIONS[..], &["--strategy", "claude-code,claude-api", "--strategy", "codex"]].concat());
    let names =
        |one: &Value| format!("{} {}", one["host"].as_str().expect("a host"), one["name"].as_str().expect("a name"));
    let all: Vec<String> = document["strategies"].as_array().expect("strategies").iter().map(names).collect();
    let wanted = ["claude-code", "claude-api", "codex"]
        .iter()
        .flat_map(|host| ["full", "oracle", host].map(|name| format!("{host} {name}")));
    assert_eq!(all, wanted.collect::<Vec<_>>());
    assert_eq!((&document["host"], &document["model"]), (&"claude-code".into(), &"claude-sonnet-4-6".into()));
    assert_eq!((&document["workload"]["tasks"], &document["workload"]["turns"]), (&5.into(), &20.into()));
    assert_eq!(document["workload"]["source"], "sessions");
    let own = |name: &str| named(&document, name, "claude-api");
    let tokens = |name: &str, key: &str| own(name)[key].as_i64().expect(key);
    assert!(tokens("oracle", "peak") < tokens("claude-api", "peak"));
    assert!(tokens("claude-api", "cumulative") < tokens("full", "cumulative"));
    assert!(tokens("claude-api", "cumulative_once") < tokens("claude-api", "cumulative"));
    assert!(own("claude-api")["extra_passes"].as_f64() > Some(0.0) && own("claude-api")["http_round_trips"] == 0.0);
    assert!(own("claude-api")["miss_per_search"].is_number() && own("full")["miss_per_search"].is_null());
    assert!(named(&document, "claude-code", "claude-code")["http_round_trips"].as_f64() > Some(0.0));
    // Eighty-six tools are fewer than Codex holds back.
    assert_eq!(named(&document, "codex", "codex")["deferred"], false);
    assert_eq!(own("full")["per_turn"].as_array().map(Vec::len), Some(6));
}

#[test]
fn break_even_and_advice_are_told_with_their_grounds() {
    let document = json(&[&SESSIONS[..], &["--strategy", "claude-api", "--miss-rate", "0"]].concat());
    let evens = document["break_even"].as_array().expect("break even");
    assert_eq!(
        evens.iter().map(|even| even["metric"].as_str().expect("a metric")).collect::<Vec<_>>(),
        ["peak", "cumulative", "billed"]
    );
    let curve = evens[1]["curve"].as_array().expect("a curve");
    let ratio = |at: usize| curve[at]["ratio"].as_f64().expect("a ratio");
    assert!(ratio(0) > ratio(curve.len() - 1), "{curve:?}");
    assert_eq!(curve.last().map(|size| &size["tools"]), Some(&86.into()));
    let keep = &document["keep_loaded"][0];
    assert_eq!((&keep["misses_left"], &keep["reached"]), (&0.into(), &true.into()));
    let tools = keep["tools"].as_array().expect("tools");
    assert!(
        !tools.is_empty()
            && tools.iter().all(|tool| tool["misses"].as_u64() > Some(0) && tool["tokens"].as_u64() > Some(0))
    );
    let kept: Vec<String> = tools
        .iter()
        .map(|tool| {
            format!("{}.{}", tool["server"].as_str().expect("a server"), tool["tool"].as_str().expect("a tool"))
        })
        .collect();
    let again = json(&[&SESSIONS[..], &["--strategy", "claude-api", "--hot", &kept.join(",")]].concat());
    assert_eq!(named(&again, "claude-api", "claude-api")["miss_per_search"], 0.0);
    assert!(
        named(&again, "claude-api", "claude-api")["first_turn"].as_i64()
            > named(&document, "claude-api", "claude-api")["first_turn"].as_i64()
    );
}

#[test]
fn a_longer_cache_and_other_pauses_change_the_bill_alone() {
    let with = |more: &[&str]| json(&[&SESSIONS[..], &["--strategy", "claude-code"], more].concat());
    let full = |document: &Value, key: &str| named(document, "full", "claude-code")[key].as_i64().expect(key);
    let (short, long) = (with(&[]), with(&["--ttl", "1h"]));
    assert_eq!(full(&short, "cumulative"), full(&long, "cumulative"));
    assert_ne!(full(&short, "billed"), full(&long, "billed"));
    assert_eq!(long["columns"][0]["cache"]["ttl_s"], 3_600);
    let none = with(&["--sensitivity"]);
    let knobs = none["sensitivity"].as_array().expect("variations");
    let values = |what: &str| knobs.iter().filter(|one| one["what"] == what).count();
    // Claude Code's model names tools, so that there is no k to change.
    assert_eq!([values("k"), values("gap"), values("results"), values("hot")], [0, 2, 2, 4]);
}

#[test]
fn every_format_holds_every_strategy_and_misses_stand_in_the_row_of_the_savings() {
    let asked = [&SESSIONS[..], &["--strategy", "claude-api,vscode-claude"]].concat();
    let of = |format: &str| shown(&[&asked[..], &["--format", format]].concat());
    assert_eq!(of("jsonl").lines().count(), 6);
    let csv = of("csv");
    let cells = csv.lines().next().expect("a head").split(',').count();
    assert!(csv.lines().count() == 7 && csv.lines().all(|line| line.split(',').count() == cells), "{csv}");
    for words in [of("table"), of("markdown")] {
        for word in [
            "misses/",
            "re-sent",
            "once",
            "deferring pays from",
            "Keep loaded",
            "anthropic-4.6, fitted",
            "tokens a request",
            "█",
            "lower bound",
        ] {
            assert!(words.contains(word), "{word}: {words}");
        }
        let last = words.trim_end().lines().last().expect("lines");
        assert!(last.starts_with("next") && last.contains("toolrent search"), "{words}");
        assert!(
            words.contains("arsip") && words.contains("the model's own before 11 requests, the user's words"),
            "{words}"
        );
    }
    assert_eq!(of("table"), shown(&[&asked[..], &["-j", "1"]].concat()));
}

#[test]
fn tasks_that_need_unknown_tools_are_left_out_and_counted() {
    let document = json(&["--tasks", "samples/simulate/tasks.jsonl", "--strategy", "claude-api"]);
    assert_eq!(
        (&document["workload"]["tasks"], &document["workload"]["left_out"]),
        (&3.into(), &serde_json::json!(["t4"]))
    );
    let unknown = &document["workload"]["unknown"][0];
    assert_eq!((&unknown["name"], &unknown["near"][0]), (&"notes.delete-notes".into(), &"notes.delete-note".into()));
    assert_eq!(document["workload"]["source"], "tasks");
    assert_eq!(named(&document, "full", "claude-api")["deferred"], false);
    assert_eq!(named(&document, "claude-api", "claude-api")["deferred"], true);
}

#[test]
fn made_up_sessions_need_no_catalog_and_are_the_same_every_time() {
    let made = |spec: &str| {
        let output = run_in(env!("CARGO_MANIFEST_DIR"), &["simulate", "--synthetic", spec, "--format", "json"]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        text(&output.stdout)
    };
    let spec = "tools=120,sessions=20,turns=5,hits=60,seed=3";
    let once = made(spec);
    assert_eq!(once, made(spec));
    assert_ne!(once, made("tools=120,sessions=20,turns=5,hits=60,seed=4"));
    let document: Value = serde_json::from_str(&once).expect("JSON");
    assert_eq!((&document["workload"]["tools"], &document["workload"]["turns"]), (&120.into(), &100.into()));
    // Over a real catalog the tools are its own.
    let over = json(&["--synthetic", "tools=9,sessions=10", "--strategy", "claude-api"]);
    assert_eq!((&over["workload"]["tools"], &over["workload"]["tasks"]), (&86.into(), &10.into()));
}

#[test]
fn a_strategy_of_ones_own_is_played_and_its_slips_are_told() {
    let folder = tempfile::tempdir().expect("a folder");
    let servers = format!("{}/samples/servers/gudang.json", env!("CARGO_MANIFEST_DIR"));
    let sessions = format!("{}/samples/simulate/sessions.jsonl", env!("CARGO_MANIFEST_DIR"));
    let settings = folder.path().join("toolrent.toml");
    let run = |own: &str, strategy: &str| {
        fs::write(&settings, own).expect("a file");
        run_in(
            &folder.path().display().to_string(),
            &["simulate", &servers, "--session", &sessions, "--strategy", strategy, "--format", "json"],
        )
    };
    let own = "[strategies.warung]\ntitle = 'ours'\nview = 'names'\nfixed_tokens = 90\ndiscover = { ranker = 'codex', k = 2 }\n";
    let output = run(own, "warung");
    let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(named(&document, "warung", "claude-code")["title"], "ours");
    for (own, strategy, words) in [
        (own, "warunk", "did you mean warung?"),
        ("[strategies.warung]\nviews = 'names'\n", "full", "did you mean \"view\"?"),
        ("[strategies.warung]\ndiscover = { ranker = 'kodex', k = 2 }\n", "warung", "ranker \"kodex\""),
        (
            "[strategies.warung]\nupfront = { tools = ['gudang.cari_brang'] }\n",
            "warung",
            "did you mean gudang.cari_barang?",
        ),
    ] {
        let output = run(own, strategy);
        assert_eq!(output.status.code(), Some(2), "{own}");
        assert!(text(&output.stderr).contains(words), "{words}: {}", text(&output.stderr));
    }
}

#[test]
fn what_cannot_be_played_exits_2_in_clear_words() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str, content: &str| {
        let file = folder.path().join(name);
        fs::write(&file, content).expect("a file");
        file.display().to_string()
    };
    let none = file("none.jsonl", "{\"hello\":1}\n");
    let tasks = file("tasks.jsonl", "{\"query\":\"hapus\",\"needed\":[\"gudang.cari_brang\"]}\n");
    let other = file(
        "other.jsonl",
        "{\"id\":\"a\",\"turns\":[{\"said\":\"x\",\"calls\":[{\"server\":\"s\",\"tool\":\"zzz\"}]}]}\n",
    );
    for (arguments, words) in [
        (vec!["--session", &none], "is no transcript"),
        (vec!["--tasks", &tasks], "did you mean gudang.cari_barang?"),
        (vec!["--session", &other], "no session calls a tool that is in any source"),
        (vec!["--session", SESSIONS[1], "--strategy", "claude-cod"], "or claude-code or"),
        (vec!["--session", SESSIONS[1], "--host", "claud"], "unknown host"),
        (vec!["--session", SESSIONS[1], "--hot", "gudang.cari_brang"], "did you mean gudang.cari_barang?"),
        (vec!["--synthetic", "tool=3"], "did you mean tools?"),
        (vec!["--session", "samples/simulate/session.jsonl"], "no such file"),
        (vec![], "--session"),
    ] {
        let output = simulate(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", text(&output.stderr));
        assert!(text(&output.stderr).contains(words), "{arguments:?}: {}", text(&output.stderr));
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
    let output =
        run_in(env!("CARGO_MANIFEST_DIR"), &["simulate", "samples/broken/zero-tools.json", SESSIONS[0], SESSIONS[1]]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("zero tools"), "{}", text(&output.stderr));
}

/// Facts: hosted search by BM25 pays from 15 tools on for all tokens and from 10 on the bill, on the prototype's own
/// overheads. The preset has a cheaper search tool, and the shortest prompt that is cached moves the bill.
#[test]
fn deferring_pays_from_ten_to_thirty_tools_on_over_the_recorded_runs() {
    let Some(shared) = folder() else { return };
    let path = |name: &str| shared.join("retrieval").join(name).display().to_string();
    let (tools, runs) = (path("tools.json"), path("runs.jsonl"));
    let arguments = ["simulate", &tools, "--session", &runs, "--strategy", "claude-api", "--format", "json"];
    let output = run_in(env!("CARGO_MANIFEST_DIR"), &arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let document: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!((&document["workload"]["tasks"], &document["workload"]["tools"]), (&95.into(), &527.into()));
    let tools = |at: usize| document["break_even"][at]["tools"].as_i64().expect("tools");
    assert!((5..=30).contains(&tools(1)), "{}", document["break_even"][1]);
    assert!((5..=30).contains(&tools(2)), "{}", document["break_even"][2]);
}
