//! Servers on standard streams that misbehave, each in its own way.

#![cfg(all(feature = "app", feature = "gather", unix))]

use std::time::Duration;

use serde_json::{Value, json};

use crate::ran::Ran;
use crate::stage::{Stage, stdio};

/// A legacy server that does this when its tools are asked for.
fn on_list(actions: &Value) -> Value {
    json!({"eras": ["legacy"], "on": {"tools/list": [actions]}})
}

fn gives_its_tool(script: &Value) -> Ran {
    let ran = stdio(script);
    ran.is_ok("uji", &["alat_0"]);
    ran
}

#[test]
fn banners_and_logs_on_stdout_are_passed_over_and_told() {
    let banner = json!([
        {"line": "Selamat datang di peladen"}, {"line": r#"{"level":"info","msg":"siap"}"#}, {"latin1": "Z\u{fc}rich\n"},
        {"line": ""}, {"line": "42"}
    ]);
    for era in ["modern", "legacy"] {
        let ran = gives_its_tool(&json!({"eras": [era], "start": banner}));
        let note = ran.note("uji", "gather.stdout_noise").expect("a note");
        assert!(note.contains('4') && note.contains("Selamat datang"), "{note}");
    }
}

#[test]
fn a_flood_of_noise_is_counted() {
    let flood = json!([{"repeat": {"text": "bukan pesan sama sekali\n", "times": 200_000}}]);
    let ran = gives_its_tool(&json!({"start": flood}));
    let note = ran.note("uji", "gather.stdout_noise").expect("a note").replace([',', ' ', '\u{a0}', '\u{202f}'], "");
    assert!(note.contains("200000"), "{note}");
}

#[test]
fn bytes_that_are_no_utf8_lose_no_tool() {
    let tools = json!([{"name": "alat_0", "description": "Kaf\u{e9} terdekat.", "inputSchema": {"type": "object"}}]);
    let mut script = on_list(&json!([{"latin1": "$ANSWER\n"}]));
    script["tools"] = tools;
    let ran = gives_its_tool(&script);
    assert!(ran.note("uji", "gather.bad_bytes").is_some(), "{ran:#?}");
}

#[test]
fn lines_end_and_begin_as_they_like() {
    for raw in ["$ANSWER\r\n", "\u{feff}$ANSWER\n", "\r\n\n  $ANSWER  \n", "\u{feff}$ANSWER\r\n\r\n"] {
        gives_its_tool(&json!({"on": {"*": [[{"raw": raw}]]}}));
        gives_its_tool(
            &json!({"eras": ["legacy"], "on": {"server/discover": [[{"raw": raw}]], "initialize": [[{"raw": raw}]],
            "tools/list": [[{"raw": raw}]]}}),
        );
    }
}

#[test]
fn the_last_line_needs_no_end() {
    gives_its_tool(&on_list(&json!([{"raw": "$ANSWER"}, {"exit": 0}])));
}

#[test]
fn a_message_over_several_lines_is_put_together() {
    let result = r#"{"tools":[{"name":"alat_0","description":"Satu.","inputSchema":{"type":"object"}}]}"#;
    let raw = format!("{{\n  \"jsonrpc\": \"2.0\",\n  \"id\": $ID,\n  \"result\": {result}\n}}\n");
    gives_its_tool(&on_list(&json!([{"raw": raw}])));
}

#[test]
fn a_server_that_dies_on_the_probe_is_started_again() {
    for exit in [0, 1] {
        let probe = json!([[{"stderr": "initialize must come first"}, {"exit": exit}]]);
        let ran = gives_its_tool(&json!({"eras": ["legacy"], "on": {"server/discover": probe}}));
        let expected = ["server/discover", "initialize", "notifications/initialized", "tools/list"];
        assert_eq!(ran.methods("uji"), expected);
        assert!(ran.note("uji", "gather.respawned").is_some(), "{ran:#?}");
    }
}

#[test]
fn a_server_that_ignores_the_probe_is_greeted_the_old_way() {
    let script = json!({"eras": ["legacy"], "on": {"server/discover": [["silence"]]}});
    let ran = Stage::new().stdio("uji", &script).args(["--startup-timeout", "6"]).run();
    ran.is_ok("uji", &["alat_0"]);
    assert_eq!(ran.server("uji")["era"], "2025-11-25");
    let discovered = ran.methods("uji").iter().filter(|method| **method == "server/discover").count();
    assert_eq!(discovered, 1, "the same process is asked on, it is not started again");
}

#[test]
fn a_late_answer_to_the_probe_still_counts() {
    let on = json!({"server/discover": [[{"sleep_ms": 5000}, "answer"]], "initialize": [["silence"]]});
    let ran = Stage::new().stdio("uji", &json!({"on": on})).args(["--startup-timeout", "8"]).run();
    ran.is_ok("uji", &["alat_0"]);
    assert_eq!(ran.server("uji")["era"], "2026-07-28");
}

#[test]
fn a_late_refusal_of_the_probe_is_let_pass() {
    let script = json!({"eras": ["legacy"], "on": {"server/discover": [[{"sleep_ms": 4000}, "answer"]]}});
    let ran = Stage::new().stdio("uji", &script).args(["--startup-timeout", "6"]).run();
    ran.is_ok("uji", &["alat_0"]);
}

#[test]
fn a_server_that_never_answers_is_timed_out() {
    let silent = json!({"on": {"*": [["silence"]]}, "start": [{"stderr": "npm: memasang paket"}]});
    let ran = Stage::new().stdio("uji", &silent).args(["--startup-timeout", "2"]).run();
    ran.is_lost("uji", &["timed-out"]);
    assert!(ran.took < Duration::from_secs(12), "{:?}", ran.took);
    assert!(ran.stdout.contains("memasang paket"), "the last words are told: {ran:#?}");
    let mute = json!({"on": {"tools/list": [["silence"]]}});
    let ran = Stage::new().stdio("uji", &mute).args(["--timeout", "2"]).run();
    ran.is_lost("uji", &["timed-out"]);
    assert!(ran.took < Duration::from_secs(12) && ran.reason("uji").contains("tools/list"), "{ran:#?}");
}

#[test]
fn an_exit_code_and_the_last_words_are_told() {
    let start = json!([{"stderr": "kunci basis data tidak ada"}, {"exit": 7}]);
    let ran = stdio(&json!({"start": start}));
    ran.is_lost("uji", &["unreachable"]);
    assert_eq!(ran.server("uji")["exit_code"], 7);
    assert!(ran.stdout.contains("kunci basis data tidak ada"), "{ran:#?}");
    let ran = stdio(&on_list(&json!([{"stderr": "habis"}, {"exit": 3}])));
    ran.is_lost("uji", &["unreachable", "failed"]);
    assert_eq!(ran.server("uji")["exit_code"], 3);
}

#[test]
fn a_line_that_breaks_off_is_no_answer() {
    let ran = stdio(&on_list(&json!([{"raw": "{\"jsonrpc\":\"2.0\",\"id\":3,\"res"}, {"exit": 0}])));
    ran.is_lost("uji", &["unreachable", "failed"]);
}

#[test]
fn ids_that_come_back_as_text_are_ours() {
    gives_its_tool(&json!({"ids": "text"}));
    gives_its_tool(&json!({"ids": "text", "eras": ["legacy"]}));
}

#[test]
fn answers_to_other_ids_are_not_ours() {
    let other = r#"{"jsonrpc":"2.0","id":99999,"result":{"tools":[{"name":"bukan"}]}}"#;
    let foreign = r#"{"jsonrpc":"2.0","id":"abc","error":{"code":-1,"message":"bukan"}}"#;
    let ran = gives_its_tool(&on_list(&json!([{"line": other}, {"line": foreign}, "answer"])));
    assert!(ran.note("uji", "gather.stray_answer").is_some(), "{ran:#?}");
}

#[test]
fn requests_of_the_server_are_answered_before_it_goes_on() {
    let asks = json!([
        {"notify": "notifications/message"}, {"ask": "ping"}, {"ask": "roots/list"}, {"ask": "sampling/createMessage"},
        {"notify": "notifications/progress"}, "answer"
    ]);
    for method in ["initialize", "tools/list"] {
        let ran = gives_its_tool(&json!({"eras": ["legacy"], "on": {method: [asks]}}));
        let answers: Vec<Value> = ran
            .log("uji")
            .iter()
            .filter(|call| call["method"] == "")
            .map(|call| serde_json::from_str(call["text"].as_str().expect("text")).expect("JSON"))
            .collect();
        assert_eq!(answers.len(), 3);
        assert_eq!(answers[0]["result"], json!({}), "a ping is answered");
        assert!(answers[1..].iter().all(|answer| answer["error"]["code"] == -32601), "{answers:#?}");
    }
}

#[test]
fn batches_are_taken_apart() {
    let note = r#"{"jsonrpc":"2.0","method":"notifications/message","params":{}}"#;
    let ping = r#"{"jsonrpc":"2.0","id":"p","method":"ping"}"#;
    for line in [format!("[{note},$ANSWER]"), format!("[$ANSWER,{ping}]"), "[$ANSWER]".to_owned()] {
        let mut script = on_list(&json!([{"line": line}]));
        script["legacy_version"] = json!("2025-03-26");
        gives_its_tool(&script);
    }
}

#[test]
fn a_list_that_changes_while_it_is_read_is_read_again() {
    let changed = json!({"notify": "notifications/tools/list_changed"});
    let script =
        json!({"eras": ["legacy"], "listings": [1, 3], "on": {"tools/list": [[changed, "answer"], ["answer"]]}});
    stdio(&script).is_ok("uji", &["alat_0", "alat_1", "alat_2"]);
    let restless = json!({"eras": ["legacy"], "on": {"tools/list": [[changed, "answer"]]}});
    let ran = gives_its_tool(&restless);
    let asked = ran.methods("uji").iter().filter(|method| **method == "tools/list").count();
    assert!((2..=4).contains(&asked), "{asked}");
}

#[test]
fn a_flood_on_standard_error_blocks_nobody() {
    let ran = gives_its_tool(&json!({"start": [{"stderr_repeat": {"text": "x", "times": 10 << 20}}]}));
    assert!(ran.shown().len() < 100_000, "it is not repeated");
}

#[test]
fn a_program_that_is_not_there_is_unreachable() {
    let entry = json!({"command": "program-yang-tidak-ada-4711", "args": ["x"]});
    let ran = Stage::new().entry("uji", entry).stdio("baik", &json!({})).run();
    ran.is_lost("uji", &["unreachable"]);
    assert!(ran.reason("uji").contains("program-yang-tidak-ada-4711"), "{ran:#?}");
    assert_eq!(ran.tools("baik"), ["alat_0"], "one server never takes another with it");
}

#[test]
fn a_server_may_close_its_output_and_live_on() {
    let entry = json!({"command": "sh", "args": ["-c", "exec >&-; sleep 300"]});
    let ran = Stage::new().entry("uji", entry).run();
    ran.is_lost("uji", &["unreachable", "failed"]);
    assert!(ran.took < Duration::from_secs(15), "{:?}", ran.took);
}

#[test]
fn a_server_that_does_not_read_is_given_up() {
    let entry = json!({"command": "sleep", "args": ["300"]});
    let ran = Stage::new().entry("uji", entry).args(["--startup-timeout", "2"]).run();
    ran.is_lost("uji", &["timed-out"]);
}
