//! Groups of tools stand in for their members above 128 tools; opening one breaks the cache: VS Code.
//!
//! Each server's tools are divided into groups by its share of 88 slots (128, less 30 for built-in tools and 10 that
//! are matched to the user's words). Calling a group's `activate_` tool puts its tools into the list. Above 128 tools
//! those used longest ago are folded again, down to 96. The host forms groups by meaning with a model of its own;
//! here they follow the catalog, and the ten matched tools are left out, because that model is not published.
//!
//! ## References
//!
//! - microsoft/vscode-copilot-chat of 2026-03-29: HARD_TOOL_LIMIT 128, START_GROUPING 64, TRIM 96, 88 slots

use crate::simulate::activation::Activation;
use crate::simulate::discover::{Discover, Finder, Unit};
use crate::simulate::strategy::{Load, Persist, Strategy, View};

/// The most tools a request may have.
pub const CAP: usize = 128;
/// How many are left when the list is cut.
pub const TRIM: usize = 96;
/// Places for built-in tools.
const BUILT_IN: usize = 30;
/// Places for tools that are matched to the user's words.
const MATCHED: usize = 10;
/// Groups and single tools that are shown at most.
pub const SLOTS: usize = CAP - BUILT_IN - MATCHED;
/// An `activate_` tool without what its group is about; estimated from its fixed sentences.
const GROUP: i64 = 60;
/// A call that opens a group and the frame of its answer.
const CALL: i64 = 60;

pub(crate) fn virtual_groups() -> Strategy {
    let by = Discover::by(Finder::Exact, 1);
    Strategy {
        title: "groups that the model opens, from 129 tools on".to_owned(),
        view: View::Servers,
        activate: Activation::Tools(CAP + 1),
        discover: Some(Discover { unit: Unit::Group { slots: SLOTS }, call_tokens: CALL, unit_tokens: GROUP, ..by }),
        load: Load::Prefix,
        persist: Persist::Lru { cap: CAP, trim: TRIM },
        ..Strategy::named("virtual-groups")
    }
}
