//! How many bytes a second each vocabulary counts, beside tiktoken-rs on the same texts.

use std::path::{Path, PathBuf};
use std::{env, fs, hint};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use serde_json::{Value, json};
use toolrent::meter::encodings::named;

/// A catalog of the size of a large server, each tool as compact JSON, in words that repeat as those of real ones do.
fn catalog() -> Vec<String> {
    let verbs = ["create", "read", "update", "delete", "list", "search", "archive", "export"];
    let things =
        ["invoice", "customer", "warehouse", "shipment", "calendar_event", "support_ticket", "payment", "report"];
    let places = ["Jakarta", "Surabaya", "Bandung", "Makassar"];
    let tool = |(number, (verb, thing)): (usize, (&str, &str))| {
        let place = places[number % places.len()];
        json!({
            "name": format!("{verb}_{thing}"),
            "description": format!(
                "{verb} one {thing} of the branch in {place}.\n\nGives back the {thing} with its `id`, its state and \
                 the time of its last change. Ubah hanya bila pengguna memintanya; don't guess an id, ask for it."
            ),
            "inputSchema": {
                "type": "object",
                "properties": {
                    format!("{thing}Id"): {"type": "string", "pattern": "^[A-Z]{3}-[0-9]{6}$"},
                    "maxResults": {"type": "integer", "minimum": 1, "maximum": 100 + number, "default": 25},
                    "fields": {"type": "array", "items": {"type": "string", "enum": ["id", "state", "changedAt"]}}
                },
                "required": [format!("{thing}Id")],
                "additionalProperties": false
            }
        })
        .to_string()
    };
    verbs.iter().flat_map(|verb| things.iter().map(move |thing| (*verb, *thing))).enumerate().map(tool).collect()
}

/// Every tool of the corpus, when `TOOLRENT_SHARED` says where it is.
fn corpus() -> Option<Vec<String>> {
    Some(tools(&PathBuf::from(env::var_os("TOOLRENT_SHARED")?).join("corpus/servers")))
}

/// Every tool of the files in a folder, as compact JSON.
fn tools(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("a file").path());
    let tools = files.flat_map(|path| {
        let mut file: Value = serde_json::from_slice(&fs::read(path).expect("readable")).expect("JSON");
        let list = if file["tools"].is_array() { &mut file["tools"] } else { &mut file["result"]["tools"] };
        match list.take() {
            Value::Array(tools) => tools,
            _ => Vec::new(),
        }
    });
    tools.map(|tool| tool.to_string()).collect()
}

fn counting(criterion: &mut Criterion) {
    let samples = tools(&Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/servers"));
    for (what, texts) in [("catalog", Some(catalog())), ("samples", Some(samples)), ("corpus", corpus())] {
        let Some(texts) = texts else { continue };
        let mut group = criterion.benchmark_group(what);
        group.sample_size(10).throughput(Throughput::Bytes(texts.iter().map(|text| text.len() as u64).sum()));
        for name in ["o200k", "cl100k", "qwen2", "tekken", "claude2", "gemma3", "deepseek", "llama3"] {
            let Some(tokenizer) = named(name) else { continue };
            let count = || texts.iter().map(|text| tokenizer.count(text)).sum::<usize>();
            group.bench_function(name, |bencher| bencher.iter(|| hint::black_box(count())));
        }
        let theirs = [("o200k", tiktoken_rs::o200k_base_singleton()), ("cl100k", tiktoken_rs::cl100k_base_singleton())];
        for (name, bpe) in theirs {
            let count = || texts.iter().map(|text| bpe.encode_ordinary(text).len()).sum::<usize>();
            group.bench_function(format!("tiktoken-rs {name}"), |bencher| bencher.iter(|| hint::black_box(count())));
        }
        group.finish();
    }
}

criterion_group!(benches, counting);
criterion_main!(benches);
