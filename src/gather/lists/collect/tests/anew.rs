//! Servers that take back what was agreed on when they are asked for a list.

use super::*;
use crate::gather::wire::script::shaken;

fn version(http_status: Option<u16>, supported: &[&str]) -> Reply {
    let data = json!({"supported": supported, "requested": "2026-07-28"});
    http_status.map_or_else(|| error(-32022, data.clone()), |status| http(status, Some((-32022, data.clone()))))
}

#[tokio::test]
async fn a_list_that_wants_an_older_version_is_asked_for_in_it() {
    for status in [None, Some(200), Some(400), Some(500)] {
        let seen = seen(modern(Some(json!({"tools": {}}))), move |method, params, _| match method {
            "initialize" => shaken("2025-06-18", &json!({"tools": {}, "prompts": {}})),
            "tools/list" if !params["_meta"].is_null() => version(status, &["2025-06-18", "2024-11-05"]),
            "tools/list" => tools(&["a"]),
            _ => result(json!({"prompts": [{"name": "sapa"}]})),
        })
        .await;
        assert_eq!(seen.log, ["tools/list", "initialize 2025-06-18", "initialized", "tools/list", "prompts/list"]);
        let listing = seen.listing.expect("a listing");
        assert_eq!((listing.era.as_str(), listing.tools.len(), listing.offers.len()), ("2025-06-18", 1, 1));
        assert!(listing.is_whole(), "{listing:?}");
    }
}

#[tokio::test]
async fn nothing_in_common_names_what_the_server_speaks() {
    for (supported, why) in [
        (&["2031-01-01"][..], "the server speaks protocol 2031-01-01, and this program "),
        (&["2026-07-28"], "the server refuses protocol 2026-07-28, though it says that it speaks it"),
        (&[], "the server speaks none of the protocol versions "),
    ] {
        let supported: &'static [&'static str] = supported;
        let seen = seen(modern(Some(json!({"tools": {}}))), move |_, _, _| version(None, supported)).await;
        assert_eq!(seen.log, ["tools/list"]);
        assert!(seen.listing.expect_err("no list").starts_with(why));
    }
}

#[tokio::test]
async fn it_is_agreed_anew_only_once() {
    let seen = seen(modern(Some(json!({"tools": {}}))), |method, _, before| match (method, before) {
        ("initialize", _) => shaken("2025-06-18", &json!({"tools": {}})),
        _ => version(None, &["2024-11-05"]),
    })
    .await;
    assert_eq!(seen.log, ["tools/list", "initialize 2024-11-05", "initialized", "tools/list"]);
    assert_eq!(seen.listing.map(|_| ()), Err("tools/list was refused: tidak bisa (code -32022)".to_owned()));
}
