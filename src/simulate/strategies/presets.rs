//! Products as data: `presets.toml`, each a strategy with the figures of one host.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::simulate::strategy::Strategy;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    preset: Vec<Strategy>,
}

static PRESETS: LazyLock<Vec<Strategy>> = LazyLock::new(|| {
    toml::from_str::<File>(include_str!("presets.toml")).expect("presets.toml is checked by a test").preset
});

/// All presets, in file order.
#[must_use]
pub fn all() -> &'static [Strategy] {
    &PRESETS
}

/// The presets made for that host on its usual model.
pub fn of_host(host: &str) -> impl Iterator<Item = &'static Strategy> {
    all().iter().filter(move |preset| preset.host.as_deref() == Some(host) && preset.model.is_none())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::profile;
    use crate::host::tariff::Overrides;
    use crate::rent::column::Column;

    #[test]
    fn every_preset_names_a_host_and_says_where_it_was_read() {
        for preset in all() {
            let host = preset.host.as_deref().and_then(profile::named);
            let host = host.unwrap_or_else(|| panic!("{}: {:?}", preset.name, preset.host));
            assert!(Column::new(host, preset.model.as_deref(), &Overrides::default()).is_ok(), "{preset:?}");
            assert!(!preset.source.is_empty() && preset.as_of.len() == 10, "{}", preset.name);
            assert!(!preset.title.is_empty(), "{}", preset.name);
            assert_eq!(all().iter().filter(|other| other.name == preset.name).count(), 1, "{}", preset.name);
        }
    }

    #[test]
    fn presets_keep_to_what_hosts_say_of_their_deferral() {
        let of = |name: &str| all().iter().find(|preset| preset.name == name).expect("a preset");
        for (preset, model) in [
            ("claude-api", "claude-sonnet-4-6"),
            ("openai-responses", "gpt-5.6"),
            ("vscode-claude", "claude-sonnet-4-6"),
        ] {
            let host = profile::named(of(preset).host.as_deref().expect("a host")).expect("a host");
            let policy = host.deferral(Some(model)).expect("a policy");
            let tokens = policy.search_tokens.map(i64::from);
            assert_eq!(tokens, Some(of(preset).fixed_tokens), "{preset}");
        }
    }

    #[test]
    fn hosts_have_the_presets_that_are_made_for_them() {
        let of = |host: &'static str| of_host(host).map(|preset| preset.name.as_str()).collect::<Vec<_>>();
        assert_eq!(of("codex"), ["codex"]);
        assert!(of("claude-code").contains(&"stacklok-optimizer"));
        assert!(of("json").is_empty() && !of("vscode").contains(&"vscode-claude"));
    }
}
