//! From sources to what they offer: files are read, servers that somebody agreed to are asked.
//!
//! A source is told by its content (`sources`); what config files name, and what was named by hand (`named`), are
//! entries. Naming a server on the command line is the consent to it, for those of a config file it is `--connect`.

pub(crate) mod connected;

mod asking;
mod credentials;
mod draft;
mod named;
mod rows;
mod sources;

use std::time::{Duration, Instant};

use crate::args::Global;
use crate::args::gather::Connect;
use crate::catalogs;
use crate::connect::draft::Draft;
use crate::exit::{Exit, Failure};
use toolrent::catalog::tool::Catalog;
use toolrent::gather::cache::Cache;
use toolrent::gather::config::entry::{Entry, State};
use toolrent::gather::contact::Contact;
use toolrent::gather::note::{Note, Severity};
use toolrent::gather::outcome::{Outcome, Status};
use toolrent::rent::figures;
use toolrent::report::document::Source;
use toolrent::report::gather::document;

/// What to read and to ask.
pub(crate) struct Request<'a> {
    /// Files and addresses.
    pub(crate) names: &'a [String],
    /// The bytes of the first source, when they were read already.
    pub(crate) first: Option<Vec<u8>>,
    /// Globs of servers to keep; none keeps all.
    pub(crate) only: &'a [String],
    /// Globs of servers to leave out.
    pub(crate) skip: &'a [String],
    /// How to reach servers.
    pub(crate) connect: &'a Connect,
    /// What a file is that can be read as a config and as a saved list.
    pub(crate) prefers: Prefers,
    /// Whether tools are listed twice.
    pub(crate) twice: bool,
}

/// What a file is that can be read as both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Prefers {
    /// A config: its servers are meant.
    Config,
    /// A saved list: what it says of their tools is meant.
    Saved,
}

/// What came of it.
pub(crate) struct Answered {
    /// One entry a source.
    pub(crate) sources: Vec<Source>,
    /// What they hold, in order.
    pub(crate) parts: Vec<Part>,
    /// Remarks about config files; those about servers stand with them.
    pub(crate) notes: Vec<Note>,
    /// Sources that could not be read.
    pub(crate) unreadable: Vec<Failure>,
    /// How long servers were asked.
    pub(crate) took: Duration,
    /// The signal that stopped it.
    pub(crate) stopped: Option<u8>,
    /// Whether a config was named and nobody agreed to contact its servers: nothing was contacted.
    pub(crate) waits: bool,
}

/// A part of the answer.
pub(crate) enum Part {
    /// Saved lists of one source.
    Saved(Catalog),
    /// A server that was asked, or would have been.
    Server(Box<Outcome>),
}

