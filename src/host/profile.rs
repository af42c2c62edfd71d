//! Hosts as data: `hosts.toml`, one row a host that shows tools to a model.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::host::cut::Cut;
use crate::host::deferral::Deferral;
use crate::host::model::{self, Model};
use crate::host::naming::Naming;
use crate::host::refusal::Refusal;

/// One row of `hosts.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Host {
    /// The name users type.
    pub id: String,
    /// Its name in words.
    pub title: String,
    /// The endpoints it calls: keys of a model's `profiles`, the one it prefers first. Empty: it calls none and shows the
    /// tools to a bare meter profile.
    #[serde(default)]
    pub endpoints: Vec<String>,
    /// The model it is shown for when none is asked for: a model id, or a meter profile when it calls no endpoint.
    pub model: String,
    /// True for the columns that stand side by side when no host is asked for.
    #[serde(default)]
    pub default: bool,
    /// How it names a tool to the model.
    pub name: Naming,
    /// Where it cuts a tool's description.
    pub description: Option<Cut>,
    /// What it does with a server's instructions.
    pub instructions: Instructions,
    /// Keys of a definition that it sends besides name, description and parameters.
    #[serde(default)]
    pub sends: Vec<String>,
    /// The door by which it hands schemas to Gemini.
    #[serde(default)]
    pub schema_door: SchemaDoor,
    /// When it holds definitions back; the first policy that covers the model counts, none means never.
    #[serde(default)]
    pub deferral: Vec<Deferral>,
    /// How many tools it takes.
    pub cap: Option<Cap>,
    /// What it refuses, drops or cuts in a definition.
    #[serde(default)]
    pub refuses: Vec<Refusal>,
    /// True for the hosts that the linter judges for when none is asked for.
    #[serde(default)]
    pub lint: bool,
    /// Where the row comes from, as far as its parts do not say so themselves.
    pub source: String,
    /// Day the row was true.
    pub as_of: String,
}

/// What a host does with a server's instructions.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Instructions {
    /// Whether the model reads them.
    pub shown: InstructionsShown,
    /// Where the host cuts them.
    pub cut: Option<Cut>,
    /// Where this was read.
    pub source: String,
    /// Day this was true.
    pub as_of: String,
}

/// Whether a model reads a server's instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum InstructionsShown {
    /// It does.
    Yes,
    /// It does not.
    No,
    /// Nobody says; they are counted, and the report says that this is assumed.
    Assumed,
}

/// The key under which a schema travels to Gemini.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SchemaDoor {
    /// As the definition has it; `parameters` for an MCP tool.
    #[default]
    AsGiven,
    /// `parametersJsonSchema`.
    JsonSchema,
}

/// The most tools a host takes.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cap {
    /// The number.
    pub tools: usize,
    /// What happens above it, as a lowercase fragment.
    pub over: String,
    /// Where the cap was read.
    pub source: String,
    /// Day the cap was true.
    pub as_of: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    host: Vec<Host>,
}

static HOSTS: LazyLock<Vec<Host>> =
    LazyLock::new(|| toml::from_str::<File>(include_str!("hosts.toml")).expect("hosts.toml is checked by a test").host);

/// All hosts, in file order.
#[must_use]
pub fn hosts() -> &'static [Host] {
    &HOSTS
}

/// The host of that id.
#[must_use]
pub fn named(id: &str) -> Option<&'static Host> {
    HOSTS.iter().find(|host| host.id == id)
}

/// The hosts shown when none is asked for, in file order.
pub fn defaults() -> impl Iterator<Item = &'static Host> {
    HOSTS.iter().filter(|host| host.default)
}

/// The hosts that the linter judges for when none is asked for, in file order.
pub fn lint_defaults() -> impl Iterator<Item = &'static Host> {
    HOSTS.iter().filter(|host| host.lint)
}

