//! What is contacted and what is not, and how a run ends that has servers missing.

#![cfg(all(feature = "app", feature = "gather", unix))]

use serde_json::{Value, json};

use crate::fake::program;
use crate::stage::Stage;

#[test]
fn nothing_is_contacted_without_consent() {
    let stage = Stage::new().stdio("lokal", &json!({})).http("jauh", &json!({}));
    drop(stage.gathering());
    let ran = stage.run_args(&["gather", "susunan.json", "--format", "json", "-o", "katalog.jsonl"]);
    assert_eq!((ran.code, ran.status("lokal"), ran.status("jauh")), (Some(2), "waiting", "waiting"), "{ran:#?}");
    assert!(ran.log("lokal").is_empty() && ran.log("jauh").is_empty(), "{ran:#?}");
    assert!(ran.shown().contains("--connect") && ran.catalog.is_empty(), "{ran:#?}");
    for verb in ["gather", "rent"] {
        let ran = stage.run_args(&[verb, "susunan.json"]);
        assert_eq!(ran.code, Some(2), "{ran:#?}");
        assert!(ran.log("lokal").is_empty() && ran.log("jauh").is_empty(), "{ran:#?}");
    }
}

#[test]
fn naming_a_server_is_consent() {
    let stage = Stage::new();
    let script = stage.script("uji", &json!({"tools": 2}));
    let server = format!("uji='{}' stdio '{}'", program().display(), script.display());
    let ran = stage.run_args(&["gather", "--server", &server, "--format", "json", "-o", "katalog.jsonl"]);
    ran.is_ok("uji", &["alat_0", "alat_1"]);
    assert_eq!(ran.server("uji")["transport"], "stdio");
}

#[test]
fn missing_servers_show_in_the_exit_code() {
    let dead = json!({"start": [{"exit": 1}]});
    let stage = Stage::new().stdio("mati", &dead).stdio("baik", &json!({}));
    assert_eq!(stage.run().code, Some(3));
    let stage = stage.args(["--allow-missing"]);
    let ran = stage.run();
    assert_eq!((ran.code, ran.tools("baik").len()), (Some(0), 1), "{ran:#?}");
    let ran = Stage::new().stdio("mati", &dead).stdio("mati2", &dead).run();
    assert_eq!(ran.code, Some(3), "{ran:#?}");
}

#[test]
fn entries_that_cannot_be_contacted_have_a_row_each() {
    let ran = Stage::new()
        .entry("mati", json!({"command": program(), "disabled": true}))
        .entry("kosong", json!({}))
        .entry("teks", json!("bukan objek"))
        .entry("lain", json!({"url": "ws://127.0.0.1:1/mcp"}))
        .entry(
            "rahasia",
            json!({"url": "http://127.0.0.1:1/mcp", "headers": {"Authorization": "Bearer ${TIDAK_ADA_4711}"}}),
        )
        .stdio("baik", &json!({}))
        .run();
    assert_eq!(ran.tools("baik"), ["alat_0"], "{ran:#?}");
    assert_eq!((ran.status("mati"), ran.status("kosong"), ran.status("lain")), ("disabled", "skipped", "skipped"));
    assert_eq!((ran.status("teks"), ran.status("rahasia"), ran.code), ("skipped", "unresolved", Some(3)), "{ran:#?}");
    assert!(ran.reason("rahasia").contains("TIDAK_ADA_4711"), "{ran:#?}");
}

#[test]
fn entries_that_are_off_fail_nothing() {
    let ran = Stage::new().entry("mati", json!({"command": "x", "disabled": true})).stdio("baik", &json!({})).run();
    assert_eq!((ran.status("mati"), ran.code), ("disabled", Some(0)), "{ran:#?}");
}

#[test]
fn one_broken_file_loses_no_other() {
    let stage = Stage::new().stdio("baik", &json!({}));
    drop(stage.gathering());
    stage.file("rusak.json", "{\"mcpServers\": {\"x\": {\"command\": }}}");
    let ran = stage.run_args(&[
        "gather",
        "rusak.json",
        "susunan.json",
        "--connect",
        "--format",
        "json",
        "-o",
        "katalog.jsonl",
    ]);
    assert_eq!(ran.tools("baik"), ["alat_0"], "{ran:#?}");
    assert!(ran.shown().contains("rusak.json") && ran.code != Some(0), "{ran:#?}");
}

