//! A listing of all tools in one tool's description, a second tool to describe, a third to invoke.
//!
//! mcp-compressor. The listing says less from level to level: `low` whole descriptions, `medium` first sentences,
//! `high` names and arguments, `max` names. A schema is fetched by a round trip and comes indented; calls go through
//! one tool that never changes, so the prefix stays. What stands in a list can be named, so nothing is missed.
//!
//! ## References
//!
//! - atlassian-labs/mcp-compressor 0.38.2, measured on 273 tools: 10,523, 8,060, 5,032 and 2,988 tokens in o200k

use crate::simulate::discover::{Discover, Finder, Returns};
use crate::simulate::strategy::{Level, Load, Strategy, View};

/// The two meta tools without the listing, and `list_tools` where there is one: measured figures less our listing.
const META_TOOLS: i64 = 450;
/// A call for a schema and the frame of its answer.
const DESCRIPTION: i64 = 60;
/// `tool_name`, `tool_input` and their braces around each call.
const INVOCATION: i64 = 12;

pub(crate) fn low() -> Strategy {
    listing("listing-low", Level::Low)
}

pub(crate) fn medium() -> Strategy {
    listing("listing-medium", Level::Medium)
}

pub(crate) fn high() -> Strategy {
    listing("listing-high", Level::High)
}

pub(crate) fn max() -> Strategy {
    listing("listing-max", Level::Max)
}

fn listing(name: &str, level: Level) -> Strategy {
    let by = Discover::by(Finder::Exact, 1);
    Strategy {
        title: "a listing, schemas on demand, calls through one tool".to_owned(),
        view: View::Signature(level),
        fixed_tokens: META_TOOLS,
        discover: Some(Discover { returns: Returns::Full, call_tokens: DESCRIPTION, ..by }),
        load: Load::ResultText,
        call_wrapper_tokens: INVOCATION,
        ..Strategy::named(name)
    }
}
