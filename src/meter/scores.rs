//! Errors added up: one line a profile and kind of request, pools of profiles, and what was skipped.

use std::collections::{BTreeMap, BTreeSet};

use crate::meter::outcome::{Outcome, Slice};

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
    set_apart: BTreeMap<String, usize>,
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
            Outcome::Skipped { reason, profile } => {
                *self.skipped.entry(reason.clone()).or_default() += 1;
                if let Some(profile) = profile {
                    *self.set_apart.entry((*profile).to_owned()).or_default() += 1;
                }
            }
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

    /// Calls within `most` tokens, over the profiles whose names begin so.
    #[must_use]
    pub fn within(&self, front: &str, slice: Slice, most: u64) -> usize {
        let cells = self.counted.iter().filter(|((profile, of), _)| *of == slice && profile.starts_with(front));
        cells.flat_map(|(_, cell)| &cell.off).filter(|(off, _)| *off <= most).count()
    }

    /// By profile: calls that were counted, and calls that its own rules set apart.
    #[must_use]
    pub fn set_apart(&self) -> BTreeMap<&str, (usize, usize)> {
        let mut all: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
        for ((profile, _), cell) in &self.counted {
            all.entry(profile).or_default().0 += cell.off.len();
        }
        for (profile, n) in &self.set_apart {
            all.entry(profile).or_default().1 += n;
        }
        all
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
    use crate::meter::outcome::Counted;

    fn counted(predicted: i64, billed: u64) -> Outcome {
        Outcome::Counted(Counted { profile: "p", slice: Slice::First, predicted, billed, tools: Some(billed) })
    }

    #[test]
    fn a_line_tells_counts_and_percentages() {
        let mut tally = Tally::default();
        for outcome in [counted(100, 100), counted(102, 100), counted(90, 100), counted(197, 200)] {
            tally.add(&outcome);
        }
        tally.add(&Outcome::Skipped { reason: "gateway".to_owned(), profile: None });
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
