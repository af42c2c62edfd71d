//! Hosts as data: `hosts.toml`, one row a host that shows tools to a model.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::host::cut::Cut;
use crate::host::deferral::Deferral;
use crate::host::naming::Naming;

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

static HOSTS: LazyLock<Vec<Host>> = LazyLock::new(|| {
    toml::from_str::<File>(include_str!("hosts.toml")).expect("hosts.toml is checked by a test").host
});

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

/// The known ids nearest to one that was not found, best first, three at most.
#[must_use]
pub fn closest(id: &str) -> Vec<&'static str> {
    let common = |known: &str| known.bytes().zip(id.bytes()).take_while(|(one, other)| one == other).count();
    let mut ranked: Vec<_> = HOSTS.iter().map(|host| (common(&host.id), host.id.as_str())).collect();
    ranked.sort_by_key(|(likeness, id)| (std::cmp::Reverse(*likeness), id.len()));
    ranked.into_iter().filter(|(likeness, _)| *likeness > 0).take(3).map(|(_, id)| id).collect()
}

impl Host {
    /// The deferral policy for a model.
    #[must_use]
    pub fn deferral(&self, model: Option<&str>) -> Option<&Deferral> {
        self.deferral.iter().find(|policy| policy.covers(model))
    }
}
