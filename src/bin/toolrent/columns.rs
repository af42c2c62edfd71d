//! Which columns a rent has: hosts, the model on each, the meter that counts for both.

use toolrent::host::model::{self, Model};
use toolrent::host::profile::{self, Host};
use toolrent::host::tariff::{Overrides, Tariff};
use toolrent::meter::meter::Meter;
use toolrent::meter::profile as meters;
use toolrent::rent::column::Column;

use crate::exit::Failure;

/// One column before anything is counted.
pub(crate) struct Choice {
    /// The host.
    pub(crate) host: &'static Host,
    model: Option<&'static Model>,
    tariff: Tariff,
    meter: Meter,
}

impl Choice {
    /// The column as the ledger wants it.
    pub(crate) fn column(&self) -> Column<'_> {
        Column { host: self.host, model: self.model, tariff: self.tariff.clone(), meter: &self.meter }
    }
}

/// The columns of these hosts (the default ones when none is named) for this model (each host's own when none is).
pub(crate) fn choose(hosts: &[String], asked: Option<&str>, prices: &Overrides) -> Result<Vec<Choice>, Failure> {
    if hosts.is_empty() {
        return match asked {
            None => profile::defaults().map(|host| choice(host, &host.model, prices)).collect(),
            Some(asked) => Ok(vec![choice(usual_host(asked)?, asked, prices)?]),
        };
    }
    hosts
        .iter()
        .map(|id| {
            let host = profile::named(id).ok_or_else(|| unknown_host(id))?;
            choice(host, asked.unwrap_or(&host.model), prices)
        })
        .collect()
}

/// The host that a model is shown on when only the model is named.
fn usual_host(asked: &str) -> Result<&'static Host, Failure> {
    let takes = |host: &&Host| match model::of_id(asked) {
        Some(row) => host.meter_of(row).is_some(),
        None => host.models().any(|row| host.meter_of(row) == Some(asked)),
    };
    let found = profile::defaults().find(|host| takes(host)).or_else(|| profile::hosts().iter().find(takes));
    found.or_else(|| meters::named(asked).and_then(|_| profile::named("json"))).ok_or_else(|| unknown_model(asked))
}

fn choice(host: &'static Host, asked: &str, prices: &Overrides) -> Result<Choice, Failure> {
    if meters::named(asked).is_some() {
        if !host.endpoints.is_empty() && !host.models().any(|row| host.meter_of(row) == Some(asked)) {
            return Err(misfit(host, asked));
        }
        let meter = Meter::named(asked).ok_or_else(|| unknown_model(asked))?;
        return Ok(Choice { host, model: None, tariff: Tariff::default(), meter });
    }
    let row = model::of_id(asked).ok_or_else(|| unknown_model(asked))?;
    let meter = host.meter_of(row).and_then(Meter::named).ok_or_else(|| misfit(host, asked))?;
    Ok(Choice { host, model: Some(row), tariff: prices.tariff(row), meter })
}

fn unknown_host(id: &str) -> Failure {
    let near = profile::closest(id);
    let failure = Failure::new(format!("unknown host {id:?}"));
    match near.is_empty() {
        true => failure.help("`toolrent hosts` lists them"),
        false => failure.help(format!("near it: {}; `toolrent hosts` lists all", near.join(", "))),
    }
}

fn unknown_model(id: &str) -> Failure {
    let near = model::closest(id);
    let failure = Failure::new(format!("unknown model or profile {id:?}"));
    match near.is_empty() {
        true => failure.help("`toolrent models` lists them"),
        false => failure.help(format!("near it: {}; `toolrent models` lists all", near.join(", "))),
    }
}

fn misfit(host: &Host, asked: &str) -> Failure {
    let fits: Vec<&str> = host.models().map(|row| row.id.as_str()).collect();
    let fits =
        if fits.is_empty() { "raw-o200k, raw-cl100k and the other meter profiles".to_owned() } else { fits.join(", ") };
    Failure::new(format!("{asked:?} does not run on {}", host.id)).help(format!("models that fit: {fits}"))
}
