//! Reads what other programs have saved: the shared corpus, inputs and cases, where they are present.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;
use toolrent::catalog::saved;
use toolrent::catalog::saved::lines::{Form, form, lines};
use toolrent::catalog::tool::Catalog;

use crate::shared;

fn read(path: &Path) -> Catalog {
    let bytes = fs::read(path).expect("a file");
    saved::read(&path.to_string_lossy(), &bytes).expect("a catalog")
}

#[test]
fn every_server_of_the_corpus_is_read_whole_and_word_for_word() {
    let Some(shared) = shared::folder() else { return };
    let manifest = fs::read_to_string(shared.join("corpus/MANIFEST.tsv")).expect("the manifest");
    let (mut files, mut tools) = (0, 0);
    for row in manifest.lines().skip(1).map(|row| row.split('\t').collect::<Vec<_>>()) {
        let path = shared.join("corpus").join(row[0]);
        let catalog = read(&path);
        let expected: usize = row[4].parse().expect("a number of tools");
        assert_eq!(catalog.servers.len(), 1, "{}", row[0]);
        assert_eq!(catalog.tools().count(), expected, "{}", row[0]);
        assert!(catalog.problems.iter().all(|problem| !problem.lost), "{}: {:?}", row[0], catalog.problems);
        let text = fs::read_to_string(&path).expect("text");
        for tool in catalog.tools() {
            assert!(text.contains(&*tool.text), "{}: {}", row[0], tool.name);
            let again: Value = serde_json::from_str(&tool.text).expect("JSON");
            assert_eq!(again, tool.value, "{}: {}", row[0], tool.name);
        }
        if row[0].starts_with("servers/") {
            files += 1;
            tools += expected;
        }
    }
    assert_eq!((files, tools), (145, 9_051));
}

#[test]
fn the_shared_inputs_are_read_whole() {
    let Some(shared) = shared::folder() else { return };
    for (file, expected) in [("small", 14), ("large", 273), ("ms365", 344), ("poison", 53), ("poison2", 50)] {
        let catalog = read(&shared.join(format!("inputs/{file}.json")));
        assert_eq!(catalog.tools().count(), expected, "{file}");
        assert!(catalog.problems.iter().all(|problem| !problem.lost), "{file}: {:?}", catalog.problems);
        assert_eq!(catalog.servers[0].name, file);
    }
}

#[test]
fn a_name_that_comes_twice_is_told_and_kept() {
    let Some(shared) = shared::folder() else { return };
    let catalog = read(&shared.join("inputs/poison.json"));
    let mut names = BTreeMap::<_, usize>::new();
    for tool in catalog.tools() {
        *names.entry(tool.name.as_str()).or_default() += 1;
    }
    let twice: Vec<_> = names.iter().filter(|(_, count)| **count > 1).collect();
    assert_eq!(twice.len(), 1, "{twice:?}");
    assert!(catalog.problems.iter().any(|problem| problem.place.tool.as_deref() == Some(twice[0].0)));
}

/// The inputs of one case.
fn case(shared: &Path, file: &str) -> Value {
    let text = fs::read_to_string(shared.join("cases").join(file)).expect("a case");
    serde_json::from_str::<Value>(&text).expect("JSON")["input"].take()
}

fn read_text(text: &str) -> Catalog {
    saved::read("case", text.as_bytes()).expect("a catalog")
}

fn names(catalog: &Catalog) -> Vec<&str> {
    catalog.tools().map(|tool| tool.name.as_str()).collect()
}

/// The pages of a transcript as a file of JSON-RPC responses.
fn as_responses(pages: &Value) -> String {
    let response = |(id, page): (usize, &Value)| {
        serde_json::json!({"jsonrpc": "2.0", "id": id, "result": page["result"]}).to_string() + "\n"
    };
    pages.as_array().expect("pages").iter().enumerate().map(response).collect()
}

#[test]
fn pages_are_joined_as_the_cases_say() {
    let Some(shared) = shared::folder() else { return };
    for (file, expected) in
        [("113-empty-string-cursor.json", "first second"), ("115-constant-cursor-legal.json", "p1 p2 p3")]
    {
        let catalog = read_text(&as_responses(&case(&shared, file)["pages"]));
        assert_eq!(names(&catalog).join(" "), expected, "{file}");
        assert_eq!((catalog.servers[0].incomplete, catalog.problems.len()), (false, 0), "{file}");
    }
    let catalog = read_text(&as_responses(&case(&shared, "114-cursor-never-ends.json")["pages"]));
    assert_eq!(names(&catalog).len(), 8);
    let told = catalog.problems.iter().filter(|problem| problem.message.contains("does not advance")).count();
    assert_eq!(told, 1, "{:?}", catalog.problems);
}

