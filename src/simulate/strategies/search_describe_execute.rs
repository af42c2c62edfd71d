//! Three stable meta tools: search for names, describe one, execute it.
//!
//! Gram's dynamic toolsets and the three layers that the MCP documents describe. Nothing of the catalog stands up
//! front. A search answers names and descriptions, a second round trip fetches the schema, calls go through
//! `execute_tool`. Gram's answers stand twice, as text and as structured content: set `duplicated` for it.
//!
//! ## References
//!
//! - speakeasy-api/gram dynamic_tool_calling.go, read in 2026: 1 to 10 results
//! - MCP documents of 2026-07-28, client best practices: catalog, inspect, execute

use crate::simulate::discover::{Discover, Finder, Returns};
use crate::simulate::strategy::{Load, Strategy};

/// Three meta tools with their schemas: assumed, between Docker's two and Gram's four.
const META_TOOLS: i64 = 350;
/// A call of a meta tool and the frame of its answer.
const CALL: i64 = 60;
/// The name and the braces around each call.
const EXECUTION: i64 = 12;

pub(crate) fn search_describe_execute() -> Strategy {
    let by = Discover::by(Finder::Ranker("claude".to_owned()), 5);
    Strategy {
        title: "search, describe, execute".to_owned(),
        fixed_tokens: META_TOOLS,
        discover: Some(Discover { returns: Returns::NameDescription, describe: true, call_tokens: CALL, ..by }),
        load: Load::ResultText,
        call_wrapper_tokens: EXECUTION,
        ..Strategy::named("search-describe-execute")
    }
}
