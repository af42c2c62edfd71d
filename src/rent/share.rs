//! What each tool takes of the list a model reads, and which tools the host holds back.

use crate::catalog::tool::{Catalog, Server, Tool};
use crate::host::deferral::{Deferral, Load, UpFront, When};
use crate::host::profile::Host;
use crate::meter::meter::Meter;
use crate::meter::shown::Shown;
use crate::rent::column::Column;
use crate::rent::definition::{self, Definition, NameFit};
use crate::rent::row::Loading;

/// One tool on its way into a ledger.
pub(crate) struct Entry<'a> {
    /// Server and tool, as numbered in the catalog.
    pub(crate) at: (usize, usize),
    /// The tool.
    pub(crate) tool: &'a Tool,
    /// How the host shows it.
    pub(crate) definition: Definition<'a>,
    /// Why no host shows it: its server speaks HTTP, and there it must be dropped.
    pub(crate) excluded: Option<&'a str>,
}

/// What one tool costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Cost {
    /// Its share of the list with everything loaded.
    pub(crate) model: i64,
    /// What it takes in every request.
    pub(crate) up_front: i64,
    /// Whether it is held back.
    pub(crate) loading: Loading,
}

/// The tools of a catalog as `host` shows them, servers in the order of their names.
pub(crate) fn entries<'a>(catalog: &'a Catalog, host: &Host) -> Vec<Entry<'a>> {
    let mut order: Vec<(usize, &Server)> = catalog.servers.iter().enumerate().collect();
    // Servers of one name are told apart by what they list, never by where they stand.
    order.sort_by(|(_, one), (_, other)| {
        let texts = |server: &'a Server| server.tools.iter().map(|tool| tool.text.as_ref());
        one.name.cmp(&other.name).then_with(|| texts(one).cmp(texts(other)))
    });
    let of_server = |(at, server): (usize, &'a Server)| {
        server.tools.iter().enumerate().map(move |(number, tool)| Entry {
            at: (at, number),
            tool,
            definition: definition::definition(host, &server.name, tool),
            excluded: excluded(server, tool),
        })
    };
    order.into_iter().flat_map(of_server).collect()
}

impl Entry<'_> {
    /// Whether the host leaves the tool out, for its name or its headers, so that it costs nothing.
    pub(crate) fn left_out(&self) -> bool {
        self.definition.name == NameFit::Dropped || self.excluded.is_some()
    }
}

/// Why hosts must drop a tool. Over standard streams nothing is mirrored into headers, and they may keep it.
fn excluded<'a>(server: &Server, tool: &'a Tool) -> Option<&'a str> {
    let transport = server.provenance.as_ref()?.transport.as_deref()?;
    tool.excluded_by_http_hosts.as_deref().filter(|_| matches!(transport, "http" | "sse"))
}

/// What the meter counts, in the order of the entries: all but those the host leaves out.
pub(crate) fn shown<'a>(entries: &[Entry<'a>]) -> Vec<Shown<'a>> {
    entries.iter().filter(|entry| !entry.left_out()).map(|entry| entry.definition.shown.clone()).collect()
}

/// What each entry costs, in their order.
pub(crate) fn costs(entries: &[Entry<'_>], column: &Column<'_>) -> Vec<Cost> {
    let meter = &column.meter;
    let extras = |entry: &Entry<'_>| entry.definition.extras.iter().map(|extra| meter.text(extra)).sum::<i64>();
    let mut shares = meter.shares(&shown(entries)).into_iter();
    let share = |entry: &Entry<'_>| if entry.left_out() { 0 } else { shares.next().unwrap_or(0) + extras(entry) };
    let loaded: Vec<i64> = entries.iter().map(share).collect();
    let policy = column.host.deferral(column.model_id());
    let held = held_back(entries, &loaded, policy, column.tariff.context_window);
    let stand_ins = stand_ins(entries, &held, policy, meter);
    loaded
        .into_iter()
        .zip(held)
        .zip(stand_ins)
        .map(|((model, held), stand_in)| match held {
            Loading::Loaded => Cost { model, up_front: model, loading: held },
            Loading::Deferred => Cost { model, up_front: stand_in, loading: held },
        })
        .collect()
}

/// Which of the tools the host holds back.
fn held_back(entries: &[Entry<'_>], loaded: &[i64], policy: Option<&Deferral>, window: Option<u64>) -> Vec<Loading> {
    let Some(policy) = policy else { return vec![Loading::Loaded; entries.len()] };
    let pinned = |entry: &Entry<'_>| policy.always_load && entry.tool.value["_meta"]["anthropic/alwaysLoad"] == true;
    let movable = |entry: &Entry<'_>| !entry.left_out() && !pinned(entry);
    let load = Load {
        tools: entries.iter().filter(|entry| movable(entry)).count(),
        tokens: entries.iter().zip(loaded).filter(|(entry, _)| movable(entry)).map(|(_, tokens)| tokens).sum(),
        window,
    };
    let all = policy.when.all(load);
    let deferred =
        |entry: &Entry<'_>| movable(entry) && (all || policy.when == When::Flagged && entry.tool.defer_loading());
    entries.iter().map(|entry| if deferred(entry) { Loading::Deferred } else { Loading::Loaded }).collect()
}

/// What stands in front for each tool, were it held back; 0 for the others.
fn stand_ins(entries: &[Entry<'_>], held: &[Loading], policy: Option<&Deferral>, meter: &Meter) -> Vec<i64> {
    let deferred = || entries.iter().zip(held).filter(|(_, held)| **held == Loading::Deferred).map(|(entry, _)| entry);
    let costs: Vec<i64> = match policy.map(|policy| policy.up_front).unwrap_or_default() {
        UpFront::Nothing => return vec![0; entries.len()],
        UpFront::Name => deferred().map(|entry| meter.text(&format!("{}\n", entry.definition.shown.name))).collect(),
        UpFront::NameAndDescription => {
            let bare: Vec<_> = deferred().map(without_schema).collect();
            meter.shares(&bare)
        }
    };
    let mut costs = costs.into_iter();
    held.iter().map(|held| if *held == Loading::Deferred { costs.next().unwrap_or(0) } else { 0 }).collect()
}

fn without_schema<'a>(entry: &Entry<'a>) -> Shown<'a> {
    Shown { schema: None, ..entry.definition.shown.clone() }
}
