//! Hosts as data: `hosts.toml`, one row a host that shows tools to a model.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::host::cut::Cut;
use crate::host::deferral::Deferral;
use crate::host::model::{self, Model};
use crate::host::naming::Naming;
use crate::host::refusal::{Blast, Condition, Level, Refusal};

#[cfg(test)]
mod tests;

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
