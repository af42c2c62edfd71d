//! Runs this group's rules about words over one more reading, for rules about what hides such words.

use crate::lint::grade::{Group, Severity, Status};
use crate::lint::hit::Hit;
use crate::lint::reading::read::Reading;
use crate::lint::rule::{Check, Rule};
use crate::lint::rules::RULES;
use crate::lint::scene::Around;

/// How many hits of one rule are looked at.
const MOST: usize = 50;

/// What the rules about words say to a reading at warning or above, whether they speak for themselves or not.
pub(crate) fn loud(reading: &Reading<'_>, around: &Around<'_>) -> Vec<(&'static Rule, Hit)> {
    let mut found = Vec::new();
    for rule in RULES.iter().filter(|rule| rule.group == Group::Injection && rule.status == Status::Stable) {
        let Check::Reading(check) = rule.check else { continue };
        let mut hits = Vec::new();
        check(reading, around, &mut hits);
        found.extend(
            hits.into_iter().filter(|hit| hit.severity >= Severity::Warning).take(MOST).map(|hit| (*rule, hit)),
        );
    }
    found
}
