//! Our prediction against recorded usage: the error of a whole request, by profile and kind of request.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::meter::find::{self, Missing};
use crate::meter::meter::Meter;
use crate::session::recorded::Recorded;
use crate::session::request::{Part, Request};

/// The kinds of request that are judged apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Slice {
    /// Function tools and plain messages, no call made yet.
    First,
    /// Calls and results in the conversation.
    History,
    /// No tools at all.
    Plain,
    /// Everything else: server tools, stored state, deferred tools, answer schemas, unknown replayed reasoning.
    Other,
}

impl Slice {
    /// The name printed and used in `profiles.toml`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Slice::First => "first",
            Slice::History => "history",
            Slice::Plain => "plain",
            Slice::Other => "other",
        }
    }
}

/// One recorded call, counted.
#[derive(Debug, Clone)]
pub struct Counted {
    /// The profile that counted.
    pub profile: &'static str,
    /// The kind of request.
    pub slice: Slice,
    /// Predicted input tokens.
    pub predicted: i64,
    /// Billed input tokens.
    pub billed: u64,
    /// Identity of the set of tools, for counting distinct ones; `None` without tools.
    pub tools: Option<u64>,
}

/// What became of one recorded call.
#[derive(Debug, Clone)]
pub enum Outcome {
    /// It was counted.
    Counted(Counted),
    /// It was not, for this reason.
    Skipped(String),
}

const MOST_METERS: usize = 256;

/// Meters by profile and model, made once each.
#[derive(Default)]
pub struct Meters {
    made: BTreeMap<(&'static str, Option<String>), Meter>,
}

impl Meters {
    /// The meter of a profile for a model.
    pub fn of(&mut self, profile: &'static crate::meter::profile::Profile, model: Option<&str>) -> &Meter {
        // A log may name as many models as it has rows; a meter is cheap to make again.
        if self.made.len() >= MOST_METERS {
            self.made.clear();
        }
        let key = (profile.name.as_str(), model.map(str::to_owned));
        self.made.entry(key).or_insert_with(|| Meter::for_model(profile, model))
    }
}

/// Counts one recorded call; `asked` is the user's `--model`.
pub fn judge(meters: &mut Meters, recorded: &Recorded, asked: Option<&str>) -> Outcome {
    let found = match find::find(recorded, asked) {
        Ok(found) => found,
        Err(Missing::Gateway) => return Outcome::Skipped("gateway".to_owned()),
        Err(_) => return Outcome::Skipped("no profile".to_owned()),
    };
    let Some(billed) = recorded.billed else { return Outcome::Skipped("no recorded usage".to_owned()) };
    let predicted = meters.of(found.profile, found.model.as_deref()).request(&recorded.request).total();
    let residual = i64::try_from(billed).unwrap_or(i64::MAX) - predicted;
    let with_tools = !recorded.request.tools.is_empty();
    let outdated = found
        .profile
        .skip
        .iter()
        .find(|skip| (skip.residual[0]..=skip.residual[1]).contains(&residual) && (with_tools || !skip.with_tools));
    if let Some(skip) = outdated {
        return Outcome::Skipped(skip.reason.clone());
    }
    Outcome::Counted(Counted {
        profile: &found.profile.name,
        slice: slice(recorded),
        predicted,
        billed,
        tools: with_tools.then(|| identity(&recorded.request)),
    })
}

fn slice(recorded: &Recorded) -> Slice {
    let request = &recorded.request;
    let flag = |name: &str| recorded.flags.iter().any(|flag| flag == name);
    let has = |wanted: fn(&Part) -> bool| request.messages.iter().flat_map(|message| &message.parts).any(wanted);
    let calls = flag("tool_history") || has(|part| matches!(part, Part::Call { .. } | Part::Result { .. }));
    let hosted = flag("server_tools") || !request.hosted.is_empty();
    let stored = flag("server_state") || !request.unseen.is_empty();
    let deferred = flag("defer_loading") || request.tools.iter().any(crate::catalog::tool::Tool::defer_loading);
    let shaped = flag("output_schema") || matches!(request.output, crate::session::request::Output::JsonSchema { .. });
    if hosted || stored || deferred || shaped || flag("odd_tools") {
        return Slice::Other;
    }
    if calls {
        return if has(unknown_reasoning) { Slice::Other } else { Slice::History };
    }
    if flag("thinking_history") || has(|part| matches!(part, Part::Reasoning { .. })) {
        return Slice::Other;
    }
    if request.tools.is_empty() { Slice::Plain } else { Slice::First }
}

fn unknown_reasoning(part: &Part) -> bool {
    matches!(part, Part::Reasoning { tokens: None, signature: 1.., .. })
}

fn identity(request: &Request) -> u64 {
    let mut hasher = DefaultHasher::new();
    for tool in &request.tools {
        tool.text.hash(&mut hasher);
    }
    hasher.finish()
}

/// The errors of one profile and slice.
#[derive(Debug, Clone, PartialEq)]
pub struct Line {
    /// The profile.
    pub profile: String,
    /// The kind of request.
    pub slice: Slice,
    /// Recorded calls.
    pub n: usize,
    /// Distinct sets of tools among them.
    pub tool_sets: usize,
    /// Calls predicted to the token.
    pub exact: usize,
    /// Calls within 2 tokens.
    pub within_2: usize,
    /// Calls within 3 tokens.
    pub within_3: usize,
    /// Calls within 8 tokens.
    pub within_8: usize,
    /// Largest absolute error, in tokens.
    pub max_abs: u64,
    /// Median absolute error, in percent of the billed input.
    pub median_pct: f64,
    /// Mean of the same.
    pub mean_pct: f64,
    /// 95th percentile of the same.
    pub p95_pct: f64,
}

/// Adds up outcomes; memory grows by a few bytes a call.
#[derive(Debug, Default)]
pub struct Tally {
    counted: BTreeMap<(String, Slice), Cell>,
    skipped: BTreeMap<String, usize>,
}

#[derive(Debug, Default)]
struct Cell {
    off: Vec<(u64, f64)>,
    tools: BTreeSet<u64>,
}

impl Tally {
    /// Adds one outcome.
    pub fn add(&mut self, outcome: &Outcome) {
        match outcome {
            Outcome::Skipped(reason) => *self.skipped.entry(reason.clone()).or_default() += 1,
            Outcome::Counted(counted) => {
                let cell = self.counted.entry((counted.profile.to_owned(), counted.slice)).or_default();
                let off = counted.predicted.abs_diff(i64::try_from(counted.billed).unwrap_or(i64::MAX));
                #[expect(clippy::cast_precision_loss, reason = "token counts stay far below 2^53")]
                let pct = off as f64 * 100.0 / counted.billed.max(1) as f64;
                cell.off.push((off, pct));
                cell.tools.extend(counted.tools);
            }
        }
    }

