//! The shared cases about finding tools: scores and ranks to the digit, and what the search must say about each.

use std::fs;

use serde_json::{Value, json};
use toolrent::catalog::saved;
use toolrent::catalog::tool::Catalog;
use toolrent::simulate::rank::kind::{Kind, ranker};
use toolrent::simulate::rank::names::Names;
use toolrent::simulate::rank::ranker::{Ranker, tied};
use toolrent::simulate::search::alike::Alike;
use toolrent::simulate::search::answer::answers;
use toolrent::simulate::search::note::Severity;
use toolrent::simulate::search::question::Question;
use toolrent::simulate::search::scene::Scene;

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

/// What `search` says about a case: class, severity, tool or server.
fn said(case: &Value, kinds: &[Kind]) -> Vec<(&'static str, Severity, String)> {
    let catalog = catalog(case);
    let names = Names::of(&catalog);
    let alike = Alike::of(&catalog);
    let k = usize::try_from(case["input"]["top_k"].as_u64().expect("k")).expect("small");
    let scene = Scene { names: &names, alike: &alike, k };
    let questions: Vec<Question> = (case["input"]["queries"].as_array().expect("queries").iter())
        .map(|query| {
            let wanted = query["want"].as_array().expect("names").iter();
            let wanted = wanted.map(|name| names.parse(name.as_str().expect("a name"))).collect();
            Question { query: query["q"].as_str().expect("text").to_owned(), wanted }
        })
        .collect();
    let rankers = kinds.iter().map(|kind| ranker(*kind, &catalog));
    let notes = rankers.flat_map(|ranker| answers(scene, &questions, ranker.as_ref())).flat_map(|answer| answer.notes);
    let told = notes.map(|note| {
        let tool = note.tool.map(|tool| names.all()[tool].tool.clone());
        (note.class.name(), note.class.severity(), tool.or(note.server).unwrap_or_default())
    });
    told.collect()
}

#[test]
fn what_the_cases_ask_for_is_said() {
    let mut checked = 0;
    for number in CASES {
        let Some(case) = case(number) else { return };
        let said = said(&case, &[Kind::Plain]);
        for asked in case["assert"]["must_report"].as_array().into_iter().flatten() {
            let whom = match asked["where"].as_str().expect("a place") {
                "server" => case["input"]["server"].as_str().expect("a server"),
                tool => tool,
            };
            assert_eq!(asked["severity_at_least"], "warn");
            let told = |(class, severity, of): &(&str, Severity, String)| {
                asked["class"] == *class && *severity == Severity::Warn && of == whom
            };
            assert!(said.iter().any(told), "{number} wants {asked}; heard {said:?}");
            checked += 1;
        }
    }
    assert_eq!(checked, 2);
}

/// What the cases expect in words, beyond what they assert.
#[test]
fn what_the_cases_describe_is_said() {
    for (number, kind, class, whom) in [
        ("087", Kind::Substring, "search.space_vs_underscore", "picture_render_job_create"),
        ("087", Kind::Codex, "search.space_vs_underscore", "picture_render_job_create"),
        ("089", Kind::Plain, "search.no_shared_word", "MAILER_FETCH_EMAILS"),
        ("089", Kind::Plain, "search.unknown_terms", ""),
        ("096", Kind::Plain, "search.tied_across_k", "search_ticket_customer"),
        ("096", Kind::Plain, "search.look_alikes", "search_ticket_customer"),
    ] {
        let Some(case) = case(number) else { return };
        let said = said(&case, &[kind]);
        assert!(said.iter().any(|(one, _, of)| *one == class && of == whom), "{number} {class}: heard {said:?}");
    }
    let Some(family) = case("096") else { return };
    let catalog = catalog(&family);
    let plain = ranker(Kind::Plain, &catalog);
    let ranked = plain.rank(&queries(&family)[2]);
    assert_eq!((ranked.len(), tied(&ranked, 8)), (18, 1..19), "rank 9 of 18 that are all the same");
    let Some(exact) = case("085") else { return };
    let exact_names = ranker(Kind::Exact, &self::catalog(&exact)).rank(&queries(&exact)[0]);
    assert_eq!(exact_names.len(), 6, "a search that honours names returns all of them");
}
