//! How many tools a second each family of renderings writes and counts: the samples, and the corpus where present.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::{env, fs};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use toolrent::catalog::saved;
use toolrent::catalog::tool::{Catalog, Tool};
use toolrent::meter::meter::Meter;
use toolrent::meter::shown::Shown;

/// One profile of each family of renderings.
const PROFILES: [&str; 7] =
    ["raw-o200k", "openai-responses-5", "anthropic-4.6", "gemini-api-3", "gemini-api-2.5", "vertex-2.5", "mistral"];

fn catalogs(folder: &Path) -> Vec<Catalog> {
    let files = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let files = files.filter(|path| path.extension().is_some_and(|extension| extension == "json"));
    files
        .map(|path| saved::read(&path.to_string_lossy(), &fs::read(&path).expect("readable")).expect("a catalog"))
        .collect()
}

fn rent(criterion: &mut Criterion) {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/servers");
    let corpus = env::var_os("TOOLRENT_SHARED").map(|shared| PathBuf::from(shared).join("corpus/servers"));
    for (what, folder) in [("rent of samples", Some(samples)), ("rent of the corpus", corpus)] {
        let Some(folder) = folder else { continue };
        let catalogs = catalogs(&folder);
        let servers: Vec<&[Tool]> =
            catalogs.iter().flat_map(|catalog| &catalog.servers).map(|server| server.tools.as_slice()).collect();
        let mut group = criterion.benchmark_group(what);
        group.sample_size(10).throughput(Throughput::Elements(servers.iter().map(|tools| tools.len() as u64).sum()));
        for name in PROFILES {
            let meter = Meter::named(name).expect("a profile");
            let count = |tools: &&[Tool]| {
                let shown: Vec<_> = tools.iter().map(Shown::from).collect();
                meter.shares(&shown).iter().sum::<i64>()
            };
            let all = || black_box(&servers).iter().map(count).sum::<i64>();
            group.bench_function(name, |bencher| bencher.iter(|| black_box(all())));
        }
        group.finish();
    }
}

criterion_group!(benches, rent);
criterion_main!(benches);
