//! Reads what other programs have saved: the shared corpus, inputs and cases, where they are present.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;
use toolrent::catalog::saved;
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
