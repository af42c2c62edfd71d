//! Rules about tools that a model takes for one another.

use crate::lint::rule::Rule;

pub mod confusable_tools;
pub(crate) mod groups;
pub(crate) mod said;

/// The rules of this group, in the order in which they are listed.
pub const RULES: &[&Rule] = &[&confusable_tools::RULE];
