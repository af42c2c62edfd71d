//! Which era a server speaks, and how that is found out.

#![cfg(all(feature = "app", feature = "gather", unix))]

use serde_json::{Value, json};

use crate::ran::Ran;
use crate::stage::{Stage, http, stdio};

const GREETED: [&str; 4] = ["server/discover", "initialize", "notifications/initialized", "tools/list"];

fn gives_its_tool(ran: Ran, era: &str) -> Ran {
    ran.is_ok("uji", &["alat_0"]);
    assert_eq!(ran.server("uji")["era"], era, "{ran:#?}");
    assert_eq!(ran.about("uji")["era"], era, "{}", ran.catalog);
    ran
}

fn error(code: i64, data: &Value) -> Value {
    json!({"error": {"code": code, "message": "tidak bisa", "data": data}})
}

#[test]
fn a_modern_server_is_never_greeted() {
    let script =
        json!({"eras": ["modern"], "instructions": "Tanya kotanya dulu.", "ttlMs": 60000, "cacheScope": "public"});
    for ran in [stdio(&script), http(&script)] {
        let ran = gives_its_tool(ran, "2026-07-28");
        assert_eq!(ran.methods("uji"), ["server/discover", "tools/list"]);
        assert_eq!(ran.about("uji")["instructions"], "Tanya kotanya dulu.");
        assert_eq!(ran.about("uji")["version"], "0.3.1");
        for call in ran.log("uji") {
            let meta = &call["params"]["_meta"];
            assert_eq!(meta["io.modelcontextprotocol/clientInfo"]["name"], "toolrent");
            assert_eq!(meta["io.modelcontextprotocol/clientCapabilities"], json!({}));
        }
    }
}

#[test]
fn a_server_of_both_eras_is_asked_the_modern_way() {
    gives_its_tool(stdio(&json!({})), "2026-07-28");
    gives_its_tool(http(&json!({})), "2026-07-28");
}

#[test]
fn each_legacy_version_is_spoken() {
    for version in ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] {
        let script = json!({"eras": ["legacy"], "legacy_version": version, "instructions": "Baca ini."});
        for ran in [stdio(&script), http(&script)] {
            let ran = gives_its_tool(ran, version);
            assert_eq!(ran.methods("uji"), GREETED);
            assert_eq!(ran.about("uji")["instructions"], "Baca ini.");
        }
    }
}

#[test]
fn an_unknown_legacy_version_is_taken_with_a_note() {
    let ran = stdio(&json!({"eras": ["legacy"], "legacy_version": "2031-01-01"}));
    assert_eq!(ran.tools("uji"), ["alat_0"], "{ran:#?}");
    let notes = ran.document["notes"].as_array().expect("notes");
    assert!(notes.iter().any(|note| note["detail"].to_string().contains("2031-01-01")), "{notes:#?}");
}

#[test]
fn any_other_error_leads_to_the_greeting() {
    for code in [-32601, -32000, -32002, -32602, -32700, -32603, 0, 1, 404] {
        let on = json!({"server/discover": [[error(code, &Value::Null)]]});
        let script = json!({"eras": ["legacy"], "on": on});
        for ran in [stdio(&script), http(&script)] {
            assert_eq!(gives_its_tool(ran, "2025-11-25").methods("uji"), GREETED, "{code}");
        }
    }
}

#[test]
fn an_answer_without_versions_is_not_modern() {
    for result in [json!({}), json!({"tools": []}), json!({"supportedVersions": "2026-07-28"}), json!([]), json!(null)]
    {
        let on = json!({"server/discover": [[{"result": result}]]});
        let script = json!({"eras": ["legacy"], "on": on});
        gives_its_tool(stdio(&script), "2025-11-25");
        gives_its_tool(http(&script), "2025-11-25");
    }
}

#[test]
fn versions_decide_what_is_spoken() {
    let result = |versions: Value| json!({"result": {"supportedVersions": versions, "capabilities": {"tools": {}}}});
    let legacy = json!({"on": {"server/discover": [[result(json!(["2025-06-18", "2024-11-05"]))]]}});
    gives_its_tool(stdio(&legacy), "2025-11-25");
    let both = json!({"on": {"server/discover": [[result(json!(["2025-06-18", "2026-07-28", "2099-01-01"]))]]}});
    gives_its_tool(stdio(&both), "2026-07-28");
    let later = json!({"eras": ["modern"], "on": {"server/discover": [[result(json!(["2099-01-01"]))]]}});
    for ran in [stdio(&later), http(&later)] {
        ran.is_lost("uji", &["failed"]);
        assert!(ran.reason("uji").contains("2099-01-01"), "{ran:#?}");
    }
}

