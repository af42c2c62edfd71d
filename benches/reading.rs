//! How fast saved catalogs are read, in bytes a second: made-up ones, the samples, shared files where present.

use std::fmt::Write;
use std::fs;
use std::hint::black_box;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use toolrent::catalog::saved;
use toolrent::catalog::saved::lines::lines;

/// Tools shaped like those of real servers: some words, a handful of properties, now and then a nested object.
fn tools(count: usize) -> Vec<String> {
    let tool = |number: usize| {
        let mut properties = String::new();
        for index in 0..3 + number % 5 {
            let _ = write!(
                properties,
                r#""field_{index}":{{"type":"string","description":"What field {index} is for, and \"when\" to leave it out.","maxLength":{}}},"#,
                index * 100
            );
        }
        format!(
            r#"{{"name":"tool_{number}","description":"Looks something up and says what it found; needs no key.","inputSchema":{{"type":"object","properties":{{{properties}"more":{{"type":"object","properties":{{"deep":{{"type":"array","items":{{"type":"number","minimum":0.5}}}}}}}}}},"required":["field_0"],"additionalProperties":false}}}}"#
        )
    };
    (0..count).map(tool).collect()
}

fn reading(criterion: &mut Criterion) {
    let tools = tools(2_000);
    let list = format!("{{\"tools\":[{}]}}", tools.join(","));
    let rows = tools.join("\n");
    let mut inputs =
        vec![("made-up list".to_owned(), list.into_bytes()), ("made-up NDJSON".to_owned(), rows.clone().into_bytes())];
    let samples = Path::new(env!("CARGO_MANIFEST_DIR")).join("samples");
    for name in ["servers/forge.json", "requests/openai-chat.json", "shapes/capture.har", "shapes/cassette.yaml"] {
        inputs.push((format!("samples/{name}"), fs::read(samples.join(name)).expect("a sample")));
    }
    if let Some(shared) = std::env::var_os("TOOLRENT_SHARED").map(PathBuf::from) {
        for name in ["inputs/large.json", "inputs/ms365.json", "corpus/servers/npm__0nmcp.json"] {
            inputs.push((name.to_owned(), fs::read(shared.join(name)).expect("a shared file")));
        }
    }
    let mut group = criterion.benchmark_group("reading");
    for (name, bytes) in &inputs {
        group.throughput(Throughput::Bytes(bytes.len() as u64));
        group.bench_function(name, |bencher| bencher.iter(|| black_box(saved::read(name, black_box(bytes)))));
    }
    group.throughput(Throughput::Bytes(rows.len() as u64));
    group.bench_function("made-up NDJSON, line by line", |bencher| {
        bencher.iter(|| {
            lines("rows", Cursor::new(black_box(&rows)))
                .map(|line| line.map_or(0, |line| line.catalog.servers.len()))
                .sum::<usize>()
        });
    });
    group.finish();
}

criterion_group!(benches, reading);
criterion_main!(benches);
