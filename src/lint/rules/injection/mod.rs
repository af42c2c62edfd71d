//! Rules about text that orders a model about, or hides.

use crate::lint::rule::Rule;

pub mod ansi_escape;
pub mod call_tampering;
pub mod conceal_from_user;
pub mod consent_bypass;
pub mod context_sink_param;
pub mod encoded_payload;
pub mod global_directive;
pub mod hidden_unicode;
pub mod html_comment;
pub mod instruction_param_name;
mod judge;
pub mod markdown_beacon;
pub mod outside_copy;
pub mod override_phrase;
pub mod padding_hide;
mod pieces;
pub mod pseudo_system_tag;
pub mod remote_command;
pub mod script_markup;
pub mod secret_exfil_order;
pub mod sensitive_path_lure;
pub mod sibling_steering;
pub mod split_payload;
pub mod tool_shadowing;
pub mod tool_steering;
mod unsaid;

/// The rules of this group, in the order in which they are listed.
pub const RULES: &[&Rule] = &[
    &ansi_escape::RULE,
    &call_tampering::RULE,
    &conceal_from_user::RULE,
    &consent_bypass::RULE,
    &context_sink_param::RULE,
    &encoded_payload::RULE,
    &global_directive::RULE,
    &hidden_unicode::RULE,
    &html_comment::RULE,
    &instruction_param_name::RULE,
    &markdown_beacon::RULE,
    &outside_copy::RULE,
    &override_phrase::RULE,
    &padding_hide::RULE,
    &pseudo_system_tag::RULE,
    &remote_command::RULE,
    &script_markup::RULE,
    &secret_exfil_order::RULE,
    &sensitive_path_lure::RULE,
    &sibling_steering::RULE,
    &split_payload::RULE,
    &tool_shadowing::RULE,
    &tool_steering::RULE,
];
