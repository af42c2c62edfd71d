//! From a provider's error to the tool that caused it: server, tool, place in the schema, and the rule that explains it.
//!
//! Providers name a number (`tools.31`), a function or a path. The number counts over the tools of all servers, in the
//! order in which the host sends them.

use std::collections::BTreeMap;

use crate::catalog::tool::{Catalog, Server, Tool};
use crate::host::deferral::When;
use crate::host::profile::{self, Host};
use crate::lint::blame::clue::Clue;
use crate::lint::finding::Finding;
use crate::lint::grade::{Group, Persona};
use crate::lint::levels::{Level, Levels, Whom};
use crate::lint::rules::RULES;
use crate::lint::run::{Config, lint};
use crate::lint::scene::Input;

pub mod clue;

#[cfg(test)]
mod tests;

/// A tool that an error may be about.
#[derive(Debug, Clone)]
pub struct Blamed {
    /// Number of its server in the catalog.
    pub server_at: usize,
    /// Its number in its server.
    pub tool_at: usize,
    /// Its server's name.
    pub server: String,
    /// Its name.
    pub tool: String,
    /// JSON pointer inside the tool, as deep as the error or a rule says.
    pub pointer: String,
    /// What led here, and what explains the error.
    pub why: String,
    /// What the rules about hosts say of this tool, as far as it fits the error.
    pub findings: Vec<Finding>,
}

/// The most tools that are listed when the error names none.
const MOST: usize = 20;

/// Server and tool by number.
type Place = (usize, usize);

/// The tools that an error may be about, the likeliest first. `host` is the one that printed it, when that is known.
#[must_use]
pub fn blame(error: &str, catalog: &Catalog, host: Option<&Host>) -> Vec<Blamed> {
    let hosts = judges(error, host);
    let judged = judge(catalog, &hosts);
    let rules = clue::complaints(error);
    let fits = |finding: &&Finding| rules.is_empty() || rules.contains(&finding.rule);
    let of =
        |place: Place| -> Vec<Finding> { judged.get(&place).into_iter().flatten().filter(fits).cloned().collect() };
    let mut found: Vec<Blamed> = Vec::new();
    for clue in clue::clues(error) {
        let (places, path) = match &clue {
            Clue::Name { name, path } => (named(catalog, name, host), path),
            Clue::Number { at, from_one, path } => (numbered(catalog, *at, *from_one, host), path),
        };
        for (place, how) in places {
            if found.iter().all(|known| (known.server_at, known.tool_at) != place) {
                found.extend(blamed(catalog, place, path, how, of(place)));
            }
        }
    }
    if found.iter().all(|known| known.findings.is_empty()) && !rules.is_empty() {
        let seen: Vec<Place> = found.iter().map(|known| (known.server_at, known.tool_at)).collect();
        let others = judged.keys().copied().filter(|place| !seen.contains(place) && !of(*place).is_empty()).take(MOST);
        let how =
            if seen.is_empty() { "the error names no tool of these" } else { "the tool named above shows no cause" };
        found.extend(others.filter_map(|place| blamed(catalog, place, &[], how.to_owned(), of(place))));
    }
    found
}

/// The hosts whose rows may explain the error: the one that printed it, else those that write such errors, else all.
fn judges(error: &str, host: Option<&Host>) -> Vec<&'static Host> {
    let ids: Vec<&str> = match host {
        Some(host) => vec![host.id.as_str()],
        None => clue::writers(error).to_vec(),
    };
    let known: Vec<_> = ids.into_iter().filter_map(profile::named).collect();
    if known.is_empty() { profile::hosts().iter().collect() } else { known }
}

