//! A small catalog on several hosts: sums, deferral, instructions, order.

use super::*;
use crate::catalog::provenance::Provenance;
use crate::catalog::tool::Fidelity;
use crate::host::profile::{self, Host};
use crate::host::tariff::Overrides;
use crate::rent::example::{catalog, library, server, shop};
use crate::rent::price::MicroUsd;

fn on(host: &Host, model: Option<&str>, catalog: &Catalog) -> Ledger {
    let column = Column::new(host, model, &Overrides::default()).expect("column");
    ledger(catalog, &Wires::count(catalog), &column, Detail::Fields)
}

fn host(id: &str) -> &'static Host {
    profile::named(id).expect(id)
}

fn reconciles(ledger: &Ledger) {
    let totals = &ledger.totals;
    let sum = |of: fn(&ServerRow) -> i64| ledger.servers.iter().map(of).sum::<i64>();
    assert_eq!(totals.model, sum(|server| server.model));
    assert_eq!(totals.wire.tokens, sum(|server| server.wire.tokens));
    assert_eq!(totals.instructions, sum(|server| server.instructions));
    let rest = totals.instructions + totals.fixed;
    assert_eq!(totals.up_front, sum(|server| server.up_front) + rest + totals.search);
    assert_eq!(totals.if_loaded, totals.model + rest);
    for server in &ledger.servers {
        assert_eq!(server.model, server.tools.iter().map(|tool| tool.model).sum::<i64>());
        assert_eq!(server.up_front, server.tools.iter().map(|tool| tool.up_front).sum::<i64>());
        for tool in &server.tools {
            assert_eq!(tool.fields.expect("fields").total(), tool.model);
        }
    }
}

#[test]
fn the_parts_add_up_on_every_host() {
    let both = catalog(vec![library(), shop()]);
    for host in profile::hosts() {
        reconciles(&on(host, Some("raw-o200k"), &both));
    }
}

#[test]
fn the_order_of_sources_changes_nothing() {
    let (one, other) = (catalog(vec![library(), shop(), shop()]), catalog(vec![shop(), library(), shop()]));
    let (one, other) = (on(host("json"), None, &one), on(host("json"), None, &other));
    assert_eq!(one.totals, other.totals);
    assert_eq!(one.servers[0].tools[0].model, other.servers[1].tools[0].model);
    assert_eq!([&one.servers[0].name, &other.servers[0].name], ["perpustakaan", "shop"]);
}

#[test]
fn a_flagged_tool_costs_nothing_up_front_on_the_claude_api() {
    let ledger = on(host("claude-api"), Some("raw-o200k"), &catalog(vec![shop()]));
    let tools = &ledger.servers[0].tools;
    assert_eq!(tools.iter().map(|tool| tool.up_front).collect::<Vec<_>>(), [tools[0].model, 0, 0]);
    assert_eq!(ledger.totals.search, 200);
    assert_eq!(ledger.totals.up_front, tools[0].model + 200);
    assert_eq!(ledger.totals.if_loaded, ledger.totals.model);
    assert!(ledger.notes.is_empty(), "{:?}", ledger.notes);
}

#[test]
fn a_flagged_tool_keeps_its_description_on_the_openai_api() {
    let ledger = on(host("openai-api"), Some("raw-o200k"), &catalog(vec![shop()]));
    for tool in &ledger.servers[0].tools[1..] {
        assert!(tool.loading == Loading::Deferred && 0 < tool.up_front && tool.up_front < tool.if_loaded);
    }
}

#[test]
fn claude_code_lists_names_and_honours_always_load() {
    let ledger = on(host("claude-code"), Some("raw-o200k"), &catalog(vec![library(), shop()]));
    let loading: Vec<_> = ledger.servers.iter().flat_map(|server| &server.tools).map(|tool| tool.loading).collect();
    assert_eq!(loading.iter().filter(|loading| **loading == Loading::Loaded).count(), 1);
    let [find, borrow] = &ledger.servers[0].tools[..] else { panic!("two tools") };
    assert_eq!((borrow.loading, borrow.up_front), (Loading::Loaded, borrow.model));
    assert!(0 < find.up_front && find.up_front < 20);
    assert_eq!(ledger.notes, ["the host's own search tool is not counted: its size is unknown"]);
}

#[test]
fn only_shown_text_is_counted() {
    let long = "buku ".repeat(1000);
    let catalog = catalog(vec![server("s", Some(&long), vec![serde_json::json!({"name": "a", "description": long})])]);
    let ledger = on(host("claude-code"), Some("raw-o200k"), &catalog);
    let row = &ledger.servers[0];
    let loss = row.tools[0].truncated.as_ref().expect("cut");
    assert_eq!((loss.shown_bytes, loss.lost_bytes), (2048, long.len() - 2048));
    assert_eq!(row.instructions_truncated.as_ref().map(|loss| loss.lost_bytes), Some(long.len() - 2048));
    assert!(row.instructions < 2048 / 3 && row.tools[0].model < row.tools[0].wire.tokens);
    assert!(ledger.servers[0].tools[0].fields.expect("fields").description < 2048 / 3);
}

#[test]
fn further_members_cost_only_where_they_are_sent() {
    let catalog = catalog(vec![library()]);
    let mut generous = host("json").clone();
    generous.sends = vec!["title".to_owned(), "annotations".to_owned()];
    let (plain, more) = (on(host("json"), None, &catalog), on(&generous, None, &catalog));
    assert!(more.totals.model > plain.totals.model);
    assert_eq!(more.totals.wire, plain.totals.wire);
    reconciles(&more);
}

