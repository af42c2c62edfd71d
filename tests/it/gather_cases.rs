//! The cases of public reports about configs and gathering, played by fake servers and judged by what they assert.

#![cfg(all(feature = "app", feature = "gather", unix))]

use std::collections::BTreeSet;
use std::os::unix::fs::PermissionsExt;

use serde_json::{Value, json};

use crate::fake::program;
use crate::ran::Ran;
use crate::shared;
use crate::stage::{Stage, http, stdio};

/// The files of a case, written; their paths as arguments.
fn written(stage: &Stage, case: &Value, adjust: impl Fn(&str) -> String) -> Vec<String> {
    let files = case["input"]["files"].as_object().expect("files");
    let write = |(path, text): (&String, &Value)| {
        let path = path.trim_start_matches("~/");
        stage.file(path, &adjust(text.as_str().expect("text")));
        path.to_owned()
    };
    files.iter().map(write).collect()
}

fn listed(case: &Value) -> Ran {
    let stage = Stage::new();
    let files = written(&stage, case, str::to_owned);
    let args: Vec<&str> = ["gather", "--format", "json"].into_iter().chain(files.iter().map(String::as_str)).collect();
    stage.run_args(&args)
}

/// Holds the notes against `must_report`.
fn reports(ran: &Ran, case: &Value) {
    for wanted in case["assert"]["must_report"].as_array().into_iter().flatten() {
        let severities: &[&str] = match wanted["severity_at_least"].as_str() {
            Some("error") => &["error"],
            Some("warn") => &["error", "warning"],
            _ => &["error", "warning", "info"],
        };
        let place = wanted["where"].as_str().expect("a place");
        let fits = |note: &&&Value| {
            let subject = note["server"].as_str().unwrap_or_default();
            (place == "server" || subject == place || subject.ends_with(&format!("/{place}")))
                && severities.contains(&note["severity"].as_str().unwrap_or_default())
        };
        let notes = ran.notes(wanted["class"].as_str().expect("a class"));
        assert!(notes.iter().find(fits).is_some(), "{wanted}: {ran:#?}");
    }
}

fn names(ran: &Ran) -> BTreeSet<&str> {
    ran.document["servers"].as_array().expect("rows").iter().filter_map(|row| row["name"].as_str()).collect()
}

fn texts(value: &Value) -> Vec<&str> {
    value.as_array().expect("a list").iter().filter_map(Value::as_str).collect()
}

#[test]
fn configs_are_read_as_their_hosts_do() {
    for number in ["107", "108", "109"] {
        let Some(case) = shared::case(number) else { return };
        let ran = listed(&case);
        assert_eq!(names(&ran), texts(&case["assert"]["servers"]).into_iter().collect(), "{number}: {ran:#?}");
        reports(&ran, &case);
    }
}

/// A program of that name in the folder `bin`, which runs this line.
fn install(stage: &Stage, name: &str, line: &str) {
    let path = stage.file(&format!("bin/{name}"), &format!("#!/bin/sh\n{line}\n"));
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).expect("its own file");
}

fn with_path(stage: Stage) -> Stage {
    let path = std::env::var("PATH").expect("a path");
    let own = format!("{}:{path}", stage.path("bin").display());
    stage.env("PATH", &own)
}

