//! Rules about words that do not help a model.

use crate::lint::rule::Rule;

pub mod description_missing;
pub mod promotional_claim;

/// The rules of this group, in the order in which they are listed.
pub const RULES: &[&Rule] = &[&description_missing::RULE, &promotional_claim::RULE];
