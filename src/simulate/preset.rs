//! Every product that is known as a strategy, with the model it is made for, and which of them fit a host.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::simulate::strategies::{self, presets};
use crate::simulate::strategy::Strategy;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    preset: Vec<Strategy>,
    model: Vec<ModelRow>,
}

/// The model that a preset is made for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelRow {
    /// The preset's name.
    pub preset: String,
    /// The model's id.
    pub model: String,
    /// Where that was read.
    pub source: String,
    /// Day it was true.
    pub as_of: String,
}

static FILE: LazyLock<File> =
    LazyLock::new(|| toml::from_str(include_str!("presets.toml")).expect("presets.toml is checked by a test"));

/// All presets, those of the usual hosts first.
pub fn all() -> impl Iterator<Item = &'static Strategy> {
    let known = presets::all();
    let more = FILE.preset.iter().filter(|more| known.iter().all(|preset| preset.name != more.name));
    known.iter().chain(more)
}

/// The preset or built-in strategy of that name.
#[must_use]
pub fn named(name: &str) -> Option<Strategy> {
    strategies::named(name).or_else(|| all().find(|preset| preset.name == name).cloned())
}

/// The names of all presets and built-in strategies.
#[must_use]
pub fn names() -> Vec<String> {
    let built_in = strategies::all().into_iter().map(|strategy| strategy.name);
    all().map(|preset| preset.name.clone()).chain(built_in).collect()
}

/// The model that a preset is made for, where it is not its host's usual one.
#[must_use]
pub fn model(name: &str) -> Option<&'static str> {
    models().iter().find(|row| row.preset == name).map(|row| row.model.as_str())
}

/// The presets that are made for another model than their host's usual one.
#[must_use]
pub fn models() -> &'static [ModelRow] {
    &FILE.model
}

/// The presets made for that host on its usual model.
pub fn of_host(host: &str) -> impl Iterator<Item = &'static Strategy> {
    all().filter(move |preset| preset.host.as_deref() == Some(host) && model(&preset.name).is_none())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::profile;
    use crate::host::tariff::Overrides;
    use crate::rent::column::Column;

    #[test]
    fn every_row_names_a_host_and_says_where_it_was_read() {
        for preset in &FILE.preset {
            let host = preset.host.as_deref().and_then(profile::named);
            assert!(host.is_some(), "{}: {:?}", preset.name, preset.host);
            assert!(!preset.source.is_empty() && preset.as_of.len() == 10, "{}", preset.name);
            assert!(strategies::named(&preset.name).is_none(), "{}: stands in two files", preset.name);
        }
        for row in &FILE.model {
            let preset = named(&row.preset).expect(&row.preset);
            let host = preset.host.as_deref().and_then(profile::named).expect("a host");
            assert!(Column::new(host, Some(&row.model), &Overrides::default()).is_ok(), "{row:?}");
            assert!(!row.source.is_empty() && row.as_of.len() == 10, "{row:?}");
        }
    }

    #[test]
    fn hosts_have_the_presets_that_are_made_for_them() {
        let of = |host: &'static str| of_host(host).map(|preset| preset.name.as_str()).collect::<Vec<_>>();
        assert_eq!(of("codex"), ["codex"]);
        assert!(of("claude-code").contains(&"stacklok-optimizer"));
        assert!(of("json").is_empty() && !of("vscode").contains(&"vscode-claude"));
        assert!(named("copilot-cli").is_some() && named("full").is_some() && named("clod").is_none());
    }
}
