//! Which way messages and credentials go: redirects, kept connections, addresses where nobody is.

use std::sync::{Arc, OnceLock};

use crate::gather::contact::Remote;
use crate::gather::limits::Limits;
use crate::gather::wire::carrier::{Era, Wire, WireError};
use crate::gather::wire::http::tests::{LEGACY, MODERN, ask, client, first, ok, result};
use crate::gather::wire::loopback::{Loopback, hang_up, json as whole, put, reply};

#[tokio::test]
async fn a_redirect_on_the_same_origin_takes_everything_along() {
    for status in ["301 Moved", "302 Found", "303 See Other", "307 Temporary", "308 Permanent"] {
        let server = Loopback::start(move |seen, stream, _| match seen.path.as_str() {
            "/mcp" => put(stream, reply(status, &["location: mcp/"], "<a>")),
            _ => put(stream, reply("200 OK", &["mcp-session-id: s"], ok(seen))),
        });
        let mut http = client(&server.remote("/mcp"), &Limits::default());
        result(ask(&mut http, Era::Handshake, "initialize").await);
        result(ask(&mut http, LEGACY, "tools/list").await);
        assert!(http.heard().remarks.is_empty());
        let seen = server.seen();
        assert_eq!(seen.iter().map(|seen| seen.path.as_str()).collect::<Vec<_>>(), ["/mcp", "/mcp/", "/mcp", "/mcp/"]);
        assert_eq!((seen[0].body.as_str(), seen[3].method.as_str()), (seen[1].body.as_str(), "POST"));
        assert_eq!(seen[3].header("authorization"), Some("Bearer rahasia"));
        assert_eq!(seen[3].header("mcp-session-id"), Some("s"));
    }
}

#[tokio::test]
async fn a_redirect_to_another_origin_takes_no_credentials_along() {
    let other = Loopback::start(|seen, stream, _| match seen.body.contains("initialize") {
        true => put(stream, whole(ok(seen))),
        false => put(stream, reply("401 Unauthorized", &["www-authenticate: Bearer scope=x"], "")),
    });
    let target = other.url("/lain?q=1").replace("http://", "http://ana:sandi@");
    let home = Loopback::start(move |seen, stream, _| match seen.body.contains("initialize") {
        true => put(stream, reply("307 T", &[&format!("location: {target}"), "mcp-session-id: rumah"], "")),
        false => put(stream, reply("308 P", &[&format!("location: {target}")], "")),
    });
    let mut remote = home.remote("/mcp?kunci=rahasia");
    remote.headers.push(("X-Kunci".to_owned(), "rahasia".to_owned()));
    remote.url = remote.url.replace("http://", "http://budi:rahasia@");
    let mut http = client(&remote, &Limits::default());
    result(ask(&mut http, Era::Handshake, "initialize").await);
    let error = ask(&mut http, LEGACY, "tools/list").await.expect_err("refused");
    let (from, to) = (home.url(""), other.url(""));
    let WireError::Http { status: 401, strayed: Some(strayed), .. } = error else { panic!("{error}") };
    assert_eq!((&strayed.from, &strayed.to), (&from, &to));
    let remark = format!("{from} redirects to {to}, which gets no configured headers");
    assert_eq!(http.heard().remarks, [("gather.redirected", remark)]);
    assert_eq!(home.seen()[0].header("x-kunci"), Some("rahasia"));
    assert_eq!(other.seen().len(), 2);
    for seen in other.seen() {
        let told: Vec<&str> = seen.headers.iter().map(|(name, _)| name.as_str()).collect();
        for name in ["authorization", "x-kunci", "mcp-session-id", "cookie", "referer"] {
            assert!(!told.contains(&name), "{name}");
        }
        assert!(!format!("{seen:?}").contains("rahasia") && seen.header("content-type").is_some());
    }
}

#[tokio::test]
async fn back_home_credentials_are_sent_again() {
    let here = Arc::new(OnceLock::<String>::new());
    let known = Arc::clone(&here);
    let other = Loopback::start(move |_, stream, _| {
        let home = known.get().expect("the first request went home");
        put(stream, reply("307 T", &[&format!("location: {home}")], ""));
    });
    let away = other.url("/");
    let home = Loopback::start(move |seen, stream, _| match seen.path.as_str() {
        "/mcp" => put(stream, reply("307 T", &[&format!("location: {away}")], "")),
        _ => put(stream, whole(ok(seen))),
    });
    here.set(home.url("/pulang")).expect("set once");
    let mut http = client(&home.remote("/mcp"), &Limits::default());
    result(ask(&mut http, MODERN, "tools/list").await);
    let (from, by) = (home.url(""), other.url(""));
    let remark = format!("{from} redirects to itself by way of {by}, which gets no configured headers");
    assert_eq!(http.heard().remarks, [("gather.redirected", remark)]);
    assert_eq!(home.seen()[1].header("authorization"), Some("Bearer rahasia"));
    assert_eq!(other.seen()[0].header("authorization"), None);
}

#[tokio::test]
async fn redirects_end() {
    let server = Loopback::with(reply("307 T", &["location: /mcp?kunci=rahasia"], ""));
    let error = first(&server, MODERN).await.expect_err("a circle").to_string();
    assert!(error.ends_with("/mcp redirects more than 5 times") && !error.contains("rahasia"), "{error}");
    assert_eq!(server.seen().len(), 6);
}

#[tokio::test]
async fn a_kept_connection_that_was_closed_meanwhile_is_opened_again() {
    let server = Loopback::start(|seen, stream, log| {
        // Closed without a word, at the moment when the next request is on its way.
        if seen.id() == "2" && log.count(|seen| seen.id() == "2") == 1 {
            return hang_up(stream);
        }
        put(stream, whole(ok(seen)));
    });
    let mut http = client(&server.remote("/"), &Limits::default());
    result(ask(&mut http, MODERN, "server/discover").await);
    result(ask(&mut http, MODERN, "tools/list").await);
    let always = Loopback::start(|_, stream, _| hang_up(stream));
    let error = first(&always, MODERN).await.expect_err("no answer");
    assert!(matches!(error, WireError::Network(_)), "{error}");
    assert_eq!(always.seen().len(), 1);
}

#[tokio::test]
async fn a_call_of_a_tool_is_never_made_twice() {
    let server = Loopback::start(|seen, stream, _| match seen.id().as_str() {
        "2" => hang_up(stream),
        _ => put(stream, whole(ok(seen))),
    });
    let mut http = client(&server.remote("/"), &Limits::default());
    result(ask(&mut http, MODERN, "server/discover").await);
    let error = ask(&mut http, MODERN, "tools/call").await.expect_err("no answer");
    assert!(matches!(error, WireError::Network(_)), "{error}");
    assert_eq!(server.seen().iter().filter(|seen| seen.id() == "2").count(), 1);
}

#[tokio::test]
async fn an_address_without_a_server_is_told_without_its_secrets() {
    let gone = Loopback::with(Vec::new()).url("/mcp?kunci=rahasia").replace("http://", "http://a:rahasia@");
    let remote = Remote { url: gone, headers: Vec::new(), speaks: Default::default() };
    let error = ask(&mut client(&remote, &Limits::default()), MODERN, "tools/list").await.expect_err("nobody there");
    let text = error.to_string();
    assert!(matches!(error, WireError::Network(_)) && text.contains("/mcp: ") && !text.contains("rahasia"), "{text}");
}
