//! What became of one recorded call: counted, in one of a few kinds of request, or skipped.

/// The kinds of request that are judged apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Slice {
    /// Function tools and plain messages, no call made yet.
    First,
    /// Calls and results in the conversation.
    History,
    /// No tools at all.
    Plain,
    /// Everything else: server tools, stored state, deferred tools, answer schemas, unknown replayed reasoning.
    Other,
}

impl Slice {
    /// The name printed and used in `profiles.toml`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Slice::First => "first",
            Slice::History => "history",
            Slice::Plain => "plain",
            Slice::Other => "other",
        }
    }
}

/// One recorded call, counted.
#[derive(Debug, Clone)]
pub struct Counted {
    /// The profile that counted.
    pub profile: &'static str,
    /// The kind of request.
    pub slice: Slice,
    /// Predicted input tokens.
    pub predicted: i64,
    /// Billed input tokens.
    pub billed: u64,
    /// Identity of the set of tools, for counting distinct ones; `None` without tools.
    pub tools: Option<u64>,
}

/// What became of one recorded call.
#[derive(Debug, Clone)]
pub enum Outcome {
    /// It was counted.
    Counted(Counted),
    /// It was not.
    Skipped {
        /// Why.
        reason: String,
        /// The profile whose own rule took it out.
        profile: Option<&'static str>,
    },
}
