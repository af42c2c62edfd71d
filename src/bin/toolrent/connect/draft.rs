//! Servers before anybody was asked: configs held against each other, names made unique, some of them chosen.

use std::collections::BTreeSet;

use toolrent::catalog::tool::Catalog;
use toolrent::gather::config::entry::{Entry, State};
use toolrent::gather::config::precedence;
use toolrent::gather::note::Note;
use wildmatch::WildMatch;

use crate::catalogs;
use crate::connect::sources::Found;

/// A part before anybody was asked.
pub(crate) enum Draft {
    /// Saved lists of one source.
    Saved(Catalog),
    /// A server that can be asked, or says why not.
    Entry(Box<Entry>),
}

impl Draft {
    /// The server.
    pub(crate) fn entry(&self) -> Option<&Entry> {
        match self {
            Draft::Saved(_) => None,
            Draft::Entry(entry) => Some(entry),
        }
    }
}

/// All entries in one list: configs held against each other where the first of them stands, names made unique.
pub(crate) fn merged(found: Vec<Found>) -> (Vec<Draft>, Vec<Note>) {
    let mut configs = Vec::new();
    let mut drafts = Vec::new();
    let mut place = None;
    for found in found {
        match found {
            Found::Saved(catalog) => drafts.push(Draft::Saved(catalog)),
            Found::Named(entry) => drafts.push(Draft::Entry(entry)),
            Found::Config(config) => {
                place.get_or_insert(drafts.len());
                configs.push(config);
            }
        }
    }
    let settled = precedence::settle(configs);
    let mut taken: BTreeSet<String> = settled.entries.iter().map(|entry| entry.name.clone()).collect();
    for draft in &mut drafts {
        let Draft::Entry(entry) = draft else { continue };
        let own = entry.name.clone();
        let numbered = |number: usize| if number == 1 { own.clone() } else { format!("{own}-{number}") };
        let free = (1..).map(numbered).find(|name| !taken.contains(name)).unwrap_or_default();
        taken.insert(free.clone());
        if let State::Ready(contact) = &mut entry.state {
            contact.name.clone_from(&free);
        }
        entry.name = free;
    }
    let entries = settled.entries.into_iter().map(|entry| Draft::Entry(Box::new(entry)));
    let place = place.unwrap_or(drafts.len());
    drafts.splice(place..place, entries);
    (drafts, settled.notes)
}

/// Keeps the servers that were asked for, saved ones too.
pub(crate) fn choose(drafts: &mut Vec<Draft>, only: &[String], skip: &[String]) {
    let fits = |globs: &[String], name: &str| globs.iter().any(|glob| WildMatch::new(glob).matches(name));
    drafts.retain_mut(|draft| match draft {
        Draft::Entry(entry) => (only.is_empty() || fits(only, &entry.name)) && !fits(skip, &entry.name),
        Draft::Saved(catalog) => {
            catalogs::choose(catalog, only, skip);
            true
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::connect::named;
    use toolrent::gather::config::entry::Config;

    fn names(drafts: &[Draft]) -> Vec<&str> {
        let mut names = Vec::new();
        for draft in drafts {
            names.push(match draft {
                Draft::Entry(entry) => entry.name.as_str(),
                Draft::Saved(_) => "(saved)",
            });
        }
        names
    }

    fn found(text: &str) -> Found {
        Found::Named(Box::new(named::server(text).expect(text)))
    }

    #[test]
    fn servers_keep_the_order_of_their_sources_and_names_are_unique() {
        let of_config = named::server("jam=x").expect("a server");
        let config = Config { entries: vec![of_config], ..Config::default() };
        let all = vec![found("peta=a"), Found::Saved(Catalog::default()), Found::Config(config), found("jam=b")];
        let (mut drafts, _) = merged(all);
        assert_eq!(names(&drafts), ["peta", "(saved)", "jam", "jam-2"]);
        let contacts: Vec<_> = drafts
            .iter()
            .filter_map(Draft::entry)
            .map(|entry| match &entry.state {
                State::Ready(contact) => contact.name.as_str(),
                _ => "",
            })
            .collect();
        assert_eq!(contacts, ["peta", "jam", "jam-2"], "a contact is named like its entry");
        choose(&mut drafts, &["jam*".to_owned()], &["*-2".to_owned()]);
        assert_eq!(names(&drafts), ["(saved)", "jam"]);
    }
}
