//! Made-up sessions from one line of text: so many tools of such sizes, used as Zipf's law says, found at a stated rate.
//!
//! Sizes are lognormal. The usual ones are those of LiveMCPBench's 527 tools (o200k: mean 162, median 100 tokens) and of
//! the results in its recorded runs (mean 731, median 137, at most 6,811). The same text makes the same sessions.

use crate::simulate::count::{Counted, Sizes};
use crate::simulate::draw::{Draw, Lognormal};
use crate::simulate::rank::kind::Kind;
use crate::simulate::rank::ranker::{Ranked, Ranker};
use crate::simulate::workload::{Run, Step, ToolAt, Use, Workload};

/// What made-up sessions look like.
#[derive(Debug, Clone, PartialEq)]
pub struct Spec {
    /// Tools of the catalog, in servers of ten; unused where there is a real catalog.
    pub tools: usize,
    /// Tokens of a definition.
    pub sizes: Lognormal,
    /// Tokens of a result.
    pub results: Lognormal,
    /// The exponent of Zipf's law: 0 uses all tools alike.
    pub zipf: f64,
    /// Requests of a session, of which the last calls nothing.
    pub turns: usize,
    /// Sessions.
    pub sessions: usize,
    /// Searches of a hundred whose answer leads with the tool; the others do not hold it.
    pub hits: u32,
    /// Where the numbers start.
    pub seed: u64,
}

impl Default for Spec {
    fn default() -> Spec {
        Spec {
            tools: 300,
            sizes: Lognormal { mean: 162.0, median: 100.0 },
            results: Lognormal { mean: 731.0, median: 137.0 },
            zipf: 1.0,
            // LiveMCPBench: 5.7 calls a run and one answer.
            turns: 7,
            sessions: 100,
            // What the search in its recorded runs found.
            hits: 74,
            seed: 1,
        }
    }
}

/// What is wrong with the text of a workload.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadSpec {
    /// A key that is none.
    #[error("unknown key {key:?}")]
    Key {
        /// As written.
        key: String,
    },
    /// A value that does not fit.
    #[error("{key}: expected {expected}")]
    Value {
        /// The key.
        key: String,
        /// What fits.
        expected: &'static str,
    },
}

/// The keys.
pub const KEYS: [&str; 8] = ["tools", "sizes", "results", "zipf", "turns", "sessions", "hits", "seed"];

/// The most of each of tools, turns and sessions: what fits into memory.
const MOST: usize = 1_000_000;

