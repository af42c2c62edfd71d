//! Entries of several files held against each other: which one of the same name counts, which are the same server.
//!
//! Within one host a higher scope wins. Hosts know nothing of each other, so across hosts the same server is contacted
//! once, and two servers of one name both stay, the later one under a name of its own.

use std::path::PathBuf;

use crate::gather::config::claude_code;
use crate::gather::config::entry::{Config, Entry, OffList, State};
use crate::gather::config::mcp_servers;
use crate::gather::config::places;
use crate::gather::config::surroundings::Surroundings;
use crate::gather::contact::{Contact, Remote, Scope, Way};
use crate::gather::note::{Note, Severity};
use crate::gather::secret;

/// One config out of several, in their order.
#[must_use]
pub fn settle(configs: Vec<Config>) -> Config {
    let mut settled = Config::default();
    let mut rows = Vec::new();
    for config in configs {
        settled.notes.extend(config.notes);
        settled.off.extend(config.off);
        rows.extend(config.entries.into_iter().map(|entry| Row::new(entry, &config.root)));
    }
    for row in &mut rows {
        turn_off(row, &settled.off);
    }
    outrank(&mut rows);
    find_doubles(&mut rows);
    settled.entries = rows.into_iter().map(|row| row.entry).collect();
    settled
}

struct Row {
    entry: Entry,
    /// Its name in the file.
    name: String,
    /// The hosts that read its file.
    hosts: Vec<String>,
    /// The project it belongs to, or the workspace.
    root: PathBuf,
}

impl Row {
    fn new(entry: Entry, root: &std::path::Path) -> Row {
        let placed = places::of(&entry.origin.source, &Surroundings::default());
        let also = placed.filter(|placed| placed.host == entry.origin.host).map_or(&[][..], |placed| placed.also);
        let hosts = std::iter::once(entry.origin.host.clone()).chain(also.iter().cloned()).collect();
        Row { name: entry.name.clone(), entry, hosts, root: root.to_owned() }
    }

    /// Whether a host would use it.
    fn counts(&self) -> bool {
        matches!(self.entry.state, State::Ready(_) | State::Unresolved(_))
    }

    fn scope(&self) -> Scope {
        self.entry.origin.scope
    }

    /// Whether one host sees both under one name, so that one of them hides the other.
    fn competes_with(&self, other: &Row) -> bool {
        // Who reads a file of no known host, nobody knows.
        let known = self.entry.origin.host != mcp_servers::GENERIC.id;
        let same_host = known && self.hosts.iter().any(|host| other.hosts.contains(host));
        let both_of_projects = self.scope() == Scope::Project && other.scope() == Scope::Project;
        self.entry.name == other.entry.name && same_host && (!both_of_projects || self.root == other.root)
    }

    fn place(&self) -> String {
        format!("{} ({})", self.entry.origin.source, self.scope().name())
    }

    fn note(&mut self, class: &'static str, severity: Severity, detail: String) {
        self.entry.notes.push(Note { subject: self.entry.name.clone(), class, severity, detail });
    }
}

fn turn_off(row: &mut Row, lists: &[OffList]) {
    if !row.counts() || row.entry.origin.host != claude_code::ID {
        return;
    }
    let of_project = row.scope() == Scope::Project;
    let speaks_of = |list: &&OffList| {
        if of_project { list.project == row.root } else { !list.only_project_file }
    };
    let turns_off = |list: &&OffList| list.names.contains(&row.entry.name) != list.named_are_on;
    if let Some(list) = lists.iter().filter(speaks_of).find(turns_off) {
        row.entry.state = State::Disabled(list.reason.clone());
    }
}

fn outrank(rows: &mut [Row]) {
    for index in 0..rows.len() {
        let Some(row) = rows.get(index).filter(|row| row.counts()) else { continue };
        let rank = (row.scope(), index);
        let above = |(at, other): &(usize, &Row)| (other.scope(), *at) > rank && row.competes_with(other);
        let higher: Vec<_> = rows.iter().enumerate().filter(above).collect();
        let winner = higher.iter().filter(|(_, other)| other.counts()).max_by_key(|(at, other)| (other.scope(), *at));
        let is_off = |other: &Row| matches!(other.entry.state, State::Disabled(_));
        let off = higher.iter().find(|(_, other)| is_off(other)).map(|(_, other)| other.place());
        let here = row.place();
        match (winner.map(|(_, winner)| winner.place()), off) {
            (Some(winner), _) => {
                if let Some(row) = rows.get_mut(index) {
                    row.note("config.shadowed", Severity::Info, format!("{winner} outranks {here}"));
                    // The state is set only now: what is shadowed itself still shadows what is below it.
                    row.entry.state = State::Shadowed(winner);
                }
            }
            (None, Some(off)) => {
                if let Some(row) = rows.get_mut(index) {
                    let detail = format!("{off} outranks {here} but is turned off; this one counts");
                    row.note("config.shadowed", Severity::Info, detail);
                }
            }
            (None, None) => {}
        }
    }
}

