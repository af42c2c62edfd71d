//! Sources of any kind as one catalog, for verbs that measure what is in it.

use toolrent::catalog::tool::Catalog;
use toolrent::gather::note::Note;
use toolrent::gather::outcome::{Outcome, Status};
use toolrent::lint::observed::{Observed, Seen};
use toolrent::report::gather::document::called;
use toolrent::report::gather::view::View;
use toolrent::report::gather::waiting;

use crate::args::Global;
use crate::args::gather::Connect;
use crate::catalogs::{self, Read, Wanted};
use crate::connect::{self, Part, Prefers, Request};
use crate::exit::{Exit, Failure};
use crate::output::Output;

/// How often the tools of a server are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Listed {
    /// Once.
    Once,
    /// Twice, to see whether both lists are the same.
    Twice,
}

/// Reads saved lists and asks servers. What is missing is told and leaves the rest.
pub(crate) fn read(wanted: Wanted<'_>, connect: &Connect, listed: Listed, global: &Global) -> Result<Read, Failure> {
    let Wanted { names, first, only, skip } = wanted;
    let request =
        Request { names, first, only, skip, connect, prefers: Prefers::Saved, twice: listed == Listed::Twice };
    let answered = connect::ask(request, global)?;
    for failure in &answered.unreadable {
        failure.tell();
    }
    if answered.waits {
        let document = answered.document();
        let output = Output::aside(global);
        let view = View { width: output.width(), verbose: global.verbose > 0, quiet: global.quiet, ..View::default() };
        output.write(|out| output.table(&waiting::waiting(&document, view), out))?;
        return Err(answered.refusal());
    }
    if let Some(failure) = answered.interrupted(global.output.is_some()) {
        return Err(failure);
    }
    let falls_short = |outcome: &&Outcome| outcome.status.is_missing() || outcome.is_short();
    answered.outcomes().filter(falls_short).for_each(tell_missing);
    // What stands in the reason of a server was told with it.
    let is_news = |outcome: &Outcome, note: &Note| !outcome.is_short() || !outcome.explains(&note.detail);
    let of_servers =
        answered.outcomes().flat_map(|outcome| outcome.notes.iter().filter(move |note| is_news(outcome, note)));
    connect::tell_notes(answered.notes.iter().chain(of_servers), global);
    let exit = match answered.unreadable.is_empty() {
        false => Exit::Unable,
        true if answered.misses() && !connect.allow_missing => Exit::Partial,
        true => Exit::Clean,
    };
    let absent = answered.outcomes().any(|outcome| outcome.status.is_missing()) && !connect.allow_missing;
    let sources = answered.sources.clone();
    let named: Vec<String> = sources.iter().map(|source| source.name.clone()).collect();
    let observed = answered.outcomes().flat_map(observed).collect();
    let read = Read { catalog: catalog(answered.parts), sources, exit, observed };
    catalogs::tell(&read.catalog, global);
    let something = catalogs::something(&read, &named, only.is_empty() && skip.is_empty());
    // An empty list is no result, but where a server is missing, that is what is wrong.
    something.map_err(|failure| if absent && exit == Exit::Partial { failure.exit(Exit::Partial) } else { failure })?;
    Ok(read)
}

/// What its remarks say that rules judge.
fn observed(outcome: &Outcome) -> Vec<Observed> {
    let seen = |note: &Note| {
        let what = match note.class {
            "gather.list_varies" => Seen::ListVaries,
            "cache.order_changed" => Seen::OrderChanged,
            "gather.secret_in_definition" => Seen::EnvironmentValue,
            _ => return None,
        };
        Some(Observed { server: outcome.name.clone(), what, detail: note.detail.clone() })
    };
    outcome.notes.iter().filter_map(seen).collect()
}

fn catalog(parts: Vec<Part>) -> Catalog {
    let mut all = Catalog::default();
    for part in parts {
        match part {
            Part::Saved(catalog) => {
                all.servers.extend(catalog.servers);
                all.problems.extend(catalog.problems);
            }
            Part::Server(outcome) => {
                let Outcome { name, origin, listing, .. } = *outcome;
                let Some(listing) = listing else { continue };
                let (server, problems) = listing.into_server(&name, &origin.source);
                all.servers.push(server);
                all.problems.extend(problems);
            }
        }
    }
    all
}

fn tell_missing(outcome: &Outcome) {
    let word = if outcome.status == Status::Unresolved { "not asked" } else { "lost" };
    catalogs::tell_line(&format!("{word}: {}: {}", called(&outcome.name), connect::stated(outcome)));
    if let Some(help) = &outcome.help {
        catalogs::tell_line(&format!("  help: {help}"));
    }
}