/// The known ids nearest to one that was not found, best first, three at most.
#[must_use]
pub fn closest(id: &str) -> Vec<&'static str> {
    let common = |known: &str| known.bytes().zip(id.bytes()).take_while(|(one, other)| one == other).count();
    let mut ranked: Vec<_> = HOSTS.iter().map(|host| (common(&host.id), host.id.as_str())).collect();
    ranked.sort_by_key(|(likeness, id)| (std::cmp::Reverse(*likeness), id.len()));
    ranked.into_iter().filter(|(likeness, _)| *likeness > 0).take(3).map(|(_, id)| id).collect()
}

impl Host {
    /// The meter profile that counts for a model at this host; `None` when the host does not call that model.
    #[must_use]
    pub fn meter_of(&self, model: &'static Model) -> Option<&'static str> {
        self.endpoints.iter().find_map(|endpoint| model.profiles.get(endpoint)).map(String::as_str)
    }

    /// The models this host calls, in file order.
    pub fn models(&self) -> impl Iterator<Item = &'static Model> {
        model::models().iter().filter(|model| self.meter_of(model).is_some())
    }

    /// The deferral policy for a model.
    #[must_use]
    pub fn deferral(&self, model: Option<&str>) -> Option<&Deferral> {
        self.deferral.iter().find(|policy| policy.covers(model))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::host::model;

    fn day(text: &str) -> bool {
        text.len() == 10
            && text.bytes().enumerate().all(|(at, b)| if at == 4 || at == 7 { b == b'-' } else { b.is_ascii_digit() })
    }

    fn sourced(host: &Host) -> Vec<(&str, &str)> {
        let mut facts = vec![
            (host.source.as_str(), host.as_of.as_str()),
            (&host.name.source, &host.name.as_of),
            (&host.instructions.source, &host.instructions.as_of),
        ];
        let cuts = host.description.iter().chain(&host.instructions.cut);
        facts.extend(cuts.map(|cut| (cut.source.as_str(), cut.as_of.as_str())));
        facts.extend(host.deferral.iter().map(|policy| (policy.source.as_str(), policy.as_of.as_str())));
        facts.extend(host.cap.iter().map(|cap| (cap.source.as_str(), cap.as_of.as_str())));
        facts
    }

    #[test]
    fn every_row_is_whole() {
        let ids: BTreeSet<_> = hosts().iter().map(|host| host.id.as_str()).collect();
        assert_eq!(ids.len(), hosts().len(), "ids are unique");
        for host in hosts() {
            for (source, as_of) in sourced(host) {
                assert!(!source.is_empty() && day(as_of), "{}: {source:?} {as_of:?}", host.id);
            }
            assert!(host.name.pattern.contains("{tool}"), "{}", host.id);
            let known = ["title", "annotations", "outputSchema", "_meta", "icons"];
            assert!(host.sends.iter().all(|key| known.contains(&key.as_str())), "{}", host.id);
        }
    }

    #[test]
    fn every_default_model_has_a_meter_at_its_host() {
        for host in hosts().iter().filter(|host| !host.endpoints.is_empty()) {
            let row = model::of_id(&host.model).unwrap_or_else(|| panic!("{}: {}", host.id, host.model));
            assert_eq!(row.id, host.model, "{}: the default is a row of its own", host.id);
            assert!(host.meter_of(row).is_some(), "{}: {}", host.id, host.model);
        }
    }

    #[test]
    fn three_columns_stand_side_by_side() {
        let ids: Vec<_> = defaults().map(|host| host.id.as_str()).collect();
        assert_eq!(ids, ["json", "claude-api", "openai-api"]);
    }

    #[test]
    fn the_preferred_endpoint_decides_the_meter() {
        let meter = |host: &str, id: &str| named(host)?.meter_of(model::of_id(id)?);
        assert_eq!(meter("vscode", "claude-sonnet-4-6"), Some("anthropic-4.6"));
        assert_eq!(meter("openai-chat", "gpt-5.6"), Some("openai-chat-5"));
        assert_eq!(meter("openai-api", "gpt-5.6"), Some("openai-responses-5"));
        assert_eq!(meter("claude-api", "gpt-5.6"), None);
    }

    #[test]
    fn a_wrong_name_has_neighbours() {
        assert_eq!(closest("claude-cod").first(), Some(&"claude-code"));
        assert!(closest("zzz").is_empty());
    }
}
