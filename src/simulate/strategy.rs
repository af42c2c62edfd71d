//! One way of loading tools as plain data: what stands up front, how tools are found, where they are put, how long they stay.

use serde::Deserialize;

use crate::simulate::activation::Activation;
use crate::simulate::discover::Discover;

/// A loading strategy. Every field but the name has a default, so a strategy of one's own says only what differs from
/// having no tool up front and finding none.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strategy {
    /// The name users type.
    pub name: String,
    /// What it is, in words.
    #[serde(default)]
    pub title: String,
    /// The host of whose column it is made, when it stands for one product.
    pub host: Option<String>,
    /// The model it is made for, where that is not the host's usual one.
    pub model: Option<String>,
    /// Whose definitions stand in every request.
    #[serde(default)]
    pub upfront: Upfront,
    /// True when `_meta["anthropic/alwaysLoad"]` puts a tool up front too.
    #[serde(default)]
    pub always_load: bool,
    /// What stands for each tool that is not up front.
    #[serde(default)]
    pub view: View,
    /// Where the view stands.
    #[serde(default)]
    pub place: Place,
    /// Tokens in every request besides: search or meta tools and their instructions.
    #[serde(default)]
    pub fixed_tokens: i64,
    /// From what size on it holds tools back; below it everything is loaded, as under `full`.
    #[serde(default)]
    pub activate: Activation,
    /// How tools are found; none when whatever is up front must do.
    pub discover: Option<Discover>,
    /// Where a found definition is put.
    #[serde(default)]
    pub load: Load,
    /// How long it stays.
    #[serde(default)]
    pub persist: Persist,
    /// The host compacts the history when a request would be longer than this, in tokens.
    pub compaction_at: Option<i64>,
    /// What a compaction leaves of the history, in tokens.
    #[serde(default)]
    pub summary_tokens: i64,
    /// Tokens that each call costs more than a direct one, where calls go through a meta tool.
    #[serde(default)]
    pub call_wrapper_tokens: i64,
    /// True when the answers of searches and descriptions stand twice in the history: as text and as structured content.
    #[serde(default)]
    pub duplicated: bool,
    /// Where descriptions are cut, in bytes, besides what the host itself cuts.
    pub cut_bytes: Option<usize>,
    /// Whether the list of tools keeps its order from request to request.
    #[serde(default)]
    pub order: Order,
    /// Where its figures come from.
    #[serde(default)]
    pub source: String,
    /// Day they were true.
    #[serde(default)]
    pub as_of: String,
}

/// Whose definitions stand in every request.
#[derive(Debug, Clone, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Upfront {
    /// No tool's.
    #[default]
    Nothing,
    /// Every tool's.
    All,
    /// Those that the session is going to use: nobody knows them beforehand.
    Used,
    /// Those that most sessions use, this many.
    Hot(usize),
    /// The named ones, each as `tool` or `server.tool`.
    Tools(Vec<String>),
}

/// What stands for a tool whose definition is held back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum View {
    /// Nothing.
    #[default]
    Nothing,
    /// Its server, one entry for all of its tools.
    Servers,
    /// Its name as the host shows it, on a line of its own.
    Names,
    /// Its name and the first sentence of its description, one short line.
    NamesHints,
    /// Its name and description, without parameters.
    NameDescription,
    /// A line of mcp-compressor's form.
    Signature(Level),
}

/// How much a signature line says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Level {
    /// Name, arguments and the whole description.
    Low,
    /// Name, arguments and the first sentence.
    Medium,
    /// Name and arguments.
    High,
    /// The name.
    Max,
}

/// Where the view stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// In the prefix that every request opens with.
    #[default]
    Prefix,
    /// In the first message.
    Message,
    /// In the answer of a call that the model makes before its first search.
    Listed,
}

/// Where a found definition is put.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Load {
    /// At the end of the history; the cached prefix stays.
    #[default]
    Inline,
    /// Into the list of tools at the front; the cached prefix is lost.
    Prefix,
    /// Nowhere but in the text of the answer that brought it.
    ResultText,
}

/// How long a found definition stays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Persist {
    /// To the end of the session, a compaction included.
    Session,
    /// Until the user speaks again.
    Turn,
    /// Until a compaction drops the history it stands in.
    #[default]
    UntilCompaction,
    /// Until more than `cap` are loaded; then those used longest ago go, down to `trim`.
    Lru {
        /// The most definitions that are loaded at once.
        cap: usize,
        /// How many are left after the cut.
        trim: usize,
    },
}

/// Whether the list of tools keeps its order from request to request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// It does.
    #[default]
    Stable,
    /// It does not, so that no request finds its prefix in the cache.
    Shuffled,
}

impl Strategy {
    /// A strategy of that name with nothing up front and nothing to find.
    #[must_use]
    pub fn named(name: &str) -> Strategy {
        Strategy {
            name: name.to_owned(),
            title: String::new(),
            host: None,
            model: None,
            upfront: Upfront::Nothing,
            always_load: false,
            view: View::Nothing,
            place: Place::Prefix,
            fixed_tokens: 0,
            activate: Activation::Always,
            discover: None,
            load: Load::Inline,
            persist: Persist::UntilCompaction,
            compaction_at: None,
            summary_tokens: 0,
            call_wrapper_tokens: 0,
            duplicated: false,
            cut_bytes: None,
            order: Order::Stable,
            source: String::new(),
            as_of: String::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simulate::discover::{Finder, OnMiss, Unit};

    #[test]
    fn a_strategy_of_ones_own_is_read() {
        let text = "
            name = 'toko'
            fixed_tokens = 300
            view = 'names'
            place = 'message'
            upfront = { hot = 3 }
            activate = { tools = 30 }
            persist = { lru = { cap = 128, trim = 96 } }
            [discover]
            ranker = 'claude'
            k = 5
            unit = { group = { slots = 88 } }
            on_miss = 'give-up'
        ";
        let own: Strategy = toml::from_str(text).expect("a strategy");
        assert_eq!(own.activate, Activation::Tools(30));
        let discover = own.discover.expect("a search");
        assert_eq!(discover.ranker, Finder::Ranker("claude".to_owned()));
        assert_eq!((discover.unit, discover.on_miss), (Unit::Group { slots: 88 }, OnMiss::GiveUp));
        let finder = |ranker: &str| {
            let text = format!("name = 'x'\n[discover]\nk = 1\nranker = {ranker}");
            toml::from_str::<Strategy>(&text).map(|own| own.discover.expect("a search").ranker)
        };
        assert_eq!(finder("'exact'"), Ok(Finder::Exact));
        assert_eq!(finder("{ percent = 70 }"), Ok(Finder::Percent(70)));
        assert!(finder("{ percents = 70 }").is_err());
    }

    #[test]
    fn unknown_keys_are_errors() {
        for text in ["name = 'x'\nviews = 'names'", "name = 'x'\nview = 'all'", "view = 'names'"] {
            assert!(toml::from_str::<Strategy>(text).is_err(), "{text}");
        }
        assert!(toml::from_str::<Strategy>("name = 'x'\n[discover]\nk = 1\nranker = 'x'\npasses = 2").is_err());
    }
}
