//! What holds for every catalog and every session, whatever the strategy.

use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, Strategy as _, any, prop_assert, prop_assert_eq, proptest};
use proptest::sample::Index;
use toolrent::host::caching;
use toolrent::host::tariff::Tariff;
use toolrent::simulate::billing::Billing;
use toolrent::simulate::count::{Counted, Sizes};
use toolrent::simulate::discover::OnMiss;
use toolrent::simulate::outcome::Outcome;
use toolrent::simulate::play::player::Played;
use toolrent::simulate::play::rankings::Rankings;
use toolrent::simulate::play::{self, Scene};
use toolrent::simulate::rank::ranker::{Ranked, Ranker};
use toolrent::simulate::strategies::{self, presets};
use toolrent::simulate::strategy::{Order, Strategy};
use toolrent::simulate::workload::{Run, Step, ToolAt, Use, Workload};

/// A catalog and its sessions, made of numbers.
#[derive(Debug, Clone)]
struct World {
    sizes: Vec<Sizes>,
    servers: Vec<usize>,
    workload: Workload,
}

/// Finds by a table that looks random and never changes: a query is a number, and so is a tool's own name.
struct Table {
    name: &'static str,
    /// What each position was called before the tools were put in another order.
    named: Vec<usize>,
}

impl Ranker for Table {
    fn name(&self) -> &str {
        self.name
    }

    fn rank(&self, query: &str) -> Vec<Ranked> {
        let query: usize = query.parse().expect("a number");
        let key = |tool: usize| (tool * 7_919 + query * 104_729) % 10_007;
        let mut ranked: Vec<Ranked> = self
            .named
            .iter()
            .enumerate()
            .map(|(document, tool)| Ranked { document, score: -f64::from(u32::try_from(key(*tool)).expect("small")) })
            .collect();
        ranked.sort_by(|one, other| other.score.total_cmp(&one.score).then(one.document.cmp(&other.document)));
        ranked
    }
}

fn sizes() -> impl proptest::strategy::Strategy<Value = Sizes> {
    (20..400_i64, 1..15_i64).prop_map(|(loaded, name)| Sizes {
        loaded,
        // A definition as text is never shorter than as a tool here, so that bounds in tokens are bounds of strategies.
        forms: [name, name + 5, loaded / 2, loaded, loaded / 2, name + 4, name + 2, loaded + 3, 2 * loaded],
    })
}

fn step(tools: usize) -> impl proptest::strategy::Strategy<Value = Step> {
    let call = (any::<Index>(), 0..900_i64, any::<bool>()).prop_map(move |(tool, result, known)| Use {
        tool: known.then(|| ToolAt(u32::try_from(tool.index(tools)).expect("small"))),
        result,
    });
    let query = any::<Index>().prop_map(|query| query.index(6));
    (0..200_i64, 1..300_i64, vec(call, 0..3), vec(query, 1..3), any::<bool>(), 0..400_000_u64).prop_map(
        |(said, answer, calls, queries, asks, gap)| Step {
            said: if asks { said } else { 0 },
            asked: (asks && said > 0).then(|| queries[0]),
            answer,
            calls,
            queries,
            gap_ms: Some(gap),
            compacted: false,
        },
    )
}

fn world() -> impl proptest::strategy::Strategy<Value = World> {
    let tools = proptest::sample::select(vec![7_usize, 40, 150]);
    tools.prop_flat_map(|tools| {
        let run = (0..3_000_i64, vec(step(tools), 1..8));
        (vec(sizes(), tools), vec(run, 1..4)).prop_map(move |(sizes, runs)| {
            let servers = vec![tools - tools / 2, tools / 2];
            let run = |(system, steps): (i64, Vec<Step>)| Run { system, steps, ..Run::default() };
            let queries: Vec<String> = (0..6).map(|query| query.to_string()).collect();
            let query_tokens = vec![9; queries.len()];
            let runs = runs.into_iter().map(run).collect();
            World { sizes, servers, workload: Workload { runs, queries, query_tokens, ..Workload::default() } }
        })
    })
}

fn all() -> Vec<Strategy> {
    strategies::all().into_iter().chain(presets::all().iter().cloned()).collect()
}

impl World {
    fn counted(&self) -> Counted<'static> {
        Counted::of_sizes(&self.servers, &[30, 40], &self.sizes)
    }

    fn rankings(&self, named: &[usize]) -> Rankings {
        let table = |name| Table { name, named: named.to_vec() };
        let tables = ["claude", "codex", "plain", "regex"].map(table);
        let rankers: Vec<&dyn Ranker> = tables.iter().map(|table| table as &dyn Ranker).collect();
        Rankings::of(&self.workload.queries, &rankers, 200)
    }

    fn runs(&self, strategy: &Strategy, billing: &Billing) -> Vec<Played> {
        let (counted, rankings) = (self.counted(), self.rankings(&(0..self.sizes.len()).collect::<Vec<_>>()));
        let scene = Scene { counted: &counted, workload: &self.workload, rankings: &rankings, billing, offered: None };
        play::runs(scene, strategy).expect("a strategy that fits")
    }

    fn outcomes(&self, strategies: &[Strategy], billing: &Billing, named: &[usize]) -> Vec<Outcome> {
        let (counted, rankings) = (self.counted(), self.rankings(named));
        let scene = Scene { counted: &counted, workload: &self.workload, rankings: &rankings, billing, offered: None };
        play::play(scene, strategies).into_iter().map(|outcome| outcome.expect("it fits")).collect()
    }

    /// The same tools in the opposite order inside each server.
    fn turned(&self) -> (World, Vec<usize>) {
        let first = self.servers[0];
        let order: Vec<usize> = (0..first).rev().chain((first..self.sizes.len()).rev()).collect();
        let at = |tool: ToolAt| order.iter().position(|old| *old == tool.0 as usize).expect("a permutation");
        let mut world = self.clone();
        world.sizes = order.iter().map(|old| self.sizes[*old]).collect();
        for call in world.workload.runs.iter_mut().flat_map(|run| &mut run.steps).flat_map(|step| &mut step.calls) {
            call.tool = call.tool.map(|tool| ToolAt(u32::try_from(at(tool)).expect("small")));
        }
        (world, order)
    }
}

