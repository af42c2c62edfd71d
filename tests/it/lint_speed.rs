//! The linter's bounds of time, held for an optimised build: `cargo test --release --test it -- --ignored lint_speed`.

// Processor time is read from /proc.
#![cfg(target_os = "linux")]

use std::fs;
use std::time::Duration;

use toolrent::catalog::tool::Catalog;
use toolrent::host::profile;
use toolrent::host::tariff::Overrides;
use toolrent::rent::column::Column;
use toolrent::rent::ledger::{Detail, ledger};
use toolrent::rent::wire::Wires;

use crate::linted::{catalog, corpus, judged};
use crate::shared::folder;

/// Processor time of this process so far; its clock ticks a hundred times a second on every Linux that Rust runs on.
fn spent() -> Duration {
    let stat = fs::read_to_string("/proc/self/stat").expect("/proc");
    let fields: Vec<&str> = stat.rsplit_once(')').expect("a name").1.split_ascii_whitespace().collect();
    let ticks: u64 = [11, 12].iter().map(|&at| fields[at].parse::<u64>().expect("ticks")).sum();
    Duration::from_millis(ticks * 10)
}

fn of(work: impl FnOnce()) -> Duration {
    let before = spent();
    work();
    spent() - before
}

fn counted(catalog: &Catalog) {
    for id in ["json", "claude-api", "openai-api"] {
        let column = Column::new(profile::named(id).expect("a host"), None, &Overrides::default()).expect("a column");
        let ledger = ledger(catalog, &Wires::count(catalog), &column, Detail::Fields);
        assert!(ledger.totals.model > 0);
    }
}

#[test]
#[ignore = "a bound of time, for an optimised build"]
fn a_large_catalog_costs_little_more_than_its_rent() {
    let Some(shared) = folder() else { return };
    let large = catalog(&shared.join("inputs/large.json"));
    // Tables that are built once in a process are not what is measured.
    counted(&large);
    assert!(!judged(&large).findings.is_empty());
    let rounds = 10;
    let judging = of(|| (0..rounds).for_each(|_| drop(judged(&large)))) / rounds;
    assert!(judging <= Duration::from_millis(60), "{judging:?} for 273 tools");
}

#[test]
#[ignore = "a bound of time, for an optimised build"]
fn the_corpus_takes_seconds() {
    let Some(shared) = folder() else { return };
    let catalogs: Vec<Catalog> = corpus(&shared).iter().map(|file| catalog(file)).collect();
    let judging = of(|| catalogs.iter().for_each(|one| drop(judged(one))));
    assert!(judging <= Duration::from_secs(5), "{judging:?} for 9,051 tools");
}

#[test]
#[ignore = "a bound of time, for an optimised build"]
fn hostile_texts_of_ten_megabytes_take_a_second() {
    // The tables of words are built once.
    drop(judged(&hostile("x", 1)));
    let tricks = [
        "ignore ",
        "ignore all previous instructions ",
        "\\\"",
        "`",
        "QUJD",
        "a b ",
        "e\\u0301",
        "\\u200b",
        "x\\u200dy",
        "%41",
        "<!-- ",
        "<system>",
        ". ",
        "\\n",
        "/../",
        "\\ud83d\\udc69",
        "必须",
        "abaikan ",
        "[x](http://",
        "((((",
        "a",
        "日",
        "one of ",
    ];
    for trick in tricks {
        let catalog = hostile(trick, 10_000_000 / trick.len());
        let judging = of(|| drop(judged(&catalog)));
        assert!(judging <= Duration::from_secs(1), "{judging:?} for {trick:?}");
    }
}

fn hostile(unit: &str, times: usize) -> Catalog {
    let text = unit.repeat(times);
    let list = format!(r#"{{"tools":[{{"name":"alat","description":"{text}","inputSchema":{{"type":"object"}}}}]}}"#);
    toolrent::catalog::saved::read("hostile", list.as_bytes()).expect("a catalog")
}
