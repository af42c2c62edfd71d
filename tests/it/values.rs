//! A tool's value is the one that `serde_json` reads, wherever `serde_json` reads one.

use proptest::prelude::*;
use serde_json::Value;
use toolrent::catalog::place::Place;
use toolrent::catalog::saved::definition;

fn json() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        Just("null".to_owned()),
        Just("true".to_owned()),
        any::<i64>().prop_map(|number| number.to_string()),
        "-?(0|[1-9][0-9]{0,3})(\\.[0-9]{1,3})?",
        any::<String>().prop_map(|text| Value::String(text).to_string()),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        let key = any::<String>().prop_map(|text| Value::String(text).to_string());
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(|items| format!("[ {}]", items.join(" ,"))),
            proptest::collection::vec((key, inner), 0..4).prop_map(|members| {
                let members: Vec<_> = members.iter().map(|(key, value)| format!("{key} :{value}")).collect();
                format!("{{{}\n}}", members.join(", "))
            }),
        ]
    })
}

fn around(value: &str) -> String {
    format!("{{\"name\":\"a\",\"inputSchema\":{value}}}")
}

fn ours(text: &str) -> Option<Value> {
    definition::tool(text, Place::default()).ok().map(|tool| tool.value)
}

proptest! {
    #[test]
    fn valid_text_gives_the_same_value(value in json()) {
        let text = around(&value);
        prop_assert_eq!(ours(&text), serde_json::from_str(&text).ok());
    }

    #[test]
    fn what_serde_json_refuses_is_refused_but_for_strings(
        value in json(),
        at in any::<prop::sample::Index>(),
        with in prop::sample::select(vec!["", "\"", "}", "]", ",", ":", "0", "-", "e", " ", "\\", "nul"]),
    ) {
        let mut broken: Vec<char> = value.chars().collect();
        let at = at.index(broken.len());
        broken.splice(at..=at, with.chars());
        let broken: String = broken.into_iter().collect();
        let text = around(&broken);
        // Half surrogate pairs and raw control characters are mended, and exponents keep their text.
        let is_exponent = |pair: &[u8]| pair[0].is_ascii_digit() && matches!(pair[1], b'e' | b'E');
        let exponent = broken.as_bytes().windows(2).any(is_exponent);
        if !broken.contains("\\u") && !broken.contains(|c: char| c < ' ') && !exponent && !broken.contains("\"name\"") {
            prop_assert_eq!(ours(&text), serde_json::from_str(&text).ok(), "{}", text);
        }
    }
}