/// What the rules about hosts say of each tool.
fn judge(catalog: &Catalog, hosts: &[&'static Host]) -> BTreeMap<Place, Vec<Finding>> {
    let others = RULES.iter().filter(|rule| rule.group != Group::Host);
    let set = others.map(|rule| (Whom::Rule(rule.id.to_owned()), Level::Off)).collect();
    let config = Config { levels: Levels { persona: Persona::Auditor, set }, ..Config::default() };
    let outcome = lint(Input { catalog: Some(catalog), hosts, ..Input::default() }, &config);
    let mut by_tool: BTreeMap<Place, Vec<Finding>> = BTreeMap::new();
    for finding in outcome.findings {
        if let (Some(server), Some(tool)) = (finding.server_at, finding.tool_at) {
            by_tool.entry((server, tool)).or_default().push(finding);
        }
    }
    for findings in by_tool.values_mut() {
        findings.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    }
    by_tool
}

/// The tools of that name, as servers call them or as a host shows them.
fn named(catalog: &Catalog, name: &str, host: Option<&Host>) -> Vec<(Place, String)> {
    let mut found = Vec::new();
    for (place, server, tool) in tools(catalog) {
        let shown = |host: &&Host| host.name.apply(&server.name, &tool.name).text == name;
        let by = host.into_iter().chain(profile::hosts()).find(shown);
        if tool.name == name {
            found.push((place, "the error names it".to_owned()));
        } else if let Some(by) = by {
            found.push((place, format!("{} shows it as {name:?}", by.id)));
        }
    }
    found
}

/// The tool of that number; where it is not sure where counting begins, also the one beside it.
fn numbered(catalog: &Catalog, at: usize, from_one: bool, host: Option<&Host>) -> Vec<(Place, String)> {
    let all: Vec<Place> = tools(catalog).map(|(place, _, _)| place).collect();
    let numbers = if from_one { vec![(at.checked_sub(1), 1), (Some(at), 0)] } else { vec![(Some(at), 0)] };
    let doubt = doubt(host);
    let tell = |(number, first): (Option<usize>, usize)| {
        let place = *all.get(number?)?;
        Some((place, format!("number {at} of {} tools counted from {first}{doubt}", all.len())))
    };
    numbers.into_iter().filter_map(tell).collect()
}

/// Why a number may be off.
fn doubt(host: Option<&Host>) -> String {
    match host {
        Some(host) if host.deferral.iter().any(|policy| policy.when != When::Never) => {
            format!(", if {} sends them all in this order and none of its own: it holds tools back", host.id)
        }
        Some(_) => ", in the order of the sources".to_owned(),
        None => ", in the order of the sources; a host that holds tools back or sends its own first counts otherwise"
            .to_owned(),
    }
}

fn tools(catalog: &Catalog) -> impl Iterator<Item = (Place, &Server, &Tool)> {
    let of = |(at, server)| numbered_tools(at, server);
    catalog.servers.iter().enumerate().flat_map(of)
}

fn numbered_tools(at: usize, server: &Server) -> impl Iterator<Item = (Place, &Server, &Tool)> {
    server.tools.iter().enumerate().map(move |(number, tool)| ((at, number), server, tool))
}

fn blamed(catalog: &Catalog, place: Place, path: &[String], how: String, found: Vec<Finding>) -> Option<Blamed> {
    let (server_at, tool_at) = place;
    let server = catalog.servers.get(server_at)?;
    let tool = server.tools.get(tool_at)?;
    let said = clue::pointer(tool, path);
    // What a rule says of a place inside the one that the error names is the more exact.
    let inside = found.iter().find(|finding| finding.pointer.starts_with(&said));
    let (pointer, why) = match inside.or(found.first()) {
        Some(finding) => {
            let pointer = if inside.is_some() { finding.pointer.clone() } else { said };
            (pointer, format!("{how}; {} explains it: {}", finding.rule, finding.message))
        }
        None => (said, format!("{how}; no rule about hosts explains it")),
    };
    let (server, tool) = (server.name.clone(), tool.name.clone());
    Some(Blamed { server_at, tool_at, server, tool, pointer, why, findings: found })
}
