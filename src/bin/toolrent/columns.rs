//! Which columns a rent has: the hosts asked for or the usual ones, and the model on each.

use toolrent::host::model;
use toolrent::host::profile::{self, Host};
use toolrent::host::tariff::Overrides;
use toolrent::meter::profile as meters;
use toolrent::rent::column::{Column, NoColumn};

use crate::exit::Failure;

/// The columns of these hosts (the default ones when none is named) for this model (each host's own when none is).
pub(crate) fn choose(
    hosts: &[String],
    asked: Option<&str>,
    prices: &Overrides,
) -> Result<Vec<Column<'static>>, Failure> {
    let hosts: Vec<&'static Host> = match (hosts, asked) {
        ([], None) => profile::defaults().collect(),
        ([], Some(asked)) => vec![usual_host(asked)?],
        (named, _) => {
            named.iter().map(|id| profile::named(id).ok_or_else(|| unknown_host(id))).collect::<Result<_, _>>()?
        }
    };
    let mut seen = std::collections::BTreeSet::new();
    let once = hosts.into_iter().filter(|host| seen.insert(&host.id));
    once.map(|host| Column::new(host, asked, prices).map_err(|missing| told(&missing))).collect()
}

/// The host that a model is shown on when only the model is named.
fn usual_host(asked: &str) -> Result<&'static Host, Failure> {
    let takes = |host: &&Host| match model::of_id(asked) {
        Some(row) => host.meter_of(row).is_some(),
        None => host.models().any(|row| host.meter_of(row) == Some(asked)),
    };
    let found = profile::defaults().find(|host| takes(host)).or_else(|| profile::hosts().iter().find(takes));
    let bare = || meters::named(asked).and_then(|_| profile::named("json"));
    found.or_else(bare).ok_or_else(|| match model::of_id(asked) {
        Some(row) => {
            Failure::new(format!("no meter counts for {:?}", row.id)).help("`toolrent models` lists the meters")
        }
        None => told(&NoColumn::Unknown { asked: asked.to_owned(), closest: model::closest(asked) }),
    })
}

/// The failure of a host that is none, with those near to it.
pub(crate) fn unknown_host(id: &str) -> Failure {
    let near = profile::closest(id);
    let failure = Failure::new(format!("unknown host {id:?}"));
    failure.help(match near.is_empty() {
        true => "`toolrent hosts` lists them".to_owned(),
        false => format!("near it: {}; `toolrent hosts` lists all", near.join(", ")),
    })
}

fn told(missing: &NoColumn) -> Failure {
    let failure = Failure::new(missing.to_string());
    failure.help(match missing {
        NoColumn::Unknown { closest, .. } if closest.is_empty() => "`toolrent models` lists them".to_owned(),
        NoColumn::Unknown { closest, .. } => format!("near it: {}; `toolrent models` lists all", closest.join(", ")),
        NoColumn::NotAtHost { fits, .. } if fits.is_empty() => {
            "a meter profile by name fits; `toolrent models` lists them".to_owned()
        }
        NoColumn::NotAtHost { fits, .. } => format!("models that fit: {}", fits.join(", ")),
    })
}