/// Reads all sources and asks all servers. One that fails is its own row; no source at all is a failure.
pub(crate) fn ask(request: Request<'_>, global: &Global) -> Result<Answered, Failure> {
    let Request { names, first, only, skip, connect, prefers, twice } = request;
    let mut read = sources::read(names, first, connect, prefers)?;
    if read.found.is_empty() {
        return Err(read.unreadable.into_iter().next().unwrap_or(Failure::Gone));
    }
    let (mut drafts, mut notes) = draft::merged(std::mem::take(&mut read.found));
    if drafts.is_empty() {
        for failure in &read.unreadable {
            failure.tell();
        }
        return Err(names_none(&read.sources, &notes, global));
    }
    let all: Vec<&Entry> = drafts.iter().filter_map(Draft::entry).collect();
    let credentials = credentials::read(connect, &all)?;
    draft::choose(&mut drafts, only, skip);
    let consented = connect.connect || !read.has_config;
    let mut contacts: Vec<Contact> = Vec::new();
    if consented {
        contacts.extend(drafts.iter().filter_map(Draft::entry).filter_map(ready).cloned());
        credentials.apply(&mut contacts)?;
    }
    offline(&contacts, global)?;
    if let Some(folder) = connect.cache.as_ref().filter(|_| !contacts.is_empty()) {
        let told = |error| Failure::new(format!("--cache {}: {error}", folder.display()));
        Cache::in_folder(folder.clone()).prepare().map_err(told)?;
    }
    if global.verbose > 0 {
        drafts.iter().filter_map(Draft::entry).filter(|entry| consented && ready(entry).is_some()).for_each(foretell);
    }
    let started = Instant::now();
    let asked = match contacts.is_empty() {
        true => asking::Asked::default(),
        false => asking::ask(&contacts, asking::plan(connect, twice, global), global)?,
    };
    let took = if contacts.is_empty() { Duration::ZERO } else { started.elapsed() };
    notes.extend(asked.notes);
    let mut outcomes = asked.outcomes.into_iter();
    let parts: Vec<Part> = drafts
        .into_iter()
        .map(|draft| match draft {
            Draft::Saved(catalog) => Part::Saved(catalog),
            Draft::Entry(entry) => Part::Server(Box::new(outcome(*entry, consented, &mut outcomes))),
        })
        .collect();
    let sources = read.sources.into_iter().map(|source| summed(source, &parts)).collect();
    Ok(Answered { sources, parts, notes, unreadable: read.unreadable, took, stopped: asked.stopped, waits: !consented })
}

/// Configs were named, and no server in them; remarks on what looks like one are told first.
fn names_none(sources: &[Source], notes: &[Note], global: &Global) -> Failure {
    tell_notes(notes.iter(), global);
    let read = sources.iter().filter(|source| source.status != "failed");
    let names: Vec<&str> = read.map(|source| source.name.as_str()).collect();
    let verb = if names.len() == 1 { "names" } else { "name" };
    Failure::new(format!("{} {verb} no servers", names.join(", ")))
}

/// Remarks on standard error, those of little weight only when more is asked for.
pub(crate) fn tell_notes<'n>(notes: impl Iterator<Item = &'n Note>, global: &Global) {
    if global.quiet {
        return;
    }
    let least = if global.verbose > 0 { Severity::Info } else { Severity::Warning };
    for note in notes.filter(|note| note.severity >= least) {
        let word = if note.severity == Severity::Info { "note" } else { "warning" };
        catalogs::tell_line(&format!("{word}: {}: {}", note.subject, note.detail));
    }
}

fn ready(entry: &Entry) -> Option<&Contact> {
    match &entry.state {
        State::Ready(contact) => Some(contact),
        _ => None,
    }
}

fn offline(contacts: &[Contact], global: &Global) -> Result<(), Failure> {
    match contacts {
        [first, ..] if global.offline => {
            Err(Failure::new(format!("{} would be contacted, and --offline forbids it", first.name))
                .help("saved catalogs can be read without a network"))
        }
        _ => Ok(()),
    }
}

/// Says what is about to run, before it does.
fn foretell(entry: &Entry) {
    catalogs::tell_line(&format!("contacting {}: {}", entry.name, entry.shown));
}

/// What became of an entry: the next outcome when it was asked, else its state.
fn outcome(entry: Entry, consented: bool, outcomes: &mut impl Iterator<Item = Outcome>) -> Outcome {
    let (status, reason, transport) = match entry.state {
        State::Ready(contact) => match outcomes.next().filter(|_| consented) {
            Some(mut outcome) => {
                outcome.name = entry.name;
                outcome.origin = entry.origin;
                outcome.shown = entry.shown;
                outcome.notes.splice(0..0, entry.notes);
                return outcome;
            }
            None => (Status::Waiting, entry.filter.told(), contact.way.transport()),
        },
        State::Disabled(why) => (Status::Disabled, Some(why), ""),
        State::Unresolved(why) => (Status::Unresolved, Some(why), ""),
        State::Skipped(why) => (Status::Skipped, Some(why), ""),
        State::Shadowed(by) => (Status::Shadowed, Some(by), ""),
        State::Duplicate(of) => (Status::Duplicate, Some(of), ""),
    };
    Outcome {
        name: entry.name,
        status,
        transport,
        took: Duration::ZERO,
        reason,
        help: None,
        exit_code: None,
        stderr: Vec::new(),
        origin: entry.origin,
        shown: entry.shown,
        notes: entry.notes,
        listing: None,
    }
}