fn billing(row: &str) -> Billing {
    Billing::new(caching::named(row), &Tariff::default())
}

fn strategy(name: &str) -> Strategy {
    strategies::named(name).expect(name)
}

/// What is no matter of the cache.
fn apart_from_cache(outcome: &Outcome) -> Outcome {
    Outcome {
        billed: 0.0,
        cache_hit_pct: 0.0,
        busts: 0,
        per_turn_read: Vec::new(),
        per_turn_written: Vec::new(),
        charge: toolrent::simulate::billing::Charge::default(),
        missed: std::collections::BTreeMap::new(),
        ..outcome.clone()
    }
}

proptest! {
    // Each case plays every strategy, so a few worlds are many sessions.
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn every_token_is_counted_in_each_of_the_sums(world in world()) {
        for strategy in all() {
            for run in world.runs(&strategy, &billing("anthropic-5m")) {
                prop_assert_eq!(run.per_turn.iter().map(|turn| turn.input()).sum::<i64>(), run.cumulative, "{}", strategy.name);
                prop_assert_eq!(run.parts.iter().sum::<i64>(), run.cumulative, "{}", strategy.name);
                prop_assert_eq!(run.charge.input(), run.cumulative, "{}", strategy.name);
                prop_assert!(run.once <= run.cumulative && run.first <= run.peak, "{}", strategy.name);
                prop_assert!(run.charge.uncached >= 0 && run.charge.written >= 0 && run.charge.read >= 0);
            }
        }
    }

    // Of strategies that find every tool, by session: one that gives up holds less because it lacks something.
    #[test]
    fn no_strategy_ends_with_less_before_the_model_than_the_oracle(world in world()) {
        let oracle = world.runs(&strategy("oracle"), &billing("anthropic-5m"));
        for one in all() {
            let finds = one.discover.as_ref().is_none_or(|discover| discover.on_miss != OnMiss::GiveUp);
            for (run, bound) in world.runs(&one, &billing("anthropic-5m")).iter().zip(&oracle) {
                prop_assert!(!finds || one.discover.is_none() && run.not_found > 0 || bound.peak <= run.peak, "{}: {} < {}", one.name, run.peak, bound.peak);
            }
        }
    }

    #[test]
    fn full_misses_nothing(world in world()) {
        for run in world.runs(&strategy("full"), &billing("anthropic-5m")) {
            prop_assert_eq!((run.searches, run.misses, run.not_found, run.extra_round_trips), (0, 0, 0, 0));
        }
    }

    // In tokens. What is billed may fall: a longer prompt can be long enough for the cache.
    #[test]
    fn a_tool_that_nobody_uses_never_lowers_full(world in world(), more in sizes()) {
        let mut larger = world.clone();
        larger.sizes.push(more);
        larger.servers[1] += 1;
        let (before, after) = (world.runs(&strategy("full"), &billing("openai-5")), larger.runs(&strategy("full"), &billing("openai-5")));
        for (before, after) in before.iter().zip(&after) {
            prop_assert!(before.first <= after.first && before.peak <= after.peak);
            prop_assert!(before.cumulative <= after.cumulative && before.once <= after.once);
        }
    }

    // Groups and the tools that most sessions use are formed along the catalog, so these are left out.
    #[test]
    fn another_order_of_tools_changes_nothing(world in world()) {
        let along = ["static-subset", "virtual-groups", "vscode"];
        let strategies: Vec<Strategy> = all().into_iter().filter(|one| !along.contains(&one.name.as_str())).collect();
        let (turned, order) = world.turned();
        let same: Vec<usize> = (0..world.sizes.len()).collect();
        let claude = billing("anthropic-5m");
        let (before, after) = (world.outcomes(&strategies, &claude, &same), turned.outcomes(&strategies, &claude, &order));
        for (before, after) in before.iter().zip(&after) {
            prop_assert_eq!(apart_from_cache(before), apart_from_cache(after));
            prop_assert_eq!(before.charge, after.charge);
        }
    }

    #[test]
    fn an_order_that_changes_between_requests_changes_only_what_the_cache_does(world in world()) {
        let stable = all();
        let shuffled: Vec<Strategy> = all().into_iter().map(|one| Strategy { order: Order::Shuffled, ..one }).collect();
        let same: Vec<usize> = (0..world.sizes.len()).collect();
        let claude = billing("anthropic-5m");
        let (before, after) = (world.outcomes(&stable, &claude, &same), world.outcomes(&shuffled, &claude, &same));
        for (before, after) in before.iter().zip(&after) {
            prop_assert_eq!(apart_from_cache(before), apart_from_cache(after));
            prop_assert_eq!(after.charge.read, 0);
            prop_assert!(after.billed >= before.billed);
        }
    }

    // A write costs more than an uncached token at some providers, so there a session that reads nothing costs more too.
    #[test]
    fn the_bill_is_bounded_by_the_dearest_token(world in world()) {
        for row in caching::rows() {
            let billing = billing(&row.id);
            for strategy in all() {
                for run in world.runs(&strategy, &billing) {
                    let most = run.cumulative * i64::from(row.write_pct.max(100));
                    prop_assert!(billing.billed_pct(run.charge) <= most, "{} {}", row.id, strategy.name);
                }
            }
        }
    }
}
