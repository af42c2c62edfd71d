//! What a set of tools costs on one host and model, tool by tool, with totals that are the sum of their rows.

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};

use crate::catalog::tool::{Catalog, Fidelity, Server, Tool};
use crate::host::deferral::{Deferral, Load, UpFront, When};
use crate::host::model::Model;
use crate::host::profile::{Host, InstructionsShown};
use crate::host::tariff::Tariff;
use crate::meter::meter::Meter;
use crate::meter::shown::Shown;
use crate::rent::definition::{self, Definition};
use crate::rent::notes;
use crate::rent::price::Money;
use crate::rent::row::{FieldCosts, Ledger, Loading, Loss, LostField, ServerRow, ToolRow, Totals};
use crate::rent::wire::{Wire, Wires};

/// A column of a report: a host, a model, the meter that counts for both.
#[derive(Clone)]
pub struct Column<'a> {
    /// The host.
    pub host: &'a Host,
    /// The model; `None` when a bare meter profile counts.
    pub model: Option<&'a Model>,
    /// The model's window and prices.
    pub tariff: Tariff,
    /// The meter.
    pub meter: &'a Meter,
}

/// How much of each tool is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Detail {
    /// Its share only.
    Shares,
    /// Its share and each of its parts.
    Fields,
}

/// The ledger of `catalog` in one column. `wires` are the sizes of the same catalog, shared by all columns.
///
/// The list is rendered with its servers in the order of their names, so that the order of sources changes no figure.
#[must_use]
pub fn ledger(catalog: &Catalog, wires: &Wires, column: &Column<'_>, detail: Detail) -> Ledger {
    let entries = entries(catalog, column.host);
    let costs = costs(&entries, column);
    let fixed = column.meter.preamble(&shown(&entries));
    let policy = column.host.deferral(column.model.map(|model| model.id.as_str()));
    let search = if costs.iter().any(|cost| cost.loading == Loading::Deferred) {
        policy.and_then(|policy| policy.search_tokens).map_or(0, i64::from)
    } else {
        0
    };
    let fields: Vec<Option<FieldCosts>> = match detail {
        Detail::Shares => vec![None; entries.len()],
        Detail::Fields => {
            let pairs: Vec<_> = entries.iter().zip(&costs).collect();
            pairs.par_iter().map(|(entry, cost)| Some(fields(column.meter, &entry.definition, cost.model))).collect()
        }
    };
    let mut rows: Vec<Vec<Option<ToolRow>>> =
        catalog.servers.iter().map(|server| vec![None; server.tools.len()]).collect();
    for ((entry, cost), fields) in entries.iter().zip(&costs).zip(fields) {
        let (server, tool) = entry.at;
        let wire = wires.server(server).get(tool).copied().unwrap_or_default();
        if let Some(place) = rows.get_mut(server).and_then(|tools| tools.get_mut(tool)) {
            *place = Some(row(entry, *cost, wire, fields));
        }
    }
    let servers: Vec<ServerRow> = catalog
        .servers
        .iter()
        .zip(rows)
        .map(|(server, tools)| server_row(server, tools.into_iter().flatten().collect(), column))
        .collect();
    let totals = totals(&servers, fixed, search, &column.tariff);
    Ledger {
        host: column.host.id.clone(),
        model: column.model.map(|model| model.id.clone()),
        profile: column.meter.profile,
        method: column.meter.method(),
        context_window: column.tariff.context_window,
        prices_as_of: column.tariff.price.as_ref().map(|price| price.as_of.clone()),
        fidelity: worst(&servers),
        notes: notes::of(column.host, policy, &servers, search),
        totals,
        servers,
    }
}

/// The parts of one definition whose share is `model`.
#[must_use]
pub fn fields(meter: &Meter, definition: &Definition<'_>, model: i64) -> FieldCosts {
    let parts = meter.fields(&definition.shown);
    let named = parts.name + parts.description + parts.parameters + parts.schema;
    FieldCosts {
        name: parts.name,
        description: parts.description,
        parameters: parts.parameters,
        schema: parts.schema,
        framing: model - named,
    }
}

struct Entry<'a> {
    /// Server and tool, as numbered in the catalog.
    at: (usize, usize),
    tool: &'a Tool,
    definition: Definition<'a>,
}

#[derive(Clone, Copy)]
struct Cost {
    model: i64,
    up_front: i64,
    loading: Loading,
}