fn find_doubles(rows: &mut [Row]) {
    for later in 1..rows.len() {
        if let Some(earlier) =
            (0..later).find(|earlier| same_server(rows, *earlier, later) && same_name(rows, *earlier, later))
        {
            drop_one(rows, earlier, later);
            continue;
        }
        if let Some(first) = (0..later).find(|earlier| same_server(rows, *earlier, later)).and_then(|at| rows.get(at)) {
            let detail = format!("probable duplicate of {} ({})", first.entry.name, first.place());
            if let Some(row) = rows.get_mut(later) {
                row.note("config.duplicate", Severity::Info, detail);
            }
        }
        if let Some(first) = (0..later).find(|earlier| same_name(rows, *earlier, later)) {
            rename(rows, later, first);
        }
    }
}

fn contacts(rows: &[Row], one: usize, other: usize) -> Option<(&Contact, &Contact)> {
    match (&rows.get(one)?.entry.state, &rows.get(other)?.entry.state) {
        (State::Ready(one), State::Ready(other)) => Some((one, other)),
        _ => None,
    }
}

fn same_server(rows: &[Row], one: usize, other: usize) -> bool {
    contacts(rows, one, other).is_some_and(|(one, other)| same_way(&one.way, &other.way))
}

/// By the names in their files: both may have been renamed since.
fn same_name(rows: &[Row], one: usize, other: usize) -> bool {
    let name = |at: usize| rows.get(at).map(|row| &row.name);
    contacts(rows, one, other).is_some() && name(one) == name(other)
}

/// Of two entries for the same server the one that says more to it stays.
fn drop_one(rows: &mut [Row], earlier: usize, later: usize) {
    let says_more = contacts(rows, earlier, later).is_some_and(|(one, other)| headers(other) > headers(one));
    let (gone, kept) = if says_more { (earlier, later) } else { (later, earlier) };
    let Some(place) = rows.get(kept).map(Row::place) else { return };
    if let Some(row) = rows.get_mut(gone) {
        row.note("config.duplicate", Severity::Info, format!("the same as in {place}; contacted once"));
        row.entry.state = State::Duplicate(place);
    }
}

fn headers(contact: &Contact) -> usize {
    match &contact.way {
        Way::Http(remote) => remote.headers.len(),
        Way::Stdio(_) => 0,
    }
}

/// The same program with the same words, variables and folder, or the same address as the same person.
fn same_way(one: &Way, other: &Way) -> bool {
    match (one, other) {
        (Way::Http(one), Way::Http(other)) => {
            let credentials = [credentials(one), credentials(other)];
            // One that brings none says nothing about who asks.
            one.url == other.url && (credentials[0] == credentials[1] || credentials.iter().any(Vec::is_empty))
        }
        (Way::Stdio(one), Way::Stdio(other)) => {
            let env = |env: &[(String, String)]| {
                let mut env = env.to_vec();
                env.retain(|(name, _)| name != claude_code::PROJECT_VARIABLE);
                env.sort_unstable();
                env
            };
            let words = one.program == other.program && one.args == other.args && one.cwd == other.cwd;
            words && env(&one.env) == env(&other.env)
        }
        _ => false,
    }
}

/// The headers that tell one account from another.
fn credentials(remote: &Remote) -> Vec<(String, &str)> {
    let telling = remote.headers.iter().filter(|(name, _)| !secret::is_harmless_header(name));
    let mut telling: Vec<_> = telling.map(|(name, value)| (name.to_ascii_lowercase(), value.as_str())).collect();
    telling.sort_unstable();
    telling
}

/// Gives a row a name that no other has: `db@cursor`, `db@` and the project's folder, or a number.
fn rename(rows: &mut [Row], index: usize, first: usize) {
    let (Some(row), Some(other)) = (rows.get(index), rows.get(first).map(Row::place)) else { return };
    let old = row.name.clone();
    let is_taken = |name: &String| rows.iter().any(|row| row.entry.name == *name);
    let candidates = labels(row, rows).into_iter().map(|label| format!("{old}@{label}"));
    let numbered = (2..).map(|number: usize| format!("{old}@{number}"));
    let Some(new) = candidates.chain(numbered).find(|name| !is_taken(name)) else { return };
    let Some(row) = rows.get_mut(index) else { return };
    let entry = &mut row.entry;
    for note in &mut entry.notes {
        if note.subject == old || note.subject.strip_prefix(&old).is_some_and(|rest| rest.starts_with('.')) {
            note.subject.replace_range(..old.len(), &new);
        }
    }
    if let State::Ready(contact) = &mut entry.state {
        contact.name.clone_from(&new);
    }
    entry.name.clone_from(&new);
    row.note("config.renamed", Severity::Info, format!("called {new} here: {other} has another server named {old}"));
}

/// What tells a row from others of its name, the most telling first.
fn labels(row: &Row, rows: &[Row]) -> Vec<String> {
    let host = row.entry.origin.host.clone();
    let namesakes = rows.iter().filter(|other| other.name == row.name && other.entry.origin.host == host);
    let mut labels = Vec::new();
    if namesakes.count() < 2 && host != mcp_servers::GENERIC.id {
        labels.push(host);
    }
    if row.scope() == Scope::Project {
        labels.extend(row.root.file_name().map(|name| name.to_string_lossy().into_owned()));
    }
    let file = places::parts(&row.entry.origin.source).last().copied().unwrap_or_default();
    let stem = file.trim_start_matches('.').split('.').next().unwrap_or_default();
    labels.push(stem.to_owned());
    labels.retain(|label| !label.is_empty());
    labels
}

#[cfg(test)]
mod tests;
