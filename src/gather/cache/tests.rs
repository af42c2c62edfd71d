//! Answers kept and found again: for whom, how long, and what happens to files that are not well.

use std::time::UNIX_EPOCH;

use super::*;
use crate::catalog::offer::OfferKind;
use crate::gather::contact::{Launch, Origin, Remote, Speaks, ToolFilter, Way};
use crate::gather::gap::{Gap, Lack};

/// 2026-11-30T08:00:00Z and so many milliseconds.
fn at(millis: u64) -> SystemTime {
    UNIX_EPOCH + Duration::from_secs(1_796_025_600) + Duration::from_millis(millis)
}

fn listing(ttl_ms: Option<u64>, scope: &str) -> Listing {
    let item = |name: &str, text: &str| Item { name: name.to_owned(), text: text.into(), excluded_by_http_hosts: None };
    let provenance = Provenance {
        transport: Some("http".to_owned()),
        gathered_at: Some(humantime::format_rfc3339_millis(at(0)).to_string()),
        origin: Some("asal.json".to_owned()),
        server_info: serde_json::json!({"name": "peta"}),
        ttl_ms,
        cache_scope: Some(scope.to_owned()),
        ..Provenance::default()
    };
    let excluded = Some("the header name is empty".to_owned());
    let problem = Problem {
        place: Place { server: Some("peta".to_owned()), ..Place::default() },
        message: "entry 2 has no name".to_owned(),
        lost: true,
    };
    Listing {
        instructions: Some("Baca\ndulu.".to_owned()),
        own_name: Some("peta".to_owned()),
        version: Some("2".to_owned()),
        era: "2026-07-28".to_owned(),
        provenance,
        tools: vec![
            item("cari", r#"{"name":"cari","z":1.50,"inputSchema":{}}"#),
            Item { excluded_by_http_hosts: excluded, ..item("rute", r#"{"name":"rute"}"#) },
        ],
        offers: vec![(OfferKind::Resource, item("file:///a", r#"{"uri":"file:///a"}"#))],
        problems: vec![problem],
        incomplete: false,
        gaps: Vec::new(),
    }
}

fn pairs(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

fn contact(way: Way) -> Contact {
    let origin = Origin { source: "asal.json".to_owned(), ..Origin::default() };
    Contact { name: "peta".to_owned(), way, origin, filter: ToolFilter::default(), secrets: Vec::new() }
}

fn address(url: &str, headers: &[(&str, &str)]) -> Contact {
    contact(Way::Http(Remote { url: url.to_owned(), headers: pairs(headers), speaks: Speaks::Http }))
}

fn program(args: &[&str], env: &[(&str, &str)]) -> Contact {
    let args = args.iter().map(|arg| (*arg).to_owned()).collect();
    contact(Way::Stdio(Launch { program: "npx".to_owned(), args, env: pairs(env), cwd: None }))
}

struct Kept {
    cache: Cache,
    folder: tempfile::TempDir,
}

fn keep(contact: &Contact, listing: &Listing) -> Kept {
    let folder = tempfile::tempdir().expect("a folder");
    let cache = Cache::in_folder(folder.path().join("a/b"));
    cache.put(contact, listing).expect("it is written");
    Kept { cache, folder }
}

impl Kept {
    fn files(&self) -> Vec<PathBuf> {
        let Ok(entries) = fs::read_dir(self.folder.path().join("a/b")) else { return Vec::new() };
        let mut files: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
        files.sort();
        files
    }
}

#[test]
fn an_answer_comes_back_whole_until_its_time_has_passed() {
    let peta = address("https://a.example/mcp", &[]);
    let kept = keep(&peta, &listing(Some(5_000), "private"));
    let found = kept.cache.get(&peta, at(4_999)).expect("it is fresh");
    let expected = listing(Some(5_000), "private");
    assert_eq!((&found.tools, &found.offers, &found.problems), (&expected.tools, &expected.offers, &expected.problems));
    assert_eq!((&found.instructions, &found.own_name), (&expected.instructions, &expected.own_name));
    assert_eq!(
        (&found.version, &found.era, &found.provenance),
        (&expected.version, &expected.era, &expected.provenance)
    );
    for time in [at(5_000), at(900_000), at(0) - Duration::from_millis(1)] {
        assert!(kept.cache.get(&peta, time).is_none(), "{time:?}");
    }
}

#[test]
fn what_may_not_be_reused_is_not_kept() {
    let peta = address("https://a.example/mcp", &[]);
    let cut = Listing { incomplete: true, ..listing(Some(5_000), "public") };
    let why = String::new();
    let gaps = [Lack::Refused, Lack::Absent, Lack::Stale, Lack::Cut].map(|lack| Listing {
        gaps: vec![Gap { offers: Some(OfferKind::Prompt), lack, why: why.clone() }],
        ..listing(Some(5_000), "public")
    });
    let mut timeless = listing(Some(5_000), "public");
    timeless.provenance.gathered_at = Some("kemarin".to_owned());
    for listing in [listing(None, "public"), listing(Some(0), "public"), cut, timeless].into_iter().chain(gaps) {
        assert_eq!(keep(&peta, &listing).files(), Vec::<PathBuf>::new());
    }
}

#[test]
fn private_answers_are_for_the_same_credentials_only() {
    let url = "https://a.example/mcp";
    let ani = address(url, &[("Authorization", "Bearer satu")]);
    let budi = address(url, &[("Authorization", "Bearer dua")]);
    for (scope, shared) in [("private", false), ("public", true), ("lain", false)] {
        let kept = keep(&ani, &listing(Some(5_000), scope));
        assert!(kept.cache.get(&ani, at(1)).is_some(), "{scope}");
        assert_eq!(kept.cache.get(&budi, at(1)).is_some(), shared, "{scope}");
        assert_eq!(kept.cache.get(&address(url, &[]), at(1)).is_some(), shared, "{scope}");
    }
    let kept = keep(&program(&["peta"], &[("API_KEY", "satu")]), &listing(Some(5_000), "private"));
    assert!(kept.cache.get(&program(&["peta"], &[("API_KEY", "dua")]), at(1)).is_none());
}

#[test]
fn public_answers_are_for_those_who_ask_the_same() {
    let kept = keep(&address("https://ani:x@a.example:443/mcp?a=1#b", &[]), &listing(Some(5_000), "public"));
    let found = |contact: &Contact| kept.cache.get(contact, at(1)).is_some();
    assert!(found(&address("https://A.example/mcp?a=1", &[("X-Api-Key", "dua")])));
    for other in
        ["http://a.example/mcp?a=1", "https://a.example/mcp?a=2", "https://a.example/", "https://b.example/mcp?a=1"]
    {
        assert!(!found(&address(other, &[])), "{other}");
    }
    assert!(!found(&address("https://a.example/mcp?a=1", &[("X-Toolsets", "peta")])));
    let mut filtered = address("https://a.example/mcp?a=1", &[]);
    filtered.filter.exclude = vec!["cari".to_owned()];
    assert!(!found(&filtered));

    let kept = keep(&program(&["a", "b"], &[("TOKEN", "x"), ("SET", "y")]), &listing(Some(5_000), "public"));
    let found = |contact: &Contact| kept.cache.get(contact, at(1)).is_some();
    assert!(found(&program(&["a", "b"], &[("SET", "y")])));
    let kept_db = keep(&program(&["a"], &[("DB", "pg://ani:satu@a.example")]), &listing(Some(5_000), "public"));
    let found_db = |url: &str| kept_db.cache.get(&program(&["a"], &[("DB", url)]), at(1)).is_some();
    assert!(found_db("pg://budi:dua@a.example") && !found_db("pg://ani:satu@b.example"));
    assert!(!found(&program(&["a", "b"], &[("SET", "z")])) && !found(&program(&["a b"], &[("SET", "y")])));
    let mut elsewhere = program(&["a", "b"], &[("SET", "y")]);
    if let Way::Stdio(launch) = &mut elsewhere.way {
        launch.cwd = Some(PathBuf::from("/"));
    }
    assert!(!found(&elsewhere));
}

#[test]
fn files_give_nothing_away_and_are_for_their_owner() {
    let ani = address("https://ani:rahasia-satu@a.example/mcp?key=rahasia-dua", &[("X-Api-Key", "rahasia-tiga")]);
    let kept = keep(&ani, &listing(Some(5_000), "private"));
    let [file] = &kept.files()[..] else { panic!("one file") };
    assert!(is_ours(file), "{file:?}");
    let text = fs::read_to_string(file).expect("text");
    assert!(!text.contains("rahasia") && !text.contains("a.example"), "{text}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = |path: &Path| fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
        assert_eq!((mode(file), mode(file.parent().expect("a folder"))), (0o600, 0o700));
    }
}

#[test]
fn files_that_are_not_well_count_as_none() {
    let peta = address("https://a.example/mcp", &[]);
    let kept = keep(&peta, &listing(Some(5_000), "public"));
    let [file] = &kept.files()[..] else { panic!("one file") };
    let text = fs::read_to_string(file).expect("text");
    for broken in [
        String::new(),
        "bukan json\n".to_owned(),
        text[..text.len() - 20].to_owned(),
        text.replace("{\"toolrent_catalog\":1}", "{\"toolrent_catalog\":2}"),
        text.replace("\"gathered\":", "\"lain\":"),
        text.replace("\"ttl_ms\":5000", "\"ttl_ms\":\"5000\""),
        format!("{text}{{\"lain\":1}}\n"),
        text.lines().rev().map(|line| format!("{line}\n")).collect(),
    ] {
        fs::write(file, &broken).expect("it is written");
        assert!(kept.cache.get(&peta, at(1)).is_none(), "{broken}");
    }
    fs::write(file, b"\xff\xfe\n").expect("it is written");
    assert!(kept.cache.get(&peta, at(1)).is_none());
    fs::remove_file(file).expect("it is removed");
    fs::create_dir(file).expect("a folder in its place");
    assert!(kept.cache.get(&peta, at(1)).is_none());
}

#[test]
fn old_files_of_ours_go_when_a_new_one_comes_and_no_others() {
    let kept = keep(&address("https://a.example/mcp", &[]), &listing(Some(5_000), "public"));
    let lasting = address("https://c.example/mcp", &[]);
    kept.cache.put(&lasting, &listing(Some(50_000), "public")).expect("it is written");
    let foreign = kept.folder.path().join("a/b/catatan.jsonl");
    fs::copy(&kept.files()[0], &foreign).expect("it is copied");
    assert_eq!(kept.files().len(), 3);
    let mut later = listing(Some(5_000), "public");
    later.provenance.gathered_at = Some(humantime::format_rfc3339_millis(at(5_000)).to_string());
    kept.cache.put(&address("https://b.example/mcp", &[]), &later).expect("it is written");
    assert!(kept.files().contains(&foreign));
    assert_eq!(kept.files().len(), 3, "{:?}", kept.files());
    assert!(kept.cache.get(&lasting, at(5_001)).is_some());
}

#[test]
fn a_folder_that_cannot_be_made_is_an_error_of_keeping_only() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("berkas");
    fs::write(&file, "x").expect("it is written");
    let cache = Cache::in_folder(file);
    let peta = address("https://a.example/mcp", &[]);
    assert!(cache.get(&peta, at(1)).is_none());
    assert!(cache.put(&peta, &listing(Some(5_000), "public")).is_err());
}
