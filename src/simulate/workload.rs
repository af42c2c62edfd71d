//! Sessions as numbers: every text counted once on one meter, every tool and query by its position.

use std::collections::BTreeMap;

mod counting;
mod names;

/// The position of a tool in the catalog: servers in order, then their tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ToolAt(pub u32);

/// What is played.
#[derive(Debug, Clone, Default)]
pub struct Workload {
    /// The runs, one a session.
    pub runs: Vec<Run>,
    /// The distinct search queries, which steps name by position.
    pub queries: Vec<String>,
    /// Tokens of each query.
    pub query_tokens: Vec<i64>,
    /// What the sessions hold that the numbers do not.
    pub notes: Notes,
}

/// What became of sessions on their way to a workload.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Notes {
    /// Tools that the catalog does not hold, as recordings name them, with the number of calls.
    pub unknown: BTreeMap<String, usize>,
    /// Task sessions left out because they need a tool that the catalog does not hold: their ids.
    pub left_out: Vec<String>,
    /// Sessions without a single request, left out too.
    pub empty: usize,
    /// Steps whose queries the model wrote.
    pub from_searches: usize,
    /// Steps with calls but without a written query, for which the user's words stand.
    pub from_words: usize,
    /// Tokens of this meter for one of o200k, where sizes were given in the latter; `None` when none was.
    pub per_o200k: Option<f64>,
    /// Image blocks, which are not counted.
    pub images: usize,
}

/// One session as numbers.
#[derive(Debug, Clone, Default)]
pub struct Run {
    /// The session's id.
    pub id: String,
    /// Tokens of the system prompt.
    pub system: i64,
    /// The requests, in order; the last one usually calls nothing.
    pub steps: Vec<Step>,
    /// The tools that a task is said to need: of each entry one is enough. Empty for recordings, where what was called
    /// was needed.
    pub needed: Vec<Vec<ToolAt>>,
}

/// One request of a run.
#[derive(Debug, Clone, Default)]
pub struct Step {
    /// Tokens put before the model since the last answer, results apart.
    pub said: i64,
    /// Tokens that the model writes, calls and replayed reasoning included.
    pub answer: i64,
    /// The calls.
    pub calls: Vec<Use>,
    /// The queries that the model wrote before these calls, or what stands for them; the last one led to the calls.
    pub queries: Vec<usize>,
    /// The user's words, as a query, when the user speaks in this request.
    pub asked: Option<usize>,
    /// Time since the request before, in milliseconds.
    pub gap_ms: Option<u64>,
    /// True when the history was compacted before this request.
    pub compacted: bool,
}

/// One call of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Use {
    /// The tool; `None` when the catalog does not hold it, so that it costs the same under every strategy.
    pub tool: Option<ToolAt>,
    /// Tokens of the result.
    pub result: i64,
}

impl Run {
    /// The distinct tools that the run calls, or that its task needs, in order of first use.
    #[must_use]
    pub fn used(&self) -> Vec<ToolAt> {
        let called = self.steps.iter().flat_map(|step| &step.calls).filter_map(|call| call.tool);
        let needed = self.needed.iter().filter_map(|any| any.first().copied());
        let mut used = Vec::new();
        for tool in called.chain(needed) {
            if !used.contains(&tool) {
                used.push(tool);
            }
        }
        used
    }
}

impl Workload {
    /// In how many runs each of `tools` tools is used.
    #[must_use]
    pub fn usage(&self, tools: usize) -> Vec<usize> {
        let mut usage = vec![0; tools];
        for tool in self.runs.iter().flat_map(Run::used) {
            if let Some(count) = usage.get_mut(tool.0 as usize) {
                *count += 1;
            }
        }
        usage
    }

    /// The tools that most runs use, most used first, equal ones in catalog order; those never used are left out.
    #[must_use]
    pub fn hottest(&self, tools: usize) -> Vec<ToolAt> {
        let usage = self.usage(tools);
        let mut order: Vec<u32> = (0..u32::try_from(tools).unwrap_or(u32::MAX)).collect();
        order.retain(|at| usage[*at as usize] > 0);
        order.sort_by_key(|at| std::cmp::Reverse(usage[*at as usize]));
        order.into_iter().map(ToolAt).collect()
    }

    /// Number of requests.
    #[must_use]
    pub fn turns(&self) -> usize {
        self.runs.iter().map(|run| run.steps.len()).sum()
    }
}
