//! Rules about text that orders a model about, or hides.

use crate::lint::rule::Rule;

pub mod call_tampering;
pub mod conceal_from_user;
pub mod context_sink_param;
pub mod global_directive;
pub mod instruction_param_name;
pub mod outside_copy;
pub mod override_phrase;
pub mod pseudo_system_tag;
pub mod remote_command;
pub mod script_markup;
pub mod secret_exfil_order;
pub mod sensitive_path_lure;
pub mod sibling_steering;
pub mod tool_shadowing;
pub mod tool_steering;

/// The rules of this group, in the order in which they are listed.
pub const RULES: &[&Rule] = &[
    &call_tampering::RULE,
    &conceal_from_user::RULE,
    &context_sink_param::RULE,
    &global_directive::RULE,
    &instruction_param_name::RULE,
    &outside_copy::RULE,
    &override_phrase::RULE,
    &pseudo_system_tag::RULE,
    &remote_command::RULE,
    &script_markup::RULE,
    &secret_exfil_order::RULE,
    &sensitive_path_lure::RULE,
    &sibling_steering::RULE,
    &tool_shadowing::RULE,
    &tool_steering::RULE,
];
