//! Redirects: what belongs to one origin never reaches another.

#![cfg(all(feature = "app", feature = "gather", unix))]

use serde_json::{Value, json};

use crate::stage::Stage;

const SECRETS: [(&str, &str); 2] = [("authorization", "Bearer rahasia-2291"), ("x-kunci", "rahasia-3307")];

fn headers() -> Value {
    json!({"headers": {"Authorization": SECRETS[0].1, "X-Kunci": SECRETS[1].1}})
}

fn to(status: u16, target: &str) -> Value {
    json!({"redirects": {"/mcp": {"status": status, "to": target}}})
}

#[test]
fn nothing_secret_goes_to_another_origin() {
    for status in [301, 302, 303, 307, 308] {
        for era in ["modern", "legacy"] {
            let stage = Stage::new();
            let other = stage.start("tujuan", &json!({"eras": [era]}));
            let script = to(status, &format!("{}/mcp", other.address));
            let ran = stage.http_with("uji", &script, &headers()).run();
            ran.is_ok("uji", &["alat_0"]);
            assert!(!ran.log("tujuan").is_empty() && ran.log("tujuan").iter().all(|call| call["verb"] != "GET"));
            for call in ran.log("tujuan") {
                for (name, value) in SECRETS {
                    assert!(call["headers"][name].is_null(), "{status}: {call}");
                    assert!(!call.to_string().contains(value), "{status}: {call}");
                }
            }
            assert!(ran.log("uji").iter().all(|call| call["headers"]["x-kunci"] == SECRETS[1].1), "it knows its own");
            let note = ran.note("uji", "gather.redirected").expect("a note");
            assert!(note.contains(&other.address), "{note}");
            assert!(!ran.shown().contains("rahasia-"), "{ran:#?}");
        }
    }
}

#[test]
fn the_same_origin_keeps_what_it_had() {
    for status in [301, 302, 307, 308] {
        let gate = json!({"header": "authorization", "value": SECRETS[0].1, "status": 401});
        let mut script = to(status, "/v2/mcp?x=1");
        script["gate"] = gate;
        let ran = Stage::new().http_with("uji", &script, &headers()).run();
        ran.is_ok("uji", &["alat_0"]);
        assert!(
            ran.log("uji").iter().any(|call| call["target"] == "/v2/mcp?x=1" && call["verb"] == "POST"),
            "{ran:#?}"
        );
    }
}

#[test]
fn a_server_elsewhere_that_wants_credentials_says_that_none_were_sent() {
    let stage = Stage::new();
    let gate = json!({"header": "authorization", "value": SECRETS[0].1, "status": 401});
    let other = stage.start("tujuan", &json!({"gate": gate}));
    let ran = stage.http_with("uji", &to(307, &format!("{}/mcp", other.address)), &headers()).run();
    ran.is_lost("uji", &["unauthorized"]);
    assert!(!ran.log("tujuan").iter().any(|call| call.to_string().contains("rahasia-")), "{ran:#?}");
}

#[test]
fn a_redirect_in_a_circle_ends() {
    let ran = Stage::new().http("uji", &to(307, "/mcp")).run();
    ran.is_lost("uji", &["failed", "unreachable"]);
    assert!(ran.log("uji").len() < 40, "{}", ran.log("uji").len());
}

#[test]
fn a_redirect_to_nowhere_is_told() {
    for target in ["", "ftp://127.0.0.1/x", "http://", "file:///etc/passwd", "javascript:x"] {
        let ran = Stage::new().http_with("uji", &to(307, target), &headers()).run();
        assert!(ran.code == Some(3) && !ran.reason("uji").is_empty(), "{target}: {ran:#?}");
    }
}
