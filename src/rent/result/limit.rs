//! Where a host warns of a long result, and where it refuses or cuts one: the rows of `hosts.toml` that lint judges by.

use crate::host::profile::Host;
use crate::host::refusal::{Blast, Condition, Refusal};
use crate::rent::scale;

/// The limits of a host, in tokens of the vocabulary that lint counts with too.
#[derive(Debug, Clone, Copy, Default)]
pub struct Limits {
    /// The row of the warning.
    pub warn: Option<&'static Refusal>,
    /// The row of the cap.
    pub cap: Option<&'static Refusal>,
}

/// How long a result is for a host.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Length {
    /// Below its limits, or it has none.
    Fine,
    /// Above its warning.
    Warned,
    /// Above its cap.
    Over,
}

impl Limits {
    /// The limits of a host.
    #[must_use]
    pub fn of(host: &'static Host) -> Limits {
        let rows = || host.refuses.iter().filter(|row| row.when == Condition::ResultTokens && row.over.is_some());
        let least =
            |is_cap: bool| rows().filter(|row| (row.blast != Blast::Degraded) == is_cap).min_by_key(|row| row.over);
        Limits { warn: least(false), cap: least(true) }
    }

    /// How long a text is by them.
    #[must_use]
    pub fn judge(&self, text: &str) -> Length {
        let over = |row: Option<&Refusal>| row.and_then(|row| row.over);
        let Some(least) = over(self.warn).into_iter().chain(over(self.cap)).min() else { return Length::Fine };
        // No token is shorter than a byte.
        if text.len() <= least {
            return Length::Fine;
        }
        self.judge_tokens(scale::tokens(text))
    }

    /// How long a number of tokens is by them.
    #[must_use]
    pub fn judge_tokens(&self, tokens: i64) -> Length {
        let exceeds = |row: Option<&Refusal>| {
            row.and_then(|row| row.over).is_some_and(|over| usize::try_from(tokens).is_ok_and(|tokens| tokens > over))
        };
        match (exceeds(self.cap), exceeds(self.warn)) {
            (true, _) => Length::Over,
            (false, true) => Length::Warned,
            (false, false) => Length::Fine,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::profile::named;

    #[test]
    fn claude_code_warns_and_refuses() {
        let limits = Limits::of(named("claude-code").expect("a host"));
        let judged = [10_000, 10_001, 25_000, 25_001].map(|tokens| limits.judge_tokens(tokens));
        assert_eq!(judged, [Length::Fine, Length::Warned, Length::Warned, Length::Over]);
        assert_eq!(limits.judge(&"kata lain ".repeat(9_000)), Length::Warned);
    }

    #[test]
    fn a_host_without_rows_takes_anything() {
        let limits = Limits::of(named("json").expect("a host"));
        assert_eq!(limits.judge_tokens(i64::MAX), Length::Fine);
    }
}
