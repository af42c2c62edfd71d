//! Rules about hints that contradict the tool.

use crate::lint::rule::Rule;

pub mod annotation_contradictory;
pub mod annotation_destructive_readonly;
pub mod annotations_missing;
pub(crate) mod deed;
pub mod destructive_unannotated;
pub mod open_world_contradiction;

/// The rules of this group, in the order in which they are listed.
pub const RULES: &[&Rule] = &[
    &annotation_contradictory::RULE,
    &annotation_destructive_readonly::RULE,
    &annotations_missing::RULE,
    &destructive_unannotated::RULE,
    &open_world_contradiction::RULE,
];
