//! Runs this group's rules about words over one more reading, for rules about what hides such words.

use crate::lint::grade::Severity;
use crate::lint::hit::Hit;
use crate::lint::reading::read::Reading;
use crate::lint::scene::Around;

/// How many hits of one rule are looked at.
const MOST: usize = 50;

/// What the rules about words say to a reading at warning or above, each with its rule's id.
pub(crate) fn loud(reading: &Reading<'_>, around: &Around<'_>) -> Vec<(&'static str, Hit)> {
    let mut found = Vec::new();
    for rule in &around.scene.word_rules {
        let mut hits = Vec::new();
        (rule.check)(reading, around, &mut hits);
        let heard = hits.into_iter().filter(|hit| hit.severity >= Severity::Warning).take(MOST);
        found.extend(heard.map(|hit| (rule.id, hit)));
    }
    found
}
