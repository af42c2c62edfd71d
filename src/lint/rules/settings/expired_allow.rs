//! An `[[allow]]` entry of the settings has come to its last day.
//!
//! ## Why
//!
//! Somebody accepted a finding for a time, and that time is over: from the day in `until` the entry no longer counts,
//! and what it accepted is found again.
//!
//! ## Examples
//!
//! ```json bad
//! {"allow":[{"rule":"enum-duplicate","reason":"the vendor fixes it in June","until":"2021-07-01"}],
//!  "tools":[{"name":"set_lamp","description":"Sets the lamp of one room.","inputSchema":{"type":"object",
//!  "properties":{"colour":{"type":"string","enum":["red","blue","red"]}}}}]}
//! ```
//!
//! ```json good
//! {"allow":[{"rule":"enum-duplicate","reason":"the vendor fixes it in June"}],
//!  "tools":[{"name":"set_lamp","description":"Sets the lamp of one room.","inputSchema":{"type":"object",
//!  "properties":{"colour":{"type":"string","enum":["red","blue","red"]}}}}]}
//! ```
//!
//! ## References
//!
//! `unused-allow` is about entries that match nothing.

use crate::lint::allow::entry::{Allow, Entry};
use crate::lint::finding::Finding;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};

/// The rule.
pub static RULE: Rule = Rule {
    id: "expired-allow",
    group: Group::Settings,
    severity: Severity::Warning,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("expired_allow.rs"),
    check: Check::Allow(check),
};

fn check(entry: &Entry<'_>, blank: Finding) -> Option<Finding> {
    let until = entry.allow.until.as_deref().filter(|_| entry.expired)?;
    let finding = blank.say(format!("the entry for {} no longer counts since {until}", told(entry.allow)));
    Some(
        finding
            .evidence(entry.allow.reason.as_str())
            .help("look at the finding again; then drop the entry or date it anew"),
    )
}

/// What an entry is about, in a line.
pub(crate) fn told(allow: &Allow) -> String {
    let parts = [&allow.server, &allow.tool, &allow.pointer];
    let parts: Vec<&str> = parts.into_iter().flatten().map(String::as_str).collect();
    if parts.is_empty() { allow.rule.clone() } else { format!("{} on {}", allow.rule, parts.join(" · ")) }
}
