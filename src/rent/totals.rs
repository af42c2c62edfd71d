//! The sums of a ledger: each the sum of its rows.

use crate::catalog::tool::Fidelity;
use crate::host::tariff::Tariff;
use crate::rent::price::Money;
use crate::rent::row::{ServerRow, Totals};

/// The sums over all servers.
pub(crate) fn of(servers: &[ServerRow], fixed: i64, search: i64, tariff: &Tariff) -> Totals {
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
        money: tariff.price.as_ref().map(|price| Money::of(up_front, price, tariff.min_cache_prefix)),
    }
}

/// How much of the definitions the sources held, at worst.
pub(crate) fn worst(servers: &[ServerRow]) -> Fidelity {
    let tools = servers.iter().flat_map(|server| &server.tools).map(|tool| tool.fidelity);
    let pages = servers.iter().filter(|server| server.incomplete).map(|_| Fidelity::LowerBound);
    tools.chain(pages).max().unwrap_or(Fidelity::Whole)
}

fn share(tokens: i64, window: u64) -> Option<f64> {
    #[expect(clippy::cast_precision_loss, reason = "token counts and windows stay far below 2^53")]
    let pct = tokens as f64 * 100.0 / window as f64;
    (window > 0).then_some(pct)
}
