//! The public report, version 1, of `simulate`: strategies over sessions, break-even sizes, tools to keep loaded.

use serde::Serialize;

use crate::host::tariff::Tariff;
use crate::meter::meter::Meter as Counter;
use crate::rent::column;
use crate::report::document::{Head, Meter};
use crate::report::rent::document as rent;
use crate::report::search::document::Lines;
use crate::simulate::advice;
use crate::simulate::billing::Billing;
use crate::simulate::break_even::{Curve, Even, Metric};
use crate::simulate::count::Counted;
use crate::simulate::outcome::Outcome;
use crate::simulate::sensitivity::Varied;
use crate::simulate::strategy::{Finder, Strategy};
use crate::simulate::workload;

/// What `simulate` found.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Simulate {
    /// The head.
    #[serde(flatten)]
    pub head: Head,
    /// The host of the first strategies; each strategy names its own.
    pub host: String,
    /// The model there.
    pub model: String,
    /// What was played.
    pub workload: Workload,
    /// The hosts and models that strategies were played on.
    pub columns: Vec<Column>,
    /// One entry a strategy, `full` and `oracle` of each host and model before its others. Tokens are those of the mean
    /// session.
    pub strategies: Vec<Played>,
    /// From what size of a catalog on a strategy is cheaper than `full`.
    pub break_even: Vec<BreakEven>,
    /// Tools to keep always loaded, where searches miss.
    pub keep_loaded: Vec<KeepLoaded>,
    /// What each strategy comes to when one thing is different, where that was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sensitivity: Vec<Sensitivity>,
}

/// What was played.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Workload {
    /// Sessions, or tasks.
    pub tasks: usize,
    /// Requests of all of them.
    pub turns: usize,
    /// `sessions`, `tasks`, `sessions and tasks` or `synthetic`.
    pub source: String,
    /// Calls of tools.
    pub calls: usize,
    /// Tools of the catalog.
    pub tools: usize,
    /// Requests with calls whose search queries the model wrote.
    pub queries_written: usize,
    /// Requests with calls for which the user's words stood in as the query.
    pub queries_stood_in: usize,
    /// Tokens of the meter for one of o200k, where recordings give only the latter.
    pub per_o200k: Option<f64>,
    /// Image blocks, which are not counted.
    pub images: usize,
    /// Tasks left out because they need a tool that is in no source.
    pub left_out: Vec<String>,
    /// Sessions left out because they hold no request.
    pub empty: usize,
    /// Tools that sessions name and no source holds.
    pub unknown: Vec<Unknown>,
    /// Lines of session files that could not be used.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unread: Vec<Lines>,
}

/// A tool that no source holds.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Unknown {
    /// As it was written.
    pub name: String,
    /// Calls of it.
    pub calls: usize,
    /// What may have been meant.
    pub near: Vec<String>,
}

/// A host and a model.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Column {
    /// The host.
    pub host: String,
    /// The model.
    pub model: String,
    /// What counted.
    pub meter: Meter,
    /// The model's context window, in tokens.
    pub context_window: Option<u64>,
    /// Tokens of all definitions, loaded.
    pub tools_tokens: i64,
    /// How the prompt cache is billed; null where nothing is cached.
    pub cache: Option<Cache>,
}

/// How a prompt cache is billed.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Cache {
    /// Seconds in which a prefix is found again.
    pub ttl_s: u64,
    /// What a token that is written costs, in percent of an uncached one.
    pub write_pct: i64,
    /// What a token that is read costs, in percent of an uncached one.
    pub read_pct: i64,
    /// The shortest prompt that is cached, in tokens.
    pub min_prefix: i64,
    /// Day the rules were true.
    pub as_of: String,
}

