//! Servers over HTTP, in both eras and over the older HTTP+SSE, that misbehave.

#![cfg(all(feature = "app", feature = "gather", unix))]

use std::net::TcpListener;
use std::time::Duration;

use serde_json::{Value, json};

use crate::stage::{Stage, http};

const HTML: &str = "<!DOCTYPE html><html><head><title>Tidak ada</title></head><body>x</body></html>";

#[test]
fn requests_carry_what_the_protocol_asks_for() {
    let ran = http(&json!({"eras": ["modern"]}));
    ran.is_ok("uji", &["alat_0"]);
    assert_eq!(ran.server("uji")["transport"], "http");
    for call in ran.log("uji") {
        let headers = &call["headers"];
        assert_eq!((&call["verb"], &headers["content-type"]), (&json!("POST"), &json!("application/json")));
        assert_eq!(headers["accept"], "application/json, text/event-stream");
        assert_eq!((&headers["mcp-protocol-version"], &headers["mcp-method"]), (&json!("2026-07-28"), &call["method"]));
        assert!(headers["mcp-session-id"].is_null() && headers["mcp-name"].is_null(), "{headers}");
        assert!(headers["user-agent"].as_str().is_some_and(|agent| agent.starts_with("toolrent/")), "{headers}");
    }
}

#[test]
fn a_session_is_kept_and_ended() {
    let ran = http(&json!({"eras": ["legacy"], "session": true, "legacy_version": "2025-06-18"}));
    ran.is_ok("uji", &["alat_0"]);
    let after: Vec<&Value> = ran.log("uji").iter().skip_while(|call| call["method"] != "initialize").skip(1).collect();
    assert_eq!(after.last().map(|call| &call["verb"]), Some(&json!("DELETE")), "{ran:#?}");
    for call in after {
        assert_eq!(call["headers"]["mcp-session-id"], "sesi-4711");
        assert_eq!(call["headers"]["mcp-protocol-version"], "2025-06-18");
    }
}

#[test]
fn a_session_that_was_forgotten_is_opened_again() {
    let gone = json!({"status": 404, "type": "text/plain", "body": "no such session"});
    let pages = json!([{"tools": 1, "next": "b"}, {"tools": {"count": 1, "from": 1}}]);
    for turns in [json!([[gone], ["answer"]]), json!([["answer"], [gone], ["answer"]])] {
        let script = json!({"eras": ["legacy"], "session": true, "pages": pages, "on": {"tools/list": turns}});
        let ran = http(&script);
        ran.is_ok("uji", &["alat_0", "alat_1"]);
        assert_eq!(ran.methods("uji").iter().filter(|method| **method == "initialize").count(), 2, "{ran:#?}");
    }
    for session in [true, false] {
        let on = json!({"tools/list": [[gone]]});
        let ran = http(&json!({"eras": ["legacy"], "session": session, "on": on}));
        ran.is_lost("uji", &["failed"]);
        let greetings = ran.methods("uji").iter().filter(|method| **method == "initialize").count();
        assert_eq!(greetings, if session { 2 } else { 1 }, "{ran:#?}");
    }
}

#[test]
fn a_modern_server_never_sees_a_session() {
    let ran = http(&json!({"eras": ["modern"], "session": true}));
    ran.is_ok("uji", &["alat_0"]);
    assert!(ran.log("uji").iter().all(|call| call["verb"] == "POST" && call["headers"]["mcp-session-id"].is_null()));
}

#[test]
fn events_are_read_with_all_that_comes_before_the_answer() {
    let before = json!([{"notify": "notifications/message"}, {"ask": "ping"}, {"ask": "roots/list"}, "answer"]);
    for era in ["modern", "legacy"] {
        for multi_line in [false, true] {
            let on = json!({"tools/list": [before]});
            let ran = http(&json!({"eras": [era], "reply": "sse", "multi_line": multi_line, "on": on}));
            ran.is_ok("uji", &["alat_0"]);
        }
    }
}

#[test]
fn events_may_end_their_lines_as_they_like() {
    let head = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\n\r\n";
    for body in
        ["data:$ANSWER\n\n", ":x\r\n\r\nid: 7\r\nretry: 5\r\ndata: $ANSWER\r\n\r\n", "\u{feff}data: $ANSWER\n\n"]
    {
        let ran = http(&json!({"eras": ["legacy"], "on": {"tools/list": [[{"raw": format!("{head}{body}")}]]}}));
        ran.is_ok("uji", &["alat_0"]);
    }
}

