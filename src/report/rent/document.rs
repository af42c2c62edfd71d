//! From ledgers to the public document.

use crate::catalog::tool::Fidelity;
use crate::meter::profile::{Method, Profile};
use crate::rent::cause::Verdict;
use crate::rent::claimed::Comparison;
use crate::rent::definition::NameFit;
use crate::rent::price::Money;
use crate::rent::row::{Ledger, Loading, Loss, LostField, ServerRow, ToolRow};
use crate::report::document::{
    Claim, Column, Error, Fields, Head, Meter, MicroUsd, OverBudget, Rent, Server, Tool, Totals, Truncated,
};

/// The document of these ledgers, one a host.
#[must_use]
pub fn document(head: Head, ledgers: &[Ledger], claims: Vec<Claim>, over_budget: Vec<OverBudget>) -> Rent {
    Rent { head, columns: ledgers.iter().map(column).collect(), claims, over_budget }
}

/// One ledger as a column.
#[must_use]
pub fn column(ledger: &Ledger) -> Column {
    let totals = &ledger.totals;
    Column {
        host: ledger.host.clone(),
        model: ledger.model.clone().unwrap_or_else(|| ledger.profile.name.clone()),
        meter: meter(ledger.profile, ledger.method),
        totals: Totals {
            wire: totals.wire.tokens,
            model: totals.model,
            up_front: totals.up_front,
            if_loaded: totals.if_loaded,
            fixed: totals.fixed,
            search: totals.search,
            instructions: totals.instructions,
            context_pct: totals.context_pct.map(|pct| (pct * 1_000.0).round() / 1_000.0),
            micro_usd: totals.money.as_ref().map(micro_usd),
        },
        prices_as_of: ledger.prices_as_of.clone(),
        notes: ledger.notes.clone(),
        servers: ledger.servers.iter().map(server).collect(),
    }
}

/// How a profile counts.
#[must_use]
pub fn meter(profile: &Profile, method: Method) -> Meter {
    Meter { profile: profile.name.clone(), method: method.name().to_owned(), error: error(profile), band: profile.band }
}

/// The error of a profile's predictions: with tools and no history where that was measured, else any.
pub(crate) fn error(profile: &Profile) -> Option<Error> {
    let measured = ["first", "history", "plain"].iter().find_map(|slice| profile.error.get(*slice))?;
    Some(Error {
        median_pct: measured.median_pct,
        p95_pct: measured.p95_pct,
        n: measured.n,
        as_of: profile.as_of.clone(),
    })
}

fn micro_usd(money: &Money) -> MicroUsd {
    let whole = |amount: i128| u64::try_from(amount).unwrap_or(u64::MAX);
    MicroUsd {
        uncached: whole(money.uncached.get()),
        cache_write: money.cache_write.map(|amount| whole(amount.get())),
        cache_read: money.cache_read.map(|amount| whole(amount.get())),
    }
}

fn server(row: &ServerRow) -> Server {
    Server {
        name: row.name.clone(),
        tools_count: row.tools_count(),
        model: row.model,
        wire: row.wire.tokens,
        up_front: row.up_front,
        instructions: row.instructions,
        instructions_truncated: row.instructions_truncated.as_ref().map(truncated),
        tools: row.tools.iter().map(tool).collect(),
    }
}

/// One row as a tool.
#[must_use]
pub fn tool(row: &ToolRow) -> Tool {
    let fields = row.fields.unwrap_or_default();
    Tool {
        name: row.name.clone(),
        shown_as: row.shown_as.clone(),
        model: row.model,
        wire: row.wire.tokens,
        wire_bytes: row.wire.bytes,
        up_front: row.up_front,
        if_loaded: row.if_loaded,
        deferred: row.loading == Loading::Deferred,
        left_out: row.name_fit == NameFit::Dropped,
        excluded: row.excluded.clone(),
        fields: Fields {
            name: fields.name,
            description: fields.description,
            parameters: fields.parameters,
            schema: fields.schema,
            framing: fields.framing,
        },
        truncated: row.truncated.as_ref().map(truncated),
        fidelity: fidelity(row.fidelity).to_owned(),
    }
}

fn truncated(loss: &Loss) -> Truncated {
    let field = match loss.field {
        LostField::Description => "description",
        LostField::Instructions => "instructions",
    };
    Truncated {
        field: field.to_owned(),
        shown_bytes: loss.shown_bytes,
        lost_bytes: loss.lost_bytes,
        lost_text: loss.lost_text.clone(),
    }
}

fn fidelity(fidelity: Fidelity) -> &'static str {
    match fidelity {
        Fidelity::Whole => "whole",
        Fidelity::Approximate => "approximate",
        Fidelity::LowerBound => "lower-bound",
    }
}

/// A host's claims beside the ledger they were held against.
#[must_use]
pub fn claims(comparison: &Comparison, host: &str) -> Vec<Claim> {
    let total = comparison.total.iter().map(|total| Claim {
        host: host.to_owned(),
        server: None,
        tool: None,
        claimed: total.claimed,
        ours: Some(total.ours),
        if_loaded: Some(total.if_loaded),
        ratio: ratio(total.claimed, total.ours),
        cause: cause(total.verdict),
    });
    let tools = comparison.rows.iter().map(|row| Claim {
        host: host.to_owned(),
        server: Some(row.server.clone()),
        tool: Some(row.tool.clone()),
        claimed: row.claimed,
        ours: Some(row.ours),
        if_loaded: Some(row.if_loaded),
        ratio: row.ratio.map(two_decimals),
        cause: cause(row.verdict),
    });
    let unknown = comparison.unknown.iter().map(|unknown| Claim {
        host: host.to_owned(),
        server: None,
        tool: Some(unknown.subject.name().into_owned()),
        claimed: unknown.tokens,
        ours: None,
        if_loaded: None,
        ratio: None,
        cause: "the catalog has no such tool".to_owned(),
    });
    total.chain(tools).chain(unknown).collect()
}

fn cause(verdict: Verdict) -> String {
    match verdict {
        Verdict::Agrees => "agrees".to_owned(),
        Verdict::Likely(cause) => cause.words().to_owned(),
        Verdict::Unexplained => "unexplained".to_owned(),
    }
}

fn ratio(claimed: i64, ours: i64) -> Option<f64> {
    #[expect(clippy::cast_precision_loss, reason = "token counts stay far below 2^53")]
    (ours > 0).then(|| two_decimals(claimed as f64 / ours as f64))
}

fn two_decimals(ratio: f64) -> f64 {
    (ratio * 100.0).round() / 100.0
}
