//! Lists in pages: cursors of every kind, and walks that must end.

#![cfg(all(feature = "app", feature = "gather", unix))]

use std::time::Duration;

use serde_json::{Value, json};

use crate::ran::Ran;
use crate::stage::{http, stdio};

fn page(from: usize, next: &Value) -> Value {
    json!({"tools": {"count": 1, "from": from}, "next": next})
}

fn last(from: usize) -> Value {
    json!({"tools": {"count": 1, "from": from}})
}

/// The names of the first tools, as a server makes them.
fn names(count: usize) -> Vec<String> {
    (0..count).map(|number| format!("alat_{number}")).collect()
}

fn listings(ran: &Ran) -> usize {
    ran.methods("uji").iter().filter(|method| **method == "tools/list").count()
}

/// Walks the pages in both eras over both transports.
fn walks(pages: &Value) -> [Ran; 3] {
    [
        stdio(&json!({"eras": ["modern"], "pages": pages})),
        stdio(&json!({"eras": ["legacy"], "pages": pages})),
        http(&json!({"eras": ["modern"], "pages": pages, "reply": "sse"})),
    ]
}

#[test]
fn all_pages_are_walked() {
    let pages = json!([page(0, &json!("b")), page(1, &json!("\u{1f600} \" \\ c")), last(2)]);
    for ran in walks(&pages) {
        assert_eq!((ran.status("uji"), ran.tools("uji"), listings(&ran)), ("ok", names(3), 3), "{ran:#?}");
    }
}

#[test]
fn an_empty_cursor_is_a_cursor_and_null_is_none() {
    for ran in walks(&json!([page(0, &json!("")), last(1)])) {
        assert_eq!((ran.status("uji"), ran.tools("uji"), listings(&ran)), ("ok", names(2), 2), "{ran:#?}");
    }
    for ran in walks(&json!([page(0, &Value::Null)])) {
        assert_eq!((ran.status("uji"), ran.tools("uji"), listings(&ran)), ("ok", names(1), 1), "{ran:#?}");
    }
}

#[test]
fn a_second_empty_cursor_ends_the_walk_of_a_legacy_server() {
    let pages = json!([page(0, &json!("")), page(1, &json!("")), last(2)]);
    let ran = stdio(&json!({"eras": ["legacy"], "pages": pages}));
    assert!(ran.tools("uji").len() >= 2 && listings(&ran) <= 3, "{ran:#?}");
    let ran = stdio(&json!({"eras": ["modern"], "pages": pages}));
    assert_eq!(ran.tools("uji"), names(3), "new tools on each page: {ran:#?}");
}

#[test]
fn a_cursor_that_repeats_without_news_ends_the_walk() {
    for ran in walks(&json!([page(0, &json!("8")), page(0, &json!("8"))])) {
        assert_eq!(ran.tools("uji"), names(1), "{ran:#?}");
        assert!(listings(&ran) <= 3, "{}", listings(&ran));
        assert_eq!(ran.notes("gather.cursor_loop").len(), 1, "{ran:#?}");
        assert_eq!(ran.notes("gather.cursor_loop")[0]["severity"], "warning");
    }
    // Two cursors that lead to each other.
    let circle: Vec<Value> = (0..40).map(|turn| page(turn % 2, &json!(format!("c{}", turn % 2)))).collect();
    let ran = stdio(&json!({"pages": circle}));
    assert_eq!(ran.tools("uji"), names(2), "{ran:#?}");
    assert!(listings(&ran) <= 5 && ran.notes("gather.cursor_loop").len() == 1, "{ran:#?}");
}

#[test]
fn a_cursor_may_repeat_while_there_is_news() {
    let pages = json!([page(0, &json!("H")), page(1, &json!("H")), page(2, &json!("H")), last(3)]);
    for ran in walks(&pages) {
        assert_eq!((ran.status("uji"), ran.tools("uji"), listings(&ran)), ("ok", names(4), 4), "{ran:#?}");
        assert!(ran.notes("gather.cursor_loop").is_empty(), "{ran:#?}");
    }
}

#[test]
fn an_endless_list_is_cut_and_says_so() {
    let ran = stdio(&json!({"endless": true}));
    assert_eq!(ran.status("uji"), "incomplete", "{:?}", ran.document["servers"]);
    assert!(ran.note("uji", "gather.cut").is_some(), "{:?}", ran.document["notes"]);
    assert_eq!(ran.about("uji")["incomplete"], true, "{:?}", ran.about("uji"));
    let tools = ran.tools("uji").len();
    assert!((100..=100_000).contains(&tools) && ran.took < Duration::from_secs(60), "{tools} in {:?}", ran.took);
}

#[test]
fn a_cursor_that_is_no_text_ends_the_walk_with_a_note() {
    for next in [json!(7), json!({"page": 2}), json!(true), json!(["a"])] {
        let ran = stdio(&json!({"pages": [page(0, &next), last(1)]}));
        assert_eq!((ran.status("uji"), ran.tools("uji"), listings(&ran)), ("incomplete", names(1), 1), "{ran:#?}");
        assert!(!ran.document["notes"].as_array().expect("notes").is_empty(), "{ran:#?}");
    }
}

#[test]
fn what_pages_share_is_listed_once() {
    let pages = json!([{"tools": {"count": 3}, "next": "b"}, {"tools": {"count": 3, "from": 2}}]);
    for ran in walks(&pages) {
        assert_eq!((ran.status("uji"), ran.tools("uji")), ("ok", names(5)), "{ran:#?}");
    }
    let two = json!([{"name": "sama", "description": "a", "inputSchema": {}}, {"name": "sama", "description": "b", "inputSchema": {}}]);
    let ran = stdio(&json!({"tools": two}));
    assert_eq!(ran.tools("uji"), ["sama", "sama"], "within one page both are what the server sent: {ran:#?}");
    assert!(ran.note("uji", "gather.duplicate_tool").is_some(), "{ran:#?}");
}

#[test]
fn a_page_that_fails_keeps_those_before_it() {
    let pages = json!([page(0, &json!("b")), last(1)]);
    let error = json!({"error": {"code": -32603, "message": "basis data tidur"}});
    for turn in [json!([error]), json!([{"result": {"tools": null}}]), json!([{"result": {}}])] {
        let ran = stdio(&json!({"pages": pages, "on": {"tools/list": [["answer"], turn]}}));
        assert_eq!((ran.status("uji"), ran.tools("uji")), ("incomplete", names(1)), "{ran:#?}");
        assert_eq!(ran.about("uji")["incomplete"], true);
    }
}

#[test]
fn a_server_that_ends_between_pages_is_no_whole_list() {
    let pages = json!([page(0, &json!("b")), last(1)]);
    let ran = stdio(&json!({"pages": pages, "on": {"tools/list": [["answer"], [{"exit": 9}]]}}));
    assert_ne!((ran.status("uji"), ran.code), ("ok", Some(0)), "{ran:#?}");
}
