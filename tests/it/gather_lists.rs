//! Lists with odd entries: what is kept is kept word for word, what is lost is told.

#![cfg(all(feature = "app", feature = "gather", unix))]

use serde_json::{Value, json};

use crate::ran::Ran;
use crate::stage::{Stage, http, stdio};

const GOOD: &str = r#"{"name":"baik","description":"Fine.","inputSchema":{"type":"object"}}"#;

fn answers(result: &Value) -> Value {
    json!({"on": {"tools/list": [[{"result": result}]]}})
}

#[test]
fn a_list_that_is_none_is_a_protocol_error() {
    for result in
        [json!({"tools": null}), json!({}), json!({"tools": {}}), json!({"tools": "x"}), json!(null), json!([])]
    {
        for ran in [stdio(&answers(&result)), http(&answers(&result))] {
            ran.is_lost("uji", &["failed"]);
        }
    }
}

#[test]
fn an_empty_list_is_an_answer() {
    let ran = stdio(&json!({"tools": 0}));
    assert_eq!((ran.status("uji"), &ran.server("uji")["tools_count"]), ("ok", &json!(0)), "{ran:#?}");
    assert_eq!(ran.code, Some(2), "zero tools in all are never green");
    let ran = Stage::new().stdio("uji", &json!({"tools": 0})).stdio("baik", &json!({})).run();
    assert_eq!((ran.status("uji"), ran.code), ("ok", Some(0)), "{ran:#?}");
}

