//! Look-alikes: tools of which the words of names and descriptions are mostly the same.

use crate::catalog::similar::{Grams, name_words};
use crate::catalog::tool::Catalog;

/// From which share of equal words and pairs of words two tools are look-alikes, in percent: half.
const ALIKE: usize = 50;

/// The words of every tool.
#[derive(Debug, Clone, Default)]
pub struct Alike {
    grams: Vec<Grams>,
}

impl Alike {
    /// The words of a catalog's tools.
    #[must_use]
    pub fn of(catalog: &Catalog) -> Alike {
        let grams = catalog.tools().map(|tool| {
            let mut words = name_words(&tool.name);
            words.extend(name_words(tool.description().unwrap_or_default()));
            Grams::of(&words)
        });
        Alike { grams: grams.collect() }
    }

    /// Whether two tools say nearly the same.
    #[must_use]
    pub fn are(&self, one: usize, other: usize) -> bool {
        one != other && self.grams[one].likeness(&self.grams[other]) >= ALIKE
    }

    /// How many tools say nearly the same as one.
    #[must_use]
    pub fn family(&self, one: usize) -> usize {
        (0..self.grams.len()).filter(|other| self.are(one, *other)).count()
    }
}