#[test]
fn nothing_costs_nothing() {
    for servers in [vec![], vec![server("empty", Some(""), vec![])]] {
        let ledger = on(host("claude-code"), None, &catalog(servers));
        assert_eq!((ledger.totals.up_front, ledger.totals.if_loaded, ledger.totals.fixed), (0, 0, 0));
        reconciles(&ledger);
    }
}

#[test]
fn money_and_window_come_from_the_tariff() {
    let catalog = catalog(vec![shop()]);
    let own = "['claude-sonnet-4-6']\ncontext_window = 10_000\ninput = 2_000_000\nas_of = '2027-01-01'";
    let prices = Overrides::read(own).expect("prices");
    let column = Column::new(host("claude-api"), None, &prices).expect("column");
    let ledger = ledger(&catalog, &Wires::count(&catalog), &column, Detail::Shares);
    let money = ledger.totals.money.expect("money");
    assert_eq!(money.uncached, MicroUsd::of(ledger.totals.up_front, 2_000_000));
    assert_eq!((money.cache_read, ledger.prices_as_of.as_deref()), (None, Some("2027-01-01")));
    let pct = ledger.totals.context_pct.expect("window");
    assert!((pct - ledger.totals.up_front as f64 / 100.0).abs() < 1e-9);
    assert!(ledger.servers[0].tools.iter().all(|tool| tool.fields.is_none()));
}

#[test]
fn a_short_prompt_is_not_cached() {
    let ledger = on(host("claude-api"), None, &catalog(vec![library()]));
    let money = ledger.totals.money.expect("money");
    assert!(0 < ledger.totals.up_front && ledger.totals.up_front < 1_024);
    assert_eq!((money.cache_write, money.cache_read), (None, None));
    assert_eq!(
        ledger.notes.last().map(String::as_str),
        Some("too short to be cached by itself (1,024 tokens at least)")
    );
}

#[test]
fn doubts_are_carried_up() {
    let mut servers = vec![library(), shop()];
    servers[0].tools[0].fidelity = Fidelity::Approximate;
    servers[1].incomplete = true;
    let ledger = on(host("windsurf"), Some("raw-o200k"), &catalog(servers));
    assert_eq!(ledger.fidelity, Fidelity::LowerBound);
    assert_eq!(
        ledger.notes,
        [
            "instructions are counted as if the model read them: nothing says that it does",
            "1 schema rebuilt from argument lists: approximate",
            "\"shop\" lists further pages that the source does not hold: a lower bound",
        ]
    );
}

#[test]
fn a_tool_that_is_left_out_costs_nothing() {
    let long = serde_json::json!({"name": "x".repeat(80), "description": "Pinjam sebuah buku"});
    let short = serde_json::json!({"name": "cari", "description": "Cari sebuah buku"});
    let both = on(host("cursor"), None, &catalog(vec![server("s", None, vec![long.clone(), short.clone()])]));
    let one = on(host("cursor"), None, &catalog(vec![server("s", None, vec![short])]));
    assert_eq!((both.totals.up_front, both.totals.if_loaded), (one.totals.up_front, one.totals.if_loaded));
    let row = &both.servers[0].tools[0];
    assert_eq!((row.model, row.up_front, row.if_loaded), (0, 0, 0));
    assert!(both.totals.wire.tokens > one.totals.wire.tokens);
    assert_eq!(both.notes[0], "1 tool left out: its name is longer than the host takes");
    reconciles(&both);
    let none = on(host("cursor"), None, &catalog(vec![server("s", None, vec![long])]));
    assert_eq!((none.totals.up_front, none.totals.if_loaded, none.totals.fixed), (0, 0, 0));
}

#[test]
fn too_many_tools_and_too_long_names_are_said() {
    let tools = (0..130).map(|n| serde_json::json!({"name": format!("{}{n}", "x".repeat(62))})).collect();
    let ledger = on(host("openai-api"), Some("raw-o200k"), &catalog(vec![server("s", None, tools)]));
    assert_eq!(ledger.notes[0], "30 names longer than the host takes: it refuses them");
    assert_eq!(ledger.notes[1], "130 tools where the host takes 128: the request is refused");
}

#[test]
fn what_hosts_must_drop_over_http_is_on_the_wire_only() {
    let over = |transport: Option<&str>, excluded: bool| {
        let mut server = shop();
        let provenance = Provenance { transport: transport.map(str::to_owned), ..Provenance::default() };
        server.provenance = Some(provenance).filter(|provenance| provenance.transport.is_some());
        if excluded {
            server.tools[2].excluded_by_http_hosts = Some("the header name is empty".into());
        }
        catalog(vec![server])
    };
    let mut two = shop();
    two.tools.truncate(2);
    let two = on(host("json"), None, &catalog(vec![two]));
    for transport in ["http", "sse"] {
        let ledger = on(host("json"), None, &over(Some(transport), true));
        reconciles(&ledger);
        assert_eq!((ledger.totals.model, ledger.totals.up_front), (two.totals.model, two.totals.up_front));
        assert!(ledger.totals.wire.tokens > two.totals.wire.tokens);
        let row = &ledger.servers[0].tools[2];
        assert_eq!((row.model, row.excluded.as_deref()), (0, Some("the header name is empty")));
        assert_eq!(ledger.notes, ["1 tool not counted: hosts must drop it over HTTP (the header name is empty)"]);
    }
    let whole = on(host("json"), None, &over(None, false));
    for counted in [over(Some("stdio"), true), over(None, true), over(Some("http"), false)] {
        let ledger = on(host("json"), None, &counted);
        assert_eq!((ledger.totals.clone(), ledger.notes.len()), (whole.totals.clone(), 0));
        assert_eq!(ledger.servers[0].tools[2].excluded, None);
    }
}
