//! The rent of real catalogs, and the laws that hold for any catalog.

use std::fs;
use std::path::Path;

use proptest::prelude::*;
use serde_json::{Value, json};
use toolrent::catalog::saved;
use toolrent::catalog::tool::{Catalog, Server};
use toolrent::host::profile;
use toolrent::host::tariff::Overrides;
use toolrent::rent::column::Column;
use toolrent::rent::ledger::{Detail, ledger};
use toolrent::rent::row::{Ledger, ServerRow};
use toolrent::rent::wire::Wires;

use crate::shared;

fn rent(host: &str, model: Option<&str>, catalog: &Catalog, detail: Detail) -> Ledger {
    let column = Column::new(profile::named(host).expect(host), model, &Overrides::default()).expect("column");
    ledger(catalog, &Wires::count(catalog), &column, detail)
}

fn read(path: &Path) -> Catalog {
    saved::read(&path.to_string_lossy(), &fs::read(path).expect("a file")).expect("a catalog")
}

#[test]
fn the_json_column_is_the_reference_on_the_whole_corpus() {
    let Some(shared) = shared::folder() else { return };
    let reference = fs::read_to_string(shared.join("corpus/reference_o200k.tsv")).expect("the reference");
    let (mut files, mut tools, mut tokens) = (0, 0, 0);
    for row in reference.lines().skip(1).map(|row| row.split('\t').collect::<Vec<_>>()) {
        let catalog = read(&shared.join(format!("corpus/servers/{}.json", row[0])));
        let ledger = rent("json", None, &catalog, Detail::Shares);
        assert_eq!(ledger.totals.model.to_string(), row[2], "{}", row[0]);
        assert_eq!(ledger.totals.fixed, 0);
        files += 1;
        tools += ledger.servers.iter().map(ServerRow::tools_count).sum::<usize>();
        tokens += ledger.totals.model;
    }
    assert_eq!((files, tools, tokens), (145, 9_051, 2_976_383));
}

#[test]
fn the_json_column_is_the_reference_on_the_inputs() {
    let Some(shared) = shared::folder() else { return };
    for (file, model, wire) in [("small", 1_736, 2_906), ("large", 39_942, 55_650), ("ms365", 503_497, 518_476)] {
        let ledger = rent("json", None, &read(&shared.join(format!("inputs/{file}.json"))), Detail::Shares);
        assert_eq!((ledger.totals.model, ledger.totals.wire.tokens), (model, wire), "{file}");
    }
}

#[test]
fn every_host_reconciles_on_real_servers() {
    let Some(shared) = shared::folder() else { return };
    let catalog = read(&shared.join("inputs/large.json"));
    for host in profile::hosts() {
        reconciles(&rent(&host.id, None, &catalog, Detail::Fields));
    }
}

fn reconciles(ledger: &Ledger) {
    let totals = &ledger.totals;
    let sum = |of: fn(&ServerRow) -> i64| ledger.servers.iter().map(of).sum::<i64>();
    assert_eq!(totals.model, sum(|server| server.model), "{}", ledger.host);
    assert_eq!(totals.if_loaded, totals.model + totals.instructions + totals.fixed);
    assert_eq!(totals.up_front, sum(|server| server.up_front) + totals.instructions + totals.fixed + totals.search);
    for server in &ledger.servers {
        assert_eq!(server.model, server.tools.iter().map(|tool| tool.model).sum::<i64>());
        for tool in &server.tools {
            assert_eq!(tool.fields.expect("fields").total(), tool.model, "{} {}", ledger.host, tool.name);
        }
    }
}

/// Any JSON that a description, a schema or a stray member may hold.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<String>().prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 24, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::vec(("(type|properties|items|title|description|[a-zé]{0,4})", inner), 0..4)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
        ]
    })
}

fn any_tool() -> impl Strategy<Value = Value> {
    let members = (any::<String>(), any_json(), any_json(), any::<bool>());
    members.prop_map(|(name, description, schema, defer)| {
        json!({"name": name, "description": description, "inputSchema": schema, "defer_loading": defer})
    })
}

fn any_server() -> impl Strategy<Value = Server> {
    let parts =
        ("[a-c]|toko|perpus takaan", prop::option::of(any::<String>()), prop::collection::vec(any_tool(), 0..4));
    parts.prop_map(|(name, instructions, tools)| {
        let text = json!({"tools": tools}).to_string();
        let read = saved::read("any", text.as_bytes()).ok().and_then(|catalog| catalog.servers.into_iter().next());
        Server { name, instructions, ..read.unwrap_or_default() }
    })
}

fn catalog(servers: Vec<Server>) -> Catalog {
    Catalog { servers, ..Catalog::default() }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn totals_are_the_sum_of_rows_for_any_catalog(servers in prop::collection::vec(any_server(), 0..4)) {
        let catalog = catalog(servers);
        for host in profile::hosts() {
            reconciles(&rent(&host.id, Some("raw-o200k"), &catalog, Detail::Fields));
        }
        for host in profile::defaults() {
            reconciles(&rent(&host.id, None, &catalog, Detail::Fields));
        }
    }

    #[test]
    fn the_order_of_sources_never_changes_a_servers_total(
        (servers, shuffled) in prop::collection::vec(any_server(), 0..5)
            .prop_flat_map(|servers| (Just(servers.clone()), Just(servers).prop_shuffle()))
    ) {
        for host in profile::defaults() {
            let key = |row: &ServerRow| (row.name.clone(), row.model, row.up_front, row.instructions, row.tools_count());
            let rows = |servers: &[Server]| {
                let ledger = rent(&host.id, None, &catalog(servers.to_vec()), Detail::Shares);
                let mut rows: Vec<_> = ledger.servers.iter().map(key).collect();
                rows.sort();
                (ledger.totals, rows)
            };
            prop_assert_eq!(rows(&servers), rows(&shuffled), "{}", host.id);
        }
    }
}
