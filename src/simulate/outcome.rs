//! What a strategy came to over a workload: tokens, bill, round trips, and what it missed.

use std::collections::BTreeMap;

use crate::rent::price::MicroUsd;
use crate::simulate::activation::{Decision, Verdict};
use crate::simulate::billing::{Billing, Charge};
use crate::simulate::context::Parts;
use crate::simulate::play::player::Played;
use crate::simulate::strategy::Strategy;
use crate::simulate::workload::ToolAt;

/// The outcome of one strategy; per-session figures are means over the sessions unless they say otherwise.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Outcome {
    /// The strategy's name.
    pub name: String,
    /// Sessions played.
    pub sessions: usize,
    /// Whether it holds tools back on this catalog; below its limit it loads everything.
    pub deferred: bool,
    /// Input tokens of a session's first request.
    pub first_turn: f64,
    /// The largest request of a session, mean.
    pub peak: f64,
    /// The largest request of all sessions.
    pub highest: i64,
    /// Input tokens of all requests and internal passes of a session, each text again as often as it is sent again.
    pub cumulative: f64,
    /// The same with everything behind the prefix counted in the first request that holds it and never again, as
    /// published tables often do.
    pub cumulative_once: f64,
    /// Input tokens by where they come from, as they add up to `cumulative`: see [`Part`](crate::simulate::context::Part).
    pub parts: [f64; 5],
    /// Input-price tokens that a prompt cache leaves to pay: reads and writes at their rates.
    pub billed: f64,
    /// Tokens that the model writes.
    pub output: f64,
    /// Money for input and output of a session, when the model has prices.
    pub money: Option<MicroUsd>,
    /// Round trips beyond the recorded requests, which `full` makes too.
    pub extra_round_trips: f64,
    /// Model passes, internal ones included.
    pub passes: f64,
    /// First searches for a tool, of all sessions.
    pub searches: usize,
    /// Those of them whose answer did not hold the tool that was needed.
    pub misses: usize,
    /// Searches after a miss, of all sessions.
    pub retries: usize,
    /// Mean over the sessions of the share of its held-back tools, 0 to 1, that the first answers to their queries hold
    /// whatever was loaded before; `None` when no session uses such a tool, or nothing is searched.
    pub recall_at_k: Option<f64>,
    /// Sessions of which every needed tool was up front or in its first answer, 0 to 1.
    pub all_found: f64,
    /// Needed tools that were neither up front nor in the answer of any search, of all that were needed, 0 to 1. Where a
    /// strategy assumes that a last search finds them, they are played so and counted here.
    pub not_found: f64,
    /// Definitions that stood in a request and that no call used.
    pub unused_loaded: f64,
    /// Share of input tokens read from the cache, in percent.
    pub cache_hit_pct: f64,
    /// Times that a cached prefix was lost whole, of all sessions.
    pub busts: usize,
    /// Mean input tokens of the n-th recorded request with all of its passes, over the sessions that have one.
    pub per_turn: Vec<f64>,
    /// The same, read from the cache.
    pub per_turn_read: Vec<f64>,
    /// The same, written to the cache.
    pub per_turn_written: Vec<f64>,
    /// How many sessions have an n-th request.
    pub per_turn_sessions: Vec<usize>,
    /// The tools that first searches missed, with how often.
    pub missed: BTreeMap<ToolAt, usize>,
    /// Input of all sessions, by what the cache does with it.
    pub charge: Charge,
}

