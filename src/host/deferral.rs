//! When a host holds tool definitions back, and what stands in their place.

use serde::Deserialize;

/// A deferral policy, as data.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deferral {
    /// Fronts of the model ids it holds for; all models when empty.
    #[serde(default)]
    pub models: Vec<String>,
    /// Which definitions are held back.
    pub when: When,
    /// What stands in front for a tool that is held back.
    #[serde(default)]
    pub up_front: UpFront,
    /// True when `_meta["anthropic/alwaysLoad"]` keeps a tool loaded.
    #[serde(default)]
    pub always_load: bool,
    /// Tokens of the search tool and its instructions while something is held back; unknown when absent.
    pub search_tokens: Option<u32>,
    /// Where the policy was read.
    pub source: String,
    /// Day the policy was true.
    pub as_of: String,
}

/// Which definitions a host holds back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum When {
    /// None.
    Never,
    /// All of them.
    Always,
    /// Those whose definition says `defer_loading`.
    Flagged,
    /// All of them as soon as every limit that is given is reached.
    Over {
        /// Share of the context window that the definitions take, in percent.
        window_pct: Option<u32>,
        /// Number of tools.
        tools: Option<usize>,
    },
}

/// What stands in front for a tool whose definition is held back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum UpFront {
    /// Nothing.
    #[default]
    Nothing,
    /// Its name, on a line of its own.
    Name,
    /// Its name and description, without parameters.
    NameAndDescription,
}

/// How the definitions of a set measure up against a host's limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Load {
    /// Definitions that could be held back.
    pub tools: usize,
    /// Tokens of these.
    pub tokens: i64,
    /// The model's context window, when known.
    pub window: Option<u64>,
}

impl Deferral {
    /// Whether this policy speaks about the model.
    #[must_use]
    pub fn covers(&self, model: Option<&str>) -> bool {
        let front = |front: &String| model.is_some_and(|model| model.starts_with(front.as_str()));
        self.models.is_empty() || self.models.iter().any(front)
    }
}

impl When {
    /// Whether the whole set is held back; `false` for a policy that goes by each tool's own flag.
    #[must_use]
    pub fn all(self, load: Load) -> bool {
        match self {
            When::Never | When::Flagged => false,
            When::Always => true,
            When::Over { window_pct, tools } => {
                let enough = tools.is_none_or(|least| load.tools >= least);
                enough && window_pct.is_none_or(|pct| exceeds(load.tokens, pct, load.window))
            }
        }
    }
}

/// Whether `tokens` are more than `pct` percent of the window; an unknown window is never exceeded.
fn exceeds(tokens: i64, pct: u32, window: Option<u64>) -> bool {
    window.is_some_and(|window| i128::from(tokens) * 100 > i128::from(window) * i128::from(pct))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(tools: usize, tokens: i64, window: u64) -> Load {
        Load { tools, tokens, window: Some(window) }
    }

    #[test]
    fn a_share_of_the_window_grows_with_the_window() {
        let tenth = When::Over { window_pct: Some(10), tools: None };
        assert!(tenth.all(load(40, 28_800, 200_000)));
        assert!(!tenth.all(load(40, 28_800, 1_000_000)));
        assert!(!tenth.all(load(40, 20_000, 200_000)));
        assert!(!tenth.all(Load { tools: 40, tokens: 28_800, window: None }));
    }

    #[test]
    fn all_limits_must_be_reached() {
        let both = When::Over { window_pct: Some(10), tools: Some(5) };
        assert!(!both.all(load(4, 90_000, 200_000)));
        assert!(both.all(load(5, 90_000, 200_000)));
        let hundred = When::Over { window_pct: None, tools: Some(100) };
        assert!(!hundred.all(load(99, 1, 1)) && hundred.all(load(100, 1, 1)));
    }

    #[test]
    fn a_policy_may_be_for_some_models_only() {
        let policy: Deferral =
            toml::from_str("models = ['claude-']\nwhen = 'always'\nsource = ''\nas_of = ''").expect("policy");
        assert!(policy.covers(Some("claude-sonnet-4-6")) && !policy.covers(Some("gpt-5")) && !policy.covers(None));
    }
}
