//! No process outlives a run: servers that will not end, servers of servers, runs that are stopped.

// Processes are counted through /proc.
#![cfg(all(feature = "app", feature = "gather", target_os = "linux"))]

use std::time::Duration;

use rustix::process::Signal;
use serde_json::{Value, json};

use crate::running::{Running, until};
use crate::stage::{Stage, stdio};

fn silent() -> Value {
    json!({"on": {"*": [["silence"]]}})
}

/// A server that ignores all that asks it to end, and has children that do as well.
fn stubborn(more: &Value) -> Value {
    let start = json!([{"grandchild": "quiet"}, {"grandchild": "deaf"}]);
    let mut script = json!({"ignore_eof": true, "ignore_term": true, "start": start});
    for (key, value) in more.as_object().into_iter().flatten() {
        script[key] = value.clone();
    }
    script
}

#[test]
fn a_server_that_will_not_end_is_ended() {
    for script in [
        json!({"ignore_eof": true}),
        json!({"ignore_eof": true, "ignore_term": true}),
        json!({"start": [{"grandchild": "quiet"}]}),
        json!({"start": [{"grandchild": "deaf"}]}),
        json!({"start": [{"grandchild": "holding"}]}),
        stubborn(&json!({})),
    ] {
        let ran = stdio(&script);
        ran.is_ok("uji", &["alat_0"]);
        assert!(ran.took < Duration::from_secs(12), "{script}: {:?}", ran.took);
    }
}

#[test]
fn what_a_dead_server_started_is_ended() {
    for kind in ["quiet", "deaf", "holding"] {
        let on = json!({"tools/list": [[{"exit": 5}]]});
        let ran = stdio(&json!({"start": [{"grandchild": kind}], "on": on}));
        ran.is_lost("uji", &["unreachable", "failed"]);
        assert!(ran.took < Duration::from_secs(20), "{kind}: {:?}", ran.took);
    }
}

#[test]
fn a_server_behind_a_shell_is_ended() {
    let stage = Stage::new();
    let script = stage.script("uji", &stubborn(&json!({})));
    let line = format!("'{}' stdio '{}'; true", crate::fake::program().display(), script.display());
    let ran = stage.entry("uji", json!({"command": "sh", "args": ["-c", line]})).run();
    ran.is_ok("uji", &["alat_0"]);
}

/// Something outside the group, which says so in the file `$GONE`.
const STRAY: &str = r#"setsid sh -c ': >"$GONE"; exec sleep 300' >/dev/null 2>&1 & :"#;

/// A fake server behind a shell that first starts something and waits until it has left the group.
fn with_stray(stage: Stage, stray: &str, script: &Value) -> Stage {
    let (script, gone) = (stage.script("uji", script), stage.path("gone"));
    let wait = r#"until [ -e "$GONE" ]; do sleep 0.01; done"#;
    let server = format!("'{}' stdio '{}'", crate::fake::program().display(), script.display());
    let line = format!("GONE='{}'; export GONE; {stray}; {wait}; exec {server}", gone.display());
    stage.entry("uji", json!({"command": "sh", "args": ["-c", line]}))
}

#[test]
fn what_left_the_group_is_ended_and_told() {
    for stray in [
        STRAY,
        r#"(setsid sh -c ': >"$GONE"; exec sleep 300' & )"#,
        r#"setsid sh -c 'trap "" TERM HUP; : >"$GONE"; sleep 300; sleep 301' >/dev/null 2>&1 & :"#,
        r#"setsid sh -c 'setsid sleep 300 & setsid sh -c ": >\"\$GONE\"; exec sleep 300" & exit' & :"#,
    ] {
        let stage = with_stray(Stage::new(), stray, &json!({})).stdio("lain", &json!({}));
        let ran = stage.run();
        ran.is_ok("uji", &["alat_0"]);
        ran.is_ok("lain", &["alat_0"]);
        let notes = ran.notes("gather.orphan_ended");
        assert!(!notes.is_empty() && notes[0]["severity"] == "info", "{stray}: {ran:#?}");
        assert!(ran.note("sleep", "gather.orphan_ended").is_some() || ran.note("sh", "gather.orphan_ended").is_some());
    }
    let ran = with_stray(Stage::new(), STRAY, &json!({"on": {"tools/list": [[{"exit": 2}]]}})).run();
    ran.is_lost("uji", &["unreachable"]);
}

