//! Plays every session of a workload under every strategy, in parallel, and sums up what each came to.

pub mod plan;
pub mod player;
pub mod rankings;

use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, IntoParallelRefIterator, ParallelIterator};

use crate::simulate::billing::Billing;
use crate::simulate::count::Counted;
use crate::simulate::outcome::Outcome;
use crate::simulate::play::plan::{BadStrategy, Plan};
use crate::simulate::play::player::{Played, Player};
use crate::simulate::play::rankings::Rankings;
use crate::simulate::strategy::Strategy;
use crate::simulate::workload::{Run, Workload};

/// What strategies are played on.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// The catalog's sizes.
    pub counted: &'a Counted<'a>,
    /// The sessions.
    pub workload: &'a Workload,
    /// What each search answers.
    pub rankings: &'a Rankings,
    /// How input is billed.
    pub billing: &'a Billing,
    /// Which tools the catalog holds, by position; all when absent. For curves over smaller catalogs.
    pub offered: Option<&'a [bool]>,
}

/// The outcome of each strategy, in their order; an error for one that names what is not there.
#[must_use]
pub fn play(scene: Scene<'_>, strategies: &[Strategy]) -> Vec<Result<Outcome, BadStrategy>> {
    strategies.par_iter().map(|strategy| one(scene, strategy)).collect()
}

/// The sessions played one by one under a strategy, in their order.
///
/// # Errors
/// When the strategy names a tool or a ranker that is not there.
pub fn runs(scene: Scene<'_>, strategy: &Strategy) -> Result<Vec<Played>, BadStrategy> {
    Ok(all(&Plan::new(scene, strategy)?, &scene.workload.runs))
}

fn one(scene: Scene<'_>, strategy: &Strategy) -> Result<Outcome, BadStrategy> {
    let plan = Plan::new(scene, strategy)?;
    Ok(Outcome::of(strategy, plan.verdict, &all(&plan, &scene.workload.runs), scene.billing))
}

fn all(plan: &Plan<'_>, runs: &[Run]) -> Vec<Played> {
    (0..runs.len()).into_par_iter().with_min_len(16).map(|at| Player::new(plan, &runs[at], at).play()).collect()
}
