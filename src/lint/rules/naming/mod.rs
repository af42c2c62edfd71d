//! Rules about names.

use crate::lint::rule::Rule;

pub mod name_collision_across_servers;
pub mod name_confusable;
pub mod name_duplicate;
pub mod name_generic;
pub mod name_invalid;
pub mod name_squatting;
pub mod name_style_mixed;
pub mod param_name_drift;

/// The rules of this group, in the order in which they are listed.
pub const RULES: &[&Rule] = &[
    &name_collision_across_servers::RULE,
    &name_confusable::RULE,
    &name_duplicate::RULE,
    &name_generic::RULE,
    &name_invalid::RULE,
    &name_squatting::RULE,
    &name_style_mixed::RULE,
    &param_name_drift::RULE,
];
