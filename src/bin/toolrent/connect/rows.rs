//! What came of each server, as rows of the public report.

use std::time::Duration;

use toolrent::catalog::offer::OfferKind;
use toolrent::catalog::provenance::Provenance;
use toolrent::catalog::tool::{self, Catalog};
use toolrent::gather::note::Note;
use toolrent::gather::outcome::{Outcome, Status};
use toolrent::report::document::Head;
use toolrent::report::gather::document::{self, Gather, Server};

use crate::connect::{Answered, Part};

/// The report.
pub(crate) fn document(answered: &Answered) -> Gather {
    let mut servers = Vec::new();
    let mut notes: Vec<document::Note> = answered.notes.iter().map(note).collect();
    for part in &answered.parts {
        match part {
            Part::Saved(catalog) => {
                servers.extend(catalog.servers.iter().map(saved));
                notes.extend(problems(catalog));
            }
            Part::Server(outcome) => {
                servers.push(server(outcome));
                notes.extend(outcome.notes.iter().map(note));
                notes.extend(lost(outcome));
            }
        }
    }
    let head = Head::new("gather", answered.sources.clone());
    Gather { head, catalog: None, ms: ms(answered.took), servers, notes }
}

/// The row of a server that was asked, or would have been.
pub(crate) fn server(outcome: &Outcome) -> Server {
    let given = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    let asked = outcome.status.answered() || (outcome.status.is_missing() && outcome.status != Status::Unresolved);
    let named = !outcome.origin.host.is_empty();
    let row = Server {
        name: outcome.name.clone(),
        status: outcome.status.name().to_owned(),
        transport: given(outcome.transport),
        ms: asked.then(|| ms(outcome.took)),
        reason: outcome.reason.clone(),
        help: outcome.help.clone(),
        exit_code: outcome.exit_code,
        origin: outcome.origin.source.clone(),
        host: given(&outcome.origin.host),
        scope: named.then(|| outcome.origin.scope.name().to_owned()),
        shown: given(&outcome.shown),
        stderr: outcome.stderr.clone(),
        ..Server::default()
    };
    let Some(listing) = &outcome.listing else { return row };
    let offered = |kind| {
        let is_absent = listing.gaps.iter().any(|gap| gap.is_absent(kind));
        (!is_absent).then(|| listing.offers.iter().filter(|(of, _)| *of == kind).count())
    };
    let row = Server {
        era: given(&listing.era),
        version: listing.version.clone(),
        tools_count: Some(listing.tools.len()),
        tools_hidden: (outcome.status != Status::Cached).then(|| hidden(&outcome.notes)),
        own_name: listing.own_name.clone(),
        ..row
    };
    counted(row, offered, Some(&listing.provenance))
}

/// How many tools the config hides, as the remark on it counts them.
fn hidden(notes: &[Note]) -> usize {
    let remark = notes.iter().find(|note| note.class == "config.filtered");
    remark.and_then(|note| note.detail.split(' ').find_map(|word| word.parse().ok())).unwrap_or(0)
}

fn saved(server: &tool::Server) -> Server {
    let offered = |kind| Some(server.offers.iter().filter(|offer| offer.kind == kind).count());
    let transport = server.provenance.as_ref().and_then(|provenance| provenance.transport.clone());
    let row = Server {
        name: server.name.clone(),
        status: "saved".to_owned(),
        era: server.era.clone(),
        version: server.version.clone(),
        transport,
        tools_count: Some(server.tools.len()),
        reason: server.incomplete.then(|| "saved without all of its pages".to_owned()),
        origin: server.source.clone(),
        ..Server::default()
    };
    counted(row, offered, server.provenance.as_ref())
}

fn counted(row: Server, offered: impl Fn(OfferKind) -> Option<usize>, provenance: Option<&Provenance>) -> Server {
    Server {
        prompts_count: offered(OfferKind::Prompt),
        resources_count: offered(OfferKind::Resource),
        templates_count: offered(OfferKind::ResourceTemplate),
        ttl_ms: provenance.and_then(|provenance| provenance.ttl_ms),
        cache_scope: provenance.and_then(|provenance| provenance.cache_scope.clone()),
        ..row
    }
}

fn note(note: &Note) -> document::Note {
    document::Note {
        server: note.subject.clone(),
        class: note.class.to_owned(),
        severity: note.severity.name().to_owned(),
        detail: note.detail.clone(),
    }
}

/// Entries of its lists that were lost or doubtful.
fn lost(outcome: &Outcome) -> impl Iterator<Item = document::Note> {
    let problems = outcome.listing.iter().flat_map(|listing| &listing.problems);
    let is_told = |problem: &&tool::Problem| outcome.explains(&problem.message);
    problems.filter(move |problem| !is_told(problem)).map(|problem| problem_note(&outcome.name, problem))
}

fn problems(catalog: &Catalog) -> impl Iterator<Item = document::Note> {
    catalog.problems.iter().map(|problem| {
        let subject = problem.place.server.as_deref().unwrap_or(&problem.place.source);
        problem_note(subject, problem)
    })
}

fn problem_note(server: &str, problem: &tool::Problem) -> document::Note {
    let tool = problem.place.tool.as_ref().map_or_else(String::new, |tool| format!("{tool}: "));
    document::Note {
        server: server.to_owned(),
        class: if problem.lost { "catalog.lost" } else { "catalog.doubtful" }.to_owned(),
        severity: if problem.lost { "error" } else { "warning" }.to_owned(),
        detail: format!("{tool}{}", problem.message),
    }
}

fn ms(took: Duration) -> u64 {
    u64::try_from(took.as_millis()).unwrap_or(u64::MAX)
}
