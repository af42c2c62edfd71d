//! How a strategy finds tools, as plain data: who searches, for what, what an answer brings, what a miss leads to.

use serde::Deserialize;

/// How tools are found.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Discover {
    /// What one find brings in.
    #[serde(default)]
    pub unit: Unit,
    /// Who finds it.
    pub ranker: Finder,
    /// How many units an answer holds at most.
    pub k: usize,
    /// When it is asked.
    #[serde(default)]
    pub when: When,
    /// What an answer says of each tool.
    #[serde(default)]
    pub returns: Returns,
    /// True when the schema is fetched by a call of its own before the tool is used.
    #[serde(default)]
    pub describe: bool,
    /// Searches more after a miss.
    #[serde(default)]
    pub retries: usize,
    /// What happens when these miss too.
    #[serde(default)]
    pub on_miss: OnMiss,
    /// How the model comes by the answer.
    #[serde(default)]
    pub pass: Pass,
    /// Tokens of the search call and the frame of its answer, besides the query and what the answer holds.
    #[serde(default)]
    pub call_tokens: i64,
    /// Tokens of each server's or group's own entry, besides its line in the view.
    #[serde(default)]
    pub unit_tokens: i64,
}

/// What one find brings in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Unit {
    /// The tool.
    #[default]
    Tool,
    /// All tools of its server, or of a namespace that is one server.
    #[serde(alias = "namespace")]
    Server,
    /// All tools of its group: each server's tools in as many groups as its share of the slots.
    Group {
        /// Groups and single tools that the host shows at most.
        slots: usize,
    },
}

/// Who finds a tool.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Finder {
    /// The model names the tool, because it has read the name; the answer holds it alone.
    Exact,
    /// A search that never misses; the answer holds the tool alone.
    Oracle,
    /// A search that finds the tool in so many of a hundred cases, always the same ones.
    Percent(u32),
    /// The ranker of that name.
    #[serde(untagged)]
    Ranker(String),
}

/// When the search is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum When {
    /// By the model, for a tool that it wants to call and has not.
    #[default]
    Wanted,
    /// By the host, with the user's words, before each of the user's turns.
    EachTurn,
}

/// What an answer says of each tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Returns {
    /// A reference that the provider or the host expands to the definition.
    #[default]
    Reference,
    /// Its name and the first sentence of its description, as text; nothing is loaded yet.
    NameHint,
    /// Its name and description, as text; nothing is loaded yet.
    NameDescription,
    /// Its definition, as text.
    Full,
}

/// What happens when the last search has missed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OnMiss {
    /// The last search after a miss is taken to find the tool; without any, one more is made.
    #[default]
    Retry,
    /// The last search after a miss names the tool, and its answer holds it alone.
    Name,
    /// Every definition is loaded.
    LoadAll,
    /// The tool counts as not found. The recorded call is played all the same, so that sessions stay comparable.
    GiveUp,
}

/// How the model comes by the answer of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pass {
    /// The host answers: a request more.
    #[default]
    RoundTrip,
    /// The provider answers inside the same request: a pass more, billed like a request.
    Internal,
    /// The recorded requests hold it already: no pass more. For tables that count so.
    Within,
}

impl Discover {
    /// A search by `ranker` whose answers hold `k` tools.
    #[must_use]
    pub fn by(ranker: Finder, k: usize) -> Discover {
        Discover {
            unit: Unit::Tool,
            ranker,
            k,
            when: When::Wanted,
            returns: Returns::Reference,
            describe: false,
            retries: 1,
            on_miss: OnMiss::Retry,
            pass: Pass::RoundTrip,
            call_tokens: 0,
            unit_tokens: 0,
        }
    }
}