#[test]
fn garbage_among_the_entries_loses_no_good_one() {
    let garbage = ["null", "17", r#""teks""#, "[]", r#"{"description":"no name"}"#, r#"{"name":""}"#, r#"{"name":7}"#];
    let text = format!("[{},{GOOD},{{\"name\":\"tanpa\"}}]", garbage.join(","));
    for ran in [stdio(&json!({"tools": text})), http(&json!({"tools": text}))] {
        assert_eq!(ran.status("uji"), "incomplete", "{ran:#?}");
        assert!(ran.tools("uji").contains(&"baik".to_owned()), "{ran:#?}");
        let lost =
            ran.catalog.lines().filter(|line| line.starts_with("{\"problem\"") && line.contains("\"lost\":true"));
        assert_eq!(lost.count(), garbage.len(), "{}", ran.catalog);
    }
}

#[test]
fn a_definition_comes_through_word_for_word() {
    let text = concat!(
        r#"{"zeta":[1.50,1e400,-0.0,12345678901234567890123],"name":"persis","name2":"\u00fc\/ü\ud83d\ude00","#,
        r#""execution":{"taskSupport":"optional"},"annotations":{"kirimHint":true},"#,
        r#""inputSchema":{"type":"object","properties":{"b":{"type":"string"},"a":{"type":"number"}},"x":1,"x":2},"#,
        r#""_meta":{"vendor/kunci":null},"description":"Dua  spasi."}"#
    );
    let list = format!("[{text},{GOOD}]");
    for script in [json!({"tools": list}), json!({"tools": list, "eras": ["legacy"]})] {
        for ran in [stdio(&script), http(&script)] {
            assert_eq!(ran.tools("uji"), ["persis", "baik"], "{ran:#?}");
            assert!(ran.catalog.contains(&format!("\"tool\":{text}")), "{}", ran.catalog);
        }
    }
}

#[test]
fn white_space_between_parts_goes_and_that_in_texts_stays() {
    let list = "[ {\t\"name\" : \"a b\" ,  \"description\":\"  x \\n y \" , \"inputSchema\" : { } } ]";
    let ran = stdio(&json!({"tools": list}));
    assert!(ran.catalog.contains(r#"{"name":"a b","description":"  x \n y ","inputSchema":{}}"#), "{}", ran.catalog);
}

fn deep(times: usize) -> Value {
    json!({"build": {
        "prefix": format!("[{GOOD},{{\"name\":\"dalam\",\"description\":\"D.\",\"inputSchema\":"),
        "open": "{\"type\":\"object\",\"properties\":{\"a\":", "times": times, "core": "{\"type\":\"string\"}",
        "close": "}}", "suffix": "}]"
    }})
}

#[test]
fn deep_nesting_is_read() {
    for ran in [stdio(&json!({"tools": deep(100)})), http(&json!({"tools": deep(100), "reply": "sse"}))] {
        ran.is_ok("uji", &["baik", "dalam"]);
    }
}

#[test]
fn nesting_without_end_breaks_nothing() {
    let stage = Stage::new().stdio("uji", &json!({"tools": deep(50_000)})).stdio("lain", &json!({}));
    let ran = stage.run();
    assert!(ran.code.is_some(), "no crash: {}", ran.stderr);
    assert!(ran.catalog.contains("\"name\":\"baik\"") && ran.catalog.contains("\"name\":\"alat_0\""), "{}", ran.stdout);
    let again = stage.run_args(&["rent", "katalog.jsonl", "--format", "json"]);
    assert!(again.code.is_some(), "what was written can be read without a crash: {}", again.stderr);
}

#[test]
fn a_list_that_wants_input_first_is_told() {
    let result = json!({"resultType": "input_required", "inputRequests": {}, "requestState": "x"});
    let ran = stdio(&json!({"eras": ["modern"], "on": {"tools/list": [[{"result": result}]]}}));
    assert!(ran.note("uji", "gather.input_required").is_some(), "{ran:#?}");
    assert_ne!(ran.status("uji"), "ok", "{ran:#?}");
    let pages = json!([{"tools": 1, "next": "b"}]);
    let ran =
        stdio(&json!({"eras": ["modern"], "pages": pages, "on": {"tools/list": [["answer"], [{"result": result}]]}}));
    assert_eq!((ran.status("uji"), ran.tools("uji").len()), ("incomplete", 1), "{ran:#?}");
}

#[test]
fn an_unknown_kind_of_result_is_invalid_and_none_is_complete() {
    let with = |kind: Value| json!({"resultType": kind, "tools": [{"name": "a", "inputSchema": {"type": "object"}}]});
    let ran = stdio(&answers(&with(json!("nanti"))));
    assert_ne!(ran.status("uji"), "ok", "{ran:#?}");
    assert!(ran.shown().contains("nanti"), "{ran:#?}");
    assert_eq!(stdio(&answers(&with(json!("complete")))).status("uji"), "ok");
    assert_eq!(stdio(&answers(&json!({"tools": [{"name": "a", "inputSchema": {}}]}))).status("uji"), "ok");
}

#[test]
fn tools_that_hosts_over_http_must_drop_are_marked() {
    let string =
        |header: Value| json!({"type": "object", "properties": {"a": {"type": "string", "x-mcp-header": header}}});
    let typed = |kind: &str| json!({"type": "object", "properties": {"a": {"type": kind, "x-mcp-header": "Kota"}}});
    let twice = json!({"type": "object", "properties": {
        "a": {"type": "string", "x-mcp-header": "Kota"}, "b": {"type": "string", "x-mcp-header": "kota"}}});
    let header = json!({"type": "string", "x-mcp-header": "Kota"});
    let bad = [
        ("kosong", string(json!(""))),
        ("spasi", string(json!("Kota Asal"))),
        ("baris", string(json!("Kota\r\nX: y"))),
        ("titikdua", string(json!("Kota:"))),
        ("bukan_ascii", string(json!("K\u{f6}ta"))),
        ("angka", typed("number")),
        ("objek", typed("object")),
        ("larik", typed("array")),
        ("kembar", twice),
        ("dalam_items", json!({"type": "object", "properties": {"a": {"type": "array", "items": header}}})),
        ("dalam_anyof", json!({"type": "object", "anyOf": [{"properties": {"a": header}}]})),
        ("dalam_then", json!({"type": "object", "then": {"properties": {"a": header}}})),
    ];
    let nested = json!({"type": "object", "properties": {"a": {"type": "object", "properties": {"b": header}}}});
    let good = [
        ("teks", typed("string")),
        ("bulat", typed("integer")),
        ("ya_tidak", typed("boolean")),
        ("bersarang", nested),
        ("nama_saja", json!({"type": "object", "properties": {"x-mcp-header": {"type": "string"}}})),
    ];
    let tools: Vec<Value> =
        bad.iter().chain(&good).map(|(name, schema)| json!({"name": name, "inputSchema": schema})).collect();
    for ran in [stdio(&json!({"tools": tools})), http(&json!({"tools": tools}))] {
        assert_eq!(ran.tools("uji").len(), bad.len() + good.len(), "all stay in the catalog: {ran:#?}");
        let marked = |name: &str| {
            let line = ran.catalog.lines().find(|line| line.contains(&format!("\"tool\":{{\"name\":\"{name}\"")));
            line.expect("a line").contains("\"excluded_by_http_hosts\":\"")
        };
        for (name, _) in &bad {
            assert!(marked(name), "{name} is marked");
        }
        for (name, _) in &good {
            assert!(!marked(name), "{name} is not marked");
        }
        assert!(ran.note("uji", "gather.excluded_by_http_hosts").is_some(), "{ran:#?}");
    }
}

fn twice(listings: &Value) -> Ran {
    let script = json!({"listings": listings});
    Stage::new().stdio("uji", &script).args(["--twice"]).run()
}

#[test]
fn an_order_that_changes_is_told_when_asked_twice() {
    let [a, b] = ["a", "b"].map(|name| json!({"name": name, "description": "x", "inputSchema": {"type": "object"}}));
    let ran = twice(&json!([[a, b], [b, a]]));
    let notes = ran.notes("cache.order_changed");
    assert_eq!((notes.len(), notes.first().map(|note| &note["severity"])), (1, Some(&json!("warning"))), "{ran:#?}");
    assert_eq!(ran.tools("uji"), ["a", "b"], "the first listing is what is kept");
    let respelt = json!({"description": "x", "name": "a", "inputSchema": {"type": "object"}});
    let ran = twice(&json!([[a, b], [respelt, b]]));
    assert_eq!(ran.notes("cache.order_changed").len(), 1, "other bytes break the prompt cache as well: {ran:#?}");
    let ran = twice(&json!([[a, b], [a]]));
    let note = ran.note("uji", "gather.list_varies").expect("a note");
    assert!(note.contains('b'), "{note}");
    let ran = twice(&json!([[a, b]]));
    assert!(ran.notes("cache.order_changed").is_empty() && ran.notes("gather.list_varies").is_empty(), "{ran:#?}");
}
