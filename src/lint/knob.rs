//! What a `[rules.ID]` table may set, and what it sets.

use std::collections::BTreeMap;

/// One setting of a rule.
#[derive(Debug)]
pub struct Knob {
    /// Its key in `[rules.ID]`.
    pub name: &'static str,
    /// What it does, in one fragment.
    pub what: &'static str,
    /// Its value when nobody sets it.
    pub default: Setting,
}

/// The value of a setting.
#[derive(Debug, Clone, Copy)]
pub enum Setting {
    /// A whole number.
    Number(i64),
    /// A list of words; none by default.
    Words,
}

/// What is set for one rule.
#[derive(Debug, Clone, Default)]
pub struct Options {
    numbers: BTreeMap<String, i64>,
    words: BTreeMap<String, Vec<String>>,
}

impl Options {
    /// Sets a number.
    pub fn set_number(&mut self, name: &str, value: i64) {
        self.numbers.insert(name.to_owned(), value);
    }

    /// Sets a list of words.
    pub fn set_words(&mut self, name: &str, words: Vec<String>) {
        self.words.insert(name.to_owned(), words);
    }

    /// The number of that name, or its default in `knobs`.
    #[must_use]
    pub fn number(&self, knobs: &[Knob], name: &str) -> i64 {
        let default = knobs.iter().find(|knob| knob.name == name).and_then(|knob| match knob.default {
            Setting::Number(number) => Some(number),
            Setting::Words => None,
        });
        self.numbers.get(name).copied().or(default).unwrap_or_default()
    }

    /// The words of that name; none when nobody set them.
    #[must_use]
    pub fn words(&self, name: &str) -> &[String] {
        self.words.get(name).map_or(&[], Vec::as_slice)
    }
}