#[test]
fn a_refusal_in_any_form_leads_to_the_greeting() {
    for (status, kind, body) in [
        (400, "text/plain", "Bad Request: version"),
        (400, "application/json", r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"no session"}}"#),
        (404, "text/html", HTML),
        (404, "application/json", r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}"#),
        (405, "text/plain", ""),
        (400, "application/json", r#"{"error":"invalid_request"}"#),
        (200, "text/html", HTML),
    ] {
        let refusal = json!([{"status": status, "type": kind, "body": body}]);
        // Whatever carries the modern version is refused, as a server does that knows nothing of it.
        let on = json!({"server/discover": [refusal], "tools/list": [["answer"]]});
        let ran = http(&json!({"eras": ["legacy"], "on": on}));
        ran.is_ok("uji", &["alat_0"]);
        assert_eq!(ran.server("uji")["era"], "2025-11-25", "{status} {body}");
    }
}

#[test]
fn a_modern_server_without_discover_is_listed_all_the_same() {
    let on = json!({"server/discover": [[{"error": {"code": -32601, "message": "Method not found"}}]]});
    let ran = http(&json!({"eras": ["modern"], "on": on}));
    ran.is_ok("uji", &["alat_0"]);
    assert_eq!(ran.server("uji")["era"], "2026-07-28");
}

#[test]
fn a_server_that_is_broken_is_not_greeted() {
    for status in [500, 502, 503] {
        let on = json!({"*": [[{"status": status, "type": "text/html", "body": HTML}]]});
        let ran = http(&json!({"on": on}));
        ran.is_lost("uji", &["unreachable"]);
        assert!(ran.reason("uji").contains(&status.to_string()), "{ran:#?}");
        assert_eq!(ran.methods("uji"), ["server/discover"]);
        assert!(!ran.shown().contains("<body>"), "{ran:#?}");
    }
}

