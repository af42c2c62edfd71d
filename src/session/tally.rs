//! What a reading leaves aside: entries that say nothing, entries that cannot be read, and what was read before.

use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

/// Entries that could not be read for one reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unread {
    /// How many.
    pub count: usize,
    /// The line or position of the first, from 1.
    pub first: usize,
}

/// Gives the content of a file that a recording names; `None` when it is not at hand.
pub type Files<'f> = &'f dyn Fn(&str) -> Option<Vec<u8>>;

/// What earlier files of the same reading held: resumed and forked sessions repeat it.
#[derive(Debug, Clone, Default)]
pub struct Seen(HashMap<u64, u64>);

/// A key or kind that is told: a short name as programmers write them.
pub(crate) fn named(name: &str) -> &str {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-.:/ ".contains(&byte);
    if (1..=40).contains(&name.len()) && name.bytes().all(plain) { name } else { "(no name)" }
}

/// Kinds that are told apart; a recording that has more is no recording of ours.
const MOST_KINDS: usize = 64;

/// Counts what says nothing and what could not be read.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) skipped: BTreeMap<String, usize>,
    pub(crate) unread: BTreeMap<String, Unread>,
    pub(crate) seen: Seen,
}

impl Tally {
    /// An entry that says nothing about turns, calls or usage.
    pub(crate) fn skip(&mut self, kind: &str) {
        self.skip_several(kind, 1);
    }

    /// Several of one kind.
    pub(crate) fn skip_several(&mut self, kind: &str, count: usize) {
        let kind = named(kind);
        let kind = if self.skipped.len() < MOST_KINDS || self.skipped.contains_key(kind) { kind } else { "others" };
        if count > 0 {
            *self.skipped.entry(kind.to_owned()).or_default() += count;
        }
    }

    /// An entry that could not be read.
    pub(crate) fn bad(&mut self, reason: &str, at: usize) {
        self.unread.entry(reason.to_owned()).or_insert(Unread { count: 0, first: at }).count += 1;
    }

    /// Whether something of that kind and id is met for the first time.
    pub(crate) fn is_new(&mut self, kind: &str, id: &str) -> bool {
        self.seen.0.insert(hash((kind, id)), 0).is_none()
    }

    /// Whether something of that kind and id belongs to this session: it is met for the first time, or again in the
    /// session in which it was first met.
    pub(crate) fn is_of(&mut self, kind: &str, id: &str, session: &str) -> bool {
        let session = hash(session);
        *self.seen.0.entry(hash((kind, id))).or_insert(session) == session
    }
}

fn hash(value: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}
