//! Rules about words and schema that contradict each other.

use crate::lint::rule::Rule;

/// The rules of this group, in the order in which they are listed.
pub const RULES: &[&Rule] = &[];
