//! From what size of a catalog on a strategy is cheaper than loading everything: the same sessions over smaller catalogs.
//!
//! Each session keeps the tools that it uses; the others leave in an order of its own that looks drawn and is the same
//! every time, so that smaller catalogs are parts of larger ones. Limits below which a host does not hold tools back are
//! lifted: the question is from where on it would pay.

use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::simulate::activation::Activation;
use crate::simulate::draw::Draw;
use crate::simulate::play::plan::BadStrategy;
use crate::simulate::play::{self, Scene};
use crate::simulate::strategies;
use crate::simulate::strategy::Strategy;
use crate::simulate::workload::{Run, Workload};

/// What is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Metric {
    /// The largest request.
    Peak = 0,
    /// Input tokens, each text as often as it is sent.
    Cumulative = 1,
    /// Input-price tokens that the cache leaves to pay.
    Billed = 2,
}

impl Metric {
    /// All of them.
    pub const ALL: [Metric; 3] = [Metric::Peak, Metric::Cumulative, Metric::Billed];

    /// Its name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Metric::Peak => "peak",
            Metric::Cumulative => "cumulative",
            Metric::Billed => "billed",
        }
    }
}

/// A strategy over catalogs of several sizes.
#[derive(Debug, Clone, PartialEq)]
pub struct Curve {
    /// The strategy's name.
    pub strategy: String,
    /// One a size, the smallest first.
    pub points: Vec<Point>,
}

/// A size of the catalog.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    /// Tools, mean over the sessions: one that uses more than were asked for keeps them.
    pub tools: f64,
    /// Tokens of their definitions, mean over the sessions.
    pub tokens: f64,
    /// What the strategy takes, as a multiple of what `full` takes, by metric.
    pub ratio: [f64; 3],
}

/// From where on a strategy is cheaper.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Even {
    /// From this size on.
    From {
        /// Tools.
        tools: f64,
        /// Tokens of their definitions.
        tokens: f64,
    },
    /// At every size that was tried; the smallest is given.
    Always {
        /// Tools.
        tools: f64,
        /// Tokens of their definitions.
        tokens: f64,
    },
    /// Not even with the whole catalog.
    Never,
}

/// Sizes that are tried, in tools; those below the whole catalog, then the whole.
const SIZES: [usize; 14] = [5, 10, 15, 20, 30, 40, 60, 80, 120, 200, 400, 800, 1_600, 3_200];

/// Sessions that are played at every size, at most; evenly taken from all.
pub const SESSIONS: usize = 100;

/// The curve of each strategy that holds tools back, in their order.
///
/// # Errors
/// When a strategy names a tool or a ranker that is not there.
pub fn curves(scene: Scene<'_>, strategies: &[Strategy]) -> Result<Vec<Curve>, BadStrategy> {
    let holding = strategies.iter().filter(|strategy| strategy.discover.is_some());
    let lifted = holding.map(|strategy| Strategy { activate: Activation::Always, ..strategy.clone() });
    let full = strategies::named("full").unwrap_or_else(|| Strategy::named("full"));
    let played: Vec<Strategy> = std::iter::once(full).chain(lifted).collect();
    if played.len() == 1 {
        return Ok(Vec::new());
    }
    let sizes = sizes(scene.counted.len());
    let runs = &scene.workload.runs;
    let step = runs.len().div_ceil(SESSIONS).max(1);
    let chosen: Vec<usize> = (0..runs.len()).step_by(step).collect();
    let of_run = |at: usize| one(scene, &runs[at], at, &sizes, &played);
    let parts: Vec<Vec<Sums>> = chosen.into_par_iter().map(of_run).collect::<Result<_, _>>()?;
    let sum = |size: usize| parts.iter().fold(Sums::none(played.len()), |sum, part| sum.plus(&part[size]));
    let sums: Vec<Sums> = (0..sizes.len()).map(sum).collect();
    let curve = |(at, strategy): (usize, &Strategy)| Curve {
        strategy: strategy.name.clone(),
        points: sums.iter().map(|sum| sum.point(at, parts.len())).collect(),
    };
    Ok(played.iter().enumerate().skip(1).map(curve).collect())
}

impl Curve {
    /// From where on the strategy is cheaper than `full`, between two sizes on the line that joins them.
    #[must_use]
    pub fn even(&self, metric: Metric) -> Even {
        let ratio = |point: &Point| point.ratio[metric as usize];
        // A strategy that shows few tools as they are is as dear as `full` there, and not cheaper.
        let (Some(first), Some(dear)) =
            (self.points.first(), self.points.iter().rposition(|point| ratio(point) >= 1.0))
        else {
            return match self.points.first() {
                Some(first) => Even::Always { tools: first.tools, tokens: first.tokens },
                None => Even::Never,
            };
        };
        let Some(cheap) = self.points.get(dear + 1) else { return Even::Never };
        let dear = self.points.get(dear).unwrap_or(first);
        let share = (ratio(dear) - 1.0) / (ratio(dear) - ratio(cheap));
        let between = |one: f64, other: f64| one + share * (other - one);
        Even::From { tools: between(dear.tools, cheap.tools), tokens: between(dear.tokens, cheap.tokens) }
    }
}

fn sizes(all: usize) -> Vec<usize> {
    SIZES.into_iter().filter(|size| *size < all).chain([all]).collect()
}

/// What a run comes to at one size: its tools and their tokens, and each strategy's figures.
#[derive(Clone)]
struct Sums {
    tools: usize,
    tokens: i64,
    figures: Vec<[i64; 3]>,
}