/// What a strategy came to.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Played {
    /// Its name.
    pub name: String,
    /// What it is, in words.
    pub title: String,
    /// The host it was played on.
    pub host: String,
    /// The model.
    pub model: String,
    /// Input tokens of the first request.
    pub first_turn: i64,
    /// The largest request of a session.
    pub peak: i64,
    /// The largest request of all sessions.
    pub highest: i64,
    /// `peak` in percent of the context window.
    pub peak_pct: Option<f64>,
    /// Input tokens of all requests and passes, each text again as often as it is sent again.
    pub cumulative: i64,
    /// `cumulative` in percent of that of `full`.
    pub cumulative_pct: f64,
    /// The same with everything behind the prefix counted once, as published tables often do.
    pub cumulative_once: i64,
    /// `cumulative_once` in percent of that of `full`.
    pub cumulative_once_pct: f64,
    /// Input-price tokens that the prompt cache leaves to pay.
    pub billed: i64,
    /// `billed` in percent of that of `full`.
    pub billed_pct: f64,
    /// Input and output of a session, in micro-US-dollars; null where the model has no prices.
    pub micro_usd: Option<i64>,
    /// Round trips of a session beyond the recorded requests.
    pub http_round_trips: f64,
    /// Model passes of a session, those inside a request included; each is billed.
    pub passes: f64,
    /// Passes beyond those of `full`.
    pub extra_passes: f64,
    /// Share of a session's held-back tools that the first answers to their queries hold, mean; null where nothing is
    /// searched.
    pub recall_at_k: Option<f64>,
    /// Misses a first search; null where nothing is searched.
    pub miss_per_search: Option<f64>,
    /// Needed tools that were neither up front nor found, of all that were needed.
    pub not_found_rate: f64,
    /// Definitions that stood in a request and that no call used.
    pub unused_loaded: f64,
    /// Input tokens that were read from the cache.
    pub cache_hit_pct: f64,
    /// Times that a session lost its cached prefix whole.
    pub cache_breaks: f64,
    /// Whether it holds tools back on a catalog of this size.
    pub deferred: bool,
    /// What the figures assume.
    pub notes: Vec<String>,
    /// Where the strategy's figures were read.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub source: String,
    /// Day they were true.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub as_of: String,
    /// Input tokens of the n-th request with all of its passes, mean over the sessions that have one.
    pub per_turn: Vec<i64>,
    /// How many sessions have an n-th request.
    pub per_turn_sessions: Vec<usize>,
}

/// From what size of a catalog on a strategy is cheaper than `full`.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct BreakEven {
    /// The strategy.
    pub strategy: String,
    /// The host.
    pub host: String,
    /// `peak`, `cumulative` or `billed`.
    pub metric: String,
    /// Tools from which on it is; null when it is not even with the whole catalog.
    pub tools: Option<i64>,
    /// Tokens of their definitions.
    pub tokens: Option<i64>,
    /// Whether it is at every size that was tried, of which `tools` is the smallest.
    pub always: bool,
    /// The sizes that were tried.
    pub curve: Vec<Size>,
}

/// A size of the catalog.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Size {
    /// Tools, mean over the sessions.
    pub tools: i64,
    /// Tokens of their definitions.
    pub tokens: i64,
    /// What the strategy takes, as a multiple of what `full` takes.
    pub ratio: f64,
}

/// Tools to keep always loaded.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct KeepLoaded {
    /// The strategy.
    pub strategy: String,
    /// The host.
    pub host: String,
    /// The tools, the one that saves most misses a token first.
    pub tools: Vec<Kept>,
    /// Tokens that they take in every request.
    pub tokens: i64,
    /// First searches without them.
    pub searches: usize,
    /// Misses without them.
    pub misses: usize,
    /// Misses with them.
    pub misses_left: usize,
    /// Whether as few misses are left as were asked for.
    pub reached: bool,
    /// Change of `cumulative` with them, in tokens a session.
    pub cumulative_change: i64,
    /// Change of `billed` with them, in tokens a session.
    pub billed_change: i64,
    /// Whether the bill falls.
    pub pays: bool,
}

/// A tool to keep.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Kept {
    /// Its server.
    pub server: String,
    /// Its name.
    pub tool: String,
    /// Sessions that use it.
    pub uses: usize,
    /// First searches for it that missed.
    pub misses: usize,
    /// Tokens that it takes in every request.
    pub tokens: i64,
}

/// A strategy with one thing different.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Sensitivity {
    /// The strategy.
    pub strategy: String,
    /// The host.
    pub host: String,
    /// `k` results a search, `gap` between requests, size of `results`, `hot` tools up front.
    pub what: String,
    /// How it is different.
    pub value: String,
    /// The largest request.
    pub peak: i64,
    /// Input tokens of a session, sent again.
    pub cumulative: i64,
    /// In percent of `full` with the same thing different.
    pub cumulative_pct: f64,
    /// Input-price tokens of a session.
    pub billed: i64,
    /// In percent of `full` with the same thing different.
    pub billed_pct: f64,
    /// Misses a first search.
    pub miss_per_search: Option<f64>,
}

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
            context_window: window(&column.tariff),
            tools_tokens: counted.loaded().iter().sum(),
            cache,
        }
    }
}

fn window(tariff: &Tariff) -> Option<u64> {
    tariff.context_window
}

/// The model's id, or the profile that counts.
#[must_use]
pub fn model(column: &column::Column<'_>) -> String {
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
            deferred: outcome.deferred,
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
        let size = |point: &crate::simulate::break_even::Point| Size {
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
