//! Hosts as data: `hosts.toml`, one row a host that shows tools to a model.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::host::cut::Cut;
use crate::host::deferral::Deferral;
use crate::host::model::{self, Model};
use crate::host::naming::Naming;
use crate::host::refusal::{Blast, Condition, Level, Refusal};

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
    /// The host whose rows of `refuses` count here too, as far as this one has none of its own for a condition. They stand
    /// in `refuses` once the table is loaded.
    pub refuses_like: Option<String>,
    /// Conditions whose rows are not taken over.
    #[serde(default)]
    pub refuses_not: Vec<Condition>,
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
    /// How much is lost above it.
    pub blast: Blast,
    /// `error` unless the blast is `degraded`, then `warning`; a row may say less.
    pub severity: Option<Level>,
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

static HOSTS: LazyLock<Vec<Host>> = LazyLock::new(|| {
    let file: File = toml::from_str(include_str!("hosts.toml")).expect("hosts.toml is checked by a test");
    taken_over(file.host)
});

/// The hosts with the rows that each takes over from another; a chain that comes back to a host ends there.
fn taken_over(mut hosts: Vec<Host>) -> Vec<Host> {
    let own: Vec<Vec<Refusal>> = hosts.iter().map(|host| host.refuses.clone()).collect();
    let like: Vec<Option<usize>> =
        hosts.iter().map(|host| hosts.iter().position(|other| Some(&other.id) == host.refuses_like.as_ref())).collect();
    for at in 0..hosts.len() {
        let (mut next, mut seen) = (like[at], vec![at]);
        let mut without = hosts[at].refuses_not.clone();
        without.extend(own[at].iter().map(|row| row.when));
        while let Some(base) = next.filter(|base| !seen.contains(base)) {
            let rows = own[base].iter().filter(|row| !without.contains(&row.when)).cloned();
            hosts[at].refuses.extend(rows);
            without.extend(own[base].iter().map(|row| row.when).chain(hosts[base].refuses_not.iter().copied()));
            seen.push(base);
            next = like[base];
        }
    }
    hosts
}

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

impl Cap {
    /// How bad it is to have more.
    #[must_use]
    pub fn level(&self) -> Level {
        self.severity.unwrap_or(self.blast.level())
    }
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
        facts.extend(host.refuses.iter().map(|row| (row.source.as_str(), row.as_of.as_str())));
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
    fn every_refusal_can_be_judged() {
        for (host, row) in hosts().iter().flat_map(|host| host.refuses.iter().map(move |row| (host, row))) {
            let what = format!("{}: {:?}", host.id, row.when);
            assert!(!row.then.is_empty() && !row.then.ends_with('.'), "{what}");
            assert!(row.pattern.as_ref().is_none_or(|pattern| regex::Regex::new(pattern.as_str()).is_ok()), "{what}");
            let length = matches!(row.when, Condition::ToolName | Condition::CombinedName);
            let own = host.refuses_like.is_none();
            assert!(!length || !own || row.over.is_none() || row.over == host.name.max, "{what}: one longest name");
        }
    }

    #[test]
    fn nobody_takes_rows_over_in_a_circle() {
        for host in hosts() {
            let (mut at, mut seen) = (host, vec![&host.id]);
            while let Some(like) = &at.refuses_like {
                at = named(like).unwrap_or_else(|| panic!("{}: {like}", host.id));
                assert!(!seen.contains(&&at.id), "{}: {seen:?}", host.id);
                seen.push(&at.id);
            }
        }
        let [mut one, mut other] = [hosts()[0].clone(), hosts()[1].clone()];
        (one.refuses_like, other.refuses_like) = (Some(other.id.clone()), Some(one.id.clone()));
        let rows = other.refuses.len();
        assert_eq!(taken_over(vec![one, other])[1].refuses.len(), rows, "a circle ends");
    }

    #[test]
    fn own_rows_stand_in_for_those_taken_over() {
        let rows = |id: &str, when| named(id).map(|host| host.refuses.iter().filter(|row| row.when == when).count());
        assert_eq!(rows("openai-chat", Condition::ArrayItems), rows("openai-api", Condition::ArrayItems));
        assert_eq!(rows("bedrock", Condition::ToolName), Some(2));
        assert_eq!(rows("bedrock", Condition::RootCombinator), Some(1));
        assert_eq!((rows("gemini-api", Condition::Format), rows("vertex", Condition::Format)), (Some(1), Some(0)));
    }

    #[test]
    fn the_linter_judges_for_four_hosts() {
        let ids: Vec<_> = lint_defaults().map(|host| host.id.as_str()).collect();
        assert_eq!(ids, ["claude-api", "openai-api", "claude-code", "vscode"]);
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
        assert!(closest("qqq").is_empty());
    }
}
