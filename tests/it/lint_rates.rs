//! The rates of `docs/rates.md`: how often each rule speaks about real definitions, and what it finds among poisoned ones.
//!
//! `UPDATE_RATES=1` writes the page anew; without it, a rate that is worse than the committed one fails.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use rayon::iter::{IntoParallelRefIterator, ParallelIterator};
use serde_json::{Value, json};
use toolrent::catalog::tool::Catalog;
use toolrent::lint::finding::Finding;
use toolrent::lint::grade::{Group, Severity};
use toolrent::lint::rules::RULES;

use crate::linted::{catalog, corpus, judged, of_value};
use crate::shared::folder;

mod argued;
mod page;

/// The most tools of the corpus with any warning, in percent.
const ANY_WARNING_PCT: f64 = 15.0;
/// The most tools of the corpus with a warning of the injection group, in percent.
const INJECTION_PCT: f64 = 0.5;
/// The least share of poisoned rows whose text shows the attack, in percent.
const RECALL_PCT: f64 = 90.0;

/// What one rule says about real definitions.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Alarms {
    error: usize,
    warning: usize,
    info: usize,
}

/// All rates.
#[derive(Debug, Default)]
struct Rates {
    files: usize,
    tools: usize,
    by_rule: BTreeMap<&'static str, Alarms>,
    any_warning: usize,
    injection: Vec<Finding>,
    injection_tools: usize,
    across: BTreeMap<&'static str, Alarms>,
    poisoned: BTreeMap<String, (usize, usize)>,
}

impl Alarms {
    fn count(&mut self, severity: Severity) {
        *match severity {
            Severity::Error => &mut self.error,
            Severity::Warning => &mut self.warning,
            Severity::Info => &mut self.info,
        } += 1;
    }

    fn loud(self) -> usize {
        self.error + self.warning
    }
}

#[test]
fn rates_hold_and_do_not_worsen() {
    let Some(rates) = measured() else { return };
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/rates.md");
    if std::env::var_os("UPDATE_RATES").is_some() {
        fs::write(&file, page::write(rates)).expect("docs/rates.md can be written");
    }
    let committed = page::read(&fs::read_to_string(&file).expect("docs/rates.md"));
    let mut worse = Vec::new();
    for (rule, alarms) in &rates.by_rule {
        let before = committed.rules.get(*rule).copied().unwrap_or_default();
        if alarms.error > before.error || alarms.loud() > before.loud() {
            worse.push(format!("{rule}: {alarms:?}, committed {before:?}"));
        }
    }
    for (kind, before) in &committed.poisoned {
        let now = rates.poisoned.get(kind).map_or(0, |(_, found)| *found);
        let is_worse = if kind == "benign" { now > *before } else { now < *before };
        if is_worse {
            worse.push(format!("{kind}: {now} found, committed {before}"));
        }
    }
    assert!(!committed.rules.is_empty() && !committed.poisoned.is_empty(), "the page holds no rates");
    assert!(worse.is_empty(), "{}", worse.join("\n"));
}

#[test]
fn false_alarms_and_recall_are_within_their_bounds() {
    let Some(rates) = measured() else { return };
    let pct = |part: usize, whole: usize| 100.0 * part as f64 / whole as f64;
    assert!(rates.tools > 9_000 && rates.files > 140, "{} tools", rates.tools);
    let errors: Vec<&Finding> = rates.injection.iter().filter(|one| one.severity == Severity::Error).collect();
    assert!(errors.is_empty(), "{errors:#?}");
    let injection = pct(rates.injection_tools, rates.tools);
    assert!(injection <= INJECTION_PCT, "{injection:.2} % of tools with a warning of the injection group");
    let any = pct(rates.any_warning, rates.tools);
    assert!(any <= ANY_WARNING_PCT, "{any:.1} % of tools with a warning");
    let visible = rates.poisoned.iter().filter(|(kind, _)| kind.starts_with("text"));
    let (rows, found) = visible.fold((0, 0), |(rows, found), (_, one)| (rows + one.0, found + one.1));
    assert!(pct(found, rows) >= RECALL_PCT, "{found} of {rows} poisoned rows: {:#?}", rates.poisoned);
    let unargued: Vec<String> =
        rates.injection.iter().filter(|one| argued::why(one).is_none()).map(page::place).collect();
    assert!(unargued.is_empty(), "not argued in tests/it/lint_rates/argued.toml:\n{}", unargued.join("\n"));
}

