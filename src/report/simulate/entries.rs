//! The entries of a `simulate` report, made from what was played.

use crate::meter::meter::Meter as Counter;
use crate::rent::column;
use crate::report::document::Meter;
use crate::report::rent::document as rent;
use crate::report::simulate::document::{
    BreakEven, Cache, Column, KeepLoaded, Kept, Played, Sensitivity, Size, Unknown, Workload,
};
use crate::simulate::advice;
use crate::simulate::billing::Billing;
use crate::simulate::break_even::{Curve, Even, Metric, Point};
use crate::simulate::count::Counted;
use crate::simulate::discover::Finder;
use crate::simulate::outcome::Outcome;
use crate::simulate::sensitivity::Varied;
use crate::simulate::strategy::{Strategy, Upfront};
use crate::simulate::workload;

impl Workload {
    /// The entry of a workload over so many tools.
    #[must_use]
    pub fn of(
        workload: &workload::Workload,
        tools: usize,
        source: &str,
        near: &dyn Fn(&str) -> Vec<String>,
    ) -> Workload {
        let notes = &workload.notes;
        let steps = || workload.runs.iter().flat_map(|run| &run.steps);
        let unknown =
            |(name, calls): (&String, &usize)| Unknown { name: name.clone(), calls: *calls, near: near(name) };
        Workload {
            tasks: workload.runs.len(),
            turns: workload.turns(),
            source: source.to_owned(),
            calls: steps().map(|step| step.calls.len()).sum(),
            tools,
            queries_written: notes.from_searches,
            queries_stood_in: notes.from_words,
            per_o200k: notes.per_o200k.map(|per| round(per, 1_000.0)),
            images: notes.images,
            left_out: notes.left_out.clone(),
            empty: notes.empty,
            unknown: notes.unknown.iter().map(unknown).collect(),
            unread: Vec::new(),
        }
    }
}

impl Column {
    /// The entry of a host and model.
    #[must_use]
    pub fn of(column: &column::Column<'_>, counted: &Counted<'_>, billing: &Billing) -> Column {
        let cache = billing.caching.map(|row| Cache {
            ttl_s: row.ttl_s,
            write_pct: billing.write_pct,
            read_pct: billing.read_pct,
            min_prefix: billing.min_prefix,
            as_of: row.as_of.clone(),
        });
        Column {
            host: column.host.id.clone(),
            model: model(column),
            meter: meter(&column.meter),
            context_window: column.tariff.context_window,
            tools_tokens: counted.loaded().iter().sum(),
            cache,
        }
    }
}

/// The model's id, or the profile that counts.
fn model(column: &column::Column<'_>) -> String {
    column.model_id().map_or_else(|| column.meter.profile.name.clone(), str::to_owned)
}

fn meter(meter: &Counter) -> Meter {
    Meter {
        profile: meter.profile.name.clone(),
        method: meter.method().name().to_owned(),
        error: rent::error(meter.profile),
        band: meter.profile.band,
    }
}

impl Played {
    /// The entry of an outcome, beside that of `full` on the same host.
    #[must_use]
    pub fn of(outcome: &Outcome, full: &Outcome, strategy: &Strategy, column: &Column) -> Played {
        let peak_pct = column.context_window.map(|window| round(100.0 * outcome.peak / window as f64, 10.0));
        Played {
            name: outcome.name.clone(),
            title: strategy.title.clone(),
            host: column.host.clone(),
            model: column.model.clone(),
            first_turn: whole(outcome.first_turn),
            peak: whole(outcome.peak),
            highest: outcome.highest,
            peak_pct,
            cumulative: whole(outcome.cumulative),
            cumulative_pct: pct(outcome.cumulative, full.cumulative),
            cumulative_once: whole(outcome.cumulative_once),
            cumulative_once_pct: pct(outcome.cumulative_once, full.cumulative_once),
            billed: whole(outcome.billed),
            billed_pct: pct(outcome.billed, full.billed),
            micro_usd: outcome.money.and_then(|money| i64::try_from(money.get()).ok()),
            http_round_trips: round(outcome.extra_round_trips, 100.0),
            passes: round(outcome.passes, 100.0),
            extra_passes: round(outcome.passes - full.passes, 100.0),
            recall_at_k: outcome.recall_at_k.map(|recall| round(recall, 10_000.0)),
            miss_per_search: outcome.miss_per_search().map(|rate| round(rate, 10_000.0)),
            not_found_rate: round(outcome.not_found, 10_000.0),
            unused_loaded: round(outcome.unused_loaded, 100.0),
            cache_hit_pct: round(outcome.cache_hit_pct, 10.0),
            cache_breaks: round(outcome.busts as f64 / outcome.sessions.max(1) as f64, 100.0),
            deferred: outcome.deferred && strategy.upfront != Upfront::All,
            notes: notes(outcome, strategy, column),
            source: strategy.source.clone(),
            as_of: strategy.as_of.clone(),
            per_turn: outcome.per_turn.iter().map(|tokens| whole(*tokens)).collect(),
            per_turn_sessions: outcome.per_turn_sessions.clone(),
        }
    }
}

