//! Rules about what the protocol asks for.

use crate::lint::rule::Rule;

pub mod environment_value_in_definition;
pub mod icon_src_unsafe;
pub mod list_order_unstable;
pub mod list_varies;
pub mod mcp_header_invalid;

/// The rules of this group, in the order in which they are listed.
pub const RULES: &[&Rule] = &[
    &environment_value_in_definition::RULE,
    &icon_src_unsafe::RULE,
    &list_order_unstable::RULE,
    &list_varies::RULE,
    &mcp_header_invalid::RULE,
];
