//! Rules about schemas that contradict themselves or JSON Schema.

use crate::lint::rule::Rule;

pub mod boolean_string_enum;
pub mod bounds_contradiction;
pub mod deep_nesting;
pub mod default_violates_schema;
pub mod enum_duplicate;
pub mod large_enum;
pub mod nullable_keyword;
pub mod object_without_shape;
pub mod pattern_invalid;
pub mod ref_recursive;
pub mod ref_unresolvable;
pub mod required_unknown_property;
pub mod schema_invalid;
pub mod schema_root_type;
pub mod too_many_parameters;
pub mod tuple_items;
pub mod untyped_property;

/// The rules of this group, in the order in which they are listed.
pub const RULES: &[&Rule] = &[
    &boolean_string_enum::RULE,
    &bounds_contradiction::RULE,
    &deep_nesting::RULE,
    &default_violates_schema::RULE,
    &enum_duplicate::RULE,
    &large_enum::RULE,
    &nullable_keyword::RULE,
    &object_without_shape::RULE,
    &pattern_invalid::RULE,
    &ref_recursive::RULE,
    &ref_unresolvable::RULE,
    &required_unknown_property::RULE,
    &schema_invalid::RULE,
    &schema_root_type::RULE,
    &too_many_parameters::RULE,
    &tuple_items::RULE,
    &untyped_property::RULE,
];
