//! The tool names of all servers that cannot be ordinary words, and where a text uses one.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use aho_corasick::{AhoCorasick, MatchKind};

use crate::catalog::text::{Kind, Role, Text};
use crate::lint::fold::fold;
use crate::lint::reading::read::Reading;

/// The fewest bytes of a name that cannot be an ordinary word.
const SHORTEST: usize = 6;

/// The distinctive tool names of all servers, prepared once.
#[derive(Debug, Default)]
pub struct Names {
    automaton: Option<AhoCorasick>,
    names: Vec<Name>,
}

/// One distinctive name.
#[derive(Debug)]
pub struct Name {
    /// It, as its first server writes it.
    pub name: String,
    /// The servers that have such a tool, by number.
    pub owners: BTreeSet<usize>,
    /// The servers that use it as a parameter, a value or their own name.
    pub known: BTreeSet<usize>,
    /// The servers whose parameters list it among the values they take.
    pub listed: BTreeSet<usize>,
}

/// What a server calls its things.
#[derive(Debug)]
pub struct Owner<'a> {
    /// Its number.
    pub at: usize,
    /// Its own name.
    pub name: &'a str,
    /// The names of its tools.
    pub tools: Vec<&'a str>,
    /// The strings of its tools.
    pub texts: Vec<&'a Text<'a>>,
}

impl Names {
    /// Collects the names.
    #[must_use]
    pub fn of(servers: &[Owner<'_>]) -> Names {
        let mut found: BTreeMap<String, Name> = BTreeMap::new();
        for server in servers {
            for tool in server.tools.iter().filter(|tool| is_distinctive(tool)) {
                let name = || Name {
                    name: (*tool).to_owned(),
                    owners: BTreeSet::new(),
                    known: BTreeSet::new(),
                    listed: BTreeSet::new(),
                };
                found.entry(fold(tool).text).or_insert_with(name).owners.insert(server.at);
            }
        }
        for server in servers {
            let own = server.texts.iter().filter(|text| text.role != Role::Prose && text.kind != Kind::Name);
            for word in own.map(|text| text.text).chain([server.name]) {
                // A longer string is no name, and folding every value of a catalog twice costs.
                if word.len() <= 128
                    && let Some(name) = found.get_mut(&fold(word).text)
                {
                    name.known.insert(server.at);
                }
            }
        }
        for server in servers {
            let prose = server.texts.iter().filter(|text| text.kind == Kind::SchemaDescription);
            for list in prose.map(|text| text.text).filter(|text| text.contains(',')) {
                for word in list.split(',').flat_map(ends) {
                    if let Some(name) = found.get_mut(&word.to_lowercase()) {
                        name.listed.insert(server.at);
                    }
                }
            }
        }
        let automaton = AhoCorasick::builder().match_kind(MatchKind::LeftmostLongest).build(found.keys()).ok();
        Names { automaton: automaton.filter(|_| !found.is_empty()), names: found.into_values().collect() }
    }

    /// Every use of a name in a reading, in the letters of its server.
    pub fn used<'a>(&'a self, reading: &'a Reading<'_>) -> impl Iterator<Item = (Range<usize>, &'a Name)> {
        let folded = reading.text();
        let found = self.automaton.iter().flat_map(move |automaton| automaton.find_iter(folded));
        found.filter(move |found| stands_alone(folded, &found.range())).filter_map(move |found| {
            let name = self.names.get(found.pattern().as_usize())?;
            reading.raw.get(reading.raw_span(&found.range())).filter(|raw| raw.contains(&name.name))?;
            Some((found.range(), name))
        })
    }

    /// Every use of a name in a reading of a server that has no tool, parameter or value of that name.
    pub fn foreign<'a>(
        &'a self,
        reading: &'a Reading<'_>,
        server: usize,
    ) -> impl Iterator<Item = (Range<usize>, &'a Name)> {
        self.used(reading).filter(move |(_, name)| !name.owners.contains(&server) && !name.known.contains(&server))
    }
}

/// The first and the last word of an entry of a list.
fn ends(entry: &str) -> impl Iterator<Item = &str> {
    let bare = |word: &'_ str| -> bool { word.len() >= SHORTEST && word.len() <= 128 };
    let mut words =
        entry.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-')).filter(move |word| bare(word));
    let first = words.next();
    first.into_iter().chain(words.next_back())
}

/// Whether a name cannot be an ordinary word: it joins several.
#[must_use]
pub fn is_distinctive(name: &str) -> bool {
    let inner = name.trim_matches(|character: char| !character.is_alphanumeric());
    let camel = inner.chars().zip(inner.chars().skip(1)).any(|(one, next)| one.is_lowercase() && next.is_uppercase());
    inner.len() >= SHORTEST && (camel || inner.contains('_') || (inner.contains('-') && !inner.contains(' ')))
}

/// Whether nothing of a longer name stands around; a host's prefix may.
fn stands_alone(text: &str, span: &Range<usize>) -> bool {
    let before = &text[..span.start];
    let free = !before.ends_with(|last: char| last.is_alphanumeric() || last == '_' || last == '-' || last == '/');
    let after = &text[span.end..];
    let goes_on = after.starts_with(|next: char| next.is_alphanumeric() || next == '_')
        || after.starts_with('-') && after[1..].starts_with(char::is_alphanumeric)
        || after.starts_with('/');
    (free || before.ends_with("__")) && !goes_on
}