impl Sums {
    fn none(strategies: usize) -> Sums {
        Sums { tools: 0, tokens: 0, figures: vec![[0; 3]; strategies] }
    }

    fn plus(&self, other: &Sums) -> Sums {
        let both = |(one, other): (&[i64; 3], &[i64; 3])| std::array::from_fn(|at| one[at] + other[at]);
        Sums {
            tools: self.tools + other.tools,
            tokens: self.tokens + other.tokens,
            figures: self.figures.iter().zip(&other.figures).map(both).collect(),
        }
    }

    fn point(&self, strategy: usize, runs: usize) -> Point {
        let mean = |sum: f64| sum / runs.max(1) as f64;
        let ratio = |at: usize| self.figures[strategy][at] as f64 / self.figures[0][at].max(1) as f64;
        Point { tools: mean(self.tools as f64), tokens: mean(self.tokens as f64), ratio: std::array::from_fn(ratio) }
    }
}

fn one(
    scene: Scene<'_>,
    run: &Run,
    number: usize,
    sizes: &[usize],
    strategies: &[Strategy],
) -> Result<Vec<Sums>, BadStrategy> {
    let all = scene.counted.len();
    let order = order(run, number, all);
    // Queries are named by position in the rankings, so that their texts are not needed.
    let workload =
        Workload { runs: vec![run.clone()], query_tokens: scene.workload.query_tokens.clone(), ..Workload::default() };
    let used = run.used().len();
    let at_size = |size: &usize| {
        let kept = (*size).max(used).min(all);
        let mut offered = vec![false; all];
        order.iter().take(kept).for_each(|tool| offered[*tool] = true);
        let scene = Scene { workload: &workload, offered: Some(&offered), ..scene };
        let figures = strategies.iter().map(|strategy| {
            let played = play::runs(scene, strategy)?;
            Ok(played.iter().fold([0; 3], |sum, one| {
                [sum[0] + one.peak, sum[1] + one.cumulative, sum[2] + scene.billing.billed_pct(one.charge)]
            }))
        });
        let tokens = order.iter().take(kept).map(|tool| scene.counted.loaded()[*tool]).sum();
        Ok(Sums { tools: kept, tokens, figures: figures.collect::<Result<_, _>>()? })
    };
    sizes.iter().map(at_size).collect()
}

/// The tools of a run's catalogs, those it uses first.
fn order(run: &Run, number: usize, all: usize) -> Vec<usize> {
    let mut order: Vec<usize> = run.used().into_iter().map(|tool| tool.0 as usize).collect();
    let mut used = vec![false; all];
    order.iter().for_each(|tool| used[*tool] = true);
    let mut others: Vec<usize> = (0..all).filter(|tool| !used[*tool]).collect();
    let mut draw = Draw(number as u64);
    for at in (1..others.len()).rev() {
        others.swap(at, draw.below(at + 1));
    }
    order.append(&mut others);
    order
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::caching;
    use crate::host::tariff::Tariff;
    use crate::simulate::billing::Billing;
    use crate::simulate::play::rankings::Rankings;
    use crate::simulate::synthetic::Spec;

    fn curve(ratios: &[f64]) -> Curve {
        let point = |(at, ratio): (usize, &f64)| {
            let tools = 10.0 * (at + 1) as f64;
            Point { tools, tokens: 100.0 * tools, ratio: [*ratio; 3] }
        };
        Curve { strategy: "x".to_owned(), points: ratios.iter().enumerate().map(point).collect() }
    }

    #[test]
    fn the_last_crossing_counts() {
        let even = |ratios: &[f64]| curve(ratios).even(Metric::Billed);
        assert_eq!(even(&[1.5, 0.5]), Even::From { tools: 15.0, tokens: 1_500.0 });
        assert_eq!(even(&[0.9, 1.5, 0.5]), Even::From { tools: 25.0, tokens: 2_500.0 });
        assert_eq!(even(&[0.9, 0.5]), Even::Always { tools: 10.0, tokens: 1_000.0 });
        assert_eq!((even(&[0.5, 1.1]), even(&[])), (Even::Never, Even::Never));
        // As dear as `full` is not cheaper.
        assert_eq!(even(&[1.0, 1.0, 0.5]), Even::From { tools: 20.0, tokens: 2_000.0 });
    }

    #[test]
    fn searching_pays_only_in_larger_catalogs() {
        let spec = Spec { tools: 200, sessions: 30, hits: 90, ..Spec::default() };
        let (counted, workload) = (spec.counted(), spec.workload(200));
        let rankers = spec.rankers(200);
        let rankers: Vec<_> = rankers.iter().map(AsRef::as_ref).collect();
        let rankings = Rankings::of(&workload.queries, &rankers, 200);
        let billing = Billing::new(caching::named("anthropic-5m"), &Tariff::default());
        let scene =
            Scene { counted: &counted, workload: &workload, rankings: &rankings, billing: &billing, offered: None };
        let strategies = strategies::all();
        let curves = curves(scene, &strategies).expect("curves");
        assert!(curves.iter().all(|curve| curve.strategy != "full" && curve.strategy != "oracle"));
        let hosted = curves.iter().find(|curve| curve.strategy == "hosted-search-bm25").expect("a curve");
        let tools: Vec<f64> = hosted.points.iter().map(|point| point.tools).collect();
        assert!(tools.is_sorted() && tools.last() == Some(&200.0), "{tools:?}");
        let Even::From { tools, tokens } = hosted.even(Metric::Cumulative) else { panic!("{hosted:?}") };
        assert!((6.0..80.0).contains(&tools) && tokens > 500.0, "{tools} {tokens}");
    }
}
