//! Rules about words that do not help a model.

use crate::lint::rule::Rule;

pub mod boilerplate_opening;
pub mod deferred_to_url;
pub mod description_missing;
pub mod description_placeholder;
pub mod description_tautology;
pub mod description_too_short;
pub(crate) mod elsewhere;
pub(crate) mod empty;
pub mod missing_return_info;
pub mod missing_usage_guidance;
pub mod opaque_parameters;
pub mod param_tautology;
pub(crate) mod parameters;
pub mod promotional_claim;
pub mod side_effect_unstated;
pub mod vague_filler;

/// The rules of this group, in the order in which they are listed.
pub const RULES: &[&Rule] = &[
    &boilerplate_opening::RULE,
    &deferred_to_url::RULE,
    &description_missing::RULE,
    &description_placeholder::RULE,
    &description_tautology::RULE,
    &description_too_short::RULE,
    &missing_return_info::RULE,
    &missing_usage_guidance::RULE,
    &opaque_parameters::RULE,
    &param_tautology::RULE,
    &promotional_claim::RULE,
    &side_effect_unstated::RULE,
    &vague_filler::RULE,
];
