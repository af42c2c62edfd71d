//! A server in two instances behind a proxy that hands requests round: no session to keep, a list that may be cached.

#![cfg(all(feature = "app", feature = "gather"))]

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::servers::{self, Gathered, Running, node};

const KEY: &str = "tujuh-puluh-tujuh-kunci-untuk-uji-coba";

/// Two instances and the proxy before them.
struct Deployment {
    proxy: Running,
    _instances: [Running; 2],
}

impl Deployment {
    fn start(folder: &Path) -> Deployment {
        let instance = || Running::start(&node(folder, "konfirmasi_server.mjs", &[]), &[("CONFIRM_KEY", KEY)]);
        let instances = [instance(), instance()];
        let origins = [instances[0].origin.as_str(), instances[1].origin.as_str()];
        let proxy = Running::start(&node(folder, "round_robin.mjs", &origins), &[]);
        Deployment { proxy, _instances: instances }
    }

    /// How many requests each instance got so far.
    fn counts(&self) -> [u64; 2] {
        serde_json::from_str(&self.proxy.get("/count")).expect("two numbers")
    }

    fn url(&self) -> String {
        format!("{}/mcp", self.proxy.origin)
    }
}

fn names(listed: &Value) -> &Value {
    &listed["tools"]
}

#[test]
fn each_request_may_go_to_another_instance() {
    let Some(folder) = servers::folder() else { return };
    let deployment = Deployment::start(&folder);
    let gathered = Gathered::run(&[&deployment.url()], &[]);
    let row = gathered.row(None);
    assert_eq!((row["status"].as_str(), row["era"].as_str()), (Some("ok"), Some("2026-07-28")), "{row}");
    assert_eq!(
        *names(&gathered.listed(row["name"].as_str().expect("a name"))),
        json!(["hapus_arsip", "count_archives"])
    );
    let counts = deployment.counts();
    assert!(counts[0] > 0 && counts[1] > 0, "both took part: {counts:?}");
}

#[test]
fn a_list_that_may_be_kept_is_not_asked_for_again() {
    let Some(folder) = servers::folder() else { return };
    let deployment = Deployment::start(&folder);
    let room = tempfile::tempdir().expect("a folder");
    let cache = room.path().join("cache").display().to_string();
    let gather = || Gathered::run(&[&deployment.url(), "--cache", &cache], &[]);
    let first = gather();
    assert_eq!(first.row(None)["status"], "ok", "{}", first.report);
    let counts = deployment.counts();
    let second = gather();
    assert_eq!(second.row(None)["status"], "cached", "{}", second.report);
    assert_eq!(second.output.status.code(), Some(0));
    assert_eq!(deployment.counts(), counts, "nobody was asked");
    let name = first.row(None)["name"].as_str().expect("a name");
    assert_eq!(second.listed(name), first.listed(name));
    let third = Gathered::run(&[&deployment.url()], &[]);
    assert_eq!(third.row(None)["status"], "ok", "without a cache it is asked: {}", third.report);
    assert!(deployment.counts() > counts);
}

#[test]
fn sixty_four_at_once_lose_nothing() {
    let Some(folder) = servers::folder() else { return };
    let deployment = Deployment::start(&folder);
    // The server answers under any path, and entries that name the same address would be asked once.
    let entries =
        (0..64).map(|index| (format!("arsip-{index}"), json!({"url": format!("{}/{index}", deployment.url())})));
    let config = json!({"mcpServers": entries.collect::<serde_json::Map<_, _>>()});
    let room = tempfile::tempdir().expect("a folder");
    let file = room.path().join("mcp.json").display().to_string();
    fs::write(&file, config.to_string()).expect("a config");
    let gathered = Gathered::run(&[&file, "-j", "64"], &[]);
    assert_eq!(gathered.output.status.code(), Some(0), "{}", gathered.report);
    for index in 0..64 {
        let name = format!("arsip-{index}");
        assert_eq!(gathered.row(Some(&name))["status"], "ok", "{name}");
        assert_eq!(*names(&gathered.listed(&name)), json!(["hapus_arsip", "count_archives"]), "{name}");
    }
    let counts = deployment.counts();
    // A discovery and a list each.
    assert_eq!(counts[0] + counts[1], 128, "nothing was asked twice: {counts:?}");
}
