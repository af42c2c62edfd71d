//! An `[[allow]]` entry of the settings matches no finding.
//!
//! ## Why
//!
//! What it accepted is gone, or its names, its text or its fingerprint no longer fit. An entry that stays behind would
//! accept the next finding that happens to look like the old one. Nothing is said of an entry whose rule is off, whose
//! server was not read, or whose rule had nothing to judge, such as captured results.
//!
//! ## Examples
//!
//! ```json bad
//! {"allow":[{"rule":"enum-duplicate","tool":"atur_lampu","reason":"dibekukan sampai rilis berikutnya"}],
//!  "tools":[{"name":"atur_lampu","description":"Mengatur lampu satu ruangan.","inputSchema":{"type":"object",
//!  "properties":{"warna":{"type":"string","enum":["merah","biru"]}}}}]}
//! ```
//!
//! ```json good
//! {"allow":[{"rule":"enum-duplicate","tool":"atur_lampu","reason":"dibekukan sampai rilis berikutnya"}],
//!  "tools":[{"name":"atur_lampu","description":"Mengatur lampu satu ruangan.","inputSchema":{"type":"object",
//!  "properties":{"warna":{"type":"string","enum":["merah","biru","merah"]}}}}]}
//! ```
//!
//! ## References
//!
//! The same idea: `unused-noqa` of ruff, `unusedSuppression` of Biome.

use crate::lint::allow::entry::Entry;
use crate::lint::finding::Finding;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::rules::settings::expired_allow::told;

/// The rule.
pub static RULE: Rule = Rule {
    id: "unused-allow",
    group: Group::Settings,
    severity: Severity::Warning,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("unused_allow.rs"),
    check: Check::Allow(check),
};

fn check(entry: &Entry<'_>, blank: Finding) -> Option<Finding> {
    let unused = entry.judged && !entry.expired && entry.matched == 0;
    let finding = blank.say(format!("the entry for {} matches no finding", told(entry.allow)));
    unused.then(|| finding.evidence(entry.allow.reason.as_str()).help("drop the entry, or say what it is about now"))
}
