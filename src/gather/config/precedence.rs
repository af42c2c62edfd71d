//! Entries of several files held against each other: which one of the same name counts.

use crate::gather::config::entry::Config;

/// One config out of several.
#[must_use]
pub fn settle(configs: Vec<Config>) -> Config {
    let mut all = Config::default();
    for config in configs {
        all.entries.extend(config.entries);
        all.notes.extend(config.notes);
    }
    all
}