#[test]
fn an_unsupported_version_is_answered_with_a_mutual_one() {
    let refuse = |versions: Value| error(-32022, &json!({"supported": versions, "requested": "2026-07-28"}));
    let again = json!({"on": {"server/discover": [[refuse(json!(["2026-07-28"]))], ["answer"]]}, "eras": ["modern"]});
    for ran in [stdio(&again), http(&again)] {
        assert!(!gives_its_tool(ran, "2026-07-28").methods("uji").contains(&"initialize"));
    }
    let old = json!({"on": {"server/discover": [[refuse(json!(["2025-06-18"]))]]}, "legacy_version": "2025-06-18"});
    gives_its_tool(stdio(&old), "2025-06-18");
    gives_its_tool(http(&old), "2025-06-18");
    let later = json!({"eras": ["modern"], "versions": ["2099-01-01"]});
    for ran in [stdio(&later), http(&later)] {
        ran.is_lost("uji", &["failed"]);
        assert!(ran.reason("uji").contains("2099-01-01"), "{ran:#?}");
        assert!(ran.methods("uji").len() < 6, "it is not asked for ever");
    }
    let stubborn = json!({"on": {"server/discover": [[refuse(json!(["2026-07-28"]))]]}, "eras": ["modern"]});
    let ran = stdio(&stubborn);
    assert!(ran.methods("uji").len() < 8, "it is not asked for ever: {ran:#?}");
}

#[test]
fn other_modern_errors_are_told_and_never_lead_to_the_greeting() {
    let capabilities = json!({"requiredCapabilities": {"elicitation": {}}});
    for (code, data, word) in [(-32020, Value::Null, "tidak bisa"), (-32021, capabilities, "elicitation")] {
        let script = json!({"on": {"server/discover": [[error(code, &data)]], "tools/list": [[error(code, &data)]]}});
        for ran in [stdio(&script), http(&script)] {
            ran.is_lost("uji", &["failed"]);
            assert!(!ran.methods("uji").contains(&"initialize"), "{code}: {ran:#?}");
            assert!(ran.reason("uji").contains(word), "{code}: {ran:#?}");
        }
    }
}

#[test]
fn a_refused_greeting_that_names_the_modern_version_is_understood() {
    let on = json!({"server/discover": [[error(-32000, &Value::Null)], ["answer"]]});
    let script = json!({"eras": ["modern"], "on": on});
    gives_its_tool(stdio(&script), "2026-07-28");
}

#[test]
fn what_is_not_declared_is_not_asked_for() {
    let ran = stdio(&json!({"prompts": 2, "capabilities": {"tools": {}}}));
    assert!(!ran.methods("uji").contains(&"prompts/list"), "{ran:#?}");
    let ran = stdio(&json!({"capabilities": {}}));
    assert_eq!(ran.tools("uji"), ["alat_0"], "{ran:#?}");
    assert!(ran.note("uji", "gather.undeclared").is_some(), "{ran:#?}");
    let none = json!({"capabilities": {}, "on": {"tools/list": [[error(-32601, &Value::Null)]]}});
    let ran = Stage::new().stdio("uji", &none).stdio("baik", &json!({})).run();
    assert_eq!((ran.status("uji"), ran.code), ("ok", Some(0)), "{ran:#?}");
}

#[test]
fn prompts_and_resources_come_too() {
    let resources = json!([{"uri": "file:///a", "name": "a"}]);
    let templates = json!([{"uriTemplate": "file:///{x}", "name": "x"}]);
    let script = json!({"prompts": 2, "resources": resources, "templates": templates});
    for ran in [stdio(&script), http(&script)] {
        let ran = gives_its_tool(ran, "2026-07-28");
        assert_eq!(ran.catalog.matches("\"prompt\":{").count(), 2, "{}", ran.catalog);
        assert_eq!(ran.catalog.matches("\"resource\":{").count(), 1, "{}", ran.catalog);
        assert_eq!(ran.catalog.matches("\"resource_template\":{").count(), 1, "{}", ran.catalog);
    }
    let broken = json!({"prompts": 1, "on": {"prompts/list": [[error(-32603, &Value::Null)]]}});
    let ran = stdio(&broken);
    assert_eq!(ran.tools("uji"), ["alat_0"], "no other list loses the tools: {ran:#?}");
}

#[test]
fn how_long_answers_may_be_kept_is_told() {
    let ran = stdio(&json!({"ttlMs": 300_000, "cacheScope": "public"}));
    let gathered = &ran.about("uji")["gathered"];
    assert_eq!((&gathered["ttl_ms"], &gathered["cache_scope"]), (&json!(300_000), &json!("public")), "{}", ran.catalog);
    assert!(ran.note("uji", "gather.ttl_missing").is_none());
    assert!(stdio(&json!({})).note("uji", "gather.ttl_missing").is_some());
    assert!(stdio(&json!({"eras": ["legacy"]})).note("uji", "gather.ttl_missing").is_none());
    let negative = stdio(&json!({"ttlMs": -5, "cacheScope": "public"}));
    assert_eq!(negative.about("uji")["gathered"]["ttl_ms"], 0, "{}", negative.catalog);
}
