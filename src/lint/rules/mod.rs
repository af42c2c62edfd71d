//! All rules, group by group; one file a rule.

use std::sync::LazyLock;

use crate::lint::grade::{Group, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::WordRule;

pub mod annotations;
pub mod consistency;
pub mod host;
pub mod injection;
pub mod lock;
pub mod naming;
pub mod protocol;
pub mod quality;
pub mod rent;
pub mod results;
pub mod schema;
pub mod secrets;
pub mod selection;
pub mod settings;

/// The rules of every group, in the order in which they are listed.
pub static RULES: LazyLock<Vec<&'static Rule>> = LazyLock::new(|| {
    [
        schema::RULES,
        consistency::RULES,
        quality::RULES,
        rent::RULES,
        naming::RULES,
        selection::RULES,
        annotations::RULES,
        injection::RULES,
        secrets::RULES,
        host::RULES,
        protocol::RULES,
        results::RULES,
        lock::RULES,
        settings::RULES,
    ]
    .concat()
});

/// The rule of that id.
#[must_use]
pub fn named(id: &str) -> Option<&'static Rule> {
    RULES.iter().copied().find(|rule| rule.id == id)
}

/// The proven rules about words that order a model about, whether they speak for themselves or not.
#[must_use]
pub fn word_rules() -> Vec<WordRule> {
    let proven = RULES.iter().filter(|rule| rule.group == Group::Injection && rule.status == Status::Stable);
    let of_words = |rule: &&Rule| match rule.check {
        Check::Reading(check) => Some(WordRule { id: rule.id, check }),
        _ => None,
    };
    proven.filter_map(of_words).collect()
}
