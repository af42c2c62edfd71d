//! The client searches by BM25 once there are a hundred tools: Codex.
//!
//! Only the servers are named up front. The client answers a search with the best matches, which stand at the end of
//! the history from then on; each search costs a round trip. A tool that is named exactly can still be missed.
//!
//! ## References
//!
//! - openai/codex: DIRECT_MCP_TOOL_EXPOSURE_THRESHOLD 100, TOOL_SEARCH_DEFAULT_LIMIT (8 in its tests), the crate bm25
//! - openai/codex#21503: a search misses a tool named exactly
//! - pydantic/pydantic-ai, recorded calls: 119 to 145 tokens for an unused search tool, 195 for a search that loads
//!   one

use crate::simulate::activation::Activation;
use crate::simulate::discover::{Discover, Finder};
use crate::simulate::strategy::{Strategy, View};

/// The search tool while it is unused, as recorded with GPT-5.6: 119 to 125.
const SEARCH_TOOL: i64 = 122;
/// A search and the frame of its answer: 195 recorded, less a definition of 32 and queries of about 28.
const SEARCH: i64 = 135;

pub(crate) fn client_search_bm25() -> Strategy {
    Strategy {
        title: "the client searches by BM25, eight tools an answer, from 100 tools on".to_owned(),
        view: View::Servers,
        fixed_tokens: SEARCH_TOOL,
        activate: Activation::Tools(100),
        discover: Some(Discover { call_tokens: SEARCH, ..Discover::by(Finder::Ranker("codex".to_owned()), 8) }),
        ..Strategy::named("client-search-bm25")
    }
}
