//! A hand-picked set: the tools that most sessions use stand in every request, no other can be had.
//!
//! An allow-list in a host's settings. A call of any other tool counts as not found; the recorded call is played all the
//! same, so that the sessions stay comparable. The set is the best one in hindsight: a real choice misses more.
//!
//! ## References
//! - Settings of hosts that switch single tools off.

use crate::simulate::strategy::{Strategy, Upfront};

/// How many tools the list holds: one screen of a settings page. A user's own strategy may say another number.
const TOOLS: usize = 20;

pub(crate) fn static_subset() -> Strategy {
    Strategy {
        title: format!("the {TOOLS} tools that most sessions use"),
        upfront: Upfront::Hot(TOOLS),
        ..Strategy::named("static-subset")
    }
}
