//! Rules about what the protocol asks for.

use crate::lint::rule::Rule;

/// The rules of this group, in the order in which they are listed.
pub const RULES: &[&Rule] = &[];
