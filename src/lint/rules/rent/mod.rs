//! Rules about tokens that buy nothing, and about budgets.

use crate::lint::rule::Rule;

/// The rules of this group, in the order in which they are listed.
pub const RULES: &[&Rule] = &[];