fn entries<'a>(catalog: &'a Catalog, host: &Host) -> Vec<Entry<'a>> {
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
        })
    };
    order.into_iter().flat_map(of_server).collect()
}

fn shown<'a>(entries: &[Entry<'a>]) -> Vec<Shown<'a>> {
    entries.iter().map(|entry| entry.definition.shown.clone()).collect()
}

fn without_schema<'a>(entry: &Entry<'a>) -> Shown<'a> {
    Shown { schema: None, ..entry.definition.shown.clone() }
}

fn costs(entries: &[Entry<'_>], column: &Column<'_>) -> Vec<Cost> {
    let meter = column.meter;
    let extras = |entry: &Entry<'_>| entry.definition.extras.iter().map(|extra| meter.text(extra)).sum::<i64>();
    let shares = meter.shares(&shown(entries));
    let loaded: Vec<i64> = shares.into_iter().zip(entries).map(|(share, entry)| share + extras(entry)).collect();
    let policy = column.host.deferral(column.model.map(|model| model.id.as_str()));
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
    let movable =
        |entry: &Entry<'_>| !(policy.always_load && entry.tool.value["_meta"]["anthropic/alwaysLoad"] == true);
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

fn row(entry: &Entry<'_>, cost: Cost, wire: Wire, fields: Option<FieldCosts>) -> ToolRow {
    let loss = |truncated: &definition::Truncated<'_>| loss(LostField::Description, truncated);
    ToolRow {
        name: entry.tool.name.clone(),
        shown_as: entry.definition.shown.name.clone().into_owned(),
        name_fit: entry.definition.name,
        wire,
        model: cost.model,
        up_front: cost.up_front,
        if_loaded: cost.model,
        loading: cost.loading,
        fields,
        truncated: entry.definition.truncated.as_ref().map(loss),
        fidelity: entry.tool.fidelity,
    }
}

fn server_row(server: &Server, tools: Vec<ToolRow>, column: &Column<'_>) -> ServerRow {
    let rule = &column.host.instructions;
    let text = server.instructions.as_deref().filter(|_| rule.shown != InstructionsShown::No).unwrap_or_default();
    let truncated = definition::cut(rule.cut.as_ref(), text);
    let read = truncated.as_ref().map_or(text, |truncated| truncated.shown.as_ref());
    ServerRow {
        name: server.name.clone(),
        source: server.source.clone(),
        wire: tools.iter().map(|tool| tool.wire).sum(),
        model: tools.iter().map(|tool| tool.model).sum(),
        up_front: tools.iter().map(|tool| tool.up_front).sum(),
        instructions: if read.is_empty() { 0 } else { column.meter.text(read) },
        instructions_truncated: truncated.as_ref().map(|truncated| loss(LostField::Instructions, truncated)),
        incomplete: server.incomplete,
        tools,
    }
}

fn loss(field: LostField, truncated: &definition::Truncated<'_>) -> Loss {
    Loss {
        field,
        shown_bytes: truncated.shown.len(),
        lost_bytes: truncated.lost.len(),
        lost_text: truncated.lost.to_owned(),
    }
}

fn totals(servers: &[ServerRow], fixed: i64, search: i64, tariff: &Tariff) -> Totals {
    let model: i64 = servers.iter().map(|server| server.model).sum();
    let instructions: i64 = servers.iter().map(|server| server.instructions).sum();
    let up_front = servers.iter().map(|server| server.up_front).sum::<i64>() + instructions + fixed + search;
    Totals {
        wire: servers.iter().map(|server| server.wire).sum(),
        model,
        up_front,
        if_loaded: model + instructions + fixed,
        fixed,
        search,
        instructions,
        context_pct: tariff.context_window.and_then(|window| share(up_front, window)),
        money: tariff.price.as_ref().map(|price| Money::of(up_front, price)),
    }
}

fn share(tokens: i64, window: u64) -> Option<f64> {
    #[expect(clippy::cast_precision_loss, reason = "token counts and windows stay far below 2^53")]
    let pct = tokens as f64 * 100.0 / window as f64;
    (window > 0).then_some(pct)
}

fn worst(servers: &[ServerRow]) -> Fidelity {
    let tools = servers.iter().flat_map(|server| &server.tools).map(|tool| tool.fidelity);
    let pages = servers.iter().filter(|server| server.incomplete).map(|_| Fidelity::LowerBound);
    tools.chain(pages).max().unwrap_or(Fidelity::Whole)
}
