//! Rules about text that orders a model about, or hides.

use crate::lint::rule::Rule;

pub mod ansi_escape;
pub mod encoded_payload;
pub mod hidden_unicode;
pub mod html_comment;
mod judge;
pub mod markdown_beacon;
pub mod override_phrase;
pub mod padding_hide;
pub mod split_payload;

/// The rules of this group, in the order in which they are listed.
pub const RULES: &[&Rule] = &[
    &ansi_escape::RULE,
    &encoded_payload::RULE,
    &hidden_unicode::RULE,
    &html_comment::RULE,
    &markdown_beacon::RULE,
    &override_phrase::RULE,
    &padding_hide::RULE,
    &split_payload::RULE,
];
