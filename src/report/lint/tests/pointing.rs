//! The region of a finding holds what was judged.

use std::collections::BTreeMap;
use std::ops::Range;

use serde_json::Value;

use super::{SAMPLE, head, judged, of, shown_plain, text};
use crate::catalog::place::Place;
use crate::lint::finding::Finding;
use crate::lint::rules::{RULES, named};
use crate::lint::run::Outcome;
use crate::report::lint::document::{Told, document};
use crate::report::lint::{concise, sarif};
use crate::session::call::Call;

/// The text of a SARIF region, by its lines and its columns in UTF-16 units.
fn at(source: &str, region: &Value) -> String {
    let figure = |key: &str| usize::try_from(region[key].as_u64().expect(key)).expect("small");
    let lines: Vec<&str> = source.split('\n').collect();
    let (first, last) = (figure("startLine"), figure("endLine"));
    let part = |line: usize, range: Range<usize>| {
        let units: Vec<u16> = lines[line - 1].encode_utf16().collect();
        String::from_utf16(&units[range.start..range.end.min(units.len())]).expect("whole characters")
    };
    if first == last {
        return part(first, figure("startColumn") - 1..figure("endColumn") - 1);
    }
    let mut text = part(first, figure("startColumn") - 1..usize::MAX);
    (first + 1..last).for_each(|line| text += &format!("\n{}", lines[line - 1]));
    text + "\n" + &part(last, 0..figure("endColumn") - 1)
}

/// What a part of a string literal says.
fn read(raw: &str) -> String {
    serde_json::from_str(&format!("\"{raw}\"")).expect("a part of a string")
}

#[test]
fn sarif_points_at_what_was_judged() {
    let lint = of("data/g 1.json", SAMPLE);
    let log: Value = serde_json::from_str(&text(|out| sarif::write(&lint, out))).expect("JSON");
    let run = &log["runs"][0];
    assert_eq!(
        (&run["columnKind"], run["tool"]["driver"]["rules"].as_array().map(Vec::len)),
        (&Value::from("utf16CodeUnits"), Some(RULES.len()))
    );
    let results = run["results"].as_array().expect("results");
    let mut by_rule: BTreeMap<String, usize> = BTreeMap::new();
    for (result, finding) in results.iter().zip(&lint.findings) {
        let index = usize::try_from(result["ruleIndex"].as_u64().expect("a number")).expect("small");
        assert_eq!((RULES[index].id, &result["ruleId"]), (finding.rule.as_str(), &Value::from(finding.rule.as_str())));
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "data/g%201.json");
        let raw = at(SAMPLE, &place["region"]);
        let said = match finding.evidence_span {
            Some([start, end]) => read(&raw) == finding.evidence[start..end],
            None if finding.evidence.is_empty() => raw == "\"cari\"",
            None => raw == finding.evidence,
        };
        assert!(said, "{raw}: {finding:?}");
        *by_rule.entry(finding.rule.clone()).or_default() += 1;
    }
    let expected = [("description-missing", 1), ("enum-duplicate", 1), ("override-phrase", 2)];
    assert_eq!(by_rule.into_iter().collect::<Vec<_>>(), expected.map(|(rule, n)| (rule.to_owned(), n)));
}

#[test]
fn keys_containers_and_whole_strings_are_pointed_at() {
    let (catalog, _) = judged("g.json", SAMPLE);
    let finding = |pointer: &str, evidence: &str, span: Option<Range<usize>>| Finding {
        server_at: Some(0),
        tool_at: Some(1),
        pointer: pointer.to_owned(),
        evidence: evidence.to_owned(),
        span,
        ..named("enum-duplicate").expect("a rule").blank()
    };
    let findings = vec![
        finding("/inputSchema/properties/wa~1rna", "wa/rna", Some(3..6)),
        finding("/inputSchema/properties/wa~1rna/type", "string", None),
        finding("/inputSchema/properties", "{}", None),
        finding("/inputSchema/properties/wa~1rna/description", "", None),
        finding("", "", None),
        finding("/inputSchema/properties/wa~1rna/enum/1", "biru", Some(0..2)),
    ];
    let outcome = Outcome { findings, ..Outcome::default() };
    let lint = document(head("g.json"), &catalog, &[], &outcome, Told::default());
    let log: Value = serde_json::from_str(&text(|out| sarif::write(&lint, out))).expect("JSON");
    let texts: Vec<String> = (0..6)
        .map(|number| at(SAMPLE, &log["runs"][0]["results"][number]["locations"][0]["physicalLocation"]["region"]))
        .collect();
    assert_eq!(texts, ["rna", "\"string\"", "\"properties\"", "\"wa/rna\"", "\"kirim\"", "bi"]);
}

#[test]
fn what_came_back_is_pointed_at_in_its_capture() {
    let (catalog, mut outcome) = judged("g.json", SAMPLE);
    let finding = outcome.findings.first_mut().expect("a finding");
    finding.call_at = Some(0);
    finding.pointer = "/content/0/text".to_owned();
    let place = Place { source: "panggilan.jsonl".to_owned(), line: Some(7), column: Some(1), ..Place::default() };
    let result = Value::Null;
    let call = Call { server: None, tool: None, definition: None, arguments: None, result, place };
    let lint = document(head("g.json"), &catalog, &[call], &outcome, Told::default());
    let lines = text(|out| concise::write(&lint, out));
    let first = lines.lines().next().unwrap_or_default();
    assert!(first.starts_with("panggilan.jsonl:7:1: error[override-phrase] gudang result/content/0/text: "), "{lines}");
    assert!(shown_plain(&lint).contains("tokens whenever it comes back"), "{}", shown_plain(&lint));
}
