//! How long a ranker takes to be built and to answer, over the samples' tools many times under other names.

use std::fs;
use std::hint::black_box;
use std::path::Path;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use toolrent::catalog::saved;
use toolrent::catalog::tool::Catalog;
use toolrent::simulate::rank::kind::{Kind, ranker};

/// Copies of the samples: 86 tools each, some 3,000 together.
const COPIES: usize = 35;

const QUERIES: [&str; 4] = [
    "cari barang yang stoknya menipis di gudang",
    "merge a change after checking the status of its pipeline runs",
    "buat faktur pajak untuk pelanggan",
    "find a free time for a meeting and invite everybody",
];

fn catalog() -> Catalog {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/servers");
    let mut files: Vec<_> = fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").path()).collect();
    files.sort();
    let mut all = Catalog::default();
    for copy in 0..COPIES {
        for file in &files {
            let text = fs::read(file).expect("readable");
            let mut catalog = saved::read(&file.to_string_lossy(), &text).expect("a catalog");
            catalog.servers.iter_mut().for_each(|server| server.name = format!("{}_{copy}", server.name));
            all.servers.extend(catalog.servers);
        }
    }
    all
}

fn rankers(criterion: &mut Criterion) {
    let catalog = catalog();
    let mut group = criterion.benchmark_group("search");
    group.sample_size(10);
    for kind in Kind::USUAL {
        let name = kind.name();
        group.throughput(Throughput::Elements(catalog.tools().count() as u64));
        group.bench_function(format!("build {name}"), |bencher| bencher.iter(|| black_box(ranker(kind, &catalog))));
        let built = ranker(kind, &catalog);
        group.throughput(Throughput::Elements(QUERIES.len() as u64));
        let all = || QUERIES.iter().map(|query| built.rank(query).len()).sum::<usize>();
        group.bench_function(format!("query {name}"), |bencher| bencher.iter(|| black_box(all())));
    }
    group.finish();
}

criterion_group!(benches, rankers);
criterion_main!(benches);