/// The rates, measured once for all tests.
fn measured() -> Option<&'static Rates> {
    static RATES: OnceLock<Rates> = OnceLock::new();
    let shared = folder()?;
    Some(RATES.get_or_init(|| measure(&shared)))
}

fn measure(shared: &Path) -> Rates {
    let files = corpus(shared);
    let catalogs: Vec<Catalog> = files.par_iter().map(|file| named(file.as_path())).collect();
    let mut rates = Rates { files: files.len(), ..Rates::default() };
    rates.by_rule = RULES.iter().map(|rule| (rule.id, Alarms::default())).collect();
    for one in &catalogs {
        let outcome = judged(one);
        rates.tools += outcome.tools;
        let loud = |group: Option<Group>| {
            let fits = outcome.findings.iter().filter(|finding| finding.severity >= Severity::Warning);
            let fits = fits.filter(|finding| group.is_none_or(|group| finding.group == group));
            fits.filter_map(|finding| finding.tool_at).collect::<BTreeSet<_>>().len()
        };
        rates.any_warning += loud(None);
        rates.injection_tools += loud(Some(Group::Injection));
        for finding in outcome.findings {
            rates.by_rule.entry(finding.rule).or_default().count(finding.severity);
            if finding.group == Group::Injection && finding.severity >= Severity::Warning {
                rates.injection.push(finding);
            }
        }
    }
    rates.across = across(&files, catalogs);
    rates.poisoned = poisoned(shared);
    rates
}

/// A file of the corpus as a catalog whose server has the file's name: packages share the names they give themselves.
fn named(file: &Path) -> Catalog {
    let mut one = catalog(file);
    let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
    one.servers.iter_mut().for_each(|server| server.name.clone_from(&name));
    one
}

/// What is said only when the servers are looked at together.
fn across(files: &[PathBuf], catalogs: Vec<Catalog>) -> BTreeMap<&'static str, Alarms> {
    let mut alone = BTreeMap::<&str, usize>::new();
    let mut all = Catalog::default();
    for (file, one) in files.iter().zip(catalogs) {
        if file.to_string_lossy().contains("--") {
            continue;
        }
        for finding in judged(&one).findings {
            *alone.entry(finding.rule).or_default() += 1;
        }
        all.servers.extend(one.servers);
    }
    let mut together = BTreeMap::<&'static str, Alarms>::new();
    for finding in judged(&all).findings {
        together.entry(finding.rule).or_default().count(finding.severity);
    }
    let more = |rule: &str, alarms: &Alarms| alarms.loud() + alarms.info > alone.get(rule).copied().unwrap_or_default();
    together.into_iter().filter(|(rule, alarms)| more(rule, alarms)).collect()
}

/// Rows and found rows of the poisoned set, by what a text can show of the attack, and by kind.
fn poisoned(shared: &Path) -> BTreeMap<String, (usize, usize)> {
    let text = fs::read_to_string(shared.join("poisoned/dev.jsonl")).expect("the poisoned set");
    let mut kinds = BTreeMap::<String, (usize, usize)>::new();
    for line in text.lines() {
        let row: Value = serde_json::from_str(line).expect("a row");
        let outcome = judged(&of_value(&json!({"tools": [row["tool"]]})));
        let steers = |finding: &Finding| finding.group == Group::Injection || finding.rule == "promotional-claim";
        let found = outcome.findings.iter().any(|one| one.severity >= Severity::Warning && steers(one));
        let signal = row["text_signal"].as_str().unwrap_or("benign");
        let kind = match signal {
            "benign" => "benign".to_owned(),
            signal => format!("{signal}: {}", row["kind"].as_str().unwrap_or_default()),
        };
        let entry = kinds.entry(if signal == "openly_harmful_purpose" { signal.to_owned() } else { kind }).or_default();
        entry.0 += 1;
        entry.1 += usize::from(found);
    }
    kinds
}
