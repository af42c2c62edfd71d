//! Rules about text that orders a model about, or hides.

use crate::lint::rule::Rule;

pub mod override_phrase;

/// The rules of this group, in the order in which they are listed.
pub const RULES: &[&Rule] = &[&override_phrase::RULE];
