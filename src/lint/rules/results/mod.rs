//! Rules about the results of calls.

use crate::lint::rule::Rule;

pub mod output_schema_unhonoured;
pub mod result_base64_in_text;
pub mod result_data_only_in_structured;
pub mod result_duplicate_structured;
pub mod result_elicits_secret;
pub mod result_nulls;
pub mod result_over_cap;
pub mod result_pretty_printed;
pub mod result_secret;
pub mod result_uniform_rows;
pub mod result_unknown_block;

/// The rules of this group, in the order in which they are listed.
pub const RULES: &[&Rule] = &[
    &output_schema_unhonoured::RULE,
    &result_base64_in_text::RULE,
    &result_data_only_in_structured::RULE,
    &result_duplicate_structured::RULE,
    &result_elicits_secret::RULE,
    &result_nulls::RULE,
    &result_over_cap::RULE,
    &result_pretty_printed::RULE,
    &result_secret::RULE,
    &result_uniform_rows::RULE,
    &result_unknown_block::RULE,
];
