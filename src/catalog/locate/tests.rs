//! What is found, read as JSON, is what the pointer leads to.

use proptest::prelude::*;
use serde_json::Value;

use super::*;
use crate::catalog::saved;
use crate::catalog::text::escaped;

fn found(text: &str, pointer: &str) -> Option<Found> {
    Located::new(text, [pointer]).nearest(pointer)
}

fn value<'t>(text: &'t str, pointer: &str) -> &'t str {
    &text[found(text, pointer).expect("a value").value]
}

#[test]
fn keys_values_and_items_are_found() {
    let text = r#" {"a" : {"x/y":[1, {"~":"z"}], "\u0062":null}, "tail":true} "#;
    assert_eq!(value(text, "/a/x~1y/1/~0"), "\"z\"");
    assert_eq!(value(text, "/a/b"), "null");
    assert_eq!(value(text, "/a/x~1y"), "[1, {\"~\":\"z\"}]");
    assert_eq!(value(text, ""), text.trim());
    let key = found(text, "/a/b").and_then(|found| found.key).expect("a key");
    assert_eq!(&text[key], r#""\u0062""#);
    assert_eq!(found(text, "/a/x~1y/0").and_then(|found| found.key), None);
}

#[test]
fn of_a_key_that_comes_twice_the_last_one_counts_with_all_that_is_in_it() {
    let text = r#"{"a":{"b":1,"c":2},"a":{"b":3},"b":4,"b":5}"#;
    assert_eq!((value(text, "/a/b"), value(text, "/b")), ("3", "5"));
    let gone = found(text, "/a/c").expect("the nearest");
    assert_eq!((&text[gone.value], gone.steps), (r#"{"b":3}"#, 1));
}

#[test]
fn what_is_not_there_leads_to_what_it_would_stand_in() {
    let text = r#"{"name":"a","inputSchema":{"properties":{"x":{}}}}"#;
    let nearest = found(text, "/inputSchema/properties/x/description").expect("the nearest");
    assert_eq!((&text[nearest.value], nearest.steps), ("{}", 3));
    assert_eq!(found("", "/a"), None);
    for broken in ["{", "[", "{\"a\"", "{\"a\":", "{\"a\":}", "[:]", "[1", "{a:1}", "nul", "{\"a\":[}", "]"] {
        let _ = found(broken, "/a/0/b");
        let _ = found(broken, "/0");
    }
}

#[test]
fn depth_costs_no_stack() {
    let deep = 100_000;
    let text = "[".repeat(deep) + "7" + &"]".repeat(deep);
    assert_eq!(value(&text, &"/0".repeat(deep)), "7");
}

#[test]
fn bytes_of_a_string_are_found_behind_its_escapes() {
    let literal = r#""a\n\u00e9\ud83d\ude00\ud800é\"z""#;
    let decoded: &str = "a\né😀\u{fffd}é\"z";
    let raw = |part: &str| {
        let at = decoded.find(part).expect("it is there");
        &literal[Literal::new(literal).raw(&(at..at + part.len()))]
    };
    for (part, text) in [
        ("a", "a"),
        ("\n", r"\n"),
        ("é", r"\u00e9"),
        ("😀", r"\ud83d\ude00"),
        ("\u{fffd}é", r"\ud800é"),
        ("\"z", r#"\"z"#),
        ("a\né", r"a\n\u00e9"),
    ] {
        assert_eq!(raw(part), text);
    }
}

#[test]
fn lines_and_columns_are_those_of_the_source() {
    let source = "{\"x\":\"😀\",\"tools\":[{\"name\":\"a\"}, {\"name\":\"b\",\n  \"description\":\"é dua\"}]}";
    let catalog = saved::read("s.json", source.as_bytes()).expect("a catalog");
    let spot = |tool: &crate::catalog::tool::Tool, part: &str| {
        let ruler = Ruler::new(&tool.text, &tool.place).expect("a place");
        let spot = ruler.spot(tool.text.find(part).expect("it is there"));
        (spot.line, spot.column, spot.utf16_column)
    };
    let tools: Vec<_> = catalog.tools().collect();
    assert_eq!(spot(tools[0], "\"a\""), (1, 27, 28));
    assert_eq!(spot(tools[1], "dua"), (2, 20, 20));
}

#[test]
fn a_text_inside_a_string_stands_where_the_string_does() {
    let inner = r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a","description":"x"}]}}"#;
    let source = serde_json::json!({"log": {"entries": [{
        "request": {"url": "https://peta.example/mcp", "method": "POST"},
        "response": {"status": 200, "content": {"mimeType": "application/json", "text": inner}}}]}});
    let catalog = saved::read("s.har", source.to_string().as_bytes()).expect("a catalog");
    let tool = catalog.tools().next().expect("a tool");
    let ruler = Ruler::new(&tool.text, &tool.place).expect("a place");
    assert_eq!((tool.place.utf16_column, ruler.spot(0)), (None, ruler.spot(20)));
}

#[test]
fn instructions_have_a_place_and_their_literal() {
    let source = "{\"toolrent_catalog\":1}\n{\"server\":{\"name\":\"peta\",\"instructions\":\"baris\\n😀 dua\"}}\n{\"server\":\"peta\",\"tool\":{\"name\":\"a\"}}\n";
    let catalog = saved::read("c.ndjson", source.as_bytes()).expect("a catalog");
    let server = &catalog.servers[0];
    let place = server.instructions_place.as_ref().expect("a place");
    assert_eq!((place.line, place.column), (Some(2), Some(41)));
    assert_eq!(server.instructions_text.as_deref(), Some("\"baris\\n😀 dua\""));
}

/// Any JSON value with awkward keys.
fn values() -> impl Strategy<Value = Value> {
    let key =
        || prop_oneof!["[a-c]", Just("~".to_owned()), Just("/".to_owned()), Just("\"é\\".to_owned()), any::<String>()];
    let leaf =
        prop_oneof![Just(Value::Null), any::<bool>().prop_map(Value::from), any::<String>().prop_map(Value::from)];
    leaf.prop_recursive(5, 48, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
            prop::collection::vec((key(), inner), 0..5)
                .prop_map(|entries| Value::Object(entries.into_iter().collect())),
        ]
    })
}

fn pointers(value: &Value, pointer: String, all: &mut Vec<String>) {
    match value {
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(at, item)| pointers(item, format!("{pointer}/{at}"), all));
        }
        Value::Object(entries) => {
            entries.iter().for_each(|(key, item)| pointers(item, format!("{pointer}/{}", escaped(key)), all));
        }
        _ => {}
    }
    all.push(pointer);
}

