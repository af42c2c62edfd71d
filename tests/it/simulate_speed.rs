//! The simulator's bounds of time, for an optimised build: `cargo test --release --test it -- --ignored simulate_speed`.

use std::time::{Duration, Instant};

use toolrent::host::caching::{self, Retention};
use toolrent::host::tariff::Tariff;
use toolrent::simulate::billing::Billing;
use toolrent::simulate::count::Counted;
use toolrent::simulate::play::rankings::Rankings;
use toolrent::simulate::play::{self, Scene};
use toolrent::simulate::rank::ranker::Ranker;
use toolrent::simulate::strategies;
use toolrent::simulate::synthetic::Spec;
use toolrent::simulate::workload::Workload;

use crate::shared::folder;
use crate::simulated::{Request, Words, catalog, column, rankers, sessions};

#[test]
#[ignore = "a bound of time, for an optimised build"]
fn recorded_runs_take_two_seconds_with_all_counting() {
    let Some(shared) = folder() else { return };
    let (catalog, sessions) = (catalog(&shared, Words::LeftOut), sessions(&shared, Request::Execution));
    let begun = Instant::now();
    let column = column("claude-api", None);
    let counted = Counted::new(&catalog, &column);
    let workload = Workload::of(&sessions, &counted, &column);
    let rankers = rankers(&catalog);
    let rankers: Vec<&dyn Ranker> = rankers.iter().map(AsRef::as_ref).collect();
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
    let made = Spec { tools: 3_000, sessions: 1_000, turns: 10, ..Spec::default() };
    let begun = Instant::now();
    let (counted, workload) = (made.counted(), made.workload(3_000));
    let rankers = made.rankers(3_000);
    let rankers: Vec<&dyn Ranker> = rankers.iter().map(AsRef::as_ref).collect();
    let rankings = Rankings::of(&workload.queries, &rankers, 100);
    let billing = Billing::new(caching::named("anthropic-5m"), &Tariff::default());
    let scene = Scene { counted: &counted, workload: &workload, rankings: &rankings, billing: &billing, offered: None };
    let outcomes = play::play(scene, &strategies::all());
    let took = begun.elapsed();
    assert_eq!(workload.turns(), 10_000);
    assert!(outcomes.iter().all(Result::is_ok));
    assert!(took <= Duration::from_secs(10), "{took:?}");
}
