//! HTTP+SSE against servers on this machine.

use super::*;
use crate::gather::wire::loopback::{Loopback, Seen, hang_up, open_head, put, reply, until_closed};

const OLD: Era = Era::Legacy("2024-11-05");

fn soon() -> Instant {
    Instant::now() + Duration::from_secs(20)
}

async fn open(server: &Loopback) -> Result<LegacySse, WireError> {
    LegacySse::open(&server.remote("/sse"), &Limits::default(), soon()).await
}

async fn ask(wire: &mut LegacySse, method: &str) -> Result<String, WireError> {
    let answer = wire.request(Call { method, params: None, era: OLD, headers: &[], deadline: soon() }).await?;
    Ok(answer.result().expect("a result").to_owned())
}

/// A server whose stream answers two requests, the second one after its ping was answered.
fn server() -> Loopback {
    Loopback::start(|seen, stream, log| {
        if seen.method == "POST" {
            return put(stream, reply("202 Accepted", &[], "Accepted"));
        }
        put(stream, open_head("text/event-stream"));
        put(stream, ": halo\n\nevent: endpoint\ndata: /pesan?sesi=7\n\n");
        let asked = log.wait_for(|seen| seen.body.contains("initialize"));
        put(stream, format!("event: message\ndata: {{\"jsonrpc\":\"2.0\",\"id\":{},\"result\":1}}\n\n", asked.id()));
        let asked = log.wait_for(|seen| seen.body.contains("tools/list"));
        put(stream, "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}\n\n");
        put(stream, "data: {\"jsonrpc\":\"2.0\",\"id\":\"p\",\"method\":\"ping\"}\n\n");
        log.wait_for(|seen| seen.id() == "\"p\"" && seen.body.contains("result"));
        put(stream, format!("data: {{\"jsonrpc\":\"2.0\",\"id\":{},\"result\":2}}\n\n", asked.id()));
        until_closed(stream);
    })
}

#[tokio::test]
async fn answers_come_on_the_stream() {
    let server = server();
    let mut wire = open(&server).await.expect("a stream");
    assert_eq!(ask(&mut wire, "initialize").await.expect("an answer"), "1");
    wire.notify("notifications/initialized", OLD).await.expect("taken");
    assert_eq!(ask(&mut wire, "tools/list").await.expect("an answer"), "2");
    assert_eq!(wire.heard().changed, ["notifications/tools/list_changed"]);
    assert_eq!(wire.close().await, Ending::default());
    let seen = server.seen();
    assert_eq!((seen[0].method.as_str(), seen[0].header("accept")), ("GET", Some("text/event-stream")));
    let posted: Vec<&Seen> = seen.iter().filter(|seen| seen.method == "POST").collect();
    assert_eq!(posted.len(), 4);
    assert!(posted.iter().all(|seen| seen.path == "/pesan?sesi=7"));
    assert!(seen.iter().all(|seen| seen.header("authorization") == Some("Bearer rahasia")));
}

#[tokio::test]
async fn an_endpoint_elsewhere_is_refused() {
    let other = Loopback::with(reply("202 Accepted", &[], ""));
    for endpoint in [other.url("/pesan?k=rahasia"), "//127.0.0.1:1/x".to_owned(), "https://a.example/".to_owned()] {
        let server = Loopback::start(move |_, stream, _| {
            put(stream, open_head("text/event-stream"));
            put(stream, format!("event: endpoint\ndata: {endpoint}\n\n"));
            until_closed(stream);
        });
        let error = open(&server).await.err().expect("refused").to_string();
        assert!(error.contains("names an endpoint at http") && error.ends_with("not followed"), "{error}");
        assert!(!error.contains("rahasia"), "{error}");
    }
    assert!(other.seen().is_empty());
}

#[tokio::test]
async fn an_absolute_endpoint_of_the_same_origin_is_taken() {
    let server = Loopback::start(|seen, stream, _| {
        let host = seen.header("host").expect("a host").to_owned();
        put(stream, open_head("text/event-stream"));
        put(stream, format!("event:endpoint\r\ndata:http://x:y@{host}/pesan\r\n\r\n"));
        until_closed(stream);
    });
    let wire = open(&server).await.expect("a stream");
    assert_eq!(wire.post.endpoint.as_str(), server.url("/pesan"));
}

#[tokio::test]
async fn what_is_no_such_stream_is_told() {
    for (reply, expected) in [
        (reply("404 Not Found", &[], "tidak ada"), "HTTP 404: tidak ada"),
        (reply("200 OK", &["content-type: text/html"], "<p>"), "what it answers to GET is no event stream"),
        (reply("200 OK", &[], "data: {}\n\n"), "the event stream does not begin with an endpoint"),
        (reply("200 OK", &[], ": diam\n\n"), "the event stream ends before it names an endpoint"),
        (
            reply("200 OK", &[], "event: endpoint\ndata: http://[\n\n"),
            "the event stream names an endpoint that is no URL",
        ),
    ] {
        assert_eq!(open(&Loopback::with(reply)).await.err().expect("refused").to_string(), expected);
    }
}

#[tokio::test]
async fn a_refused_post_and_an_ended_stream_end_the_wait() {
    let server = Loopback::start(|seen, stream, _| {
        if seen.body.contains("tools/list") {
            return put(stream, reply("401 Unauthorized", &["www-authenticate: Bearer"], ""));
        }
        put(stream, open_head("text/event-stream"));
        put(stream, "event: endpoint\ndata: pesan\n\n");
        until_closed(stream);
    });
    let mut wire = open(&server).await.expect("a stream");
    let error = ask(&mut wire, "tools/list").await.expect_err("refused");
    assert!(matches!(error, WireError::Http { status: 401, challenge: Some(_), .. }), "{error}");

    let server = Loopback::start(|seen, stream, log| {
        if seen.method == "POST" {
            return put(stream, reply("202 Accepted", &[], ""));
        }
        put(stream, open_head("text/event-stream"));
        put(stream, "event: endpoint\ndata: pesan\n\n");
        log.wait_for(|seen| seen.method == "POST");
        hang_up(stream);
    });
    let mut wire = open(&server).await.expect("a stream");
    let error = ask(&mut wire, "tools/list").await.expect_err("ended");
    assert!(matches!(error, WireError::Ended { exit_code: None }), "{error}");
}

#[tokio::test]
async fn the_stream_is_read_while_the_post_is_unanswered() {
    let server = Loopback::start(|seen, stream, log| {
        if seen.method == "POST" {
            return until_closed(stream);
        }
        put(stream, open_head("text/event-stream"));
        put(stream, "event: endpoint\ndata: pesan\n\n");
        log.wait_for(|seen| seen.method == "POST");
        put(stream, "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":true}\n\n");
        until_closed(stream);
    });
    let mut wire = open(&server).await.expect("a stream");
    assert_eq!(ask(&mut wire, "tools/list").await.expect("an answer"), "true");
}

#[tokio::test]
async fn a_silent_stream_ends_at_the_deadline() {
    let server = Loopback::start(|_, stream, _| {
        put(stream, open_head("text/event-stream"));
        until_closed(stream);
    });
    let deadline = Instant::now() + Duration::from_millis(150);
    let error = LegacySse::open(&server.remote("/"), &Limits::default(), deadline).await.err().expect("late");
    assert!(matches!(error, WireError::TimedOut { .. }), "{error}");
}