proptest! {
    #[test]
    fn every_pointer_of_a_value_is_found(value in values(), pretty: bool) {
        let text = if pretty { serde_json::to_string_pretty(&value) } else { serde_json::to_string(&value) };
        let text = text.expect("JSON");
        let mut all = Vec::new();
        pointers(&value, String::new(), &mut all);
        let located = Located::new(&text, all.iter().map(String::as_str));
        for pointer in &all {
            let found = located.nearest(pointer).expect("it is there");
            let read: Value = serde_json::from_str(&text[found.value]).expect("JSON");
            prop_assert_eq!(Some(&read), value.pointer(pointer));
            if let (Some(key), Some(last)) = (found.key, pointer.rsplit('/').next()) {
                let key: String = serde_json::from_str(&text[key]).expect("a key");
                prop_assert_eq!(escaped(&key), last);
            }
        }
    }

    #[test]
    fn every_span_of_a_string_is_found(text: String, from: usize, to: usize) {
        let escaped: String = text.chars().map(|c| if u32::from(c) % 3 == 0 {
            c.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")).collect()
        } else {
            let quoted = serde_json::to_string(&c).expect("JSON");
            quoted[1..quoted.len() - 1].to_owned()
        }).collect();
        let literal = format!("\"{escaped}\"");
        let from = text.floor_char_boundary(from % (text.len() + 1));
        let to = text.floor_char_boundary(to % (text.len() + 1)).max(from);
        let raw = Literal::new(&literal).raw(&(from..to));
        let read: String = serde_json::from_str(&format!("\"{}\"", &literal[raw])).expect("a part of a string");
        prop_assert_eq!(read, &text[from..to]);
    }
}
