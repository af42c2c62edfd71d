//! From the first list to the listing, against scripted servers.

use std::rc::Rc;
use std::time::SystemTime;

use serde_json::{Value, json};

use super::*;
use crate::gather::contact::{Contact, ToolFilter};
use crate::gather::halt::Halt;
use crate::gather::limits::Limits;
use crate::gather::listing::Listing;
use crate::gather::lists::assembly::assemble;
use crate::gather::note::Note;
use crate::gather::opening::greeting::Greeting;
use crate::gather::opening::handshake::Agreed;
use crate::gather::wire::carrier::{Era, WireError};
use crate::gather::wire::script::{Log, Play, Reply, Script, contact, ended, error, http, result};

mod anew;
mod gaps;

struct Seen {
    listing: Result<Listing, String>,
    notes: Vec<Note>,
    log: Vec<String>,
}

impl Seen {
    fn classes(&self) -> Vec<&'static str> {
        self.notes.iter().map(|note| note.class).collect()
    }

    fn names(&self) -> Vec<&str> {
        self.listing.as_ref().expect("a listing").tools.iter().map(|item| item.name.as_str()).collect()
    }

    fn detail(&self, class: &str) -> &str {
        self.notes.iter().find(|note| note.class == class).map(|note| note.detail.as_str()).expect(class)
    }
}