fn notes(outcome: &Outcome, strategy: &Strategy, column: &Column) -> Vec<String> {
    let mut notes = Vec::new();
    let discover = strategy.discover.as_ref();
    if outcome.name == "oracle" {
        notes.push("lower bound".to_owned());
    }
    if discover.is_some() && !outcome.deferred {
        notes.push("below its limit, all loaded".to_owned());
    }
    if outcome.busts > 0 {
        notes.push("breaks the cache".to_owned());
    }
    let assumed = matches!(discover.map(|discover| &discover.ranker), Some(Finder::Exact | Finder::Oracle));
    if assumed && outcome.deferred {
        notes.push("right picks assumed".to_owned());
    }
    if column.context_window.is_some_and(|window| outcome.highest > i64::try_from(window).unwrap_or(i64::MAX)) {
        notes.push("longer than the window".to_owned());
    }
    notes
}

/// The entries of a curve, one a metric.
#[must_use]
pub fn break_even(curve: &Curve, host: &str) -> Vec<BreakEven> {
    let of = |metric: Metric| {
        let even = curve.even(metric);
        let (tools, tokens) = match even {
            Even::From { tools, tokens } => (Some(tools.ceil()), Some(tokens)),
            Even::Always { tools, tokens } => (Some(tools), Some(tokens)),
            Even::Never => (None, None),
        };
        let size = |point: &Point| Size {
            tools: whole(point.tools),
            tokens: whole(point.tokens),
            ratio: round(point.ratio[metric as usize], 1_000.0),
        };
        BreakEven {
            strategy: curve.strategy.clone(),
            host: host.to_owned(),
            metric: metric.name().to_owned(),
            tools: tools.map(whole),
            tokens: tokens.map(whole),
            always: matches!(even, Even::Always { .. }),
            curve: curve.points.iter().map(size).collect(),
        }
    };
    Metric::ALL.into_iter().map(of).collect()
}

impl KeepLoaded {
    /// The entry of an advice.
    #[must_use]
    pub fn of(advice: &advice::Advice, counted: &Counted<'_>, host: &str) -> KeepLoaded {
        let kept = |kept: &advice::Kept| {
            let name = &counted.names[kept.tool.0 as usize];
            Kept {
                server: name.server.clone(),
                tool: name.tool.clone(),
                uses: kept.uses,
                misses: kept.misses,
                tokens: kept.tokens,
            }
        };
        let (before, after) = (&advice.before, &advice.after);
        KeepLoaded {
            strategy: advice.strategy.clone(),
            host: host.to_owned(),
            tools: advice.keep.iter().map(kept).collect(),
            tokens: advice.keep.iter().map(|kept| kept.tokens).sum(),
            searches: advice.searches,
            misses: advice.misses,
            misses_left: advice.misses_left,
            reached: advice.reached,
            cumulative_change: whole(after.cumulative - before.cumulative),
            billed_change: whole(after.billed - before.billed),
            pays: after.billed < before.billed,
        }
    }
}

impl Sensitivity {
    /// The entry of a variation.
    #[must_use]
    pub fn of(varied: &Varied, host: &str) -> Sensitivity {
        Sensitivity {
            strategy: varied.strategy.clone(),
            host: host.to_owned(),
            what: varied.what.to_owned(),
            value: varied.value.clone(),
            peak: whole(varied.peak),
            cumulative: whole(varied.cumulative),
            cumulative_pct: pct(varied.cumulative, varied.cumulative_full),
            billed: whole(varied.billed),
            billed_pct: pct(varied.billed, varied.billed_full),
            miss_per_search: varied.miss_per_search.map(|rate| round(rate, 10_000.0)),
        }
    }
}

fn whole(tokens: f64) -> i64 {
    tokens.round() as i64
}

fn pct(part: f64, all: f64) -> f64 {
    if all == 0.0 { 0.0 } else { round(100.0 * part / all, 10.0) }
}

fn round(figure: f64, steps: f64) -> f64 {
    (figure * steps).round() / steps
}
