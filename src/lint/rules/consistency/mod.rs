//! Rules about words and schema that contradict each other.

use crate::lint::rule::Rule;

pub mod default_doc_mismatch;
pub mod default_undeclared;
pub mod enum_doc_mismatch;
pub mod enum_undeclared;
pub mod optionality_doc_mismatch;
pub mod param_stale_name;
pub mod type_doc_mismatch;

/// The rules of this group, in the order in which they are listed.
pub const RULES: &[&Rule] = &[
    &default_doc_mismatch::RULE,
    &default_undeclared::RULE,
    &enum_doc_mismatch::RULE,
    &enum_undeclared::RULE,
    &optionality_doc_mismatch::RULE,
    &param_stale_name::RULE,
    &type_doc_mismatch::RULE,
];
