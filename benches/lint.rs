//! How many tools a second the linter judges: the samples and, where present, the corpus; and hostile texts of megabytes.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::{env, fs};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use toolrent::catalog::saved;
use toolrent::catalog::tool::Catalog;
use toolrent::host::profile::{self, Host};
use toolrent::lint::run::{Config, lint};
use toolrent::lint::scene::Input;

fn catalogs(folder: &Path) -> Vec<Catalog> {
    let files = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let files = files.filter(|path| path.extension().is_some_and(|extension| extension == "json"));
    files
        .map(|path| saved::read(&path.to_string_lossy(), &fs::read(&path).expect("readable")).expect("a catalog"))
        .collect()
}

fn judge(catalog: &Catalog, hosts: &[&'static Host]) -> usize {
    lint(Input { catalog: Some(catalog), hosts, ..Input::default() }, &Config::default()).findings.len()
}

fn real(criterion: &mut Criterion) {
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/servers");
    let shared = env::var_os("TOOLRENT_SHARED").map(PathBuf::from);
    let corpus = shared.map(|shared| shared.join("corpus/servers"));
    let hosts: Vec<_> = profile::lint_defaults().collect();
    let mut group = criterion.benchmark_group("lint");
    for (what, folder) in [("samples", Some(samples)), ("corpus", corpus)] {
        let Some(folder) = folder else { continue };
        let catalogs = catalogs(&folder);
        let tools: u64 = catalogs.iter().map(|catalog| catalog.tools().count() as u64).sum();
        group.sample_size(10).throughput(Throughput::Elements(tools));
        let all = || catalogs.iter().map(|catalog| judge(catalog, &hosts)).sum::<usize>();
        group.bench_function(what, |bencher| bencher.iter(|| black_box(all())));
    }
    group.finish();
}

fn hostile(criterion: &mut Criterion) {
    let hosts: Vec<_> = profile::lint_defaults().collect();
    let mut group = criterion.benchmark_group("lint of a description of 1 MB");
    for (what, unit) in
        [("words", "ignore "), ("quotes", "\\\""), ("base64", "QUJD"), ("letters", "a b "), ("marks", "e\\u0301")]
    {
        let times = 1_000_000 / unit.len();
        let text = format!(
            r#"{{"tools":[{{"name":"alat","description":"{}","inputSchema":{{"type":"object"}}}}]}}"#,
            unit.repeat(times)
        );
        let catalog = saved::read("hostile", text.as_bytes()).expect("a catalog");
        group.sample_size(10).throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(what, |bencher| bencher.iter(|| black_box(judge(&catalog, &hosts))));
    }
    group.finish();
}

criterion_group!(benches, real, hostile);
criterion_main!(benches);
