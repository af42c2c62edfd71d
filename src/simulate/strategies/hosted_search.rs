//! The provider searches: definitions are expanded in the history, inside one request and two billed passes.
//!
//! Claude's tool search. The request sends all definitions, those marked `defer_loading` are not billed, and only the search
//! tool stands in the prefix. A search ends one pass and begins another in the same response: recorded usage of such a
//! response is the sum of both (1605 tokens where the next request, which holds more, is billed 1029). References stay in
//! the history and keep their definitions there until it is compacted; the cached prefix is untouched.
//!
//! The rankers of the provider are not published. `claude` is BM25 over the documented fields, names, descriptions and
//! arguments of both; `regex` is a policy of queries and no claim.
//!
//! ## References
//! - platform.claude.com documentation, tool search tool, read in 2026 at second hand
//! - pydantic/pydantic-ai, recorded calls: search tool 190 to 212 tokens while unused, 76 to 94 for a search and its answer
//!   besides the definitions

use crate::simulate::discover::{Discover, Finder, Pass};
use crate::simulate::strategy::Strategy;

/// The search tool while it is unused: recorded calls on Claude 4.5 and 4.6, 190 to 212.
const SEARCH_TOOL: i64 = 200;
/// A search and the frame of its answer, the query left out: 76 to 94 with a query of about 8 tokens.
const SEARCH: i64 = 77;

pub(crate) fn bm25() -> Strategy {
    searching("hosted-search-bm25", "claude")
}

pub(crate) fn regex() -> Strategy {
    searching("hosted-search-regex", "regex")
}

fn searching(name: &str, ranker: &str) -> Strategy {
    let by = Discover::by(Finder::Ranker(ranker.to_owned()), 5);
    Strategy {
        title: format!("the provider searches, {ranker}, five tools an answer"),
        fixed_tokens: SEARCH_TOOL,
        discover: Some(Discover { pass: Pass::Internal, call_tokens: SEARCH, ..by }),
        ..Strategy::named(name)
    }
}
