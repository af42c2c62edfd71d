//! What public reports complain about, in inputs of our own: what must be told, where, and what must not.
//!
//! `lint_reports.json` holds the rows. `must` lists rules (alternatives divided by `|`), the least severity, and the tool with
//! the place in it; `silent` lists rules or groups, `@` with a place narrows. A group is silent below a warning, except the
//! groups of wording, which are to say nothing at all.

use std::fmt::Write;

use serde_json::{Value, json};
use toolrent::catalog::place::Place;
use toolrent::host::profile::{self, Host};
use toolrent::lint::finding::Finding;
use toolrent::lint::grade::Severity;
use toolrent::lint::run::{Config, lint};
use toolrent::lint::scene::Input;
use toolrent::session::call::Call;

use crate::linted;

fn rows() -> Vec<Value> {
    serde_json::from_str(include_str!("lint_reports.json")).expect("rows")
}

fn hosts(ids: &str) -> Vec<&'static Host> {
    match ids {
        "" => linted::hosts(),
        ids => ids.split(' ').map(|id| profile::named(id).expect(id)).collect(),
    }
}

fn judge(row: &Value) -> Vec<Finding> {
    let input = &row["input"];
    let hosts = hosts(row["hosts"].as_str().expect("hosts"));
    let run = |input: Input<'_>| lint(Input { hosts: &hosts, ..input }, &Config::default()).findings;
    if input["tool"].is_null() {
        return run(Input { catalog: Some(&linted::of_value(input)), ..Input::default() });
    }
    let catalog = linted::of_value(&json!({"tools": [input["tool"]]}));
    run(Input { catalog: Some(&catalog), calls: &[call(input)], ..Input::default() })
}

fn call(input: &Value) -> Call {
    let result = match input.get("repeat").and_then(Value::as_array).map(Vec::as_slice) {
        Some([text, times]) => {
            let times = usize::try_from(times.as_u64().expect("times")).expect("small");
            json!({"content": [{"type": "text", "text": text.as_str().expect("a text").repeat(times)}]})
        }
        _ => input["result"].clone(),
    };
    Call {
        server: None,
        tool: input["tool"]["name"].as_str().map(str::to_owned),
        definition: Some(input["tool"].clone()),
        arguments: None,
        result,
        place: Place::default(),
    }
}

/// Whether one of the finding's places is that place or stands inside it.
fn stands_at(finding: &Finding, place: &str) -> bool {
    let own = (&finding.tool, &finding.pointer);
    std::iter::once(own).chain(finding.also.iter().map(|also| (&also.tool, &also.pointer))).any(|(tool, pointer)| {
        let whole = format!("{}{pointer}", tool.as_deref().unwrap_or("-"));
        whole.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    })
}

fn told(finding: &Finding) -> String {
    let Finding { rule, severity, tool, pointer, message, .. } = finding;
    format!("{} {rule} {}{pointer}: {message}", severity.word(), tool.as_deref().unwrap_or("-"))
}

fn severity(word: &str) -> Severity {
    match word {
        "Info" => Severity::Info,
        "Warning" => Severity::Warning,
        "Error" => Severity::Error,
        other => panic!("{other}"),
    }
}

fn breaks_silence(finding: &Finding, silent: &str) -> bool {
    let (what, place) = silent.split_once('@').unwrap_or((silent, ""));
    let of_group = finding.group.word() == what;
    let wording = matches!(what, "quality" | "selection" | "consistency");
    (finding.rule == what || of_group && (wording || finding.severity >= Severity::Warning))
        && (place.is_empty() || stands_at(finding, place))
}

#[test]
fn what_is_reported_is_told_and_nothing_else_is() {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let mut wrong = String::new();
    for row in rows() {
        let case = row["case"].as_str().expect("a case");
        let findings = judge(&row);
        for asked in list(&row["must"]) {
            let [rules, least, place] = [0, 1, 2].map(|at| asked[at].as_str().expect("a word"));
            let least = severity(least);
            let fits = |finding: &Finding| {
                rules.split('|').any(|rule| rule == finding.rule)
                    && finding.severity >= least
                    && stands_at(finding, place)
            };
            if !findings.iter().any(fits) {
                let heard: Vec<String> = findings.iter().map(told).collect();
                let _ =
                    writeln!(wrong, "{case} wants {rules} {least:?} at {place}; heard\n    {}", heard.join("\n    "));
            }
        }
        for silent in list(&row["silent"]) {
            let silent = silent.as_str().expect("a word");
            for finding in findings.iter().filter(|finding| breaks_silence(finding, silent)) {
                let _ = writeln!(wrong, "{case} must not say {}", told(finding));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn a_set_above_a_hosts_limit_is_told_with_the_hosts() {
    let found = |count: usize, ids: &str| {
        let tools: Vec<Value> = (0..count)
            .map(|at| {
                json!({"name": format!("alat_{at}"), "description": format!("Mengerjakan tugas nomor {at}."),
                "inputSchema": {"type": "object", "properties": {}}})
            })
            .collect();
        let catalog = linted::of_value(&json!({"tools": tools}));
        let hosts = hosts(ids);
        let findings = lint(Input { catalog: Some(&catalog), hosts: &hosts, ..Input::default() }, &Config::default());
        let count = findings.findings.into_iter().filter(|finding| finding.rule == "host-tool-count");
        count.map(|finding| (finding.severity, finding.hosts.len())).collect::<Vec<_>>()
    };
    assert_eq!(found(129, "openai-api vscode gemini-api"), [(Severity::Error, 2)]);
    assert_eq!(found(118, "vscode"), [(Severity::Info, 1)]);
    assert_eq!(found(513, "gemini-api"), [(Severity::Error, 1)]);
    assert_eq!(found(100, "openai-api claude-api"), []);
}
