//! Rules about schemas that contradict themselves or JSON Schema.

use crate::lint::rule::Rule;

pub mod enum_duplicate;

/// The rules of this group, in the order in which they are listed.
pub const RULES: &[&Rule] = &[&enum_duplicate::RULE];
