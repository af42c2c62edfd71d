//! Rules about what a host refuses, drops or cuts.

use crate::lint::rule::Rule;

pub mod description_truncated_by_host;
pub mod host_annotations;
pub mod host_array_items;
pub mod host_combined_name;
pub mod host_description_empty;
pub mod host_description_length;
pub mod host_enum_string;
pub mod host_format;
pub mod host_name_collision;
pub mod host_name_separator;
pub mod host_nesting_depth;
pub mod host_null_type;
pub mod host_object_properties;
pub mod host_output_schema;
pub mod host_pattern_grammar;
pub mod host_property_key;
pub mod host_ref;
pub mod host_root_combinator;
pub mod host_root_type;
pub mod host_schema_dialect;
pub mod host_strict;
pub mod host_tool_count;
pub mod host_tool_name;
pub mod host_unsupported_keyword;
mod verdict;

#[cfg(test)]
mod tests;

/// The rules of this group, in the order in which they are listed.
pub const RULES: &[&Rule] = &[
    &description_truncated_by_host::RULE,
    &host_annotations::RULE,
    &host_array_items::RULE,
    &host_combined_name::RULE,
    &host_description_empty::RULE,
    &host_description_length::RULE,
    &host_enum_string::RULE,
    &host_format::RULE,
    &host_name_collision::RULE,
    &host_name_separator::RULE,
    &host_nesting_depth::RULE,
    &host_null_type::RULE,
    &host_object_properties::RULE,
    &host_output_schema::RULE,
    &host_pattern_grammar::RULE,
    &host_property_key::RULE,
    &host_ref::RULE,
    &host_root_combinator::RULE,
    &host_root_type::RULE,
    &host_schema_dialect::RULE,
    &host_strict::RULE,
    &host_tool_count::RULE,
    &host_tool_name::RULE,
    &host_unsupported_keyword::RULE,
];
