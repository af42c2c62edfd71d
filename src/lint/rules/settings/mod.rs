//! Rules about the user's own settings that no longer fit.

use crate::lint::rule::Rule;

pub mod expired_allow;
pub mod unused_allow;

/// The rules of this group, in the order in which they are listed.
pub const RULES: &[&Rule] = &[&expired_allow::RULE, &unused_allow::RULE];
