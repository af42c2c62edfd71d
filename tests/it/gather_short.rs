//! Lists that do not come whole: what is kept, what is said, and which exit code tells a script.

#![cfg(all(feature = "app", feature = "gather", unix))]

use serde_json::{Value, json};

use crate::ran::Ran;
use crate::stage::{Stage, stdio};

fn error(code: i64) -> Value {
    json!({"error": {"code": code, "message": "basis data tidur"}})
}

fn pages(turn: &Value) -> Value {
    let pages = json!([{"tools": 1, "next": "b"}, {"tools": {"count": 1, "from": 1}}]);
    json!({"pages": pages, "on": {"tools/list": [["answer"], [turn]]}})
}

fn listings(ran: &Ran) -> usize {
    ran.methods("uji").iter().filter(|method| **method == "tools/list").count()
}

#[test]
fn a_cut_list_is_no_success() {
    for turn in [error(-32603), json!({"exit": 9}), json!({"result": {}})] {
        let stage = Stage::new().stdio("uji", &pages(&turn));
        let ran = stage.run();
        assert_eq!((ran.status("uji"), ran.code, ran.tools("uji").len()), ("incomplete", Some(3), 1), "{ran:#?}");
        assert!(ran.reason("uji").starts_with("tools/list was cut: page 2 did not come: "), "{ran:#?}");
        let rent = stage.run_args(&["rent", "susunan.json", "--connect"]);
        assert_eq!(rent.code, Some(3), "{rent:#?}");
        assert!(rent.stderr.contains("lost: uji: incomplete: tools/list was cut"), "{}", rent.stderr);
        let allowed = Stage::new().stdio("uji", &pages(&turn)).args(["--allow-missing"]).run();
        assert_eq!((allowed.status("uji"), allowed.code), ("incomplete", Some(0)), "{allowed:#?}");
    }
}

#[test]
fn an_entry_that_is_lost_alone_is_told_and_no_failure() {
    let ran = stdio(&json!({"tools": [{"name": "baik", "inputSchema": {}}, {"name": 7}]}));
    assert_eq!((ran.status("uji"), ran.code, ran.reason("uji")), ("incomplete", Some(0), "1 entry was lost"));
}

#[test]
fn a_list_that_does_not_come_leaves_a_trace() {
    let script = json!({"prompts": 1, "resources": [], "on": {"resources/list": [[error(-32603)]]}});
    let ran = stdio(&script);
    let row = ran.server("uji");
    assert_eq!(
        (&row["prompts_count"], &row["resources_count"], &row["templates_count"]),
        (&json!(1), &Value::Null, &json!(0))
    );
    assert_eq!((ran.status("uji"), ran.code), ("incomplete", Some(0)), "{ran:#?}");
    let problem = ran.lines().find(|line| !line["problem"].is_null()).expect("a problem");
    assert_eq!((&problem["problem"]["server"], &problem["problem"]["lost"]), (&json!("uji"), &json!(true)));
    let message = problem["problem"]["message"].as_str().expect("a message");
    assert!(message.starts_with("resources/list did not come: "), "{message}");
    let none = stdio(&json!({}));
    assert_eq!(none.server("uji")["prompts_count"], 0);
}

#[test]
fn what_is_not_whole_is_asked_for_again() {
    let fresh = |more: Value| {
        let mut script = json!({"ttlMs": 600_000, "cacheScope": "public", "prompts": 1});
        script.as_object_mut().expect("an object").extend(more.as_object().cloned().unwrap_or_default());
        let stage = Stage::new().stdio("uji", &script).args(["--cache", "simpanan"]);
        (stage.run(), stage.run())
    };
    let changed = json!([[{"notify": "notifications/tools/list_changed"}, "answer"], [error(-32603)]]);
    for (more, status) in [
        (json!({"on": {"prompts/list": [[error(-32603)]]}}), "incomplete"),
        (json!({"on": {"tools/list": changed}}), "incomplete"),
        (json!({"pages": [{"tools": 1, "next": 7}]}), "incomplete"),
    ] {
        let (first, second) = fresh(more);
        assert_eq!((first.status("uji"), second.status("uji")), (status, status), "{second:#?}");
        assert_eq!(listings(&second), 2 * listings(&first));
    }
    let (first, second) = fresh(json!({}));
    assert_eq!((first.status("uji"), second.status("uji")), ("ok", "cached"), "{second:#?}");
}

#[test]
fn the_end_of_the_run_keeps_what_has_come() {
    let hangs = json!([{"sleep_ms": 60_000}]);
    let late = |script: Value, twice: bool| {
        let stage = Stage::new().stdio("uji", &script).args(["--run-timeout", "3"]);
        let stage = if twice { stage.args(["--twice"]) } else { stage };
        stage.run()
    };
    let pages = json!([{"tools": 1, "next": "b"}]);
    for (ran, why) in [
        (late(json!({"prompts": 1, "on": {"prompts/list": [hangs]}}), false), "prompts/list did not come: "),
        (late(json!({"pages": pages, "on": {"tools/list": [["answer"], hangs]}}), false), "tools/list was cut: "),
        (late(json!({"on": {"tools/list": [["answer"], hangs]}}), true), "a second listing did not come: "),
    ] {
        assert_eq!((ran.status("uji"), ran.code, ran.tools("uji").len()), ("incomplete", Some(3), 1), "{ran:#?}");
        let reason = ran.reason("uji");
        assert!(reason.starts_with(why) && reason.contains("3 s of the whole run were up"), "{reason}");
        assert!(ran.server("uji")["help"].as_str().is_some_and(|help| help.contains("--run-timeout")), "{ran:#?}");
    }
}

#[test]
fn a_server_that_failed_has_the_last_word() {
    let stage = Stage::new().stdio("uji", &json!({"start": [{"stderr": "kunci basi"}, {"stderr": ""}, {"exit": 4}]}));
    let config = stage.run();
    assert_eq!(config.code, Some(3), "{config:#?}");
    let table = stage.run_args(&["gather", "susunan.json", "--connect"]);
    assert!(table.stdout.contains("uji | kunci basi") && table.stdout.contains("-v shows more"), "{table:#?}");
}
