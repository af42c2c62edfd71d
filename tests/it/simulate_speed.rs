//! The simulator's bounds of time, for an optimised build: `cargo test --release --test it -- --ignored simulate_speed`.

use std::time::{Duration, Instant};

use toolrent::host::caching::{self, Retention};
use toolrent::host::tariff::Tariff;
use toolrent::simulate::billing::Billing;
use toolrent::simulate::count::Counted;
use toolrent::simulate::play::rankings::Rankings;
use toolrent::simulate::play::{self, Scene};
use toolrent::simulate::rank::ranker::{Ranked, Ranker};
use toolrent::simulate::strategies;
use toolrent::simulate::workload::Workload;
use toolrent::simulate::workload::synthetic::Synthetic;

use crate::shared::folder;
use crate::simulated::{Bm25, Request, Words, catalog, column, sessions};

/// Fills every answer with the tools that stand beside the one that is meant.
struct Neighbours(&'static str, usize);

impl Ranker for Neighbours {
    fn name(&self) -> &str {
        self.0
    }

    fn rank(&self, query: &str) -> Vec<Ranked> {
        let meant: usize = query.parse().expect("a number");
        // Every second search misses.
        let start = if meant.is_multiple_of(2) { meant } else { meant + 1 };
        (start..self.1).take(20).map(|document| Ranked { document, score: 1.0 }).collect()
    }
}

#[test]
#[ignore = "a bound of time, for an optimised build"]
fn recorded_runs_take_two_seconds_with_all_counting() {
    let Some(shared) = folder() else { return };
    let (catalog, sessions) = (catalog(&shared, Words::LeftOut), sessions(&shared, Request::Execution));
    let begun = Instant::now();
    let column = column("claude-api", None);
    let counted = Counted::new(&catalog, &column);
    let workload = Workload::of(&sessions, &counted, &column);
    let rankers = ["claude", "codex", "regex"].map(|name| Bm25::over(name, &catalog));
    let rankers: Vec<&dyn Ranker> = rankers.iter().map(|ranker| ranker as &dyn Ranker).collect();
    let rankings = Rankings::of(&workload.queries, &rankers, 100);
    let billing = Billing::of(&column, Retention::Short);
    let scene = Scene { counted: &counted, workload: &workload, rankings: &rankings, billing: &billing, offered: None };
    let outcomes = play::play(scene, &strategies::all());
    let took = begun.elapsed();
    assert!(outcomes.len() >= 14 && outcomes.iter().all(Result::is_ok));
    assert!(took <= Duration::from_secs(2), "{took:?}");
}

#[test]
#[ignore = "a bound of time, for an optimised build"]
fn ten_thousand_turns_over_three_thousand_tools_take_ten_seconds() {
    let made = Synthetic { tools: 3_000, definition: 160, runs: 1_000, turns: 10, result: 700, seed: 7 };
    let begun = Instant::now();
    let (counted, workload) = (made.counted(), made.workload());
    let rankers = ["claude", "codex", "regex"].map(|name| Neighbours(name, 3_000));
    let rankers: Vec<&dyn Ranker> = rankers.iter().map(|ranker| ranker as &dyn Ranker).collect();
    let rankings = Rankings::of(&workload.queries, &rankers, 100);
    let billing = Billing::new(caching::named("anthropic-5m"), &Tariff::default());
    let scene = Scene { counted: &counted, workload: &workload, rankings: &rankings, billing: &billing, offered: None };
    let outcomes = play::play(scene, &strategies::all());
    let took = begun.elapsed();
    assert_eq!(workload.turns(), 10_000);
    assert!(outcomes.iter().all(Result::is_ok));
    assert!(took <= Duration::from_secs(10), "{took:?}");
}