#[test]
fn variables_are_expanded_or_nothing_is_contacted() {
    let Some(case) = shared::case("110") else { return };
    let stage = Stage::new();
    let [a, b, c] = ["a", "b", "c"].map(|name| stage.start(name, &json!({})));
    let script = stage.script("d", &json!({}));
    let line = format!("printf '%s %s' \"$DB\" \"$PRICE\" > {}\n", stage.path("d.env").display());
    install(&stage, "srv", &format!("{line}exec '{}' stdio '{}'", program().display(), script.display()));
    let text = |text: &str| {
        let text = text.replace("https://${MCP_HOST}", "http://${MCP_HOST}");
        text.replace("https://fallback.example", &b.address).replace("https://c.example", &c.address)
    };
    let files = written(&stage, &case, text);
    let stage = with_path(stage).env("MCP_HOST", a.address.trim_start_matches("http://"));
    let token = case["input"]["env"]["TOKEN"].as_str().expect("a token");
    let stage = stage.env("TOKEN", token).env("USER", "orang");
    let ran = stage.run_args(&["gather", &files[0], "--connect", "--format", "json", "-o", "katalog.jsonl"]);
    for name in ["a", "b", "d"] {
        assert_eq!(ran.status(name), "ok", "{ran:#?}");
    }
    assert_eq!((&ran.log("a")[0]["target"], &ran.log("b")[0]["target"]), (&json!("/mcp"), &json!("/mcp")));
    assert_eq!(ran.log("a")[0]["headers"]["authorization"], format!("Bearer {token}"));
    assert_eq!((ran.status("c"), ran.log("c").len()), ("unresolved", 0), "{ran:#?}");
    assert!(ran.reason("c").contains("UNSET_KEY"), "{ran:#?}");
    let seen = std::fs::read_to_string(stage.path("d.env")).expect("it ran");
    assert_eq!(seen, "mysql://$USER@localhost/db $5");
    reports(&ran, &case);
    for text in texts(&case["assert"]["output_must_not_contain"]) {
        assert!(!ran.shown().contains(text), "{ran:#?}");
    }
}

#[test]
fn scopes_outrank_each_other_and_what_is_off_stays_off() {
    let Some(case) = shared::case("120") else { return };
    let stage = Stage::new();
    let script = stage.script("semua", &json!({}));
    for name in ["db-old", "db-new", "x", "o"] {
        let told = format!("echo {name} >> '{}'", stage.path("started").display());
        install(&stage, name, &format!("{told}\nexec '{}' stdio '{}'", program().display(), script.display()));
    }
    let files = written(&stage, &case, str::to_owned);
    let stage = with_path(stage);
    let more = ["--connect", "--format", "json", "-o", "katalog.jsonl"];
    let args: Vec<&str> = ["gather"].into_iter().chain(files.iter().map(String::as_str)).chain(more).collect();
    let ran = stage.run_args(&args);
    let rows = ran.document["servers"].as_array().expect("rows");
    let of = |status: &str| -> BTreeSet<&str> {
        rows.iter().filter(|row| row["status"] == status).filter_map(|row| row["name"].as_str()).collect()
    };
    assert_eq!(of("ok"), texts(&case["assert"]["started"]).into_iter().collect(), "{ran:#?}");
    assert_eq!(of("disabled"), texts(&case["assert"]["disabled"]).into_iter().collect(), "{ran:#?}");
    let started = std::fs::read_to_string(stage.path("started")).expect("some ran");
    let started: BTreeSet<&str> = started.lines().collect();
    assert_eq!(started, BTreeSet::from(["db-new", "x"]));
    reports(&ran, &case);
    assert_eq!(ran.code, Some(0), "{ran:#?}");
}

fn pages(case: &Value) -> Value {
    let page = |page: &Value| {
        let mut told = json!({"tools": page["result"]["tools"]});
        if let Some(next) = page["result"].get("nextCursor") {
            told["next"] = next.clone();
        }
        told
    };
    case["input"]["pages"].as_array().expect("pages").iter().map(page).collect()
}

