//! From what size of a catalog on tools are held back: by number, by tokens, by share of the window.

use serde::Deserialize;

use crate::host::deferral::{self, Load};

/// When a strategy holds tools back; otherwise every definition is loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Activation {
    /// Whatever the size.
    #[default]
    Always,
    /// From this many tools on.
    Tools(usize),
    /// From this many tokens of definitions on.
    Tokens(i64),
    /// Above this share of the context window, in percent.
    WindowPct(u32),
}

/// What a catalog's size means for an activation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    /// The limit in the activation's own unit: tools, or tokens; `None` when there is none or the window is not known.
    pub threshold: Option<i64>,
    /// What was measured in that unit.
    pub measured: i64,
    /// What follows.
    pub decision: Decision,
}

/// Whether tools are held back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Decision {
    /// They are.
    Deferred,
    /// They are not: everything is loaded.
    Loaded,
    /// It cannot be said: nothing was measured, as before servers answer, or the window is not known.
    Unknown,
}

impl Activation {
    /// What `load` means.
    #[must_use]
    pub fn of(self, load: Load) -> Verdict {
        let tools = i64::try_from(load.tools).unwrap_or(i64::MAX);
        match self {
            Activation::Always => Verdict { threshold: None, measured: tools, decision: Decision::Deferred },
            Activation::Tools(least) => {
                let when = deferral::When::Over { window_pct: None, tools: Some(least) };
                let threshold = i64::try_from(least).ok();
                Verdict { threshold, measured: tools, decision: decided(tools, when.all(load)) }
            }
            Activation::Tokens(least) => {
                let decision = decided(load.tokens, load.tokens >= least);
                Verdict { threshold: Some(least), measured: load.tokens, decision }
            }
            Activation::WindowPct(pct) => {
                let threshold = load.window.and_then(|window| i64::try_from(window * u64::from(pct) / 100).ok());
                let when = deferral::When::Over { window_pct: Some(pct), tools: None };
                let decision = match threshold {
                    Some(_) => decided(load.tokens, when.all(load)),
                    None => Decision::Unknown,
                };
                Verdict { threshold, measured: load.tokens, decision }
            }
        }
    }
}

/// A measurement of nothing says nothing: it is taken before servers have answered.
fn decided(measured: i64, over: bool) -> Decision {
    match (measured, over) {
        (0, _) => Decision::Unknown,
        (_, true) => Decision::Deferred,
        (_, false) => Decision::Loaded,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decision(activation: Activation, tools: usize, tokens: i64, window: Option<u64>) -> Decision {
        activation.of(Load { tools, tokens, window }).decision
    }

    #[test]
    fn limits_are_met_where_hosts_meet_them() {
        let hundred = Activation::Tools(100);
        assert_eq!(decision(hundred, 99, 1, None), Decision::Loaded);
        assert_eq!(decision(hundred, 100, 1, None), Decision::Deferred);
        assert_eq!(decision(Activation::Tokens(2_000), 9, 1_999, None), Decision::Loaded);
        assert_eq!(decision(Activation::Tokens(2_000), 9, 2_000, None), Decision::Deferred);
        assert_eq!(decision(Activation::WindowPct(10), 9, 20_000, Some(200_000)), Decision::Loaded);
        assert_eq!(decision(Activation::WindowPct(10), 9, 20_001, Some(200_000)), Decision::Deferred);
    }

    #[test]
    fn nothing_measured_is_not_below_the_limit() {
        for activation in [Activation::Tools(100), Activation::Tokens(2_000), Activation::WindowPct(10)] {
            assert_eq!(decision(activation, 0, 0, Some(200_000)), Decision::Unknown);
        }
        assert_eq!(decision(Activation::WindowPct(10), 600, 0, Some(200_000)), Decision::Unknown);
        assert_eq!(decision(Activation::WindowPct(10), 600, 28_800, None), Decision::Unknown);
        assert_eq!(decision(Activation::Always, 0, 0, None), Decision::Deferred);
    }
}