    /// One line a profile and slice, in name order.
    #[must_use]
    pub fn lines(&self) -> Vec<Line> {
        self.counted.iter().map(|((profile, slice), cell)| line(profile, *slice, [cell])).collect()
    }

    /// The line of several profiles together.
    #[must_use]
    pub fn pooled(&self, name: &str, slice: Slice, belongs: impl Fn(&str) -> bool) -> Option<Line> {
        let cells: Vec<_> = self
            .counted
            .iter()
            .filter(|((profile, of), _)| *of == slice && belongs(profile))
            .map(|(_, cell)| cell)
            .collect();
        (!cells.is_empty()).then(|| line(name, slice, cells))
    }

    /// Reasons to skip and how often each was met.
    #[must_use]
    pub fn skipped(&self) -> &BTreeMap<String, usize> {
        &self.skipped
    }
}

fn line<'a>(profile: &str, slice: Slice, cells: impl IntoIterator<Item = &'a Cell> + Clone) -> Line {
    let off: Vec<u64> = cells.clone().into_iter().flat_map(|cell| cell.off.iter().map(|(off, _)| *off)).collect();
    let mut pct: Vec<f64> = cells.clone().into_iter().flat_map(|cell| cell.off.iter().map(|(_, pct)| *pct)).collect();
    pct.sort_by(f64::total_cmp);
    let within = |most: u64| off.iter().filter(|off| **off <= most).count();
    #[expect(clippy::cast_precision_loss, reason = "row counts are small")]
    let mean = pct.iter().sum::<f64>() / pct.len().max(1) as f64;
    Line {
        profile: profile.to_owned(),
        slice,
        n: off.len(),
        tool_sets: cells.into_iter().flat_map(|cell| &cell.tools).collect::<BTreeSet<_>>().len(),
        exact: within(0),
        within_2: within(2),
        within_3: within(3),
        within_8: within(8),
        max_abs: off.iter().copied().max().unwrap_or(0),
        median_pct: quantile(&pct, 0.5),
        mean_pct: mean,
        p95_pct: quantile(&pct, 0.95),
    }
}

/// Linear interpolation between order statistics (the default of R and `NumPy`); `sorted` ascends.
fn quantile(sorted: &[f64], q: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return 0.0 };
    #[expect(clippy::cast_precision_loss, clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "small")]
    let (below, rest) = {
        let at = q * last as f64;
        (at.floor() as usize, at.fract())
    };
    let above = sorted[(below + 1).min(last)];
    sorted[below] + (above - sorted[below]) * rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(predicted: i64, billed: u64) -> Outcome {
        Outcome::Counted(Counted { profile: "p", slice: Slice::First, predicted, billed, tools: Some(billed) })
    }

    #[test]
    fn a_line_tells_counts_and_percentages() {
        let mut tally = Tally::default();
        for outcome in [counted(100, 100), counted(102, 100), counted(90, 100), counted(197, 200)] {
            tally.add(&outcome);
        }
        tally.add(&Outcome::Skipped("gateway".to_owned()));
        let line = &tally.lines()[0];
        assert_eq!(
            (line.n, line.exact, line.within_2, line.within_3, line.within_8, line.max_abs),
            (4, 1, 2, 3, 3, 10)
        );
        assert_eq!(line.tool_sets, 2);
        assert!((line.median_pct - 1.75).abs() < 1e-9, "{line:?}");
        assert!((line.mean_pct - 3.375).abs() < 1e-9, "{line:?}");
        assert_eq!(tally.skipped()["gateway"], 1);
    }
}
