//! Streamable HTTP against servers on this machine.

use std::time::Duration;

use serde_json::{Value, json};

use super::*;
use crate::gather::wire::carrier::Part;
use crate::gather::wire::loopback::{
    Loopback, Seen, forever, hang_up, json as whole, open_head, put, reply, until_closed,
};

pub(crate) const MODERN: Era = Era::Modern("2026-07-28");
pub(crate) const LEGACY: Era = Era::Legacy("2025-11-25");
const EVENTS: &str = "text/event-stream";

pub(crate) fn client(remote: &Remote, limits: &Limits) -> Http {
    Http::new(remote, limits).expect("a client")
}

pub(crate) async fn ask(http: &mut Http, era: Era, method: &str) -> Result<Answer, WireError> {
    let params = json!({"_meta": {}});
    let deadline = Instant::now() + Duration::from_secs(20);
    http.request(Call { method, params: Some(&params), era, headers: &[], deadline }).await
}

pub(crate) async fn first(server: &Loopback, era: Era) -> Result<Answer, WireError> {
    ask(&mut client(&server.remote("/mcp"), &Limits::default()), era, "tools/list").await
}

pub(crate) fn result(answer: Result<Answer, WireError>) -> String {
    answer.expect("an answer").result().expect("a result").to_owned()
}

pub(crate) fn ok(seen: &Seen) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{},"result":{{"tools":[]}}}}"#, seen.id())
}

