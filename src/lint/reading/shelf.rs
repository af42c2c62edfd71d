//! Readings kept for when the same string comes again: names and values do, in tool after tool.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use crate::catalog::text::{Role, Text};
use crate::lint::reading::read::{self, Reading};

/// The readings of short strings, shared by all places in which one stands.
#[derive(Default)]
pub struct Shelf<'a>(Mutex<HashMap<Key<'a>, Arc<[Reading<'a>]>>>);

/// The string, and whether it is prose: that decides how it is read.
type Key<'a> = (&'a str, bool);

/// The longest string that is kept, in bytes. Longer ones hardly ever stand in two places.
const LONGEST: usize = 200;

impl<'a> Shelf<'a> {
    /// The readings of a string.
    pub fn readings(&self, text: &Text<'a>) -> Arc<[Reading<'a>]> {
        if text.text.len() > LONGEST {
            return read::readings(text).into();
        }
        let key = (text.text, text.role == Role::Prose);
        // A thread that panicked leaves whole entries behind.
        let kept = |shelf: &HashMap<Key<'a>, Arc<[Reading<'a>]>>| shelf.get(&key).cloned();
        if let Some(found) = kept(&self.0.lock().unwrap_or_else(PoisonError::into_inner)) {
            return found;
        }
        let made: Arc<[Reading<'a>]> = read::readings(text).into();
        Arc::clone(self.0.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_insert(made))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::text::Kind;

    #[test]
    fn the_same_string_is_read_once_for_each_role() {
        let text = |text, role| Text { text, pointer: String::new(), role, kind: Kind::Other };
        let shelf = Shelf::default();
        let one = shelf.readings(&text("nama barang", Role::Prose));
        assert!(Arc::ptr_eq(&one, &shelf.readings(&text("nama barang", Role::Prose))));
        assert!(!Arc::ptr_eq(&one, &shelf.readings(&text("nama barang", Role::Identifier))));
        let long = "kata ".repeat(100);
        let twice = [shelf.readings(&text(&long, Role::Prose)), shelf.readings(&text(&long, Role::Prose))];
        assert!(!Arc::ptr_eq(&twice[0], &twice[1]) && twice[0].len() == twice[1].len());
    }
}
