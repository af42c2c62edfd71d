//! The table of hosts is whole, and its rows can be judged.

use std::collections::BTreeSet;

use super::*;
use crate::host::model;

fn day(text: &str) -> bool {
    text.len() == 10
        && text.bytes().enumerate().all(|(at, b)| if at == 4 || at == 7 { b == b'-' } else { b.is_ascii_digit() })
}

fn sourced(host: &Host) -> Vec<(&str, &str)> {
    let mut facts = vec![
        (host.source.as_str(), host.as_of.as_str()),
        (&host.name.source, &host.name.as_of),
        (&host.instructions.source, &host.instructions.as_of),
    ];
    let cuts = host.description.iter().chain(&host.instructions.cut);
    facts.extend(cuts.map(|cut| (cut.source.as_str(), cut.as_of.as_str())));
    facts.extend(host.deferral.iter().map(|policy| (policy.source.as_str(), policy.as_of.as_str())));
    facts.extend(host.refuses.iter().map(|row| (row.source.as_str(), row.as_of.as_str())));
    facts.extend(host.cap.iter().map(|cap| (cap.source.as_str(), cap.as_of.as_str())));
    facts
}

#[test]
fn every_row_is_whole() {
    let ids: BTreeSet<_> = hosts().iter().map(|host| host.id.as_str()).collect();
    assert_eq!(ids.len(), hosts().len(), "ids are unique");
    for host in hosts() {
        for (source, as_of) in sourced(host) {
            assert!(!source.is_empty() && day(as_of), "{}: {source:?} {as_of:?}", host.id);
        }
        assert!(host.name.pattern.contains("{tool}"), "{}", host.id);
        let known = ["title", "annotations", "outputSchema", "_meta", "icons"];
        assert!(host.sends.iter().all(|key| known.contains(&key.as_str())), "{}", host.id);
    }
}

#[test]
fn every_default_model_has_a_meter_at_its_host() {
    for host in hosts().iter().filter(|host| !host.endpoints.is_empty()) {
        let row = model::of_id(&host.model).unwrap_or_else(|| panic!("{}: {}", host.id, host.model));
        assert_eq!(row.id, host.model, "{}: the default is a row of its own", host.id);
        assert!(host.meter_of(row).is_some(), "{}: {}", host.id, host.model);
    }
}

#[test]
fn every_refusal_can_be_judged() {
    for (host, row) in hosts().iter().flat_map(|host| host.refuses.iter().map(move |row| (host, row))) {
        let what = format!("{}: {:?}", host.id, row.when);
        assert!(!row.then.is_empty() && !row.then.ends_with('.'), "{what}");
        assert!(row.pattern.as_ref().is_none_or(|pattern| regex::Regex::new(pattern.as_str()).is_ok()), "{what}");
        let length = matches!(row.when, Condition::ToolName | Condition::CombinedName);
        let own = host.refuses_like.is_none();
        assert!(!length || !own || row.over.is_none() || row.over == host.name.max, "{what}: one longest name");
    }
}

#[test]
fn nobody_takes_rows_over_in_a_circle() {
    for host in hosts() {
        let (mut at, mut seen) = (host, vec![&host.id]);
        while let Some(like) = &at.refuses_like {
            at = named(like).unwrap_or_else(|| panic!("{}: {like}", host.id));
            assert!(!seen.contains(&&at.id), "{}: {seen:?}", host.id);
            seen.push(&at.id);
        }
    }
    let [mut one, mut other] = [hosts()[0].clone(), hosts()[1].clone()];
    (one.refuses_like, other.refuses_like) = (Some(other.id.clone()), Some(one.id.clone()));
    let rows = other.refuses.len();
    assert_eq!(taken_over(vec![one, other])[1].refuses.len(), rows, "a circle ends");
}

#[test]
fn own_rows_stand_in_for_those_taken_over() {
    let rows = |id: &str, when| named(id).map(|host| host.refuses.iter().filter(|row| row.when == when).count());
    assert_eq!(rows("openai-chat", Condition::ArrayItems), rows("openai-api", Condition::ArrayItems));
    assert_eq!(rows("bedrock", Condition::ToolName), Some(2));
    assert_eq!(rows("bedrock", Condition::RootCombinator), Some(1));
    assert_eq!((rows("gemini-api", Condition::Format), rows("vertex", Condition::Format)), (Some(1), Some(0)));
}

#[test]
fn the_linter_judges_for_four_hosts() {
    let ids: Vec<_> = lint_defaults().map(|host| host.id.as_str()).collect();
    assert_eq!(ids, ["claude-api", "openai-api", "claude-code", "vscode"]);
}

#[test]
fn three_columns_stand_side_by_side() {
    let ids: Vec<_> = defaults().map(|host| host.id.as_str()).collect();
    assert_eq!(ids, ["json", "claude-api", "openai-api"]);
}

#[test]
fn the_preferred_endpoint_decides_the_meter() {
    let meter = |host: &str, id: &str| named(host)?.meter_of(model::of_id(id)?);
    assert_eq!(meter("vscode", "claude-sonnet-4-6"), Some("anthropic-4.6"));
    assert_eq!(meter("openai-chat", "gpt-5.6"), Some("openai-chat-5"));
    assert_eq!(meter("openai-api", "gpt-5.6"), Some("openai-responses-5"));
    assert_eq!(meter("claude-api", "gpt-5.6"), None);
}

#[test]
fn a_wrong_name_has_neighbours() {
    assert_eq!(closest("claude-cod").first(), Some(&"claude-code"));
    assert!(closest("qqq").is_empty());
}
