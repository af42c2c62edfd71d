//! Popular servers of npm and PyPI, all from one config in one run: whole, quick, and gone afterwards.

#![cfg(all(feature = "app", feature = "gather"))]

use std::fs;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::servers::{self, Gathered};

const CONFIG: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/servers/popular.json");

#[test]
fn one_run_lists_what_each_lists_alone_in_about_the_time_of_the_slowest() {
    let Some(folder) = servers::folder() else { return };
    let place = folder.display().to_string();
    let mark = format!("popular-{}", std::process::id());
    let started = Instant::now();
    let gathered = Gathered::run(&[CONFIG, "-j", "16"], &[("TOOLRENT_SERVERS", &place), ("TOOLRENT_TEST_MARK", &mark)]);
    let total = started.elapsed();
    assert_eq!(gathered.output.status.code(), Some(0), "{}", gathered.report);
    nothing_is_left_of(&mark);
    no_key_is_told(&gathered);

    let config: Value = serde_json::from_str(&fs::read_to_string(CONFIG).expect("the config")).expect("JSON");
    let entries = config["mcpServers"].as_object().expect("servers");
    assert!(entries.len() >= 10);
    let mut slowest = Duration::ZERO;
    let mut alone = Duration::ZERO;
    for (name, entry) in entries {
        let mut reference = reference(&folder, entry);
        let took = reference.as_object_mut().and_then(|listed| listed.remove("ms")).and_then(|ms| ms.as_u64());
        alone = alone.max(Duration::from_millis(took.expect("milliseconds")));
        assert_eq!(gathered.listed(name), reference, "{name}");
        let row = gathered.row(Some(name));
        assert_eq!(row["status"], "ok", "{row}");
        slowest = slowest.max(Duration::from_millis(row["ms"].as_u64().expect("milliseconds")));
    }
    let told = format!(
        "\n{} popular servers: {total:.1?} for all at once; the slowest took {slowest:.1?} of it, and {alone:.1?} alone\n",
        entries.len()
    );
    let _ = std::io::stderr().write_all(told.as_bytes());
    assert!(total <= slowest + Duration::from_secs(5), "{told}");
}

/// What the SDK's client lists for an entry of the config.
fn reference(folder: &Path, entry: &Value) -> Value {
    let word = |word: &Value| {
        let word = word.as_str().expect("text");
        word.replace("${TOOLRENT_SERVERS}", &folder.display().to_string())
    };
    let arguments = entry["args"].as_array().into_iter().flatten().map(word);
    let asked: Vec<_> = ["stdio".to_owned(), word(&entry["command"])].into_iter().chain(arguments).collect();
    let variables = entry["env"].as_object().into_iter().flatten();
    let variables: Vec<_> = variables.map(|(name, value)| (name.clone(), word(value))).collect();
    servers::reference(folder, &asked, &variables)
}

/// The made-up keys of the config must be nowhere in what is printed or saved.
fn no_key_is_told(gathered: &Gathered) {
    let saved: String = gathered.catalog.iter().map(Value::to_string).collect();
    let printed = [&gathered.output.stdout, &gathered.output.stderr].map(|bytes| String::from_utf8_lossy(bytes));
    assert!(![&*printed[0], &*printed[1], &saved].iter().any(|text| text.contains("no-real-key")));
}

/// Whatever these servers started has the mark in its environment.
#[cfg(target_os = "linux")]
fn nothing_is_left_of(mark: &str) {
    let processes = fs::read_dir("/proc").expect("the processes").flatten().map(|entry| entry.path());
    let left = processes.filter(|process| {
        let environment = fs::read(process.join("environ")).unwrap_or_default();
        String::from_utf8_lossy(&environment).contains(mark)
    });
    let left: Vec<_> = left.map(|process| fs::read_to_string(process.join("cmdline"))).collect();
    assert!(left.is_empty(), "still there: {left:?}");
}

#[cfg(not(target_os = "linux"))]
fn nothing_is_left_of(_: &str) {}
