//! The client lists all names in a message, and the model selects by name: Claude Code and its like.
//!
//! The names are never free (about 11 tokens a tool), but what can be read is not missed: a selection names the tool
//! and loads it alone, at the end of the history. Each costs a round trip. Servers that come and go append a list and
//! break no cache.
//!
//! ## References
//!
//! - Claude Code documentation of 2026-08-22: names of deferred tools in a message, `ToolSearch` with `select:`
//! - microsoft/vscode-copilot-chat of 2026-03-29: about 300 tokens of instructions beside the list of names

use crate::simulate::discover::{Discover, Finder};
use crate::simulate::strategy::{Place, Strategy, View};

/// The search tool and what is said about the list: about 300 in VS Code's source, taken over for want of another figure.
const INSTRUCTIONS: i64 = 300;
/// A selection and the frame of its answer: 191 tokens recorded for one, its definition of about 107 left out.
const SELECTION: i64 = 84;

pub(crate) fn client_search_names() -> Strategy {
    Strategy {
        title: "names in a message, selected by name".to_owned(),
        always_load: true,
        view: View::Names,
        place: Place::Message,
        fixed_tokens: INSTRUCTIONS,
        discover: Some(Discover { call_tokens: SELECTION, ..Discover::by(Finder::Exact, 1) }),
        ..Strategy::named("client-search-names")
    }
}