#[tokio::test]
async fn one_json_text_answers() {
    let text = r#"{"jsonrpc":"2.0","id":1,"result":{ "tools" : [1e400, {"a":1,"a":2}] }}"#;
    let server = Loopback::with(whole(text));
    assert_eq!(result(first(&server, MODERN).await), r#"{ "tools" : [1e400, {"a":1,"a":2}] }"#);
    let seen = &server.seen()[0];
    assert_eq!((seen.method.as_str(), seen.path.as_str()), ("POST", "/mcp"));
    assert_eq!(seen.header("accept"), Some("application/json, text/event-stream"));
    assert_eq!(seen.header("content-type"), Some("application/json"));
    assert_eq!(seen.header("mcp-protocol-version"), Some("2026-07-28"));
    assert_eq!(seen.header("mcp-method"), Some("tools/list"));
    assert_eq!(seen.header("authorization"), Some("Bearer rahasia"));
    assert!(seen.header("user-agent").is_some_and(|agent| agent.starts_with("toolrent/")));
    let body: Value = serde_json::from_str(&seen.body).expect("JSON");
    assert_eq!((&body["method"], &body["params"]), (&json!("tools/list"), &json!({"_meta": {}})));
}

#[tokio::test]
async fn an_error_with_a_good_status_is_an_answer() {
    let server = Loopback::with(whole(r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"tak dikenal"}}"#));
    let answer = first(&server, MODERN).await.expect("an answer");
    assert!(matches!(answer.part, Part::Error(error) if error.code == -32601 && error.message == "tak dikenal"));
}

#[tokio::test]
async fn an_error_in_a_body_is_about_its_request_whatever_id_it_names() {
    let server =
        Loopback::with(whole(r#"{"jsonrpc":"2.0","id":"server-error","error":{"code":-32600,"message":"x"}}"#));
    let answer = first(&server, MODERN).await.expect("an answer");
    assert!(matches!(answer.part, Part::Error(error) if error.code == -32600));
    let server = Loopback::with(whole(r#"{"jsonrpc":"2.0","id":"lain","result":{}}"#));
    let error = first(&server, MODERN).await.expect_err("no answer").to_string();
    assert_eq!(error, "the answer holds messages, but none that answers this request");
}

#[tokio::test]
async fn a_batch_answers_and_what_else_is_in_it_is_heard() {
    let text = r#"[{"jsonrpc":"2.0","method":"notifications/tools/list_changed"},
        {"jsonrpc":"2.0","id":99,"result":{}},{"jsonrpc":"2.0","id":"1","result":{"ya":true}}]"#;
    let server = Loopback::with(whole(text));
    let mut http = client(&server.remote("/"), &Limits::default());
    assert_eq!(result(ask(&mut http, LEGACY, "tools/list").await), r#"{"ya":true}"#);
    let heard = http.heard();
    assert_eq!((heard.changed.as_slice(), heard.stray), (&["notifications/tools/list_changed".to_owned()][..], 1));
    assert_eq!(http.heard(), Heard::default());
}

#[tokio::test]
async fn a_stream_of_events_answers_once_its_ping_is_answered() {
    let server = Loopback::start(|seen, stream, log| {
        if seen.body.contains("\"result\"") {
            return put(stream, reply("202 Accepted", &[], ""));
        }
        put(stream, open_head(EVENTS));
        put(stream, "\u{feff}: halo\r\n\r\nretry: 10\r\n\r\nid: 1\r\ndata:\r\n\r\n");
        put(stream, "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{}}\n\n");
        put(stream, "event: message\ndata: {\"jsonrpc\":\"2.0\",\"id\":\"p1\",\"method\":\"ping\"}\n\n");
        let pong = log.wait_for(|seen| seen.id() == "\"p1\"");
        assert_eq!(pong.header("mcp-protocol-version"), Some("2025-11-25"));
        put(stream, "data: {\"jsonrpc\":\"2.0\",\"id\":1,\r\ndata: \"result\":\r\ndata: {\"tools\":[]}}\r\n\r\n");
        until_closed(stream);
    });
    assert_eq!(result(first(&server, LEGACY).await), r#"{"tools":[]}"#);
}

#[tokio::test]
async fn a_last_event_without_its_blank_line_counts() {
    let server = Loopback::start(|seen, stream, _| {
        put(stream, open_head(EVENTS));
        put(stream, format!("data: {}", ok(seen)));
        hang_up(stream);
    });
    assert_eq!(result(first(&server, LEGACY).await), r#"{"tools":[]}"#);
}

#[tokio::test]
async fn a_stream_that_ends_without_an_answer_has_ended() {
    let server = Loopback::with(reply("200 OK", &["content-type: text/event-stream"], "id: 1\ndata:\n\n"));
    let error = first(&server, LEGACY).await.expect_err("no answer");
    assert!(matches!(error, WireError::Ended { exit_code: None }), "{error}");
}

#[tokio::test]
async fn the_first_bytes_tell_what_a_mislabelled_body_is() {
    for (kind, events) in [("text/html", false), (EVENTS, false), ("application/json", true), ("", true)] {
        let server = Loopback::start(move |seen, stream, _| {
            let body = if events { format!("event: message\ndata: {}\n\n", ok(seen)) } else { ok(seen) };
            put(stream, reply("200 OK", &[&format!("content-type: {kind}")], body));
        });
        assert_eq!(result(first(&server, LEGACY).await), r#"{"tools":[]}"#, "{kind}");
    }
    for (reply, expected) in [
        (reply("200 OK", &["content-type: text/html"], "<title>Masuk</title>"), "text/html: Masuk"),
        (reply("200 OK", &[], "error: bukan acara"), "of no stated type: error: bukan acara"),
        (reply("202 Accepted", &[], ""), "nothing (HTTP 202)"),
        (reply("200 OK", &["content-encoding: gzip"], b"\x1f\x8b\x08\x00"), "packed with gzip"),
    ] {
        let error = first(&Loopback::with(reply), MODERN).await.expect_err("no message");
        assert!(matches!(&error, WireError::NoMessage(text) if text.contains(expected)), "{error}");
    }
}

#[tokio::test]
async fn characters_survive_chunks_and_bytes_that_are_none_are_counted() {
    let server = Loopback::start(|_, stream, _| {
        put(stream, "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n");
        let event =
            b"data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"a\":\"\xe2\x82\xac \xe9 \xf0\x9f\x98\x80\"}}\n\n";
        for byte in event {
            put(stream, [b"1\r\n", &[*byte][..], b"\r\n"].concat());
        }
        put(stream, "0\r\n\r\n");
    });
    let mut http = client(&server.remote("/"), &Limits::default());
    assert_eq!(result(ask(&mut http, LEGACY, "tools/list").await), "{\"a\":\"€ \u{fffd} 😀\"}");
    assert_eq!(http.heard().bad_bytes, 1);
    let server = Loopback::with(whole(b"\xef\xbb\xbf{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"caf\xe9\"}"));
    let mut http = client(&server.remote("/"), &Limits::default());
    assert_eq!(result(ask(&mut http, LEGACY, "tools/list").await), "\"caf\u{fffd}\"");
    assert_eq!(http.heard().bad_bytes, 1);
}

#[tokio::test]
async fn endless_answers_are_cut_off() {
    let limits = Limits { message_bytes: 100_000, total_bytes: 1 << 30, ..Limits::default() };
    for (kind, start) in [("application/json", "["), (EVENTS, "data: ["), (EVENTS, "data: [\ndata: ")] {
        let server = Loopback::start(move |_, stream, _| {
            put(stream, open_head(kind));
            put(stream, start);
            forever(stream, &[b' '; 4096]);
        });
        let error = ask(&mut client(&server.remote("/"), &limits), MODERN, "tools/list").await.expect_err("no answer");
        assert!(matches!(error, WireError::TooLong { limit: 100_000 }), "{error}");
    }
    let limits = Limits { message_bytes: 100_000, total_bytes: 300_000, ..Limits::default() };
    let server = Loopback::start(move |_, stream, _| {
        put(stream, open_head(EVENTS));
        forever(stream, b"data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}\n\n");
    });
    let error = ask(&mut client(&server.remote("/"), &limits), MODERN, "tools/list").await.expect_err("no answer");
    assert!(matches!(error, WireError::TooLong { limit: 300_000 }), "{error}");
}

#[tokio::test]
async fn the_deadline_bounds_head_body_and_events() {
    let starts = ["", "HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{\"jsonrpc\"", "HTTP/1.1 200 OK\r\n\r\n: diam\n\n"];
    for start in starts {
        let server = Loopback::start(move |_, stream, _| {
            put(stream, start);
            until_closed(stream);
        });
        let mut http = client(&server.remote("/"), &Limits::default());
        let deadline = Instant::now() + Duration::from_millis(150);
        let call = Call { method: "tools/list", params: None, era: MODERN, headers: &[], deadline };
        let error = http.request(call).await.expect_err("late");
        assert!(matches!(&error, WireError::TimedOut { method, .. } if method == "tools/list"), "{error}");
    }
}

#[tokio::test]
async fn a_broken_connection_is_told_from_an_end() {
    let server = Loopback::start(|_, stream, _| {
        put(stream, "HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\n{\"jsonrpc\":\"2.0\"");
        hang_up(stream);
    });
    let error = first(&server, MODERN).await.expect_err("broken");
    assert!(matches!(&error, WireError::Network(text) if text.contains("broke within the answer")), "{error}");
}

#[tokio::test]
async fn a_refusal_carries_what_its_body_says() {
    let rpc =
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Belum  siap","data":{"supported":["a"]}}}"#;
    let error = first(&Loopback::with(reply("400 Bad Request", &[], rpc)), MODERN).await.expect_err("refused");
    let WireError::Http { status: 400, body, challenge: None, error: Some(error), .. } = error else {
        panic!("{error}")
    };
    assert_eq!((body.as_str(), error.code, &error.data["supported"][0]), ("Belum siap", -32000, &json!("a")));

    let page = reply("404 Not Found", &["content-type: text/html"], "<html><title>Tidak ada</title>");
    let error = first(&Loopback::with(page), MODERN).await.expect_err("refused");
    assert_eq!(error.to_string(), "HTTP 404: Tidak ada");

    let lines = ["www-authenticate: Basic realm=\"r\"", "www-authenticate: Bearer scope=\"kalender\""];
    let error = first(&Loopback::with(reply("401 Unauthorized", &lines, "")), MODERN).await.expect_err("refused");
    let WireError::Http { status: 401, challenge, .. } = error else { panic!("{error}") };
    assert_eq!(challenge.as_deref(), Some(r#"Basic realm="r", Bearer scope="kalender""#));
}

#[tokio::test]
async fn a_refusal_whose_body_never_ends_is_still_a_refusal() {
    let server = Loopback::start(|_, stream, _| {
        put(stream, "HTTP/1.1 503 Busy\r\ncontent-length: 99\r\n\r\npenuh");
        until_closed(stream);
    });
    let mut http = client(&server.remote("/"), &Limits::default());
    let deadline = Instant::now() + Duration::from_millis(150);
    let call = Call { method: "tools/list", params: None, era: MODERN, headers: &[], deadline };
    let error = http.request(call).await.expect_err("refused");
    assert_eq!(error.to_string(), "HTTP 503: penuh");
}

#[tokio::test]
async fn a_session_is_kept_and_ended() {
    let server = Loopback::start(|seen, stream, _| match seen.method.as_str() {
        "POST" if seen.body.contains("initialize") && !seen.body.contains("notifications/") => {
            put(stream, reply("200 OK", &["Mcp-Session-Id: s-1"], ok(seen)));
        }
        "POST" if seen.body.contains("\"id\"") => put(stream, whole(ok(seen))),
        "POST" => put(stream, reply("202 Accepted", &[], "")),
        _ => put(stream, reply("405 Method Not Allowed", &[], "")),
    });
    let mut http = client(&server.remote("/mcp"), &Limits::default());
    result(ask(&mut http, Era::Handshake, "initialize").await);
    http.notify("notifications/initialized", LEGACY).await.expect("taken");
    result(ask(&mut http, LEGACY, "tools/list").await);
    result(ask(&mut http, MODERN, "tools/list").await);
    assert_eq!(http.close().await, Ending::default());
    let sent = |name: &str| -> Vec<Option<String>> {
        server.seen().iter().map(|seen| seen.header(name).map(str::to_owned)).collect()
    };
    let (session, version) = (Some("s-1".to_owned()), Some("2025-11-25".to_owned()));
    assert_eq!(sent("mcp-session-id"), [None, session.clone(), session.clone(), None, session]);
    let modern = Some("2026-07-28".to_owned());
    assert_eq!(sent("mcp-protocol-version"), [None, version.clone(), version.clone(), modern, version]);
    let seen = server.seen();
    assert!(seen[0].header("mcp-method").is_none() && !seen[1].body.contains("\"id\""));
    assert_eq!((seen[4].method.as_str(), seen[4].header("authorization")), ("DELETE", Some("Bearer rahasia")));
}

#[tokio::test]
async fn without_a_session_nothing_is_ended() {
    let server = Loopback::start(|seen, stream, _| put(stream, whole(ok(seen))));
    let mut http = client(&server.remote("/"), &Limits::default());
    result(ask(&mut http, MODERN, "server/discover").await);
    http.close().await;
    assert_eq!(server.seen().len(), 1);
}

#[tokio::test]
async fn a_refused_notification_is_an_error() {
    let server = Loopback::with(reply("404 Not Found", &[], "sesi hilang"));
    let mut http = client(&server.remote("/"), &Limits::default());
    let error = http.notify("notifications/initialized", LEGACY).await.expect_err("refused");
    assert_eq!(error.to_string(), "HTTP 404: sesi hilang");
}
