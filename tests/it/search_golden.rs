//! The retrieval values measured with the crate `bm25` over the 527 recorded tools, and the scores of the shared cases.

use std::fs;
use std::path::Path;

use serde_json::Value;
use sha2::{Digest, Sha256};
use toolrent::catalog::saved;
use toolrent::catalog::tool::Catalog;
use toolrent::simulate::rank::documents;
use toolrent::simulate::rank::kind::{Kind, ranker};
use toolrent::simulate::rank::ranker::Ranker;

use crate::shared::folder;

const TOLERANCE: f64 = 0.005;

fn json(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).expect("a file")).expect("JSON")
}

fn lines(path: &Path) -> Vec<Value> {
    let text = fs::read_to_string(path).expect("a file");
    text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
}

fn catalog(shared: &Path) -> Catalog {
    let file = shared.join("retrieval/tools.json");
    saved::read("tools.json", &fs::read(file).expect("the tools")).expect("a catalog")
}

/// Positions of a list of recorded tools.
fn positions(list: &Value) -> Vec<usize> {
    let entries = list.as_array().expect("a list").iter();
    entries.map(|entry| usize::try_from(entry["index"].as_u64().expect("an index")).expect("small")).collect()
}

fn top(ranker: &dyn Ranker, query: &str) -> Vec<usize> {
    ranker.rank(query).into_iter().take(20).map(|one| one.document).collect()
}

#[expect(clippy::cast_precision_loss, reason = "a few hundred")]
fn share(found: usize, all: usize) -> f64 {
    found as f64 / all as f64
}

#[test]
fn documents_are_those_that_were_measured() {
    let Some(shared) = folder() else { return };
    let catalog = catalog(&shared);
    assert_eq!((catalog.servers.len(), catalog.tools().count()), (70, 527));
    let golden = json(&shared.join("retrieval/golden.json"));
    for (name, texts) in [
        ("codex", documents::codex(&catalog)),
        ("anthropic", documents::anthropic(&catalog)),
        ("name_desc", documents::name_and_description(&catalog)),
    ] {
        let digest = Sha256::digest(texts.join("\n"));
        let hex: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(golden["values"][name]["documents_sha256"], hex, "{name}");
    }
}

#[test]
fn recall_is_what_was_measured() {
    let Some(shared) = folder() else { return };
    let catalog = catalog(&shared);
    let golden = json(&shared.join("retrieval/golden.json"));
    let tasks = lines(&shared.join("retrieval/queries.jsonl"));
    let written = lines(&shared.join("retrieval/written_queries.jsonl"));
    let mut checked = 0;
    for (name, kind) in [("codex", Kind::Codex), ("anthropic", Kind::Claude), ("name_desc", Kind::NameDesc)] {
        let ranker = ranker(kind, &catalog);
        let answers = |rows: &[Value]| -> Vec<Vec<usize>> {
            rows.iter().map(|row| top(ranker.as_ref(), row["query"].as_str().expect("a query"))).collect()
        };
        let (of_tasks, of_written) = (answers(&tasks), answers(&written));
        for (k, value) in golden["values"][name]["k"].as_object().expect("by k") {
            let k: usize = k.parse().expect("a number");
            let holds = |answer: &Vec<usize>, any: &Value| {
                positions(any).iter().any(|at| answer.iter().take(k).any(|found| found == at))
            };
            let shares: Vec<f64> = (tasks.iter().zip(&of_tasks))
                .filter_map(|(task, answer)| {
                    let mentions = task["gold_mentions"].as_array().filter(|mentions| !mentions.is_empty())?;
                    Some(share(mentions.iter().filter(|any| holds(answer, any)).count(), mentions.len()))
                })
                .collect();
            assert_eq!(shares.len(), 94);
            let recall = shares.iter().sum::<f64>() / 94.0;
            let hits = written.iter().zip(&of_written).filter(|(row, answer)| holds(answer, &row["relevant"])).count();
            for (metric, ours) in [("task_recall", recall), ("written_hit", share(hits, written.len()))] {
                let bound = |end: &str| value[metric][end].as_f64().expect("a bound");
                let fits = ours >= bound("min") - TOLERANCE && ours <= bound("max") + TOLERANCE;
                assert!(fits, "{name} {metric} at {k}: {ours:.4}, measured {}", value[metric]);
                checked += 1;
            }
        }
    }
    assert_eq!(checked, 36);
}

/// Six times the recorded tools, each copy under another name.
fn large(shared: &Path) -> Catalog {
    let once = catalog(shared);
    let mut large = Catalog::default();
    for copy in 0..6 {
        large.servers.extend(once.servers.iter().cloned().map(|mut server| {
            server.name = format!("{}_{copy}", server.name);
            server
        }));
    }
    large
}

#[test]
#[ignore = "a bound of time, for an optimised build: cargo test --release --test it -- --ignored search_golden"]
fn three_thousand_tools_and_fifteen_hundred_queries_take_seconds() {
    let Some(shared) = folder() else { return };
    let large = large(&shared);
    let rows = ["queries.jsonl", "written_queries.jsonl"].map(|file| lines(&shared.join("retrieval").join(file)));
    let queries = rows.iter().flatten().map(|row| row["query"].as_str().expect("a query"));
    let queries: Vec<&str> = queries.cycle().take(1_500).collect();
    for kind in Kind::USUAL {
        let start = std::time::Instant::now();
        let ranker = ranker(kind, &large);
        let built = start.elapsed();
        let found: usize = queries.iter().map(|query| ranker.rank(query).len()).sum();
        let took = start.elapsed();
        assert!(found > 1_500, "{found}");
        assert!(took.as_secs_f64() < 2.0, "{}: {took:?}, of which {built:?} for the index", kind.name());
    }
}
