//! Ledgers that something is held against: budgets of the settings, an earlier total, a host's own figures.

use std::path::Path;

use toolrent::catalog::tool::Catalog;
use toolrent::host::tariff::Overrides;
use toolrent::rent::budget::Budget;
use toolrent::rent::claims::{self, Claims};
use toolrent::rent::ledger::{Detail, ledger};
use toolrent::rent::row::Ledger;
use toolrent::rent::wire::Wires;

use crate::columns;
use crate::exit::Failure;
use crate::settings::Settings;
use crate::source;

/// The budgets of the settings, each with the host whose figures it is held against.
pub(crate) fn budgets(settings: &Settings) -> Vec<(&str, Budget)> {
    let general = settings.hosts.first().map_or("json", String::as_str);
    let own = settings.budgets.iter().map(|(host, own)| {
        let base = if host == general { settings.budget } else { Budget::default() };
        (host.as_str(), base.overridden(*own))
    });
    let mut budgets: Vec<(&str, Budget)> = own.collect();
    if !settings.budgets.contains_key(general) && settings.budget != Budget::default() {
        budgets.push((general, settings.budget));
    }
    budgets
}

/// What a catalog costs on a host with its own model.
pub(crate) fn count_for(host: &str, prices: &Overrides, catalog: &Catalog) -> Result<Ledger, Failure> {
    let choices = columns::choose(&[host.to_owned()], None, prices)?;
    let choice = choices.first().ok_or_else(|| Failure::new(format!("unknown host {host:?}")))?;
    Ok(ledger(catalog, &Wires::count(catalog), choice, Detail::Shares))
}

/// The figures of a host's own screen.
pub(crate) fn claims(file: &Path) -> Result<Claims, Failure> {
    let name = file.display().to_string();
    let text = String::from_utf8(source::bytes(&name)?).map_err(|_| Failure::new(format!("{name}: not UTF-8")))?;
    claims::read(&text).map_err(|error| Failure::new(format!("{name}: {error}")))
}
