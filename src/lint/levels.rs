//! How loudly each rule speaks: levels set by the user, left to right, over what a rule says of itself.

use crate::lint::finding::Finding;
use crate::lint::grade::{Group, Persona, Severity};

/// A level that a user gives to a rule or a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// It does not speak.
    Off,
    /// It speaks, to everybody, at that severity.
    At(Severity),
}

/// What a level is given to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Whom {
    /// Every rule.
    All,
    /// The rules of a group.
    Group(Group),
    /// One rule.
    Rule(String),
}

/// All levels and the persona; later levels win over earlier ones.
#[derive(Debug, Clone)]
pub struct Levels {
    /// The persona.
    pub persona: Persona,
    /// The levels, first to last.
    pub set: Vec<(Whom, Level)>,
}

impl Default for Levels {
    fn default() -> Self {
        Levels { persona: Persona::Regular, set: Vec::new() }
    }
}

impl Levels {
    /// The level somebody gave to that rule; a nursery rule is reached by its own name or its group's only.
    #[must_use]
    pub fn of(&self, rule: &str, group: Group, nursery: bool) -> Option<Level> {
        let fits = |whom: &Whom| match whom {
            Whom::All => !nursery,
            Whom::Group(one) => *one == group,
            Whom::Rule(id) => id == rule,
        };
        self.set.iter().rev().find(|(whom, _)| fits(whom)).map(|(_, level)| *level)
    }

    /// Whether a rule speaks at all.
    #[must_use]
    pub fn speaks(&self, rule: &str, group: Group, nursery: bool) -> bool {
        match self.of(rule, group, nursery) {
            Some(Level::Off) => false,
            Some(Level::At(_)) => true,
            None => !nursery,
        }
    }

    /// The finding as the user wants it; `None` when it is for another persona.
    #[must_use]
    pub fn apply(&self, mut finding: Finding) -> Option<Finding> {
        match self.of(finding.rule, finding.group, false) {
            Some(Level::Off) => None,
            Some(Level::At(severity)) => {
                finding.severity = severity;
                Some(finding)
            }
            None => (finding.persona <= self.persona).then_some(finding),
        }
    }
}