impl Outcome {
    /// The sum of what sessions came to.
    #[must_use]
    pub fn of(strategy: &Strategy, verdict: Verdict, played: &[Played], billing: &Billing) -> Outcome {
        let charge = played.iter().fold(Charge::default(), |sum, one| sum.plus(one.charge));
        let sum = |of: fn(&Played) -> i64| played.iter().map(of).sum::<i64>();
        let count = |of: fn(&Played) -> usize| played.iter().map(of).sum::<usize>();
        let sessions = played.len();
        let mean = |total: i64| ratio(total, whole(sessions));
        let searching = strategy.discover.is_some() && verdict.decision != Decision::Loaded;
        let turns = per_turn(played);
        let each = |of: fn(&Charge) -> i64| turns.iter().map(|(sum, count)| ratio(of(sum), whole(*count))).collect();
        Outcome {
            name: strategy.name.clone(),
            sessions,
            deferred: verdict.decision != Decision::Loaded,
            first_turn: mean(sum(|one| one.first)),
            peak: mean(sum(|one| one.peak)),
            highest: played.iter().map(|one| one.peak).max().unwrap_or(0),
            cumulative: mean(sum(|one| one.cumulative)),
            cumulative_once: mean(sum(|one| one.once)),
            parts: parts(played).map(mean),
            billed: mean(billing.billed_pct(charge)) / 100.0,
            output: mean(sum(|one| one.output)),
            money: money(billing, charge, sum(|one| one.output), sessions),
            extra_round_trips: mean(whole(count(|one| one.extra_round_trips))),
            passes: mean(whole(count(|one| one.passes))),
            searches: count(|one| one.searches),
            misses: count(|one| one.misses),
            retries: count(|one| one.retries),
            recall_at_k: recall(played).filter(|_| searching),
            all_found: mean(whole(played.iter().filter(|one| one.misses + one.not_found == 0).count())),
            not_found: ratio(whole(count(|one| one.not_found)), whole(count(|one| one.needed))),
            unused_loaded: mean(whole(count(|one| one.unused))),
            cache_hit_pct: 100.0 * ratio(charge.read, charge.input()),
            busts: count(|one| one.busts),
            per_turn: each(|sum| sum.input()),
            per_turn_read: each(|sum| sum.read),
            per_turn_written: each(|sum| sum.written),
            per_turn_sessions: turns.iter().map(|(_, sessions)| *sessions).collect(),
            missed: missed(played),
            charge,
        }
    }

    /// Misses of a hundred first searches as a share, 0 to 1; `None` when nothing was searched.
    #[must_use]
    pub fn miss_per_search(&self) -> Option<f64> {
        (self.searches > 0).then(|| ratio(whole(self.misses), whole(self.searches)))
    }
}

/// Money of the mean session: that of all of them, divided.
fn money(billing: &Billing, charge: Charge, output: i64, sessions: usize) -> Option<MicroUsd> {
    let all = billing.money(charge, output)?.get();
    let count = i128::try_from(sessions.max(1)).ok()?;
    let each = u64::try_from((all + count / 2) / count).ok()?;
    Some(MicroUsd::of(1_000_000, each))
}

fn recall(played: &[Played]) -> Option<f64> {
    let shares: Vec<f64> = played
        .iter()
        .filter(|one| one.held_back > 0)
        .map(|one| ratio(whole(one.recalled), whole(one.held_back)))
        .collect();
    (!shares.is_empty()).then(|| shares.iter().sum::<f64>() / float(whole(shares.len())))
}

fn parts(played: &[Played]) -> Parts {
    let mut sums = Parts::default();
    for one in played {
        sums.iter_mut().zip(one.parts).for_each(|(sum, part)| *sum += part);
    }
    sums
}

/// The n-th requests of all sessions that have one, summed, with how many these are.
fn per_turn(played: &[Played]) -> Vec<(Charge, usize)> {
    let mut sums: Vec<(Charge, usize)> = Vec::new();
    for one in played {
        sums.resize(sums.len().max(one.per_turn.len()), (Charge::default(), 0));
        for (sum, charge) in sums.iter_mut().zip(&one.per_turn) {
            *sum = (sum.0.plus(*charge), sum.1 + 1);
        }
    }
    sums
}

fn missed(played: &[Played]) -> BTreeMap<ToolAt, usize> {
    let mut missed = BTreeMap::new();
    for tool in played.iter().flat_map(|one| &one.missed) {
        *missed.entry(*tool).or_default() += 1;
    }
    missed
}

fn whole(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

fn ratio(part: i64, all: i64) -> f64 {
    if all == 0 { 0.0 } else { float(part) / float(all) }
}

#[expect(clippy::cast_precision_loss, reason = "sums of tokens stay far below 2^53")]
fn float(count: i64) -> f64 {
    count as f64
}
