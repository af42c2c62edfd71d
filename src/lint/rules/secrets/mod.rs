//! Rules about credentials.

use crate::lint::rule::Rule;

pub(crate) mod credential;
pub mod secret_in_definition;
pub mod secret_param;

/// The rules of this group, in the order in which they are listed.
pub const RULES: &[&Rule] = &[&secret_in_definition::RULE, &secret_param::RULE];
