//! Two tools that run code: one looks up what there is, one calls it.
//!
//! Cloudflare's code mode. The model writes code against a catalog that it never sees whole; what the code returns is
//! a result like any other. That the code finds what is needed is assumed.
//!
//! ## References
//!
//! - cloudflare/mcp: two tools of 1,069 tokens as published; 1,157 to 1,215 rebuilt from source

use crate::simulate::discover::{Discover, Finder, Returns};
use crate::simulate::strategy::{Load, Strategy};

/// Both tools, as published.
const TOOLS: i64 = 1_069;
/// Code that looks a tool up, and the frame of its answer.
const LOOK_UP: i64 = 100;
/// The code around each call.
const CODE: i64 = 30;

pub(crate) fn code_mode() -> Strategy {
    Strategy {
        title: "two tools that run code".to_owned(),
        fixed_tokens: TOOLS,
        discover: Some(Discover { returns: Returns::Full, call_tokens: LOOK_UP, ..Discover::by(Finder::Exact, 1) }),
        load: Load::ResultText,
        call_wrapper_tokens: CODE,
        ..Strategy::named("code-mode")
    }
}
