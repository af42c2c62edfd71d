//! Sessions as numbers: every text counted once on one meter, every tool and query by its position.

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
    /// The queries that the model wrote before these calls, or what stands for them.
    pub queries: Vec<usize>,
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
