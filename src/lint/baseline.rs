//! A baseline: the findings that were there when somebody started, known by their fingerprints.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::lint::finding::Finding;
use crate::lint::fingerprint::fingerprint;
use crate::lint::run::Outcome;

/// The version of the file.
const VERSION: u64 = 1;

/// Fingerprints of findings that do not count.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Baseline {
    /// The fingerprints.
    pub fingerprints: BTreeSet<String>,
}

/// Why a file is no baseline.
#[derive(Debug, thiserror::Error)]
pub enum BaselineError {
    /// It is no JSON.
    #[error("not JSON: {0}")]
    Json(#[source] serde_json::Error),
    /// It is JSON of another form.
    #[error("neither a baseline nor a JSON report of lint")]
    Form,
    /// It was written by a newer version.
    #[error("a baseline of version {0}; this one reads version {VERSION}")]
    Version(u64),
}

/// What a baseline did.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Held {
    /// How many findings of the outcome it holds.
    pub known: usize,
    /// Fingerprints in it that no finding has any more.
    pub gone: BTreeSet<String>,
}

#[derive(Serialize, Deserialize)]
struct File {
    schema: u64,
    kind: String,
    fingerprints: Vec<String>,
}

const KIND: &str = "toolrent-lint-baseline";

impl Baseline {
    /// The baseline of these findings.
    #[must_use]
    pub fn of<'f>(findings: impl IntoIterator<Item = &'f Finding>) -> Baseline {
        Baseline { fingerprints: findings.into_iter().map(fingerprint).collect() }
    }

    /// Reads a baseline, or the findings of an earlier JSON report of `lint`.
    ///
    /// # Errors
    /// When it is neither.
    pub fn read(bytes: &[u8]) -> Result<Baseline, BaselineError> {
        let value: Value = serde_json::from_slice(bytes).map_err(BaselineError::Json)?;
        if value["command"] == "lint" {
            let findings = value["findings"].as_array().ok_or(BaselineError::Form)?;
            let fingerprint = |finding: &Value| finding["fingerprint"].as_str().map(str::to_owned);
            let fingerprints = findings.iter().map(fingerprint).collect::<Option<_>>().ok_or(BaselineError::Form)?;
            return Ok(Baseline { fingerprints });
        }
        match File::deserialize(&value) {
            Ok(file) if file.kind != KIND => Err(BaselineError::Form),
            Ok(file) if file.schema != VERSION => Err(BaselineError::Version(file.schema)),
            Ok(file) => Ok(Baseline { fingerprints: file.fingerprints.into_iter().collect() }),
            Err(_) => Err(BaselineError::Form),
        }
    }

    /// The file: JSON with the fingerprints sorted, one a line, so that a change of one is a change of one line.
    #[must_use]
    pub fn text(&self) -> String {
        let fingerprints = self.fingerprints.iter().cloned().collect();
        let file = File { schema: VERSION, kind: KIND.to_owned(), fingerprints };
        let text = serde_json::to_string_pretty(&file).expect("numbers and strings are JSON");
        format!("{text}\n")
    }

    /// Takes the findings that it holds out of the outcome.
    pub fn apply(&self, outcome: &mut Outcome) -> Held {
        let mut gone = self.fingerprints.clone();
        let before = outcome.findings.len();
        let mut known = |finding: &Finding| {
            let print = fingerprint(finding);
            gone.remove(&print);
            self.fingerprints.contains(&print)
        };
        outcome.findings.retain(|finding| !known(finding));
        outcome.hidden.retain(|finding| !known(finding));
        Held { known: before - outcome.findings.len(), gone }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::rules::schema::enum_duplicate::RULE;

    fn outcome() -> Outcome {
        let findings = ["\"merah\"", "\"biru\""].map(|text| RULE.blank().evidence(text));
        Outcome { findings: findings.to_vec(), ..Outcome::default() }
    }

    #[test]
    fn what_is_written_is_read_and_takes_its_findings_out() {
        let mut baseline = Baseline::of(&outcome().findings[..1]);
        baseline.fingerprints.insert("0123456789abcdef".to_owned());
        let read = Baseline::read(baseline.text().as_bytes()).expect("a baseline");
        assert_eq!(read, baseline);
        let mut outcome = outcome();
        let held = read.apply(&mut outcome);
        assert_eq!((held.known, held.gone), (1, BTreeSet::from(["0123456789abcdef".to_owned()])));
        assert_eq!(outcome.findings[0].evidence, "\"biru\"");
    }

    #[test]
    fn a_report_of_lint_is_a_baseline_too() {
        let report = br#"{"schema":1,"command":"lint","findings":[{"fingerprint":"00000000000000aa"}]}"#;
        assert_eq!(Baseline::read(report).expect("a report").fingerprints.len(), 1);
        for wrong in [&b"{}"[..], b"[]", b"x", br#"{"schema":1,"command":"rent","findings":[]}"#] {
            assert!(Baseline::read(wrong).is_err());
        }
        let newer = br#"{"schema":2,"kind":"toolrent-lint-baseline","fingerprints":[]}"#;
        assert!(matches!(Baseline::read(newer), Err(BaselineError::Version(2))));
    }
}
