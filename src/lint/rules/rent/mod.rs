//! Rules about tokens that buy nothing, and about budgets.

use crate::lint::rule::Rule;

pub mod description_over_budget;
pub mod duplicated_param_docs;
pub mod host_discrepancy;
pub mod output_schema_share;
pub mod output_schema_uninformative;
pub mod repeated_subschema;
pub mod repeated_text_across_tools;
pub mod schema_noise;
pub mod tool_budget_exceeded;

/// The rules of this group, in the order in which they are listed.
pub const RULES: &[&Rule] = &[
    &description_over_budget::RULE,
    &duplicated_param_docs::RULE,
    &host_discrepancy::RULE,
    &output_schema_share::RULE,
    &output_schema_uninformative::RULE,
    &repeated_subschema::RULE,
    &repeated_text_across_tools::RULE,
    &schema_noise::RULE,
    &tool_budget_exceeded::RULE,
];