/// What a modern server says that declares this; `None` is one that nobody asked.
fn modern(capabilities: Option<Value>) -> Agreed {
    let greeting = match capabilities {
        None => Greeting::unasked("2026-07-28"),
        Some(capabilities) => {
            let text = json!({"supportedVersions": ["2026-07-28"], "capabilities": capabilities, "ttlMs": 900,
                "cacheScope": "public", "instructions": "Pakai kunci-rahasia-7731.",
                "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "peta", "version": "3"}}});
            Greeting { version: "2026-07-28".to_owned(), ..Greeting::of_discover(&text.to_string()).expect("a result") }
        }
    };
    Agreed { era: Era::Modern("2026-07-28"), greeting }
}

fn legacy(capabilities: Value) -> Agreed {
    Agreed { era: Era::Legacy("2025-11-25"), ..modern(Some(capabilities)) }
}

async fn seen_by(contact: &Contact, agreed: Agreed, twice: bool, play: Play) -> Seen {
    let (limits, log) = (Limits::default(), Log::default());
    let mut scene = Scene::new(contact, &limits, Halt::new(limits.run, None), &|_| {});
    let mut opened = Opened::new(Script::new(&play, &log), agreed);
    let listing = match collect(&mut opened, &mut scene).await {
        Ok(lists) => {
            let listing = assemble(lists, &opened, &mut scene, "stdio", SystemTime::UNIX_EPOCH);
            if twice {
                assert_eq!(compare(&listing, &mut opened, &mut scene).await, None, "nobody stops");
            }
            Ok(listing)
        }
        Err(trouble) => Err(trouble.to_string()),
    };
    let log = log.borrow().iter().skip(1).cloned().collect();
    Seen { listing, notes: scene.remarks.finish(), log }
}

async fn seen(agreed: Agreed, play: impl Fn(&str, &Value, usize) -> Reply + 'static) -> Seen {
    seen_by(&contact(), agreed, false, Rc::new(play)).await
}

fn tools(names: &[&str]) -> Reply {
    let tools: Vec<Value> = names.iter().map(|name| json!({"name": name})).collect();
    result(json!({"tools": tools, "ttlMs": 60, "cacheScope": "public"}))
}

#[tokio::test]
async fn only_what_is_declared_is_asked_for_but_tools_always() {
    let all = json!({"tools": {}, "prompts": {}, "resources": {"subscribe": true}});
    let seen = seen(modern(Some(all)), |method, _, _| match method {
        "tools/list" => tools(&["cari"]),
        "prompts/list" => result(json!({"prompts": [{"name": "sapa"}], "ttlMs": 5, "cacheScope": "private"})),
        "resources/list" => result(json!({"resources": [{"uri": "peta://a"}], "ttlMs": 7, "cacheScope": "public"})),
        _ => error(-32601, Value::Null),
    })
    .await;
    assert_eq!(seen.log, ["tools/list", "prompts/list", "resources/list", "resources/templates/list"]);
    let listing = seen.listing.as_ref().expect("a listing");
    let offers: Vec<_> = listing.offers.iter().map(|(kind, item)| (*kind, item.name.as_str())).collect();
    assert_eq!(offers, [(OfferKind::Prompt, "sapa"), (OfferKind::Resource, "peta://a")]);
    let from = &listing.provenance;
    assert_eq!((from.ttl_ms, from.cache_scope.as_deref()), (Some(5), Some("private")));
    assert_eq!((listing.own_name.as_deref(), listing.version.as_deref()), (Some("peta"), Some("3")));
    assert_eq!((listing.era.as_str(), from.gathered_at.as_deref()), ("2026-07-28", Some("1970-01-01T00:00:00Z")));
    assert_eq!(listing.instructions.as_deref(), Some("Pakai ••••."));
    assert_eq!(seen.classes(), ["gather.secret_in_definition"]);
}

#[tokio::test]
async fn tools_that_are_not_declared_are_kept_and_told() {
    let seen = seen(legacy(json!({})), |_, _, _| tools(&["cari"])).await;
    assert_eq!(seen.names(), ["cari"]);
    assert!(seen.classes().contains(&"gather.undeclared"), "{:?}", seen.notes);
    let none = self::seen(legacy(json!({"tools": false})), |_, _, _| error(-32603, Value::Null)).await;
    assert_eq!(none.names(), Vec::<&str>::new());
    let unasked = self::seen(modern(None), |_, _, _| tools(&["cari"])).await;
    assert!(!unasked.classes().contains(&"gather.undeclared"));
}

#[tokio::test]
async fn declared_tools_that_do_not_come_are_a_failure() {
    for (reply, why) in [
        (error(-32603, Value::Null), "tools/list was refused: tidak bisa (code -32603)"),
        (ended(3), "the server ended with exit code 3"),
        (result(json!({"tools": null})), "protocol error: in the answer to tools/list \"tools\" is null, not an array"),
        (result(json!({"resultType": "input_required"})), "tools/list wants input before it answers (input_required)"),
    ] {
        let reply = std::cell::RefCell::new(Some(reply));
        let seen =
            seen(legacy(json!({"tools": {}})), move |_, _, _| reply.borrow_mut().take().expect("asked once")).await;
        assert_eq!(seen.listing.as_ref().map(|_| ()), Err(&why.to_owned()));
        assert_eq!(seen.classes().contains(&"gather.input_required"), why.contains("input_required"));
    }
}

#[tokio::test]
async fn a_later_page_that_does_not_come_cuts_the_list() {
    for reply in [|| ended(1), || result(json!({})), || error(-32603, Value::Null), || http(500, None)] {
        let seen = seen(legacy(json!({"tools": {}})), move |_, _, before| match before {
            0 => result(json!({"tools": [{"name": "a"}], "nextCursor": ""})),
            _ => reply(),
        })
        .await;
        assert_eq!(seen.log, ["tools/list", "tools/list \"\""]);
        assert_eq!(seen.names(), ["a"]);
        let listing = seen.listing.as_ref().expect("a listing");
        assert!(listing.incomplete && listing.is_short() && listing.problems.is_empty(), "{listing:?}");
        assert!(seen.detail("gather.cut").contains("page 2 did not come"), "{:?}", seen.notes);
    }
}

#[tokio::test]
async fn prompts_that_fail_never_lose_the_tools() {
    for reply in [|| error(-32603, Value::Null), || ended(1), || Reply::Silence, || result(json!({"prompts": 7}))] {
        let seen = seen(legacy(json!({"tools": {}, "prompts": {}})), move |method, _, _| match method {
            "tools/list" => tools(&["a"]),
            _ => reply(),
        })
        .await;
        assert_eq!(seen.names(), ["a"]);
        assert!(seen.detail("gather.list_failed").starts_with("prompts/list did not come: "));
    }
}

#[tokio::test]
async fn a_list_that_changes_meanwhile_is_fetched_once_more() {
    let changed = "notifications/tools/list_changed";
    let seen = seen(legacy(json!({"tools": {}})), move |_, _, before| {
        let names: Vec<String> = (0..=before).map(|number| format!("t{number}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        Reply::Changed(changed, Box::new(tools(&names)))
    })
    .await;
    assert_eq!(seen.log, ["tools/list", "tools/list"]);
    assert_eq!(seen.names(), ["t0", "t1"]);
    assert!(seen.detail("gather.list_changed").contains("1 at first, and then 2"));
    let same =
        self::seen(legacy(json!({"tools": {}})), move |_, _, _| Reply::Changed(changed, Box::new(tools(&["a"])))).await;
    assert!(same.detail("gather.list_changed").contains("they are the same"));
    let gone = self::seen(legacy(json!({"tools": {}})), move |_, _, before| match before {
        0 => Reply::Changed(changed, Box::new(tools(&["a"]))),
        _ => Reply::Trouble(WireError::Network("putus".to_owned())),
    })
    .await;
    assert_eq!(gone.names(), ["a"]);
    let listing = gone.listing.as_ref().expect("a listing");
    assert_eq!((listing.gaps[0].lack, listing.problems.len(), listing.incomplete), (Lack::Stale, 1, false));
}

#[tokio::test]
async fn a_modern_server_that_does_not_say_how_long_is_told() {
    let play: Play = Rc::new(|_, _, _| result(json!({"tools": [], "ttlMs": 9})));
    let seen = seen_by(&contact(), modern(Some(json!({"tools": {}}))), false, play.clone()).await;
    assert!(seen.classes().contains(&"gather.ttl_missing"));
    let from = seen.listing.expect("a listing").provenance;
    assert_eq!((from.ttl_ms, from.cache_scope.as_deref()), (Some(9), Some("private")));
    let older = seen_by(&contact(), legacy(json!({"tools": {}})), false, play).await;
    assert!(!older.classes().contains(&"gather.ttl_missing"));
    assert_eq!(older.listing.expect("a listing").provenance.ttl_ms, None);
}

#[tokio::test]
async fn a_second_listing_is_compared_with_the_first() {
    let orders: Play = Rc::new(|_, _, before| if before == 0 { tools(&["a", "b"]) } else { tools(&["b", "a"]) });
    let twice = seen_by(&contact(), legacy(json!({"tools": {}})), true, orders).await;
    assert_eq!(twice.names(), ["a", "b"]);
    assert!(twice.classes().contains(&"cache.order_changed"), "{:?}", twice.notes);
    let same: Play = Rc::new(|_, _, _| tools(&["a", "b"]));
    let twice = seen_by(&contact(), legacy(json!({"tools": {}})), true, same).await;
    assert_eq!(twice.classes(), ["gather.secret_in_definition"]);
    let gone: Play = Rc::new(|_, _, before| if before == 0 { tools(&["a"]) } else { ended(1) });
    let twice = seen_by(&contact(), legacy(json!({"tools": {}})), true, gone).await;
    assert!(twice.detail("gather.list_varies").contains("did not come"));
}

#[tokio::test]
async fn secrets_hidden_tools_and_exclusions_are_told() {
    let filter = ToolFilter { exclude: vec!["tutup".to_owned()], ..ToolFilter::default() };
    let contact = Contact { filter, ..contact() };
    let play: Play = Rc::new(|_, _, _| {
        result(json!({"tools": [
            {"name": "tutup"},
            {"name": "bocor", "description": "Bukan kunci-rahasia-7731."},
            {"name": "salah", "inputSchema": {"properties": {"a": {"type": "number", "x-mcp-header": "A"}}}},
            {"name": "benar", "inputSchema": {"properties": {"a": {"type": "string", "x-mcp-header": "A"}}}},
            {"nama": "kunci-rahasia-7731"},
        ]}))
    });
    let seen = seen_by(&contact, legacy(json!({"tools": {}})), false, play).await;
    assert_eq!(seen.names(), ["bocor", "salah", "benar"]);
    let listing = seen.listing.as_ref().expect("a listing");
    assert_eq!(&*listing.tools[0].text, r#"{"name":"bocor","description":"Bukan ••••."}"#);
    let excluded: Vec<_> = listing.tools.iter().map(|item| item.excluded_by_http_hosts.is_some()).collect();
    assert_eq!(excluded, [false, true, false]);
    assert!(seen.detail("gather.secret_in_definition").contains("\"bocor\""));
    assert!(seen.detail("gather.excluded_by_http_hosts").contains("\"salah\": x-mcp-header at /properties/a"));
    assert!(seen.detail("config.filtered").contains("hides 1 tool"));
    let problem = &listing.problems[0];
    assert_eq!((problem.place.source.as_str(), problem.place.server.as_deref()), ("mcp.json", Some("peta")));
    assert_eq!((problem.message.as_str(), problem.lost), ("entry 5 of tools/list: has no name", true));
    assert!(!format!("{listing:?}{:?}", seen.notes).contains("kunci-rahasia-7731"));
}
