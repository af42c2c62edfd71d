//! Rules about changes since a definition was reviewed.

use crate::lint::rule::Rule;

pub mod definition_drift;

/// The rules of this group, in the order in which they are listed.
pub const RULES: &[&Rule] = &[&definition_drift::RULE];
