//! All rules, group by group; one file a rule.

use std::sync::LazyLock;

use crate::lint::rule::Rule;

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