impl Spec {
    /// Reads `tools=N,sizes=MEAN/MEDIAN,results=MEAN/MEDIAN,zipf=S,turns=N,sessions=N,hits=PERCENT,seed=N`; what is not
    /// said is usual.
    ///
    /// # Errors
    /// When a key or a value is none.
    pub fn read(text: &str) -> Result<Spec, BadSpec> {
        let mut spec = Spec::default();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            let (key, value) = part.split_once('=').unwrap_or((part, ""));
            let (key, value) = (key.trim(), value.trim());
            match key {
                "tools" => spec.tools = number(key, value)?,
                "turns" => spec.turns = number(key, value)?,
                "sessions" => spec.sessions = number(key, value)?,
                "sizes" => spec.sizes = lognormal(key, value)?,
                "results" => spec.results = lognormal(key, value)?,
                "zipf" => {
                    let fits = value.parse().ok().filter(|value: &f64| (0.0..=5.0).contains(value));
                    spec.zipf = fits.ok_or_else(|| bad(key, "a number from 0 to 5"))?;
                }
                "hits" => {
                    let fits = value.parse().ok().filter(|value| *value <= 100);
                    spec.hits = fits.ok_or_else(|| bad(key, "a percentage from 0 to 100"))?;
                }
                "seed" => spec.seed = value.parse().map_err(|_| bad(key, "a whole number"))?,
                _ => return Err(BadSpec::Key { key: key.to_owned() }),
            }
        }
        Ok(spec)
    }

    /// The catalog as sizes; other forms in the proportions that LiveMCPBench's tools have in o200k.
    #[must_use]
    pub fn counted(&self) -> Counted<'static> {
        let mut draw = Draw(self.seed);
        let sizes: Vec<Sizes> = (0..self.tools).map(|_| forms(self.sizes.draw(&mut draw))).collect();
        let servers: Vec<usize> = sizes.chunks(10).map(<[Sizes]>::len).collect();
        // Name and one sentence: a quarter of a definition.
        let lines = vec![(self.sizes.mean / 4.0) as i64; servers.len()];
        Counted::of_sizes(&servers, &lines, &sizes)
    }

    /// The sessions, over so many tools. A query is the position of the tool that is meant.
    #[must_use]
    pub fn workload(&self, tools: usize) -> Workload {
        let mut draw = Draw(self.seed ^ 0x5eed);
        let order = shuffled(tools, &mut draw);
        let weights = weights(tools, self.zipf);
        let runs = (0..self.sessions).map(|at| self.run(at, &order, &weights, &mut draw)).collect();
        let queries: Vec<String> = (0..tools).map(|at| at.to_string()).collect();
        // Written queries in recorded runs have about ten tokens.
        Workload { runs, query_tokens: vec![10; queries.len()], queries, ..Workload::default() }
    }

    fn run(&self, at: usize, order: &[u32], weights: &[f64], draw: &mut Draw) -> Run {
        let mut steps = Vec::with_capacity(self.turns);
        for step in 0..self.turns.saturating_sub(1) {
            let all = weights.last().copied().unwrap_or_default();
            let wanted = draw.unit() * all;
            let rank = weights.partition_point(|sum| *sum <= wanted).min(order.len().saturating_sub(1));
            let Some(tool) = order.get(rank).copied() else { break };
            let calls = vec![Use { tool: Some(ToolAt(tool)), result: self.results.draw(draw) }];
            let asked = (step == 0).then_some(tool as usize);
            // A question, a call and an answer of usual length.
            let said = if step == 0 { 50 } else { 0 };
            steps.push(Step { said, answer: 60, calls, queries: vec![tool as usize], asked, ..Step::default() });
        }
        steps.push(Step { answer: 200, ..Step::default() });
        Run { id: format!("made-{at}"), steps, ..Run::default() }
    }

    /// A search under every name that a strategy may ask for, over so many tools.
    #[must_use]
    pub fn rankers(&self, tools: usize) -> Vec<Box<dyn Ranker>> {
        let ranker = |kind: Kind| -> Box<dyn Ranker> {
            Box::new(HitOrNoise { name: kind.name(), tools, hits: self.hits, seed: self.seed })
        };
        Kind::ALL.into_iter().map(ranker).collect()
    }
}

fn number(key: &str, value: &str) -> Result<usize, BadSpec> {
    value.parse().ok().filter(|value| (1..=MOST).contains(value)).ok_or_else(|| bad(key, "a number from 1 to 1000000"))
}

fn lognormal(key: &str, value: &str) -> Result<Lognormal, BadSpec> {
    Lognormal::read(value).ok_or_else(|| bad(key, "MEAN/MEDIAN in tokens, the mean not below the median"))
}

fn bad(key: &str, expected: &'static str) -> BadSpec {
    BadSpec::Value { key: key.to_owned(), expected }
}

/// The sizes of a tool whose definition takes so many tokens: name, hint, without parameters, four signatures, as text,
/// indented, in percent of the 85,548 tokens that LiveMCPBench's tools come to.
fn forms(loaded: i64) -> Sizes {
    Sizes { loaded, forms: [3, 10, 38, 39, 18, 10, 6, 100, 140].map(|pct| (loaded * pct / 100).max(1)) }
}

fn weights(tools: usize, exponent: f64) -> Vec<f64> {
    let mut sum = 0.0;
    let weight = |rank: usize| {
        sum += (rank as f64).powf(-exponent);
        sum
    };
    (1..=tools).map(weight).collect()
}

