//! What a strategy comes to when one thing is different: results of a search, pauses, sizes of results, tools up front.

use crate::simulate::discover::{Discover, Finder};
use crate::simulate::play::plan::BadStrategy;
use crate::simulate::play::{self, Scene};
use crate::simulate::strategies;
use crate::simulate::strategy::{Strategy, Upfront};
use crate::simulate::workload::{Step, Workload};

/// A strategy with one thing different, and `full` with the same.
#[derive(Debug, Clone, PartialEq)]
pub struct Varied {
    /// The strategy.
    pub strategy: String,
    /// What is different: `k`, `gap`, `results`, `hot`.
    pub what: &'static str,
    /// How.
    pub value: String,
    /// The largest request, in tokens.
    pub peak: f64,
    /// Input tokens of a session, each text as often as it is sent.
    pub cumulative: f64,
    /// The same of `full`.
    pub cumulative_full: f64,
    /// Input-price tokens of a session.
    pub billed: f64,
    /// The same of `full`.
    pub billed_full: f64,
    /// Misses a first search; `None` when nothing is searched.
    pub miss_per_search: Option<f64>,
}

/// Numbers of results.
const RESULTS: [usize; 6] = [1, 3, 5, 8, 10, 20];
/// Tools up front: those that most sessions use.
const HOT: [usize; 4] = [0, 5, 10, 20];

/// All variations of a strategy that holds tools back; none of another one.
///
/// # Errors
/// When the strategy names a tool or a ranker that is not there.
pub fn variations(scene: Scene<'_>, strategy: &Strategy) -> Result<Vec<Varied>, BadStrategy> {
    let Some(discover) = &strategy.discover else { return Ok(Vec::new()) };
    let mut all = Vec::new();
    if matches!(discover.ranker, Finder::Ranker(_)) {
        for k in RESULTS {
            let discover = Some(Discover { k, ..discover.clone() });
            all.push(varied(scene, &Strategy { discover, ..strategy.clone() }, "k", k.to_string())?);
        }
    }
    for (value, gap) in [("in time", 0), ("after the cache's time", scene.billing.ttl_ms.saturating_add(1))] {
        let workload = changed(scene.workload, |step| step.gap_ms = Some(gap));
        all.push(varied(Scene { workload: &workload, ..scene }, strategy, "gap", value.to_owned())?);
    }
    for (value, pct) in [("half", 50), ("double", 200)] {
        let workload = changed(scene.workload, |step| {
            step.calls.iter_mut().for_each(|call| call.result = call.result * pct / 100);
        });
        all.push(varied(Scene { workload: &workload, ..scene }, strategy, "results", value.to_owned())?);
    }
    for hot in HOT {
        let strategy = Strategy { upfront: Upfront::Hot(hot), ..strategy.clone() };
        all.push(varied(scene, &strategy, "hot", hot.to_string())?);
    }
    Ok(all)
}

fn changed(workload: &Workload, change: impl Fn(&mut Step)) -> Workload {
    let mut changed = workload.clone();
    changed.runs.iter_mut().flat_map(|run| &mut run.steps).for_each(change);
    changed
}

fn varied(scene: Scene<'_>, strategy: &Strategy, what: &'static str, value: String) -> Result<Varied, BadStrategy> {
    let full = strategies::named("full").unwrap_or_else(|| Strategy::named("full"));
    let mut outcomes = play::play(scene, &[full, strategy.clone()]).into_iter();
    let mut next = || outcomes.next().transpose().map(Option::unwrap_or_default);
    let (full, own) = (next()?, next()?);
    Ok(Varied {
        strategy: strategy.name.clone(),
        what,
        value,
        peak: own.peak,
        cumulative: own.cumulative,
        cumulative_full: full.cumulative,
        billed: own.billed,
        billed_full: full.billed,
        miss_per_search: own.miss_per_search(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::caching;
    use crate::host::tariff::Tariff;
    use crate::simulate::billing::Billing;
    use crate::simulate::play::rankings::Rankings;
    use crate::simulate::synthetic::Spec;

    #[test]
    fn each_knob_turns_what_it_should() {
        let spec = Spec { tools: 200, sessions: 40, hits: 60, ..Spec::default() };
        let (counted, workload) = (spec.counted(), spec.workload(200));
        let rankers = spec.rankers(200);
        let rankers: Vec<_> = rankers.iter().map(AsRef::as_ref).collect();
        let rankings = Rankings::of(&workload.queries, &rankers, 200);
        let billing = Billing::new(caching::named("anthropic-5m"), &Tariff::default());
        let scene =
            Scene { counted: &counted, workload: &workload, rankings: &rankings, billing: &billing, offered: None };
        let rows = variations(scene, &strategies::named("hosted-search-bm25").expect("a strategy")).expect("rows");
        let of = |what: &str| rows.iter().filter(|row| row.what == what).collect::<Vec<_>>();
        assert!(of("k").is_sorted_by(|one, other| one.cumulative < other.cumulative));
        assert!(of("gap")[0].billed < of("gap")[1].billed && of("gap")[0].cumulative == of("gap")[1].cumulative);
        assert!(of("results")[0].cumulative < of("results")[1].cumulative);
        assert!(of("results")[0].cumulative_full < of("results")[1].cumulative_full);
        assert!(of("hot")[0].miss_per_search > of("hot")[3].miss_per_search || of("hot")[0].peak < of("hot")[3].peak);
        assert!(variations(scene, &strategies::named("full").expect("full")).expect("none").is_empty());
    }
}
