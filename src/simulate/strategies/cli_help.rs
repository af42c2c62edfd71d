//! Tools as commands of a shell: a list once, help for each, and both stay in the history.
//!
//! mcp2cli. A short prompt stands in every request; `--list` and `--help` are results, so they are sent again with
//! every later request. Tables that count them once show 96 to 99 percent saved where 67 to 78 are left.
//!
//! ## References
//!
//! - mcp2cli test_token_savings.py: 67 tokens of prompt, 16 a line of the list, 120 of help for a tool

use crate::simulate::discover::{Discover, Finder, Returns};
use crate::simulate::strategy::{Load, Place, Strategy, View};

/// The prompt, as published.
const PROMPT: i64 = 67;
/// A shell call and the frame of its answer.
const CALL: i64 = 30;

pub(crate) fn cli_help() -> Strategy {
    Strategy {
        title: "commands of a shell, listed and explained on demand".to_owned(),
        view: View::NamesHints,
        place: Place::Listed,
        fixed_tokens: PROMPT,
        discover: Some(Discover { returns: Returns::Full, call_tokens: CALL, ..Discover::by(Finder::Exact, 1) }),
        load: Load::ResultText,
        ..Strategy::named("cli-help")
    }
}
