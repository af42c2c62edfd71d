//! What a query says that a ranker does not hear: names of tools and servers, and words that stand nowhere.

use crate::catalog::similar::name_words;
use crate::simulate::rank::exact::{Said, Text, spaced};
use crate::simulate::rank::ranker::{Ranked, Ranker, tied};
use crate::simulate::search::note::{Class, Note};
use crate::simulate::search::scene::Scene;

/// How many words a remark lists.
const LISTED: usize = 8;

/// Tools named in the query that do not come among the first k.
#[must_use]
pub fn exact_names(scene: &Scene<'_>, query: &str, ranked: &[Ranked]) -> Vec<Note> {
    let text = Text::of(query);
    let lower = query.to_lowercase();
    let held = scene.names.lower().iter().enumerate().filter(|(_, name)| !name.is_empty() && lower.contains(*name));
    let named = held.map(|(at, _)| (at, &scene.names.all()[at])).filter(|(_, name)| {
        // One common word is no name, unless nothing else is asked for.
        let telling = name_words(&name.tool).len() > 1 || query.trim() == name.tool;
        telling && text.says(&name.tool).is_some_and(|said| said > Said::Otherwise)
    });
    let named: Vec<(usize, &str)> = named.map(|(at, name)| (at, name.tool.as_str())).collect();
    let mut distinct: Vec<&str> = named.iter().map(|(_, name)| *name).collect();
    distinct.sort_unstable();
    distinct.dedup();
    let crowd = if distinct.len() > scene.k {
        format!("; {} names cannot stand in {} places", distinct.len(), scene.k)
    } else {
        String::new()
    };
    let at = |tool: usize| ranked.iter().position(|one| one.document == tool);
    let reached = |tool: usize| at(tool).is_some_and(|at| tied(ranked, at).end <= scene.k + 1);
    let is_missed = |name: &str| !named.iter().any(|(tool, other)| *other == name && reached(*tool));
    let missed = named.iter().filter(|(_, name)| is_missed(name));
    let note = |(tool, _): &(usize, &str)| {
        let place = at(*tool).map_or_else(|| "is not found".to_owned(), |at| format!("is at rank {}", at + 1));
        let detail = format!("{} is named in the query and {place}{crowd}", scene.names.all()[*tool]);
        Note { class: Class::ExactNameMiss, tool: Some(*tool), server: None, detail }
    };
    missed.map(note).collect()
}

/// Servers named in the query of which no tool is found by that name.
#[must_use]
pub fn app_names(scene: &Scene<'_>, query: &str, ranker: &dyn Ranker) -> Vec<Note> {
    if !ranker.reads_texts() {
        return Vec::new();
    }
    let text = Text::of(query);
    let mut notes: Vec<Note> = Vec::new();
    for server in scene.names.servers() {
        if text.says(server).is_none() {
            continue;
        }
        let found = ranker.rank(server);
        if found.iter().any(|one| scene.names.all()[one.document].server == *server) {
            continue;
        }
        let detail = format!("{server:?} stands in no text of its tools, so that name finds none of them");
        notes.push(Note { class: Class::AppNameAbsent, tool: None, server: Some(server.clone()), detail });
    }
    notes
}

/// Words of the query that stand in no tool.
#[must_use]
pub fn unknown_terms(query: &str, ranker: &dyn Ranker) -> Option<Note> {
    let terms = ranker.lexical()?.terms(query);
    let words: Vec<&str> = terms.iter().filter(|term| term.documents == 0).map(|term| term.word.as_str()).collect();
    let more = match words.len().saturating_sub(LISTED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let listed = words.iter().take(LISTED).copied().collect::<Vec<_>>().join(", ");
    let detail = format!("in no tool: {listed}{more}");
    (!words.is_empty()).then_some(Note { class: Class::UnknownTerms, tool: None, server: None, detail })
}

/// Words of the query that a missed tool has in its name, but that the ranker does not see there.
#[must_use]
pub fn joined_words(scene: &Scene<'_>, query: &str, tool: usize, ranker: &dyn Ranker) -> Option<Note> {
    let name = &scene.names.all()[tool];
    let joined = if let Some(lexical) = ranker.lexical() {
        let of_name: Vec<_> = name_words(&name.tool).iter().map(|word| lexical.keys(word)).collect();
        let terms = lexical.terms(query).into_iter();
        let unseen = terms.filter(|term| of_name.contains(&term.keys) && !lexical.holds(tool, &term.keys));
        unseen.map(|term| term.word).collect::<Vec<_>>().join(", ")
    } else {
        let is_part = ranker.reads_texts() && spaced(&name.tool).contains(&spaced(query));
        if is_part { query.trim().to_owned() } else { String::new() }
    };
    let detail = format!("the name {name} has “{joined}” joined by other marks, where this search does not split");
    let note = Note { class: Class::SpaceVsUnderscore, tool: Some(tool), server: None, detail };
    (!joined.trim().is_empty()).then_some(note)
}

/// Tools that say nearly the same as a wanted one and stand above it, or are tied with it.
#[must_use]
pub fn look_alikes(scene: &Scene<'_>, wanted: &[Vec<usize>], tool: usize, rivals: &[Ranked]) -> Option<Note> {
    let is_wanted = |other: usize| wanted.iter().flatten().any(|one| *one == other);
    let siblings: Vec<usize> = (rivals.iter().map(|one| one.document))
        .filter(|other| !is_wanted(*other) && scene.alike.are(tool, *other))
        .collect();
    let listed = siblings.iter().take(LISTED).map(|other| scene.names.all()[*other].to_string());
    let listed = listed.collect::<Vec<_>>().join(", ");
    let more = match siblings.len().saturating_sub(LISTED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let family = scene.alike.family(tool);
    let crowd = match family {
        0 | 1 => String::new(),
        family => format!("; {family} tools say nearly the same as it"),
    };
    let name = &scene.names.all()[tool];
    let detail = format!("{name} is not told from {listed}{more}{crowd}");
    (!siblings.is_empty()).then_some(Note { class: Class::LookAlikes, tool: Some(tool), server: None, detail })
}
