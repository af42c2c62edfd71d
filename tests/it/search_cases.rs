//! The shared cases about finding tools: scores and ranks to the digit, and what the search must say about each.

use std::fs;

use serde_json::{Value, json};
use toolrent::catalog::saved;
use toolrent::catalog::tool::Catalog;
use toolrent::simulate::rank::kind::{Kind, ranker};
use toolrent::simulate::rank::ranker::Ranker;

use crate::shared::case;

const CASES: [&str; 5] = ["085", "086", "087", "089", "096"];

fn catalog(case: &Value) -> Catalog {
    let text = json!({ "tools": case["input"]["tools"] }).to_string();
    let mut catalog = saved::read("case.json", text.as_bytes()).expect("a list");
    catalog.servers[0].name = case["input"]["server"].as_str().unwrap_or("case").to_owned();
    catalog
}

fn queries(case: &Value) -> Vec<String> {
    let queries = case["input"]["queries"].as_array().expect("queries");
    queries.iter().map(|query| query["q"].as_str().expect("text").to_owned()).collect()
}

/// Names and scores of the first `k`.
fn found(ranker: &dyn Ranker, catalog: &Catalog, query: &str, k: usize) -> Vec<(String, f64)> {
    let names: Vec<&str> = catalog.tools().map(|tool| tool.name.as_str()).collect();
    let ranked = ranker.rank(query).into_iter().take(k);
    ranked.map(|one| (names[one.document].to_owned(), (one.score * 1000.0).round() / 1000.0)).collect()
}

fn pairs(wanted: &Value) -> Vec<(String, f64)> {
    let pairs = wanted.as_array().expect("a list").iter();
    pairs.map(|pair| (pair[0].as_str().expect("a name").to_owned(), pair[1].as_f64().expect("a score"))).collect()
}

#[test]
fn plain_scores_are_those_of_the_cases() {
    let mut checked = 0;
    for number in CASES {
        let Some(case) = case(number) else { return };
        let catalog = catalog(&case);
        let plain = ranker(Kind::Plain, &catalog);
        for (key, k) in [("bm25", usize::MAX), ("bm25_top5", 5)] {
            let asserted = &case["assert"][key];
            let by_query = asserted.as_object().cloned().unwrap_or_default();
            for (query, wanted) in by_query {
                assert_eq!(found(plain.as_ref(), &catalog, &query, k), pairs(&wanted), "{number} {query}");
                checked += 1;
            }
            if asserted.is_array() {
                let names: Vec<Value> = found(plain.as_ref(), &catalog, &queries(&case)[0], k)
                    .into_iter()
                    .map(|one| one.0.into())
                    .collect();
                assert_eq!(&Value::from(names), asserted, "{number}");
                checked += 1;
            }
        }
        let query = case["input"]["queries"].as_array().expect("queries");
        for (at, wanted) in case["assert"]["bm25_rank"].as_array().into_iter().flatten().enumerate() {
            let names = found(plain.as_ref(), &catalog, &queries(&case)[at], usize::MAX);
            let rank = names.iter().position(|one| query[at]["want"][0] == one.0).map(|rank| rank + 1);
            assert_eq!(&json!(rank), wanted, "{number}");
            checked += 1;
        }
        let substring = ranker(Kind::Substring, &catalog);
        for (at, wanted) in case["assert"]["substring"].as_array().into_iter().flatten().enumerate() {
            assert_eq!(&json!(!substring.rank(&queries(&case)[at]).is_empty()), wanted, "{number}");
            checked += 1;
        }
    }
    assert_eq!(checked, 10);
}

#[test]
fn no_case_about_finding_is_left_out() {
    let Some(shared) = crate::shared::folder() else { return };
    let files = fs::read_dir(shared.join("cases")).expect("the cases").map(|file| file.expect("a file").path());
    let of_search = files.filter(|path| path.extension().is_some_and(|end| end == "json")).filter(|path| {
        let case: Value = serde_json::from_str(&fs::read_to_string(path).expect("a case")).expect("JSON");
        case["input_type"] == "search"
    });
    assert_eq!(of_search.count(), CASES.len());
}