#[test]
fn a_file_that_cannot_be_read_outranks_a_server_that_is_missing() {
    let stage = Stage::new().stdio("baik", &json!({})).stdio("mati", &json!({"start": [{"exit": 1}]}));
    drop(stage.gathering());
    for more in [&["--connect"][..], &["--connect", "--allow-missing"]] {
        let args = [&["gather", "salah.json", "susunan.json", "-o", "katalog.jsonl"], more].concat();
        let ran = stage.run_args(&args);
        assert_eq!((ran.code, ran.tools("baik").len()), (Some(2), 1), "{ran:#?}");
        assert!(ran.stdout.contains("Could not read salah.json."), "{ran:#?}");
    }
}

#[test]
fn a_dead_server_alone_did_not_answer() {
    let stage = Stage::new().stdio("mati", &json!({"start": [{"exit": 1}]})).args(["--allow-missing"]);
    let ran = stage.run();
    assert!(ran.code == Some(2) && ran.stderr.contains("no server answered"), "{ran:#?}");
}

#[test]
fn misspelt_and_empty_tables_are_told_by_every_verb() {
    let stage = Stage::new();
    stage.file("dekat.toml", "[mcpServers.a]\ncommand = 'x'\n");
    stage.file("dekat.json", r#"{"MCPServers": {"a": {"command": "x"}}}"#);
    stage.file("kosong.json", r#"{"mcpServers": {}}"#);
    for verb in ["gather", "rent"] {
        for (file, meant) in [("dekat.toml", "[mcp_servers.a]"), ("dekat.json", "\"mcpServers\""), ("kosong.json", "")]
        {
            let ran = stage.run_args(&[verb, file]);
            assert_eq!(ran.code, Some(2), "{ran:#?}");
            assert!(ran.stderr.contains(&format!("error: {file} names no servers")), "{ran:#?}");
            assert!(meant.is_empty() || ran.stderr.contains(&format!("did you mean {meant}?")), "{ran:#?}");
            assert!(!ran.stderr.contains("--connect"), "{ran:#?}");
        }
    }
}

#[test]
fn a_config_that_names_none_keeps_no_other_source_waiting() {
    let stage = Stage::new();
    let tool = json!({"name": "lama", "description": "Lama.", "inputSchema": {"type": "object"}});
    stage.file("simpan.json", &json!({"servers": [{"name": "arsip", "tools": [tool]}]}).to_string());
    stage.file("kosong.json", r#"{"mcpServers": {}}"#);
    for verb in ["gather", "rent"] {
        let ran = stage.run_args(&[verb, "simpan.json", "kosong.json"]);
        assert!(ran.code == Some(0) && ran.stdout.contains("arsip"), "{ran:#?}");
    }
}

#[test]
fn what_is_odd_in_a_file_is_told_before_consent() {
    let stage = Stage::new();
    let text = r#"{"mcpServers": {"a": {"command": "x", "disabled": "true"}, "b": {"command": "y", "tools": ["cari"]},
        "c": {"url": "https://c.example", "headers": {"X-Kunci": "${TIADA_4711}"}}, "": {"command": "z"},
        "b": {"command": "y", "tools": ["cari"]}}, "mcp-servers": {}}"#;
    stage.file("aneh.json", text);
    for verb in ["gather", "rent"] {
        let ran = stage.run_args(&[verb, "aneh.json"]);
        let shown = ran.shown();
        for words in [
            "did you mean \"mcpServers\"?",
            "comes twice",
            "disabled\" is text, not true or false",
            "not asked: c.headers.X-Kunci: unresolved variable TIADA_4711",
            "waiting: only the tool cari",
            "(empty)",
        ] {
            assert!(shown.contains(words), "{words}: {ran:#?}");
        }
        assert_eq!(ran.code, Some(2));
    }
}

#[test]
fn tools_that_the_config_hides_are_counted_and_names_that_fit_none_are_told() {
    let entry = |stage: &Stage, more: Value| {
        let mut entry = json!({"command": program(), "args": ["stdio", stage.script("uji", &json!({"tools": 5}))]});
        entry.as_object_mut().expect("an entry").extend(more.as_object().cloned().unwrap_or_default());
        entry
    };
    let stage = Stage::new();
    let entry = entry(&stage, json!({"includeTools": ["alat_1", "alat_3", "alat_99"]}));
    let stage = stage.entry("uji", entry);
    let ran = stage.run();
    ran.is_ok("uji", &["alat_1", "alat_3"]);
    assert_eq!(ran.server("uji")["tools_hidden"], 3, "{ran:#?}");
    let missing = ran.note("uji", "config.filter_names_nothing").expect("a remark");
    assert!(missing.ends_with(": alat_99"), "{missing}");
    let table = stage.run_args(&["gather", "susunan.json", "--connect"]);
    assert!(table.stdout.contains("2 of 5") && table.stdout.contains("alat_99"), "{table:#?}");
}

#[test]
fn what_is_no_source_says_what_it_is() {
    let stage = Stage::new();
    stage.file("kosong.json", "{}");
    stage.file("buka.json", "{\"mcpServers\": {\n\"a\": {\"command\": \"x\"}\n");
    stage.file("berkas", "");
    let wide: Vec<u8> = "{\"mcpServers\": {}}".encode_utf16().flat_map(u16::to_le_bytes).collect();
    std::fs::write(stage.path("lebar.json"), wide).expect("a file");
    for (args, words) in [
        (&["kosong.json"][..], "kosong.json: names no servers, and is no saved list of tools"),
        (&["buka.json"], "buka.json: line 2, column 22: the file ends here"),
        (&["lebar.json"], "UTF-16 without a byte order mark"),
        (&["file:///tmp/a.json"], "files are named by their paths"),
        (&["ws://127.0.0.1:1/mcp"], "no server is spoken to over a WebSocket"),
        (&["-", "-"], "- is named twice"),
        (&["kosong.json", "-j", "0"], "expected a number, 1 or more"),
        (&["kosong.json", "--only", "[a"], "a [ without its ]"),
        (&["--server", "a=true", "--cache", "berkas"], "--cache berkas: "),
    ] {
        let ran = stage.run_args(&[&["gather"], args].concat());
        assert_eq!(ran.code, Some(2), "{ran:#?}");
        assert!(ran.stderr.contains(words), "{words}: {ran:#?}");
    }
}

#[test]
fn a_saved_catalog_passes_through() {
    let stage = Stage::new().stdio("baik", &json!({}));
    drop(stage.gathering());
    let tool = json!({"name": "lama", "description": "Lama.", "inputSchema": {"type": "object"}});
    stage.file("simpan.json", &json!({"servers": [{"name": "arsip", "tools": [tool]}]}).to_string());
    let ran = stage.run_args(&[
        "gather",
        "simpan.json",
        "susunan.json",
        "--connect",
        "--format",
        "json",
        "-o",
        "katalog.jsonl",
    ]);
    assert_eq!(
        (ran.tools("arsip"), ran.tools("baik")),
        (vec!["lama".to_owned()], vec!["alat_0".to_owned()]),
        "{ran:#?}"
    );
}

#[test]
fn names_can_be_chosen_before_anything_starts() {
    let stage = Stage::new().stdio("satu", &json!({})).stdio("dua", &json!({}));
    let ran = stage.args(["--only", "du*"]).run();
    assert_eq!((ran.tools("dua").len(), ran.log("satu").len(), ran.code), (1, 0, Some(0)), "{ran:#?}");
    let stage = Stage::new().stdio("satu", &json!({})).stdio("dua", &json!({})).args(["--skip", "dua"]);
    let ran = stage.run();
    assert_eq!((ran.tools("satu").len(), ran.log("dua").len(), ran.code), (1, 0, Some(0)), "{ran:#?}");
}

#[test]
fn the_environment_and_the_folder_of_an_entry_are_its_own() {
    let stage = Stage::new();
    let tools = json!([{"name": "alat", "description": "$ENV{KOTA} $ENV{PWD}", "inputSchema": {"type": "object"}}]);
    let script = stage.script("uji", &json!({"echo": true, "tools": tools}));
    let folder = stage.file("bawah/x", "").parent().expect("a folder").to_path_buf();
    let line = format!("cd . && exec '{}' stdio '{}'", program().display(), script.display());
    let entry = json!({"command": "sh", "args": ["-c", line], "env": {"KOTA": "Bandung"}, "cwd": folder});
    let ran = stage.entry("uji", entry).run();
    assert!(ran.catalog.contains("Bandung ") && ran.catalog.contains("/bawah\""), "{ran:#?}");
}

#[test]
fn other_verbs_ask_servers_too() {
    let stage = Stage::new().stdio("baik", &json!({"tools": 3})).stdio("mati", &json!({"start": [{"exit": 4}]}));
    drop(stage.gathering());
    let ran = stage.run_args(&["rent", "susunan.json", "--connect", "--format", "json"]);
    assert_eq!(ran.code, Some(3), "{ran:#?}");
    assert_eq!(ran.document["columns"][0]["servers"][0]["tools_count"], 3, "{ran:#?}");
    assert!(ran.shown().contains("mati"), "{ran:#?}");
}

#[test]
fn a_gathered_catalog_costs_what_its_definitions_cost() {
    let script = json!({"tools": 5, "instructions": "Baca dulu."});
    let stage = Stage::new().stdio("baik", &script);
    stage.run().is_ok("baik", &["alat_0", "alat_1", "alat_2", "alat_3", "alat_4"]);
    let saved = stage.run_args(&["rent", "katalog.jsonl", "--format", "json"]);
    let live = stage.run_args(&["rent", "susunan.json", "--connect", "--format", "json"]);
    let columns = |document: &Value| document["columns"].clone();
    assert_eq!((saved.code, live.code), (Some(0), Some(0)), "{live:#?}");
    assert!(columns(&saved.document).is_array() && columns(&saved.document) == columns(&live.document));
}

#[test]
fn what_may_be_kept_is_not_asked_for_again() {
    let script = json!({"eras": ["modern"], "ttlMs": 600_000, "cacheScope": "public"});
    let stage = Stage::new().http("uji", &script).args(["--cache", "simpanan"]);
    stage.run().is_ok("uji", &["alat_0"]);
    let asked = stage.log("uji").len();
    let ran = stage.run();
    assert_eq!((ran.status("uji"), ran.tools("uji").len(), ran.log("uji").len()), ("cached", 1, asked), "{ran:#?}");
    let other = stage.env("KATA", "rahasia-1177").args(["--bearer-env", "uji=KATA"]).run();
    assert_eq!(other.status("uji"), "cached", "public answers serve other credentials too: {other:#?}");
    let stage = Stage::new().http("uji", &json!({"ttlMs": 0, "cacheScope": "public"})).args(["--cache", "simpanan"]);
    assert_eq!([stage.run(), stage.run()].map(|ran| ran.status("uji").to_owned()), ["ok", "ok"]);
}

#[test]
fn private_answers_serve_the_same_credentials_only() {
    let script = json!({"eras": ["modern"], "ttlMs": 600_000, "cacheScope": "private"});
    let stage = Stage::new().http("uji", &script).args(["--cache", "simpanan", "--bearer-env", "uji=KATA"]);
    let stage = stage.env("KATA", "rahasia-1177");
    stage.run().is_ok("uji", &["alat_0"]);
    assert_eq!(stage.run().status("uji"), "cached");
    let stage = stage.env("KATA", "rahasia-2288");
    assert_eq!(stage.run().status("uji"), "ok", "other credentials are asked for");
    for file in std::fs::read_dir(stage.path("simpanan")).expect("the cache").flatten() {
        let text = std::fs::read_to_string(file.path()).unwrap_or_default();
        assert!(!text.contains("rahasia-") && !file.file_name().to_string_lossy().contains("rahasia"), "{text}");
    }
}
