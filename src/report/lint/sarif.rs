//! Findings as SARIF 2.1.0, for code scanning: every rule with its page, every finding with line and column.

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde_json::{Map, Value, json};

use crate::lint::grade::{Confidence, Group, Severity};
use crate::lint::page;
use crate::lint::rule::Rule;
use crate::lint::rules::RULES;
use crate::report::document::Source;
use crate::report::escape::visible;
use crate::report::json;
use crate::report::lint::document::Lint;
use crate::report::lint::found::{Also, Finding, Location, Region, Unchecked};
use crate::report::lint::{uri, words};

/// Where the form is defined.
const SCHEMA: &str = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The name under which fingerprints are told from other tools' and from later ones of ours.
const FINGERPRINT: &str = "toolrent/v1";

/// Writes the findings. All rules are named even when nothing is found, so that code scanning can close its alerts.
///
/// # Errors
/// When `out` cannot be written to.
pub fn write(lint: &Lint, out: &mut dyn Write) -> io::Result<()> {
    json::pretty(&log(lint), out)
}

fn log(lint: &Lint) -> Value {
    let numbers: BTreeMap<&str, usize> = RULES.iter().enumerate().map(|(at, rule)| (rule.id, at)).collect();
    let results: Vec<Value> = lint.findings.iter().map(|finding| result(finding, lint, &numbers)).collect();
    let not_read = lint.head.sources.iter().filter(|source| source.status != "ok");
    let told: Vec<Value> = not_read.map(missing).chain(lint.unchecked.iter().map(notification)).collect();
    let succeeded = lint.head.sources.iter().all(|source| source.status != "failed");
    let version = &lint.head.toolrent;
    let rules: Vec<Value> = RULES.iter().map(|rule| descriptor(rule)).collect();
    json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "toolrent", "version": version, "semanticVersion": version, "rules": rules,
            }},
            "columnKind": "utf16CodeUnits",
            "invocations": [{"executionSuccessful": succeeded, "toolExecutionNotifications": told}],
            "results": results,
        }],
    })
}

fn descriptor(rule: &Rule) -> Value {
    let page = page::read(rule.file);
    let help = if page.markdown.is_empty() { page.summary.clone() } else { page.markdown };
    let mut properties = json!({
        "tags": tags(rule.group),
        "precision": precision(rule.confidence),
        "problem.severity": match rule.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Info => "recommendation",
        },
    });
    if is_security(rule.group) {
        properties["security-severity"] = Value::from(match rule.severity {
            Severity::Error => "8.0",
            Severity::Warning => "5.0",
            Severity::Info => "2.0",
        });
    }
    json!({
        "id": rule.id,
        "name": rule.id,
        "shortDescription": {"text": page.summary},
        "fullDescription": {"text": page.summary},
        "help": {"text": help, "markdown": help},
        "defaultConfiguration": {"enabled": !rule.is_nursery(), "level": level(rule.severity.word())},
        "properties": properties,
    })
}

fn is_security(group: Group) -> bool {
    matches!(group, Group::Injection | Group::Secrets)
}

fn tags(group: Group) -> Vec<&'static str> {
    let security = is_security(group).then_some("security");
    [group.word()].into_iter().chain(security).collect()
}

fn precision(confidence: Confidence) -> &'static str {
    match confidence {
        Confidence::High => "very-high",
        Confidence::Medium => "high",
        Confidence::Low => "medium",
    }
}

fn level(severity: &str) -> &'static str {
    match severity {
        "error" => "error",
        "warning" => "warning",
        _ => "note",
    }
}

fn result(finding: &Finding, lint: &Lint, numbers: &BTreeMap<&str, usize>) -> Value {
    let mut result = json!({
        "ruleId": finding.rule,
        "level": level(&finding.severity),
        "message": {"text": message(finding)},
        "locations": [location(finding, lint)],
        "partialFingerprints": {FINGERPRINT: finding.fingerprint},
        "properties": properties(finding),
    });
    if let Some(number) = numbers.get(finding.rule.as_str()) {
        result["ruleIndex"] = Value::from(*number);
    }
    if !finding.also.is_empty() {
        let related =
            |also: &Also| json!({"logicalLocations": [logical(&also.server, also.tool.as_deref(), &also.pointer)]});
        result["relatedLocations"] = finding.also.iter().map(related).collect();
    }
    result
}