fn shuffled(tools: usize, draw: &mut Draw) -> Vec<u32> {
    let mut order: Vec<u32> = (0..tools as u32).collect();
    for at in (1..order.len()).rev() {
        order.swap(at, draw.below(at + 1));
    }
    order
}

/// Answers with the tool first, or with others only.
struct HitOrNoise {
    name: &'static str,
    tools: usize,
    hits: u32,
    seed: u64,
}

/// Tools in an answer that were not meant.
const NOISE: usize = 20;

impl Ranker for HitOrNoise {
    fn name(&self) -> &str {
        self.name
    }

    fn rank(&self, query: &str) -> Vec<Ranked> {
        let Some(meant) = query.parse::<usize>().ok().filter(|meant| *meant < self.tools) else { return Vec::new() };
        let mut draw = Draw(self.seed.wrapping_mul(31).wrapping_add(meant as u64));
        let mut found = Vec::new();
        if draw.below(100) < self.hits as usize {
            found.push(meant);
        }
        for _ in 0..NOISE {
            let other = draw.below(self.tools);
            if other != meant && !found.contains(&other) {
                found.push(other);
            }
        }
        let score = |at: usize| (NOISE + 1 - at) as f64;
        found.into_iter().enumerate().map(|(at, document)| Ranked { document, score: score(at) }).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_says_what_is_unusual() {
        let spec = Spec::read("tools=40, sizes=80/60,zipf=0.8,turns=3,sessions=5,hits=50,seed=9").expect("a spec");
        assert_eq!((spec.tools, spec.turns, spec.sessions, spec.hits, spec.seed), (40, 3, 5, 50, 9));
        assert_eq!(spec.sizes, Lognormal { mean: 80.0, median: 60.0 });
        assert_eq!(spec.results, Spec::default().results);
        assert_eq!(Spec::read("tool=4"), Err(BadSpec::Key { key: "tool".to_owned() }));
        for text in ["tools=0", "tools", "sizes=10/20", "hits=101", "zipf=-1", "seed=x", "sizes=nan/1"] {
            assert!(matches!(Spec::read(text), Err(BadSpec::Value { .. })), "{text}");
        }
    }

    #[test]
    fn sizes_have_the_mean_and_the_median_that_were_asked_for() {
        let spec = Spec { tools: 4_000, ..Spec::default() };
        let counted = spec.counted();
        let mut loaded = counted.loaded().to_vec();
        loaded.sort_unstable();
        let mean = loaded.iter().sum::<i64>() as f64 / 4_000.0;
        assert!((mean - 162.0).abs() < 12.0, "{mean}");
        assert!((loaded[2_000] - 100).abs() < 8, "{}", loaded[2_000]);
    }

    #[test]
    fn the_same_text_makes_the_same_sessions_and_another_seed_others() {
        let spec = Spec { tools: 300, sessions: 50, ..Spec::default() };
        let calls = |spec: &Spec| {
            let workload = spec.workload(300);
            workload.runs.iter().flat_map(|run| &run.steps).flat_map(|step| step.calls.clone()).collect::<Vec<_>>()
        };
        assert_eq!(calls(&spec), calls(&spec));
        assert_ne!(calls(&spec), calls(&Spec { seed: 2, ..spec.clone() }));
        let mut usage = spec.workload(300).usage(300);
        usage.sort_unstable();
        assert!(usage[299] > 15 && usage[100] == 0, "{usage:?}");
    }

    #[test]
    fn as_many_searches_find_their_tool_as_was_asked_for() {
        let spec = Spec { hits: 70, ..Spec::default() };
        let ranker = spec.rankers(1_000).remove(0);
        let found = |at: &usize| ranker.rank(&at.to_string()).iter().any(|one| one.document == *at);
        let hits = (0..1_000).filter(found).count();
        assert!((660..740).contains(&hits), "{hits}");
    }
}
