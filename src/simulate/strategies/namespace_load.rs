//! The model names a namespace and gets all of its tools: OpenAI's hosted tool search.
//!
//! Name and description of each namespace or server stand up front. The provider answers inside the request, in a
//! second billed pass, with every deferred function of the namespaces that the model names, at the end of the
//! context: the cache is kept, and large namespaces cost what they hold. That the model picks the right namespace is
//! assumed.
//!
//! ## References
//!
//! - Microsoft's copy of OpenAI's guide, 2026-07-15: surfaces up front, whole namespaces, fewer than ten functions
//!   each
//! - pydantic/pydantic-ai, recorded calls: three of three functions loaded; 119 to 145 tokens for the tool

use crate::simulate::discover::{Discover, Finder, Pass, Unit};
use crate::simulate::strategy::{Persist, Strategy, View};

/// The search tool while it is unused, as recorded with GPT-5.6: 119 to 125.
const SEARCH_TOOL: i64 = 122;
/// A search and the frame of its answer: what 600 and 613 recorded tokens of both passes leave besides two predicted
/// prompts of about 199 and a definition of 32.
const SEARCH: i64 = 165;

pub(crate) fn namespace_load() -> Strategy {
    let by = Discover::by(Finder::Exact, 1);
    Strategy {
        title: "whole namespaces, named by the model".to_owned(),
        view: View::Servers,
        fixed_tokens: SEARCH_TOOL,
        discover: Some(Discover { unit: Unit::Server, pass: Pass::Internal, call_tokens: SEARCH, ..by }),
        persist: Persist::Session,
        ..Strategy::named("namespace-load")
    }
}
