//! Answers of a size that servers rarely have, up to the cap and beyond it.

#![cfg(all(feature = "app", feature = "gather", unix))]

use std::time::Duration;

use serde_json::{Value, json};

use crate::stage::{Stage, stdio};

/// The most that is read of one line.
const CAP: usize = 64 << 20;

/// 20,000 tools in about 43 MB.
fn many() -> Value {
    json!({"tools": {"count": 20_000, "pad": 2_000}})
}

#[test]
fn many_tools_on_one_line_are_read() {
    let ran = stdio(&many());
    assert_eq!(
        (ran.status("uji"), &ran.server("uji")["tools_count"]),
        ("ok", &json!(20_000)),
        "{:?}",
        ran.server("uji")
    );
    assert!(ran.catalog.len() > 42_000_000 && ran.catalog.lines().count() >= 20_002, "{}", ran.catalog.len());
    assert!(ran.catalog.contains("\"name\":\"alat_0\"") && ran.catalog.contains("\"name\":\"alat_19999\""));
}

#[test]
#[ignore = "measures: cargo test --release -- --ignored many_tools"]
fn many_tools_cost_little_time_and_memory() {
    let ran = stdio(&many());
    assert_eq!(ran.status("uji"), "ok", "{:?}", ran.server("uji"));
    let limit = 6 * u64::try_from(ran.catalog.len()).expect("a size");
    assert!(ran.took <= Duration::from_secs(3) && ran.peak <= limit, "{:?}, {} of {limit} bytes", ran.took, ran.peak);
}

#[test]
fn a_line_under_the_cap_is_read_and_one_over_it_is_not() {
    let of = |bytes: usize| json!({"eras": ["legacy"], "tools": {"count": 1, "pad": bytes}});
    let ran = stdio(&of(CAP - 4096));
    assert_eq!((ran.status("uji"), &ran.server("uji")["tools_count"]), ("ok", &json!(1)), "{:?}", ran.server("uji"));
    let stage = Stage::new().stdio("besar", &of(CAP + 4096)).stdio("kecil", &json!({}));
    let ran = stage.run();
    assert!(["failed", "unreachable"].contains(&ran.status("besar")), "{:?}", ran.server("besar"));
    assert!(ran.reason("besar").contains("longer"), "{:?}", ran.server("besar"));
    assert_eq!((ran.tools("kecil").len(), ran.code), (1, Some(3)));
}

#[test]
fn a_line_without_end_is_given_up() {
    for actions in
        [json!([{"forever": "x"}]), json!([{"raw": "{\"jsonrpc\":\"2.0\",\"id\":$ID,\"result\":\""}, {"forever": "x"}])]
    {
        let ran = stdio(&json!({"eras": ["legacy"], "on": {"tools/list": [actions]}}));
        assert!(["failed", "unreachable"].contains(&ran.status("uji")), "{:?}", ran.server("uji"));
        assert!(ran.stdout.len() + ran.stderr.len() < 100_000, "it is not repeated");
        assert!(ran.peak < 4 * CAP as u64, "{} bytes", ran.peak);
    }
}

#[test]
fn lines_of_noise_without_end_are_given_up() {
    let on = json!({"tools/list": [[{"forever": "bukan pesan\n"}]]});
    let stage = Stage::new().stdio("uji", &json!({"eras": ["legacy"], "on": on})).args(["--timeout", "5"]);
    let ran = stage.run();
    assert_eq!(ran.code, Some(3), "{:?}", ran.server("uji"));
    assert!(ran.peak < 4 * CAP as u64, "{} bytes", ran.peak);
}

#[test]
fn many_servers_at_once_are_all_listed() {
    let stage = (0..24).fold(Stage::new(), |stage, number| {
        let script = json!({"tools": {"count": 50, "pad": 500}});
        let name = format!("s{number}");
        if number % 2 == 0 { stage.stdio(&name, &script) } else { stage.http(&name, &script) }
    });
    let ran = stage.run();
    assert_eq!(ran.code, Some(0), "{:?}", ran.document["servers"]);
    for number in 0..24 {
        assert_eq!(ran.tools(&format!("s{number}")).len(), 50);
    }
}
