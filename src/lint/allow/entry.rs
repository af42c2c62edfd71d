//! One `[[allow]]` entry of the settings, and what became of it.

use serde::Deserialize;

use crate::lint::day::Day;
use crate::lint::finding::Finding;
use crate::lint::fingerprint::{fingerprint, text_hash};
use crate::lint::glob::fits;

/// One entry. What is absent fits everything.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Allow {
    /// The rule's id.
    pub rule: String,
    /// A glob of server names.
    pub server: Option<String>,
    /// A glob of tool names.
    pub tool: Option<String>,
    /// A glob of JSON pointers.
    pub pointer: Option<String>,
    /// Why it is accepted.
    #[serde(default)]
    pub reason: String,
    /// From this day, YYYY-MM-DD, the entry no longer counts.
    pub until: Option<String>,
    /// First 16 hex digits of SHA-256 of the judged string: another text is found again.
    pub text: Option<String>,
    /// The finding's fingerprint.
    pub fingerprint: Option<String>,
}

/// What an entry may say, in the order in which it is told.
pub const KEYS: [&str; 8] = ["rule", "server", "tool", "pointer", "reason", "until", "text", "fingerprint"];

/// An entry, and what became of it.
#[derive(Debug, Clone, Copy)]
pub struct Entry<'a> {
    /// Its number in the settings, from 0.
    pub at: usize,
    /// What it says.
    pub allow: &'a Allow,
    /// How many findings it took out.
    pub matched: usize,
    /// Whether its last day has passed.
    pub expired: bool,
    /// Whether its rule spoke and had everything before it that the entry is about.
    pub judged: bool,
}

impl Allow {
    /// Whether it is about that finding.
    #[must_use]
    pub fn fits(&self, finding: &Finding) -> bool {
        let glob = |glob: &Option<String>, text: &str| glob.as_ref().is_none_or(|glob| fits(glob, text));
        let hash = |said: &Option<String>, hash: &dyn Fn() -> String| {
            said.as_ref().is_none_or(|said| said.eq_ignore_ascii_case(&hash()))
        };
        self.rule == finding.rule
            && glob(&self.server, &finding.server)
            && (self.tool.is_none() || finding.tool.as_deref().is_some_and(|name| glob(&self.tool, name)))
            && glob(&self.pointer, &finding.pointer)
            && hash(&self.text, &|| text_hash(&finding.evidence))
            && hash(&self.fingerprint, &|| fingerprint(finding))
    }

    /// Whether its last day has passed.
    pub(crate) fn expired(&self, today: Day) -> bool {
        self.until.as_deref().and_then(|until| Day::read(until).ok()).is_some_and(|until| until <= today)
    }
}
