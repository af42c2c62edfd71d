//! A look at what a rule says about real and poisoned definitions: `RULE=id,id SHOW=n cargo test --lib lint::tests::look
//! -- --ignored --nocapture`, with `TOOLRENT_SHARED` naming the folder of measured data.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::catalog::saved;
use crate::host::profile;
use crate::lint::finding::Finding;
use crate::lint::grade::{Group, Severity};
use crate::lint::levels::{Level, Whom};
use crate::lint::rules::RULES;
use crate::lint::run::{Config, lint};
use crate::lint::scene::Input;

fn judged(name: &str, text: &[u8], config: &Config) -> Vec<Finding> {
    let hosts: Vec<_> = profile::lint_defaults().collect();
    match saved::read(name, text) {
        Ok(catalog) => lint(Input { catalog: Some(&catalog), hosts: &hosts, ..Input::default() }, config).findings,
        Err(error) => panic!("{name}: {error}"),
    }
}

fn short(finding: &Finding) -> String {
    let span = finding.span.clone().unwrap_or(0..0);
    let floor = |at: usize| finding.evidence.floor_char_boundary(at);
    let from = floor(span.start.saturating_sub(50));
    let to = floor((span.end + 50).min(from + 260));
    let around = finding.evidence.get(from..to.max(from)).unwrap_or_default();
    format!("{} | {:?} {} | {:?}", finding.pointer, finding.severity, finding.message, around)
}

#[test]
#[ignore = "for whoever works on a rule; wants TOOLRENT_SHARED"]
#[expect(clippy::print_stdout, reason = "it is for people")]
fn look() {
    let shared = PathBuf::from(std::env::var_os("TOOLRENT_SHARED").expect("TOOLRENT_SHARED names the folder"));
    let asked = std::env::var("RULE").unwrap_or_default();
    let show: usize = std::env::var("SHOW").ok().and_then(|n| n.parse().ok()).unwrap_or(15);
    let asked: Vec<&str> = asked.split(',').filter(|id| !id.is_empty()).collect();
    let mut config = Config::default();
    if !asked.is_empty() {
        for rule in RULES.iter().filter(|rule| !asked.contains(&rule.id) && !asked.contains(&rule.group.word())) {
            config.levels.set.push((Whom::Rule(rule.id.to_owned()), Level::Off));
        }
    }
    let mut files: Vec<_> =
        fs::read_dir(shared.join("corpus/servers")).expect("corpus").flatten().map(|e| e.path()).collect();
    files.sort();
    let mut by_rule: BTreeMap<&str, Vec<(String, Finding)>> = BTreeMap::new();
    let (mut warned, mut warned_injection) = (BTreeSet::new(), BTreeSet::new());
    for file in &files {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        for finding in judged(&name, &fs::read(file).expect("readable"), &config) {
            if finding.severity >= Severity::Warning {
                let tool = (name.clone(), finding.tool_at);
                if finding.group == Group::Injection {
                    warned_injection.insert(tool.clone());
                }
                warned.insert(tool);
            }
            by_rule.entry(finding.rule).or_default().push((name.clone(), finding));
        }
    }
    println!(
        "corpus of 9,051 tools: {} with a warning, {} of the injection group",
        warned.len(),
        warned_injection.len()
    );
    for (rule, found) in &by_rule {
        let at = |severity| found.iter().filter(|(_, finding)| finding.severity == severity).count();
        let tools: BTreeSet<_> = found.iter().map(|(name, finding)| (name, finding.tool_at)).collect();
        println!(
            "{rule}: {} errors, {} warnings, {} infos; {} tools",
            at(Severity::Error),
            at(Severity::Warning),
            at(Severity::Info),
            tools.len()
        );
        let step = (found.len() / show.max(1)).max(1);
        for (name, finding) in found.iter().step_by(step).take(show) {
            println!("    {name} · {} {}", finding.tool.as_deref().unwrap_or("-"), short(finding));
        }
    }
    poisoned(&shared, &config);
    for (name, findings) in
        by_tool(&judged("poison", &fs::read(shared.join("inputs/poison.json")).expect("poison.json"), &config))
    {
        println!("poison.json {name}: {findings:?}");
    }
}

fn by_tool(findings: &[Finding]) -> BTreeMap<String, BTreeSet<String>> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for finding in findings {
        let say = format!("{}:{}", finding.rule, finding.severity.word());
        found.entry(finding.tool.clone().unwrap_or_default()).or_default().insert(say);
    }
    found
}

/// Rows of the poisoned set whose text shows the attack, by kind.
#[expect(clippy::print_stdout, reason = "it is for people")]
fn poisoned(shared: &std::path::Path, config: &Config) {
    let text = fs::read_to_string(shared.join("poisoned/dev.jsonl")).expect("dev.jsonl");
    let mut kinds: BTreeMap<String, (usize, usize, Vec<String>)> = BTreeMap::new();
    for (at, line) in text.lines().enumerate() {
        let row: Value = serde_json::from_str(line).expect("JSON");
        let list = serde_json::json!({"tools": [row["tool"]]}).to_string();
        let findings = judged(&format!("row{at}"), list.as_bytes(), config);
        let loud = findings
            .iter()
            .any(|f| f.severity >= Severity::Warning && (f.group == Group::Injection || f.rule == "promotional-claim"));
        let signal = row["text_signal"].as_str().unwrap_or("benign");
        let kind = format!(
            "{} {signal} {}",
            row["label"].as_str().unwrap_or_default(),
            row["kind"].as_str().unwrap_or_default()
        );
        let entry = kinds
            .entry(if signal.starts_with("text") || signal == "parameter" { kind } else { signal.to_owned() })
            .or_default();
        entry.0 += 1;
        entry.1 += usize::from(loud);
        if loud != signal.starts_with("text") && entry.2.len() < 6 {
            entry.2.push(format!("row {at} {}", row["tool"]["name"]));
        }
    }
    for (kind, (rows, caught, odd)) in kinds {
        println!("poisoned {kind}: {caught} of {rows} {odd:?}");
    }
}