/// A source with what became of the servers that it names.
fn summed(source: Source, parts: &[Part]) -> Source {
    if source.kind == "catalog" || source.status == "failed" {
        return source;
    }
    let own = parts.iter().filter_map(|part| match part {
        Part::Server(outcome) if outcome.origin.source == source.name => Some(outcome),
        _ => None,
    });
    let own: Vec<&Outcome> = own.map(Box::as_ref).collect();
    let listed = own.iter().filter(|outcome| outcome.status.answered()).count();
    let missing = own.iter().filter(|outcome| outcome.status.is_missing()).count();
    let whole = own.iter().all(|outcome| outcome.status != Status::Incomplete);
    let waiting = own.iter().any(|outcome| outcome.status == Status::Waiting);
    let status = match (listed, missing) {
        _ if waiting => "waiting",
        (_, 0) if whole => "ok",
        (0, 1..) => "failed",
        _ => "incomplete",
    };
    let lists = own.iter().filter_map(|outcome| outcome.listing.as_ref());
    let tools: usize = lists.map(|listing| listing.tools.len()).sum();
    let detail = match waiting {
        _ if own.is_empty() => "names no servers".to_owned(),
        true => format!("{} named", figures::count(own.len(), "server")),
        false => format!(
            "{listed} of {} answered, {}",
            figures::count(listed + missing, "server"),
            figures::count(tools, "tool")
        ),
    };
    Source { status: status.to_owned(), detail: Some(detail), ..source }
}

impl Answered {
    /// Servers that were asked, or would have been.
    pub(crate) fn outcomes(&self) -> impl Iterator<Item = &Outcome> {
        self.parts.iter().filter_map(|part| match part {
            Part::Server(outcome) => Some(outcome.as_ref()),
            Part::Saved(_) => None,
        })
    }

    /// Whether a server, a source or a part of a list is missing.
    pub(crate) fn misses(&self) -> bool {
        let falls_short = |outcome: &Outcome| outcome.status.is_missing() || outcome.is_short();
        !self.unreadable.is_empty() || self.outcomes().any(falls_short)
    }

    /// The report of it.
    pub(crate) fn document(&self) -> document::Gather {
        rows::document(self)
    }

    /// Why nothing was contacted, when consent was missing.
    pub(crate) fn refusal(&self) -> Failure {
        let configs = self.sources.iter().filter(|source| source.kind == "config");
        let names: Vec<&str> = configs.map(|source| source.name.as_str()).collect();
        let servers = self.outcomes().filter(|outcome| !outcome.origin.host.is_empty() || named_in(&names, outcome));
        let verb = if names.len() == 1 { "names" } else { "name" };
        let count = figures::count(servers.count(), "server");
        let failure = Failure::new(format!("{} {verb} {count}; nothing was contacted", names.join(", ")));
        failure.help("add --connect to start the programs and call the addresses")
    }

    /// The failure that a signal makes of it; `writes` when a file was asked for.
    pub(crate) fn interrupted(&self, writes: bool) -> Option<Failure> {
        let signal = self.stopped?;
        let written = if writes { "; nothing was written" } else { "" };
        Some(Failure::new(format!("stopped before all servers had answered{written}")).exit(Exit::Stopped(signal)))
    }
}

/// How it ended and why, in words that do not repeat themselves.
pub(crate) fn stated(outcome: &Outcome) -> String {
    rows::server(outcome).stated()
}

fn named_in(names: &[&str], outcome: &Outcome) -> bool {
    names.contains(&outcome.origin.source.as_str())
}
