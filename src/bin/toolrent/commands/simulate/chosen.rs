//! Which strategies are played, each on the host it is made for, `full` and `oracle` beside them.

use toolrent::host::profile;
use toolrent::host::tariff::Overrides;
use toolrent::lint::nearest::nearest;
use toolrent::rent::column::Column;
use toolrent::simulate::discover::Discover;
use toolrent::simulate::play::plan::BadStrategy;
use toolrent::simulate::rank::names::Names;
use toolrent::simulate::strategies::{self, presets};
use toolrent::simulate::strategy::{Strategy, Upfront};

use crate::args::simulate::Simulate;
use crate::columns;
use crate::exit::Failure;
use crate::settings::Settings;

/// Strategies on one host and model.
pub(crate) struct Chosen {
    /// The host and model.
    pub(crate) column: Column<'static>,
    /// `full`, `oracle`, then the others.
    pub(crate) strategies: Vec<Strategy>,
}

/// A host's id, and the model where it is not the host's own.
type On = (String, Option<String>);

/// The host of strategies that are made for none.
const USUAL: &str = "claude-code";

/// What is shown on a host that no product is known for.
const GENERAL: [&str; 4] = ["hosted-search-bm25", "client-search-names", "search-describe-execute", "server-activate"];

/// The strategies that were asked for, by host and model, in the order in which they were asked for.
pub(crate) fn choose(args: &Simulate, settings: &Settings) -> Result<Vec<Chosen>, Failure> {
    let asked: Vec<Strategy> = args.strategies.iter().map(|name| named(name, settings)).collect::<Result<_, _>>()?;
    let set = settings.hosts.first().map(String::as_str);
    let forced = args.host.as_deref();
    let main = forced.or_else(|| asked.iter().find_map(|one| one.host.as_deref())).or(set).unwrap_or(USUAL).to_owned();
    if profile::named(&main).is_none() {
        return Err(columns::unknown_host(&main));
    }
    let asked = if args.strategies.is_empty() { usual(&main, settings) } else { asked };
    let model = args.model.as_deref().or(settings.model.as_deref());
    let mut chosen: Vec<(On, Vec<Strategy>)> = Vec::new();
    for strategy in asked {
        let host = forced.or(strategy.host.as_deref()).unwrap_or(&main).to_owned();
        let own = strategy.model.as_deref().filter(|_| forced.is_none());
        let on = (host, model.or(own).map(str::to_owned));
        match chosen.iter_mut().find(|(known, _)| *known == on) {
            Some((_, strategies)) => strategies.push(strategy),
            None => chosen.push((on, vec![strategy])),
        }
    }
    let ready = |((host, model), strategies): (On, Vec<Strategy>)| {
        let column = columns::choose(&[host], model.as_deref(), &Overrides::default())?.pop();
        let column = column.ok_or_else(|| Failure::new("no host to play on"))?;
        Ok(Chosen { column, strategies: bounded(strategies, args) })
    };
    chosen.into_iter().map(ready).collect()
}

fn named(name: &str, settings: &Settings) -> Result<Strategy, Failure> {
    let own = settings.strategies.iter().find(|own| own.name == name).cloned();
    own.or_else(|| strategies::named(name)).ok_or_else(|| {
        let known = strategies::names();
        let names = settings.strategies.iter().map(|own| &own.name).chain(&known).map(String::as_str);
        let failure = Failure::new(format!("no strategy {name:?}"));
        failure.help(match nearest(name, names).as_slice() {
            [] => format!("one of {}, or [strategies.{name}] in toolrent.toml", known.join(", ")),
            near => format!("did you mean {}?", near.join(" or ")),
        })
    })
}

/// What fits a host, and one's own strategies for it.
fn usual(host: &str, settings: &Settings) -> Vec<Strategy> {
    let own = settings.strategies.iter().filter(|own| own.host.as_deref().is_none_or(|its| its == host));
    let mut usual: Vec<Strategy> = presets::of_host(host).cloned().collect();
    if usual.is_empty() {
        usual = GENERAL.into_iter().filter_map(strategies::named).collect();
    }
    usual.extend(own.cloned());
    usual
}

/// With the two bounds before them, each once, and with what flags change in all of them.
fn bounded(strategies: Vec<Strategy>, args: &Simulate) -> Vec<Strategy> {
    let bounds = ["full", "oracle"].into_iter().filter_map(strategies::named);
    let mut all: Vec<Strategy> = Vec::new();
    for strategy in bounds.chain(strategies) {
        if all.iter().all(|known| known.name != strategy.name) {
            all.push(changed(strategy, args));
        }
    }
    all
}

fn changed(strategy: Strategy, args: &Simulate) -> Strategy {
    let discover = strategy.discover.map(|discover| Discover { k: args.k.unwrap_or(discover.k), ..discover });
    let upfront = match strategy.upfront {
        Upfront::Nothing if !args.hot.is_empty() && discover.is_some() => Upfront::Tools(args.hot.clone()),
        Upfront::Tools(names) => Upfront::Tools(names.into_iter().chain(args.hot.iter().cloned()).collect()),
        other => other,
    };
    Strategy { discover, upfront, ..strategy }
}

/// The failure of a strategy that names what is not there.
pub(crate) fn told(bad: &BadStrategy, names: &Names) -> Failure {
    let failure = Failure::new(bad.to_string());
    match bad {
        BadStrategy::Ranker { .. } => failure.help("toolrent search --help lists the rankers"),
        BadStrategy::Tool { asked, .. } => match names.near(asked).as_slice() {
            [] => failure.help("name it as SERVER.TOOL, as `toolrent rent` lists them"),
            near => failure.help(format!("did you mean {}?", near.join(" or "))),
        },
    }
}
