//! Findings that somebody has accepted, with a reason: the `[[allow]]` entries of the settings.
//!
//! An entry is held against what was found, and never against what a server says of itself. One that matched nothing
//! although its rule had everything to judge, or whose last day has passed, is a finding of its own.

use crate::host::profile;
use crate::lint::allow::entry::{Allow, Entry};
use crate::lint::day::{Day, NoDay};
use crate::lint::finding::Finding;
use crate::lint::glob::fits;
use crate::lint::grade::Group;
use crate::lint::nearest::nearest;
use crate::lint::rule::{Check, Rule};
use crate::lint::rules::{self, RULES};
use crate::lint::run::{Config, Outcome};
use crate::lint::scene::Input;

pub mod entry;

/// Why an entry cannot count.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AllowError {
    /// There is no such rule.
    #[error("unknown rule {rule:?}")]
    Rule {
        /// What was asked for.
        rule: String,
        /// Known ids near to it.
        near: Vec<&'static str>,
    },
    /// It does not say why.
    #[error("the entry for {rule} gives no reason")]
    Reason {
        /// The rule.
        rule: String,
    },
    /// It would silence whatever the text becomes.
    #[error("the entry for {rule} names no text")]
    Text {
        /// The rule.
        rule: String,
    },
    /// A day that is none.
    #[error("until: {0}")]
    Until(#[from] NoDay),
    /// A hash that can fit nothing.
    #[error("{key}: {value:?} is no hash of 16 hex digits")]
    Hash {
        /// `text` or `fingerprint`.
        key: &'static str,
        /// What stands there.
        value: String,
    },
}

/// What the entries are held against.
#[derive(Clone, Copy)]
pub struct Around<'a> {
    /// What was judged.
    pub input: Input<'a>,
    /// How.
    pub config: &'a Config,
    /// Today.
    pub today: Day,
}

impl Allow {
    /// Whether the entry can count.
    ///
    /// # Errors
    /// When its rule is unknown, it gives no reason or no proper day, or it leaves the text of an injection open.
    pub fn check(&self) -> Result<(), AllowError> {
        let rule = rules::named(&self.rule).ok_or_else(|| AllowError::Rule {
            rule: self.rule.clone(),
            near: nearest(&self.rule, RULES.iter().map(|rule| rule.id)),
        })?;
        if self.reason.trim().is_empty() {
            return Err(AllowError::Reason { rule: self.rule.clone() });
        }
        if let Some(until) = &self.until {
            Day::read(until)?;
        }
        for (key, value) in [("text", &self.text), ("fingerprint", &self.fingerprint)] {
            let is_hash = |hash: &String| hash.len() == 16 && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
            if let Some(value) = value.as_ref().filter(|value| !is_hash(value)) {
                return Err(AllowError::Hash { key, value: value.clone() });
            }
        }
        if rule.group == Group::Injection && self.text.is_none() && self.fingerprint.is_none() {
            return Err(AllowError::Text { rule: self.rule.clone() });
        }
        Ok(())
    }
}

/// Takes accepted findings out of the outcome, says how many of those that would be shown, and adds what is to be said
/// about the entries themselves.
pub fn apply(outcome: &mut Outcome, allows: &[Allow], around: Around<'_>) -> usize {
    if allows.is_empty() {
        return 0;
    }
    let mut matched = vec![0_usize; allows.len()];
    let mut accepted = |finding: &Finding| {
        let counts = |allow: &Allow| allow.fits(finding) && !allow.expired(around.today);
        let by: Vec<usize> = allows.iter().enumerate().filter(|(_, allow)| counts(allow)).map(|(at, _)| at).collect();
        by.iter().for_each(|&at| matched[at] += 1);
        !by.is_empty()
    };
    let before = outcome.findings.len();
    outcome.findings.retain(|finding| !accepted(finding));
    outcome.hidden.retain(|finding| !accepted(finding));
    let allowed = before - outcome.findings.len();
    for (at, allow) in allows.iter().enumerate() {
        let (matched, expired) = (matched[at], allow.expired(around.today));
        let entry = Entry { at, allow, matched, expired, judged: around.judged(allow) };
        outcome.findings.extend(around.about(&entry));
    }
    outcome.sort();
    allowed
}

impl Around<'_> {
    /// What is to be said about an entry.
    fn about(&self, entry: &Entry<'_>) -> Vec<Finding> {
        let levels = &self.config.levels;
        let speaking = RULES.iter().filter(|rule| levels.speaks(rule.id, rule.group, rule.is_nursery()));
        let found = speaking.filter_map(|rule| match rule.check {
            Check::Allow(check) => check(entry, Finding { pointer: format!("/allow/{}", entry.at), ..rule.blank() }),
            _ => None,
        });
        found.filter_map(|finding| levels.apply(finding)).collect()
    }

    /// Whether the entry's rule had everything before it that the entry is about.
    fn judged(&self, allow: &Allow) -> bool {
        let Some(rule) = rules::named(&allow.rule) else { return false };
        self.config.levels.speaks(rule.id, rule.group, rule.is_nursery())
            && self.has_input(rule, allow)
            && self.holds(allow)
    }

    fn has_input(&self, rule: &Rule, allow: &Allow) -> bool {
        let input = &self.input;
        let of_result = |pointer: &String| pointer.starts_with("/content") || pointer.starts_with("/structuredContent");
        if allow.pointer.as_ref().is_some_and(of_result) && input.calls.is_empty() {
            return false;
        }
        match (rule.group, rule.id) {
            (Group::Results, _) => !input.calls.is_empty(),
            (Group::Lock, _) => input.reviewed.is_some(),
            (Group::Host, _) => profile::lint_defaults().all(|host| input.hosts.iter().any(|one| one.id == host.id)),
            (_, "tool-budget-exceeded") => !input.budgets.is_empty(),
            (_, "host-discrepancy") => !input.claims.is_empty(),
            (_, "list-varies" | "list-order-unstable" | "environment-value-in-definition") => {
                !input.again.is_empty() || !input.observed.is_empty()
            }
            _ => true,
        }
    }

    /// Whether a server that the entry names stands in the catalog; where it names none, whether a tool does.
    fn holds(&self, allow: &Allow) -> bool {
        let servers = self.input.catalog.map_or(&[][..], |catalog| &catalog.servers);
        match (&allow.server, &allow.tool) {
            (Some(glob), _) => servers.iter().any(|server| fits(glob, &server.name)),
            (None, Some(glob)) => servers.iter().flat_map(|server| &server.tools).any(|tool| fits(glob, &tool.name)),
            (None, None) => true,
        }
    }
}

#[cfg(test)]
mod tests;
