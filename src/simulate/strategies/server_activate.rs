//! The model switches a whole server on, and its tools join the list: every switch breaks the cache.
//!
//! GitHub's dynamic toolsets, removed in May 2026, and Docker's `mcp-add`. The model asks for the list of servers
//! once, then enables one: the tools array of the next request is another, so nothing behind it is read from the
//! cache. The MCP revision of 2026-07-28 forbids lists that change as an effect of calls; the strategy is kept for
//! comparison.
//!
//! ## References
//!
//! - github/github-mcp-server dynamic_tools.go before 0f0506d2
//! - MCP specification 2026-07-28, server/tools: the list must not vary as a side effect of other requests

use crate::simulate::discover::{Discover, Finder, Unit};
use crate::simulate::strategy::{Load, Persist, Place, Strategy, View};

/// Three meta tools with an enumeration of the servers: assumed.
const META_TOOLS: i64 = 450;
/// A call that enables a server and the frame of its answer.
const CALL: i64 = 60;

pub(crate) fn server_activate() -> Strategy {
    Strategy {
        title: "servers switched on by the model (legacy toolsets)".to_owned(),
        view: View::Servers,
        place: Place::Listed,
        fixed_tokens: META_TOOLS,
        discover: Some(Discover { unit: Unit::Server, call_tokens: CALL, ..Discover::by(Finder::Exact, 1) }),
        load: Load::Prefix,
        persist: Persist::Session,
        ..Strategy::named("server-activate")
    }
}