/// What is wrong, where hosts refuse it, and what to do. Square brackets would start a link.
fn message(finding: &Finding) -> String {
    let place = words::place(&finding.server, finding.tool.as_deref(), &words::pointer(finding), " · ");
    let mut text = words::place(&place, None, &finding.message, ": ");
    for part in
        [words::hosts(finding), Some(finding.help.clone()).filter(|help| !help.is_empty())].into_iter().flatten()
    {
        text += &format!("\n{}", visible(&part));
    }
    text.replace('\\', "\\\\").replace('[', "\\[").replace(']', "\\]")
}

/// Where it stands: code scanning takes no result without a file.
fn location(finding: &Finding, lint: &Lint) -> Value {
    let mut location = json!({});
    if !finding.server.is_empty() || !finding.pointer.is_empty() {
        let logical = logical(&finding.server, finding.tool.as_deref(), &words::pointer(finding));
        location["logicalLocations"] = json!([logical]);
    }
    if let Some(place) = lint.place_of(finding) {
        location["physicalLocation"] = physical(&place);
    }
    location
}

fn physical(Location { source, region }: &Location) -> Value {
    let uri = uri::reference(source);
    let mut artifact = json!({"uri": uri});
    if !uri.contains(':') {
        artifact["uriBaseId"] = Value::from("%SRCROOT%");
    }
    let mut physical = json!({"artifactLocation": artifact});
    if let Some(region) = region {
        physical["region"] = self::region(region);
    }
    physical
}

fn region(region: &Region) -> Value {
    let [column, end_column] = region.utf16;
    json!({"startLine": region.line, "startColumn": column, "endLine": region.end_line, "endColumn": end_column})
}

fn logical(server: &str, tool: Option<&str>, pointer: &str) -> Value {
    let full = words::place(server, tool, pointer.trim_start_matches('/'), "/");
    let name = pointer.rsplit('/').next().filter(|name| !name.is_empty()).or(tool).unwrap_or(server);
    json!({"name": visible(name), "fullyQualifiedName": full, "kind": "property"})
}

fn properties(finding: &Finding) -> Value {
    let mut bag = Map::new();
    let mut put = |key: &str, value: Option<Value>| {
        if let Some(value) = value {
            bag.insert(key.to_owned(), value);
        }
    };
    let shown = |text: &str| Value::from(visible(text));
    put("confidence", Some(Value::from(finding.confidence.as_str())));
    put("persona", Some(Value::from(finding.persona.as_str())));
    put("evidence", Some(shown(&finding.evidence)).filter(|_| !finding.evidence.is_empty()));
    put("decoded", finding.decoded.as_deref().map(shown));
    put("blast", finding.blast.as_deref().map(Value::from));
    put("saves", (!finding.saves.is_empty()).then(|| json!(finding.saves)));
    // Patches of the tool object and not of the file: SARIF's own fixes would need the file's text.
    put("fix", finding.fix.as_ref().map(|fix| json!(fix)));
    Value::Object(bag)
}

/// A source of which something is missing.
fn missing(source: &Source) -> Value {
    let level = if source.status == "failed" { "error" } else { "warning" };
    let detail = source.detail.as_deref().unwrap_or_default();
    let named = if detail.starts_with(&source.name) { "" } else { &source.name };
    let text =
        words::place(named, Some(&source.status).filter(|_| detail.is_empty()).map(String::as_str), detail, ": ");
    json!({"level": level, "message": {"text": text}})
}

fn notification(left: &Unchecked) -> Value {
    let place = words::place(&left.server, left.tool.as_deref(), &left.pointer, " · ");
    let text = words::place("not judged", Some(&place), &left.reason, ": ");
    json!({"level": "note", "message": {"text": text}, "associatedRule": {"id": left.rule}})
}
