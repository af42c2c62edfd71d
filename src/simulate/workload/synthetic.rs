//! Made-up workloads for curves: so many tools of such sizes, used as seldom and as often as words of a language are.

use crate::simulate::count::{Counted, Sizes};
use crate::simulate::workload::{Run, Step, ToolAt, Use, Workload};

/// What a made-up workload looks like. The same values make the same workload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Synthetic {
    /// Tools of the catalog, in servers of ten.
    pub tools: usize,
    /// Mean tokens of a definition; single ones are half to one and a half times as large.
    pub definition: i64,
    /// Sessions.
    pub runs: usize,
    /// Requests of each, of which the last calls nothing.
    pub turns: usize,
    /// Tokens of a result, and of what the model writes for a call.
    pub result: i64,
    /// Where the numbers start.
    pub seed: u64,
}

impl Synthetic {
    /// The catalog as sizes; forms are in the proportions that the 527 tools of LiveMCPBench have in o200k.
    #[must_use]
    pub fn counted(&self) -> Counted<'static> {
        let mut draw = Draw(self.seed);
        let sizes: Vec<Sizes> =
            (0..self.tools).map(|_| sizes(self.definition / 2 + draw.below(self.definition))).collect();
        let servers: Vec<usize> = sizes.chunks(10).map(<[Sizes]>::len).collect();
        Counted::of_sizes(&servers, &vec![self.definition / 4; servers.len()], &sizes)
    }

    /// The sessions. A tool's query is its position, so that a ranker knows what is meant.
    #[must_use]
    pub fn workload(&self) -> Workload {
        let mut draw = Draw(self.seed ^ 0x5eed);
        let weights = Weights::new(self.tools);
        let runs = (0..self.runs).map(|at| self.run(at, &weights, &mut draw)).collect();
        let queries: Vec<String> = (0..self.tools).map(|at| at.to_string()).collect();
        Workload { runs, query_tokens: vec![10; queries.len()], queries, ..Workload::default() }
    }

    fn run(&self, at: usize, weights: &Weights, draw: &mut Draw) -> Run {
        let call = |step: usize| {
            let tool = weights.tool(draw.unit());
            let said = if step == 0 { 50 } else { 0 };
            let uses = vec![Use { tool: u32::try_from(tool).ok().map(ToolAt), result: self.result }];
            let asked = (step == 0).then_some(tool);
            Step { said, answer: 60, calls: uses, queries: vec![tool], asked, ..Step::default() }
        };
        let mut steps: Vec<Step> = (0..self.turns.saturating_sub(1)).map(call).collect();
        steps.push(Step { answer: 200, ..Step::default() });
        Run { id: at.to_string(), steps, ..Run::default() }
    }
}

/// The sizes of a tool whose definition takes so many tokens: shares of 85,548 tokens in percent.
fn sizes(loaded: i64) -> Sizes {
    let share = |pct: i64| loaded * pct / 100;
    Sizes { loaded, forms: [3, 10, 38, 39, 18, 10, 6, 100, 140].map(share) }
}

/// Zipf's law: the n-th tool is used as often as 1/n says.
struct Weights(Vec<f64>);

impl Weights {
    fn new(tools: usize) -> Weights {
        let mut sum = 0.0;
        let mut rank = 0.0;
        let weight = |_| {
            rank += 1.0;
            sum += 1.0 / rank;
            sum
        };
        Weights((0..tools).map(weight).collect())
    }

    fn tool(&self, unit: f64) -> usize {
        let all = self.0.last().copied().unwrap_or_default();
        self.0.partition_point(|sum| *sum < unit * all).min(self.0.len().saturating_sub(1))
    }
}

/// SplitMix64: numbers that look drawn and are the same every time.
struct Draw(u64);

impl Draw {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, limit: i64) -> i64 {
        let limit = u64::try_from(limit.max(1)).unwrap_or(1);
        i64::try_from(self.next() % limit).unwrap_or(0)
    }

    /// From 0 to below 1.
    fn unit(&mut self) -> f64 {
        let drawn = u32::try_from(self.next() >> 32).unwrap_or(0);
        f64::from(drawn) / (f64::from(u32::MAX) + 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn some_tools_are_used_often_and_most_never() {
        let made = Synthetic { tools: 300, definition: 160, runs: 50, turns: 7, result: 500, seed: 1 };
        let (counted, workload) = (made.counted(), made.workload());
        assert_eq!((counted.len(), counted.servers.len(), workload.turns()), (300, 30, 350));
        let mean = counted.loaded().iter().sum::<i64>() / 300;
        assert!((140..180).contains(&mean), "{mean}");
        let usage = workload.usage(300);
        assert!(usage[0] > 20 && usage.iter().filter(|used| **used == 0).count() > 100, "{usage:?}");
        assert_eq!(workload.runs[3].steps[2].calls, made.workload().runs[3].steps[2].calls);
    }
}
