//! Which tools to keep always loaded so that the search misses no more than so often, and whether that pays.

use crate::simulate::outcome::Outcome;
use crate::simulate::play::plan::BadStrategy;
use crate::simulate::play::{self, Scene};
use crate::simulate::strategy::{Strategy, Upfront};
use crate::simulate::workload::ToolAt;

/// How many misses are left.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Target {
    /// Half of them.
    Half,
    /// This share of the searches, 0 to 1.
    Rate(f64),
}

/// A set of tools to keep always loaded.
#[derive(Debug, Clone, PartialEq)]
pub struct Advice {
    /// The strategy.
    pub strategy: String,
    /// The tools, the one that saves most misses a token first.
    pub keep: Vec<Kept>,
    /// Misses of the searches that were made without them, before.
    pub misses: usize,
    /// Misses that are left with them, as played again.
    pub misses_left: usize,
    /// First searches without them.
    pub searches: usize,
    /// Whether no more than the asked-for share is left.
    pub reached: bool,
    /// The outcome without them.
    pub before: Outcome,
    /// The outcome with them.
    pub after: Outcome,
}

/// A tool to keep, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kept {
    /// The tool.
    pub tool: ToolAt,
    /// Sessions that use it.
    pub uses: usize,
    /// First searches for it that missed.
    pub misses: usize,
    /// Tokens that it takes in every request.
    pub tokens: i64,
}

/// Rounds of adding tools: a tool that a search no longer brings along may be missed anew.
const ROUNDS: usize = 6;

/// The advice for a strategy that misses; none for one that does not, or whose tools up front are a number and no list.
///
/// # Errors
/// When the strategy names a tool or a ranker that is not there.
pub fn keep(scene: Scene<'_>, strategy: &Strategy, target: Target) -> Result<Option<Advice>, BadStrategy> {
    let before = outcome(scene, strategy)?;
    if before.misses == 0 || !matches!(strategy.upfront, Upfront::Nothing | Upfront::Tools(_)) {
        return Ok(None);
    }
    let allowed = match target {
        Target::Half => before.misses / 2,
        Target::Rate(rate) => (rate * before.searches as f64) as usize,
    };
    let usage = scene.workload.usage(scene.counted.len());
    let mut keep: Vec<Kept> = Vec::new();
    let mut after = before.clone();
    for _ in 0..ROUNDS {
        let more = choose(scene, &after, allowed, &usage);
        if more.is_empty() {
            break;
        }
        keep.extend(more);
        after = outcome(scene, &with(scene, strategy, &keep))?;
    }
    let (misses, searches, misses_left) = (before.misses, before.searches, after.misses);
    let reached = misses_left <= allowed;
    Ok(Some(Advice { strategy: strategy.name.clone(), keep, misses, misses_left, searches, reached, before, after }))
}

/// Tools that take the misses down to what is allowed: by misses a token, then those left out that are not needed.
fn choose(scene: Scene<'_>, outcome: &Outcome, allowed: usize, usage: &[usize]) -> Vec<Kept> {
    let loaded = scene.counted.loaded();
    let kept = |(tool, misses): (&ToolAt, &usize)| {
        let at = tool.0 as usize;
        Kept { tool: *tool, uses: usage[at], misses: *misses, tokens: loaded[at] }
    };
    let mut missed: Vec<Kept> = outcome.missed.iter().map(kept).collect();
    // By cross-multiplication: a.misses / a.tokens against b.misses / b.tokens.
    let worth = |one: &Kept, other: &Kept| one.misses as i64 * other.tokens.max(1);
    missed.sort_by(|one, other| worth(other, one).cmp(&worth(one, other)).then(one.tool.cmp(&other.tool)));
    let mut left = outcome.misses;
    let mut chosen = Vec::new();
    for one in missed {
        if left <= allowed {
            break;
        }
        left -= one.misses.min(left);
        chosen.push(one);
    }
    let mut dearest: Vec<Kept> = chosen.clone();
    dearest.sort_by_key(|one| (std::cmp::Reverse(one.tokens), one.tool));
    for one in dearest {
        if left + one.misses <= allowed {
            left += one.misses;
            chosen.retain(|kept| kept.tool != one.tool);
        }
    }
    chosen
}

fn with(scene: Scene<'_>, strategy: &Strategy, keep: &[Kept]) -> Strategy {
    let name = |kept: &Kept| {
        let name = &scene.counted.names[kept.tool.0 as usize];
        if name.server.is_empty() { name.tool.clone() } else { format!("{}.{}", name.server, name.tool) }
    };
    let before = match &strategy.upfront {
        Upfront::Tools(names) => names.clone(),
        _ => Vec::new(),
    };
    let names = before.into_iter().chain(keep.iter().map(name)).collect();
    Strategy { upfront: Upfront::Tools(names), ..strategy.clone() }
}

fn outcome(scene: Scene<'_>, strategy: &Strategy) -> Result<Outcome, BadStrategy> {
    let mut outcomes = play::play(scene, std::slice::from_ref(strategy));
    outcomes.pop().unwrap_or_else(|| Ok(Outcome::default()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::caching;
    use crate::host::tariff::Tariff;
    use crate::simulate::billing::Billing;
    use crate::simulate::play::rankings::Rankings;
    use crate::simulate::strategies;
    use crate::simulate::synthetic::Spec;

    fn advice(strategy: &str, target: Target) -> Option<Advice> {
        let spec = Spec { tools: 200, sessions: 60, hits: 60, ..Spec::default() };
        let (counted, workload) = (spec.counted(), spec.workload(200));
        let rankers = spec.rankers(200);
        let rankers: Vec<_> = rankers.iter().map(AsRef::as_ref).collect();
        let rankings = Rankings::of(&workload.queries, &rankers, 200);
        let billing = Billing::new(caching::named("anthropic-5m"), &Tariff::default());
        let scene =
            Scene { counted: &counted, workload: &workload, rankings: &rankings, billing: &billing, offered: None };
        keep(scene, &strategies::named(strategy).expect(strategy), target).expect("advice")
    }

    #[test]
    fn the_asked_for_rate_is_reached_and_fewer_tools_do_for_half() {
        let two = advice("hosted-search-bm25", Target::Rate(0.02)).expect("misses");
        assert!(two.reached && two.misses_left * 50 <= two.searches, "{two:?}");
        assert_eq!(two.after.misses, two.misses_left);
        let half = advice("hosted-search-bm25", Target::Half).expect("misses");
        assert!(half.reached && half.misses_left * 2 <= half.misses, "{half:?}");
        assert!(half.keep.len() < two.keep.len(), "{} {}", half.keep.len(), two.keep.len());
        assert!(half.keep.iter().all(|kept| kept.uses > 0 && kept.misses > 0 && kept.tokens > 0));
        assert!(half.after.first_turn > half.before.first_turn);
    }

    #[test]
    fn who_misses_nothing_is_given_none() {
        assert_eq!(advice("client-search-names", Target::Half), None);
        assert_eq!(advice("full", Target::Half), None);
    }
}
