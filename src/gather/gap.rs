//! A list that did not come whole: which one, what it lacks, and why.

use crate::catalog::offer::OfferKind;

/// A list that is not whole.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Gap {
    /// Which list; `None` is the tools.
    pub offers: Option<OfferKind>,
    /// What it lacks.
    pub lack: Lack,
    /// The same in words that name the list, without secrets.
    pub why: String,
}

/// What a list lacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lack {
    /// All of it: the server itself refuses to list it.
    Refused,
    /// All of it: the server ended, said nothing in time, or the run was over.
    Absent,
    /// Its later pages.
    Cut,
    /// What has changed since it came.
    Stale,
    /// Nothing that is known: a second listing, to compare it with, did not come before the run was over.
    Unchecked,
}

impl Gap {
    /// Whether nothing of that list came.
    #[must_use]
    pub fn is_absent(&self, kind: OfferKind) -> bool {
        self.offers == Some(kind) && matches!(self.lack, Lack::Refused | Lack::Absent)
    }

    /// Whether a catalog has to say so in a line of its own. Of cut tools it says so at their server.
    pub(crate) fn is_problem(&self) -> bool {
        match self.lack {
            Lack::Unchecked => false,
            Lack::Cut => self.offers.is_some(),
            Lack::Refused | Lack::Absent | Lack::Stale => true,
        }
    }
}
