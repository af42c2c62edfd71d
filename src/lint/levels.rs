//! How loudly each rule speaks: levels set by the user, left to right, over what a rule says of itself.

use crate::lint::finding::Finding;
use crate::lint::grade::{Group, Persona, Severity};
use crate::lint::nearest::nearest;
use crate::lint::rules::{self, RULES};

/// A level that a user gives to a rule or a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// It does not speak.
    Off,
    /// It speaks, to everybody, at that severity.
    At(Severity),
}

/// What a level is given to; the later one of two is the narrower.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
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

/// A level that cannot be given.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LevelError {
    /// Neither a rule, nor a group, nor `all`.
    #[error("unknown rule or group {word:?}")]
    Whom {
        /// What was asked for.
        word: String,
        /// Known words near to it.
        near: Vec<&'static str>,
    },
    /// No level.
    #[error("unknown level {word:?}; expected off, info, warning or error")]
    Level {
        /// What was asked for.
        word: String,
    },
}

impl Default for Levels {
    fn default() -> Self {
        Levels { persona: Persona::Regular, set: Vec::new() }
    }
}

impl Level {
    /// The level of that word: `off`, `info`, `warning` or `error`.
    ///
    /// # Errors
    /// When it is none.
    pub fn of_word(word: &str) -> Result<Level, LevelError> {
        match word {
            "off" => Ok(Level::Off),
            word => Severity::of_word(word).map(Level::At).ok_or_else(|| LevelError::Level { word: word.to_owned() }),
        }
    }
}

impl Whom {
    /// The rule or the group of that name, or all of them.
    ///
    /// # Errors
    /// When there is none.
    pub fn of_word(word: &str) -> Result<Whom, LevelError> {
        let rule = || rules::named(word).map(|rule| Whom::Rule(rule.id.to_owned()));
        let known =
            (word == "all").then_some(Whom::All).or_else(|| Group::of_word(word).map(Whom::Group)).or_else(rule);
        known.ok_or_else(|| {
            let groups = Group::ALL.iter().map(|group| group.word());
            let near = nearest(word, RULES.iter().map(|rule| rule.id).chain(groups).chain(["all"]));
            LevelError::Whom { word: word.to_owned(), near }
        })
    }
}

impl Levels {
    /// The levels that pairs of words say, first to last.
    ///
    /// # Errors
    /// When a word names no rule and no group, or no level.
    pub fn parse<'w>(
        persona: Persona,
        words: impl IntoIterator<Item = (&'w str, &'w str)>,
    ) -> Result<Levels, LevelError> {
        let pair = |(whom, level)| Ok((Whom::of_word(whom)?, Level::of_word(level)?));
        Ok(Levels { persona, set: words.into_iter().map(pair).collect::<Result<_, _>>()? })
    }

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

    /// Whether a finding is for another persona, and nobody asked for its rule.
    #[must_use]
    pub fn hides(&self, finding: &Finding) -> bool {
        finding.persona > self.persona && self.of_finding(finding).is_none()
    }

    /// The finding as the user wants it; `None` when its rule is off or it is for another persona.
    #[must_use]
    pub fn apply(&self, mut finding: Finding) -> Option<Finding> {
        match self.of_finding(&finding) {
            Some(Level::Off) => None,
            Some(Level::At(severity)) => {
                finding.severity = severity;
                Some(finding)
            }
            None => (finding.persona <= self.persona).then_some(finding),
        }
    }

    fn of_finding(&self, finding: &Finding) -> Option<Level> {
        if self.set.is_empty() {
            return None;
        }
        let nursery = rules::named(finding.rule).is_some_and(|rule| rule.is_nursery());
        self.of(finding.rule, finding.group, nursery)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn levels(words: &[(&str, &str)]) -> Levels {
        Levels::parse(Persona::Regular, words.iter().copied()).expect("known words")
    }

    fn of(words: &[(&str, &str)]) -> Option<Level> {
        levels(words).of("enum-duplicate", Group::Schema, false)
    }

    #[test]
    fn the_last_word_counts() {
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[("all", "off"), ("schema", "error")]), Some(Level::At(Severity::Error)));
        assert_eq!(of(&[("enum-duplicate", "error"), ("all", "off")]), Some(Level::Off));
        assert_eq!(of(&[("injection", "off")]), None);
    }

    #[test]
    fn a_nursery_rule_wants_its_name_or_its_group() {
        let speaks = |words: &[(&str, &str)]| levels(words).speaks("new-rule", Group::Schema, true);
        assert!(!speaks(&[]) && !speaks(&[("all", "error")]));
        assert!(speaks(&[("schema", "info")]));
    }

    #[test]
    fn an_unknown_word_is_told_with_its_neighbours() {
        let wrong = |whom, level| Levels::parse(Persona::Regular, [(whom, level)]).expect_err("unknown");
        assert!(matches!(wrong("enum-dupliacte", "off"), LevelError::Whom { near, .. } if near == ["enum-duplicate"]));
        assert!(matches!(wrong("injektion", "off"), LevelError::Whom { near, .. } if near == ["injection"]));
        assert!(matches!(wrong("all", "warn"), LevelError::Level { word } if word == "warn"));
    }
}