#[test]
fn pages_are_walked_to_their_end() {
    for number in ["113", "114", "115"] {
        let Some(case) = shared::case(number) else { return };
        let pages = pages(&case);
        for ran in [
            http(&json!({"pages": pages})),
            http(&json!({"eras": ["legacy"], "pages": pages, "reply": "sse"})),
            stdio(&json!({"pages": pages})),
            stdio(&json!({"eras": ["legacy"], "pages": pages})),
        ] {
            let asserted = &case["assert"];
            let requests = ran.methods("uji").iter().filter(|method| **method == "tools/list").count();
            if asserted["tools"].is_array() {
                assert_eq!(ran.tools("uji"), texts(&asserted["tools"]), "{number}: {ran:#?}");
            }
            if let Some(count) = asserted["tools_count"].as_u64() {
                assert_eq!(ran.tools("uji").len() as u64, count, "{number}: {ran:#?}");
            }
            assert!(asserted["requests"].is_null() || asserted["requests"] == requests, "{number}: {requests}");
            assert!(
                asserted["max_requests"].as_u64().is_none_or(|most| requests as u64 <= most),
                "{number}: {requests}"
            );
            reports(&ran, &case);
        }
    }
}

#[test]
fn servers_of_each_era_give_their_tool() {
    let Some(case) = shared::case("119") else { return };
    let refusal = json!([[{"status": 400, "type": "text/plain", "body": "Bad Request"}]]);
    let behaviour = |name: &str| match name {
        "modern" => json!({"eras": ["modern"]}),
        "legacy" => json!({"eras": ["legacy"], "legacy_version": "2025-06-18"}),
        "plain400" => json!({"eras": ["legacy"], "on": {"server/discover": refusal}}),
        "newer" => json!({"eras": ["legacy"], "legacy_version": "2025-11-25"}),
        unknown => panic!("a server that the test does not know: {unknown}"),
    };
    for over_http in [true, false] {
        let mut stage = Stage::new();
        for server in case["input"]["servers"].as_array().expect("servers") {
            let name = server["name"].as_str().expect("a name");
            let mut script = behaviour(name);
            script["tools"] = server["tools"].clone();
            stage =
                if over_http || name == "plain400" { stage.http(name, &script) } else { stage.stdio(name, &script) };
        }
        let ran = stage.run();
        for tool in texts(&case["assert"]["tools"]) {
            let (server, tool) = tool.split_once('.').expect("server.tool");
            assert_eq!(ran.tools(server), [tool], "{ran:#?}");
            assert!(ran.server(server)["era"].is_string(), "{ran:#?}");
        }
        assert_eq!(ran.code, Some(0), "{ran:#?}");
    }
}

#[test]
fn malformed_lists_lose_no_more_than_they_must() {
    let Some(case) = shared::case("121") else { return };
    let results = case["input"]["results"].as_array().expect("results");
    let mut stage = Stage::new();
    for (number, result) in results.iter().enumerate() {
        stage = stage.stdio(&format!("r{number}"), &json!({"on": {"tools/list": [[{"result": result}]]}}));
    }
    let ran = stage.run();
    let errors: Vec<u64> =
        case["assert"]["protocol_errors"].as_array().expect("a list").iter().filter_map(Value::as_u64).collect();
    for number in 0..results.len() {
        let failed = ran.status(&format!("r{number}")) == "failed";
        assert_eq!(failed, errors.contains(&(number as u64)), "r{number}: {ran:#?}");
    }
    assert_eq!(ran.tools("r3"), texts(&case["assert"]["good_tools"]), "{ran:#?}");
    let bad = ran.lines().filter(|line| line["problem"]["server"] == "r3" && line["problem"]["lost"] == true);
    assert_eq!(bad.count() as u64, case["assert"]["bad_entries"].as_u64().expect("a count"), "{}", ran.catalog);
    assert_eq!((ran.status("r4"), &ran.server("r4")["tools_count"]), ("ok", &json!(0)), "{ran:#?}");
}

#[test]
fn nesting_beyond_what_parsers_allow_is_read() {
    let Some(case) = shared::case("122") else { return };
    let result = json!({"result_text": {"build": case["input"]["raw_text_build"]}});
    for ran in [stdio(&json!({"on": {"tools/list": [[result]]}})), http(&json!({"on": {"tools/list": [[result]]}}))] {
        ran.is_ok("uji", &["deep"]);
    }
}
