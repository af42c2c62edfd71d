//! What a set of tools costs on one host and model, tool by tool, with totals that are the sum of their rows.

use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

use crate::catalog::tool::{Catalog, Server};
use crate::host::profile::InstructionsShown;
use crate::meter::meter::Meter;
use crate::rent::column::Column;
use crate::rent::definition::{self, Definition};
use crate::rent::notes;
use crate::rent::row::{FieldCosts, Ledger, Loading, Loss, LostField, ServerRow, ToolRow};
use crate::rent::share::{self, Cost, Entry};
use crate::rent::totals;
use crate::rent::wire::Wires;

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
    let entries = share::entries(catalog, column.host);
    let costs = share::costs(&entries, column);
    let fixed = column.meter.preamble(&share::shown(&entries));
    let policy = column.host.deferral(column.model_id());
    let search = if costs.iter().any(|cost| cost.loading == Loading::Deferred) {
        policy.and_then(|policy| policy.search_tokens).map_or(0, i64::from)
    } else {
        0
    };
    let row = |(entry, cost): (&Entry<'_>, &Cost)| {
        let fields = (detail == Detail::Fields).then(|| match entry.left_out() {
            true => FieldCosts::default(),
            false => fields(&column.meter, &entry.definition, cost.model),
        });
        (entry.at, row(entry, *cost, wires, fields))
    };
    let mut rows: Vec<((usize, usize), ToolRow)> = match detail {
        Detail::Shares => entries.iter().zip(&costs).map(row).collect(),
        Detail::Fields => entries.par_iter().zip(&costs).map(row).collect(),
    };
    rows.sort_by_key(|(at, _)| *at);
    let mut rows = rows.into_iter().map(|(_, row)| row);
    let of_server = |server: &Server| server_row(server, rows.by_ref().take(server.tools.len()).collect(), column);
    let servers: Vec<ServerRow> = catalog.servers.iter().map(of_server).collect();
    let totals = totals::of(&servers, fixed, search, &column.tariff);
    Ledger {
        host: column.host.id.clone(),
        model: column.model_id().map(str::to_owned),
        profile: column.meter.profile,
        method: column.meter.method(),
        context_window: column.tariff.context_window,
        prices_as_of: column.tariff.price.as_ref().map(|price| price.as_of.clone()),
        fidelity: totals::worst(&servers),
        notes: [
            notes::of(column.host, policy, &servers, search),
            notes::uncached(totals.up_front, &column.tariff).into_iter().collect(),
        ]
        .concat(),
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

fn row(entry: &Entry<'_>, cost: Cost, wires: &Wires, fields: Option<FieldCosts>) -> ToolRow {
    let loss = |truncated: &definition::Truncated<'_>| loss(LostField::Description, truncated);
    ToolRow {
        name: entry.tool.name.clone(),
        shown_as: entry.definition.shown.name.clone().into_owned(),
        name_fit: entry.definition.name,
        wire: wires.of(entry.at),
        model: cost.model,
        up_front: cost.up_front,
        if_loaded: cost.model,
        loading: cost.loading,
        fields,
        truncated: entry.definition.truncated.as_ref().map(loss),
        fidelity: entry.tool.fidelity,
        excluded: entry.excluded.map(str::to_owned),
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

#[cfg(test)]
mod tests;