#[test]
fn malformed_results_cost_what_the_case_says() {
    let Some(shared) = shared::folder() else { return };
    let results = case(&shared, "121-tools-null-and-garbage.json")["results"].take();
    let read = |index: usize| saved::read("case", results[index].to_string().as_bytes());
    for index in [0, 2] {
        let catalog = read(index).expect("a catalog");
        assert!(catalog.tools().next().is_none() && catalog.problems.iter().any(|problem| problem.lost), "{index}");
    }
    assert!(read(1).is_err());
    let catalog = read(3).expect("a catalog");
    assert_eq!(names(&catalog), ["ok"]);
    let places: Vec<_> = catalog.problems.iter().map(|problem| problem.place.pointer.as_str()).collect();
    assert_eq!(places, ["/tools/0", "/tools/1", "/tools/2", "/tools/3"]);
    let catalog = read(4).expect("a catalog");
    assert_eq!((catalog.servers.len(), catalog.problems.len()), (1, 0));
}

#[test]
fn a_schema_deeper_than_parsers_like_is_read() {
    let Some(shared) = shared::folder() else { return };
    let build = case(&shared, "122-deeper-than-128.json")["raw_text_build"].take();
    let part = |key: &str| build[key].as_str().expect("text");
    let times = build["times"].as_u64().and_then(|times| usize::try_from(times).ok()).expect("a number");
    let text = part("prefix").to_owned()
        + &part("open").repeat(times)
        + part("core")
        + &part("close").repeat(times)
        + part("suffix");
    let catalog = read_text(&text);
    assert_eq!((names(&catalog), catalog.problems.len()), (vec!["deep"], 0));
}

/// Every case file that holds a list of tools or several servers can be read as it lies there.
#[test]
fn cases_are_catalogs_too() {
    let Some(shared) = shared::folder() else { return };
    let mut read = 0;
    for entry in fs::read_dir(shared.join("cases")).expect("the cases") {
        let path = entry.expect("a file").path();
        let Ok(case) = serde_json::from_slice::<Value>(&fs::read(&path).expect("a file")) else { continue };
        let servers: Vec<_> = match (&case["input_type"], &case["input"]) {
            (Value::String(kind), input) if kind == "servers" => {
                input["servers"].as_array().expect("servers").iter().collect()
            }
            (Value::String(kind), input) if ["tools_list", "raw_tools", "server"].contains(&kind.as_str()) => {
                vec![input]
            }
            _ => continue,
        };
        let expected: Vec<_> = servers
            .iter()
            .flat_map(|server| server["tools"].as_array().expect("tools"))
            .map(|tool| &tool["name"])
            .collect();
        let catalog = saved::read("case", &fs::read(&path).expect("a file")).expect("a catalog");
        assert_eq!(names(&catalog), expected, "{}", path.display());
        assert_eq!(catalog.servers.len(), servers.len(), "{}", path.display());
        read += 1;
    }
    assert!(read > 40, "{read}");
}

/// Recorded requests say how many function tools they have.
#[test]
fn recorded_requests_are_read_row_by_row() {
    let Some(shared) = shared::folder() else { return };
    let rows = fs::read_to_string(shared.join("ground_truth/dev.jsonl")).expect("the rows");
    assert_eq!(form(&rows.as_bytes()[..1 << 18]), Form::Lines);
    let mut count = 0;
    for (line, row) in lines("dev.jsonl", rows.as_bytes()).zip(rows.lines()) {
        let row: Value = serde_json::from_str(row).expect("JSON");
        let catalog = line.expect("a line").catalog;
        let lost: Vec<_> = catalog.problems.iter().filter(|problem| problem.lost).collect();
        assert!(lost.is_empty(), "row {}: {lost:?}", row["id"]);
        count += 1;
        let has_flag = |flag| row["flags"].as_array().is_some_and(|flags| flags.contains(&Value::from(flag)));
        if row["api"] == "count_tokens" || has_flag("odd_tools") {
            // Their tools stand where the file does not count them.
            continue;
        }
        // The rows count a namespace as none; its tools are function tools.
        let entries = row["request"]["tools"].as_array().map(Vec::as_slice).unwrap_or_default();
        let in_namespaces: usize = entries.iter().filter_map(|entry| entry["tools"].as_array().map(Vec::len)).sum();
        let expected = row["n_tools"].as_u64().and_then(|tools| usize::try_from(tools).ok()).expect("a number");
        assert_eq!(catalog.tools().count(), expected + in_namespaces, "row {}: {:?}", row["id"], names(&catalog));
    }
    assert_eq!(count, 1_746);
}

#[test]
fn the_labelled_definitions_are_rows_of_a_server_and_a_tool() {
    let Some(shared) = shared::folder() else { return };
    let rows = fs::read(shared.join("poisoned/dev.jsonl")).expect("the rows");
    let mut count = 0;
    for line in lines("dev.jsonl", rows.as_slice()) {
        assert_eq!(line.expect("a line").catalog.tools().count(), 1);
        count += 1;
    }
    assert_eq!(count, 347);
}