#[test]
fn what_left_the_group_is_ended_when_the_run_is_stopped() {
    for signals in [1, 2] {
        let stage = with_stray(Stage::new(), STRAY, &silent());
        let running = Running::start(stage.gathering());
        stage.wait_for_call("uji");
        running.signal(Signal::INT);
        for _ in 1..signals {
            running.signal_if_alive(Signal::INT);
        }
        let ran = stage.finish(running);
        assert_eq!(ran.code, Some(130), "{ran:#?}");
    }
}

#[test]
fn a_stopped_run_leaves_nothing() {
    for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143), (Signal::HUP, 129), (Signal::QUIT, 131)] {
        let stage = Stage::new()
            .stdio("diam", &silent())
            .stdio("bandel", &stubborn(&json!({"on": {"tools/list": [["silence"]]}})))
            .http("jauh", &json!({"on": {"tools/list": [[{"sleep_ms": 60_000}]]}}));
        let running = Running::start(stage.gathering());
        for name in ["diam", "bandel", "jauh"] {
            stage.wait_for_call(name);
        }
        assert!(running.children().len() >= 4, "{:?}", running.children());
        running.signal(signal);
        let ran = stage.finish(running);
        assert_eq!(ran.code, Some(code), "{ran:#?}");
        assert!(ran.catalog.is_empty(), "no catalog is written: {}", ran.catalog);
        assert!(ran.took < Duration::from_secs(20), "{:?}", ran.took);
    }
}

#[test]
fn a_second_signal_ends_at_once() {
    let stage = Stage::new().stdio("bandel", &stubborn(&json!({"on": {"*": [["silence"]]}})));
    let running = Running::start(stage.gathering());
    stage.wait_for_call("bandel");
    until(|| running.children().len() >= 3);
    running.signal(Signal::INT);
    running.signal_if_alive(Signal::INT);
    let ran = stage.finish(running);
    assert_eq!(ran.code, Some(130), "{ran:#?}");
}

#[test]
fn the_whole_run_has_an_end() {
    let stage = Stage::new()
        .stdio("diam", &silent())
        .stdio("bandel", &stubborn(&json!({"on": {"*": [["silence"]]}})))
        .stdio("baik", &json!({}))
        .args(["--run-timeout", "5"]);
    let ran = stage.run();
    assert_eq!(
        (ran.status("diam"), ran.status("bandel"), ran.status("baik")),
        ("timed-out", "timed-out", "ok"),
        "{ran:#?}"
    );
    assert!(ran.took < Duration::from_secs(15) && ran.code == Some(3), "{ran:#?}");
}

#[test]
fn servers_are_asked_at_once() {
    let slow = json!({"on": {"tools/list": [[{"sleep_ms": 1000}, "answer"]]}});
    let stage = (0..8).fold(Stage::new(), |stage, number| stage.stdio(&format!("s{number}"), &slow));
    let ran = stage.run();
    for number in 0..8 {
        ran.is_ok(&format!("s{number}"), &["alat_0"]);
    }
    assert!(ran.took < Duration::from_secs(4), "{:?}", ran.took);
    let names: Vec<&Value> = ran.document["servers"].as_array().expect("rows").iter().map(|row| &row["name"]).collect();
    assert_eq!(names, ["s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7"], "in the order of the config");
}

#[test]
fn one_dead_server_costs_one_timeout() {
    let stage = (0..4).fold(Stage::new(), |stage, number| stage.stdio(&format!("diam{number}"), &silent()));
    let stage = stage.stdio("baik", &json!({"tools": 3})).http("jauh", &json!({})).args(["--startup-timeout", "3"]);
    let ran = stage.run();
    assert_eq!((ran.tools("baik").len(), ran.tools("jauh").len(), ran.code), (3, 1, Some(3)), "{ran:#?}");
    assert!(ran.took < Duration::from_secs(9), "{:?}", ran.took);
    assert_eq!(ran.catalog.lines().filter(|line| line.starts_with("{\"problem\"")).count(), 4, "{}", ran.catalog);
}

#[test]
fn as_many_at_once_as_are_allowed() {
    let slow = json!({"on": {"tools/list": [[{"sleep_ms": 400}, "answer"]]}});
    let stage = (0..3).fold(Stage::new(), |stage, number| stage.stdio(&format!("s{number}"), &slow));
    let ran = stage.args(["-j", "1"]).run();
    ran.is_ok("s2", &["alat_0"]);
    assert!(ran.took >= Duration::from_millis(1200), "{:?}", ran.took);
}
