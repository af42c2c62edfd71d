//! How long strategies take to play: a hundred recorded-size sessions, and ten thousand requests over three thousand tools.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use toolrent::host::caching;
use toolrent::host::tariff::Tariff;
use toolrent::simulate::billing::Billing;
use toolrent::simulate::play::rankings::Rankings;
use toolrent::simulate::play::{self, Scene};
use toolrent::simulate::rank::ranker::Ranker;
use toolrent::simulate::strategies;
use toolrent::simulate::synthetic::Spec;

fn simulate(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("simulate");
    for (tools, runs, turns) in [(527, 95, 7), (3_000, 1_000, 10)] {
        let made = Spec { tools, sessions: runs, turns, ..Spec::default() };
        let (counted, workload) = (made.counted(), made.workload(tools));
        let rankers = made.rankers(tools);
        let rankers: Vec<&dyn Ranker> = rankers.iter().map(AsRef::as_ref).collect();
        let rankings = Rankings::of(&workload.queries, &rankers, 100);
        let billing = Billing::new(caching::named("anthropic-5m"), &Tariff::default());
        let scene =
            Scene { counted: &counted, workload: &workload, rankings: &rankings, billing: &billing, offered: None };
        let strategies = strategies::all();
        group.sample_size(10).throughput(Throughput::Elements((workload.turns() * strategies.len()) as u64));
        group.bench_function(format!("{} requests, {tools} tools", workload.turns()), |bencher| {
            bencher.iter(|| black_box(play::play(scene, &strategies)));
        });
    }
    group.finish();
}

criterion_group!(benches, simulate);
criterion_main!(benches);
