//! The host searches with the user's words and loads the best, anew at each of the user's turns.
//!
//! Retrieval before the model, as in RAG-MCP. The model never searches: what the user's words do not find is not
//! there, and counts as not found. The prefix is another at each of the user's turns, so its cache is lost as often.
//!
//! ## References
//!
//! - RAG-MCP, arXiv 2505.03275

use crate::simulate::discover::{Discover, Finder, OnMiss, When};
use crate::simulate::strategy::{Load, Persist, Strategy};

/// Tools a turn; the article takes fewer, later products up to this many.
const TOOLS: usize = 10;

pub(crate) fn per_query_top_k() -> Strategy {
    let by = Discover::by(Finder::Ranker("claude".to_owned()), TOOLS);
    Strategy {
        title: format!("the {TOOLS} tools that fit the user's words best, each turn"),
        discover: Some(Discover { when: When::EachTurn, retries: 0, on_miss: OnMiss::GiveUp, ..by }),
        load: Load::Prefix,
        persist: Persist::Turn,
        ..Strategy::named("per-query-top-k")
    }
}