#[test]
fn what_a_server_wants_is_explained() {
    let challenge = r#"Bearer realm="x", resource_metadata="https://auth.example/.well-known", scope="kalender.baca""#;
    let gate = json!({"header": "authorization", "value": "Bearer kata-sandi-7381", "status": 401,
        "headers": {"www-authenticate": challenge}});
    let stage = Stage::new().http("uji", &json!({"gate": gate}));
    let ran = stage.run();
    ran.is_lost("uji", &["unauthorized"]);
    assert!(ran.reason("uji").contains("401") && ran.stdout.contains("kalender.baca"), "{ran:#?}");
    let table = stage.run_args(&["gather", "susunan.json", "--connect", "-o", "katalog.jsonl"]);
    assert!(table.shown().contains("--bearer-env"), "{table:#?}");
    let stage = stage.env("KATA", "kata-sandi-7381").args(["--bearer-env", "uji=KATA"]);
    let ran = stage.run();
    ran.is_ok("uji", &["alat_0"]);
    assert!(!ran.shown().contains("kata-sandi-7381"), "{ran:#?}");
    let refused = json!({"header": "x", "value": "y", "status": 403,
        "headers": {"www-authenticate": r#"Bearer error="insufficient_scope", scope="admin:semua""#}});
    let ran = http(&json!({"gate": refused}));
    ran.is_lost("uji", &["unauthorized"]);
    assert!(ran.stdout.contains("403") && ran.stdout.contains("admin:semua"), "{ran:#?}");
}

#[test]
fn headers_come_from_the_environment() {
    let gate = json!({"header": "x-kunci", "value": "rahasia-5512", "status": 401});
    let stage = Stage::new().http("uji", &json!({"gate": gate})).env("KUNCI", "rahasia-5512");
    let ran = stage.args(["--header-env", "uji=X-Kunci=KUNCI"]).run();
    ran.is_ok("uji", &["alat_0"]);
    assert!(!ran.shown().contains("rahasia-5512"), "{ran:#?}");
    let ran = Stage::new().http("uji", &json!({})).args(["--bearer-env", "TIDAK_ADA_4711"]).run();
    assert_eq!((ran.code, ran.log("uji").len()), (Some(2), 0), "{ran:#?}");
}

#[test]
fn a_body_that_never_ends_is_given_up() {
    let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n\r\n";
    let on = json!({"tools/list": [[{"raw": format!("{head}{{\"jsonrpc\"")}, {"sleep_ms": 120_000}]]});
    let ran = Stage::new().http("uji", &json!({"on": on})).args(["--timeout", "2"]).run();
    ran.is_lost("uji", &["timed-out"]);
    assert!(ran.took < Duration::from_secs(12), "{:?}", ran.took);
    for kind in ["application/json", "text/event-stream"] {
        let head = format!("HTTP/1.1 200 OK\r\ncontent-type: {kind}\r\n\r\ndata: ");
        let ran = http(&json!({"on": {"tools/list": [[{"raw": head}, {"forever": "x"}]]}}));
        ran.is_lost("uji", &["failed", "unreachable"]);
    }
}

#[test]
fn a_connection_that_breaks_is_told() {
    let cut = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 9999\r\n\r\n{\"jsonrpc\":\"2.0\"";
    let ran = http(&json!({"on": {"tools/list": [[{"raw": cut}]]}}));
    ran.is_lost("uji", &["failed", "unreachable"]);
    let ended = "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n: x\n\n";
    let ran = http(&json!({"on": {"tools/list": [[{"raw": ended}]]}}));
    ran.is_lost("uji", &["failed", "unreachable"]);
    let ran = http(&json!({"on": {"tools/list": [["silence"]]}}));
    ran.is_lost("uji", &["failed", "unreachable"]);
}

#[test]
fn a_port_where_nobody_listens_is_unreachable() {
    let port = TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("an address").port();
    let entry = json!({"type": "http", "url": format!("http://127.0.0.1:{port}/mcp")});
    Stage::new().entry("uji", entry).run().is_lost("uji", &["unreachable"]);
}

#[test]
fn a_wrong_kind_is_looked_through() {
    for head in ["content-type: text/plain\r\n", "content-type: application/octet-stream\r\n", ""] {
        let raw = format!("HTTP/1.1 200 OK\r\n{head}\r\n$ANSWER");
        http(&json!({"on": {"*": [[{"raw": raw}]]}})).is_ok("uji", &["alat_0"]);
    }
}

#[test]
fn an_html_page_is_no_server() {
    let page = json!([[{"status": 200, "type": "text/html", "body": HTML}]]);
    let ran = http(&json!({"on": {"*": page}}));
    ran.is_lost("uji", &["failed", "unreachable"]);
    assert!(!ran.shown().contains("<body>"), "{ran:#?}");
}

#[test]
fn the_older_transport_is_found_and_spoken() {
    let script = json!({"eras": ["legacy"], "legacy_version": "2024-11-05", "legacy_sse": {"path": "/pesan"},
        "on": {"tools/list": [[{"ask": "ping"}, {"notify": "notifications/message"}, "answer"]]}});
    for more in [json!({}), json!({"type": "sse"})] {
        let ran = Stage::new().http_with("uji", &script, &more).run();
        ran.is_ok("uji", &["alat_0"]);
        assert_eq!((&ran.server("uji")["transport"], &ran.server("uji")["era"]), (&json!("sse"), &json!("2024-11-05")));
        let posts = ran.log("uji").iter().filter(|call| call["verb"] == "POST" && call["target"] == "/mcp").count();
        assert_eq!(posts == 0, more["type"] == "sse", "a config that says so is believed");
    }
}

#[test]
fn an_endpoint_elsewhere_is_refused() {
    let stage = Stage::new();
    let other = stage.start("lain", &json!({}));
    let path = format!("{}/pesan", other.address);
    let script = json!({"eras": ["legacy"], "legacy_sse": {"path": path}});
    let ran = stage.http_with("uji", &script, &json!({"headers": {"Authorization": "Bearer rahasia-9917"}})).run();
    ran.is_lost("uji", &["failed", "unreachable"]);
    assert!(ran.log("lain").is_empty(), "nothing is sent there: {ran:#?}");
}

#[test]
fn an_address_can_be_named_without_a_config() {
    let stage = Stage::new();
    let fake = stage.start("uji", &json!({"tools": 2}));
    let address = format!("{}/mcp", fake.address);
    let ran = stage.run_args(&["gather", &address, "--format", "json", "-o", "katalog.jsonl"]);
    assert_eq!((ran.code, ran.catalog.matches("\"tool\":{").count()), (Some(0), 2), "{ran:#?}");
}
