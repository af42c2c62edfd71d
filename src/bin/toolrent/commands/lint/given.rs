//! Files that `lint` judges besides the definitions: what was reviewed, further listings, results, a host's figures.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use serde_json::Value;
use toolrent::catalog::saved;
use toolrent::catalog::tool::{Catalog, Server, Tool};
use toolrent::host::tariff::Overrides;
use toolrent::lint::baseline::Baseline;
use toolrent::rent::budget::Budget;
use toolrent::rent::claimed::{self, Comparison};
use toolrent::rent::claims::Claims;
use toolrent::rent::figures;
use toolrent::rent::row::Ledger;
use toolrent::report::document::Source;
use toolrent::session::call::Call;
use toolrent::session::capture::{self, Capture};

use crate::args::Global;
use crate::args::lint::Besides;
use crate::catalogs;
use crate::exit::Failure;
use crate::ledgers;
use crate::settings::Settings;
use crate::source;

/// What the files hold.
pub(crate) struct Given {
    /// What was reviewed.
    pub(crate) reviewed: Option<Catalog>,
    /// Further listings of the same servers.
    pub(crate) again: Vec<Catalog>,
    /// Recorded calls.
    pub(crate) calls: Vec<Call>,
    /// One entry for each file of calls.
    pub(crate) sources: Vec<Source>,
    claims: Option<(PathBuf, Claims)>,
}

/// What figures are held against.
pub(crate) struct Held {
    /// A host's own figures beside ours.
    pub(crate) claims: Vec<Comparison>,
    /// Budgets, each with its ledger.
    pub(crate) budgets: Vec<(Budget, Ledger)>,
}

impl Given {
    /// Reads them all; one that cannot be read is a failure: what was to be judged would look clean.
    pub(crate) fn read(besides: &Besides, global: &Global) -> Result<Given, Failure> {
        let claims = match &besides.claimed {
            Some(file) => Some((file.clone(), ledgers::claims(file)?)),
            None => None,
        };
        let (mut calls, mut sources) = (Vec::new(), Vec::new());
        for file in &besides.results {
            let name = file.display().to_string();
            let capture = results(&name, &source::bytes(&name)?)?;
            sources.push(status(&name, &capture));
            catalogs::tell(&Catalog { problems: capture.problems, ..Catalog::default() }, global);
            calls.extend(capture.calls);
        }
        Ok(Given {
            reviewed: besides.lock.as_deref().map(|file| catalog(file, global)).transpose()?,
            again: besides.again.iter().map(|file| catalog(file, global)).collect::<Result<_, _>>()?,
            calls,
            sources,
            claims,
        })
    }

    /// The definitions that stand beside the results, as a catalog: what is judged when no source is named.
    pub(crate) fn defined(&self) -> Result<Catalog, Failure> {
        let mut groups: Vec<(Option<&str>, Vec<&Value>)> = Vec::new();
        let mut seen = BTreeSet::new();
        for call in &self.calls {
            let Some(definition) = &call.definition else { continue };
            let server = call.server.as_deref();
            if !seen.insert((server, definition.to_string())) {
                continue;
            }
            match groups.iter_mut().find(|(name, _)| *name == server) {
                Some((_, tools)) => tools.push(definition),
                None => groups.push((server, vec![definition])),
            }
        }
        let source = self.calls.first().map_or("results", |call| &call.place.source);
        let mut all = Catalog::default();
        for (name, tools) in groups {
            let list = serde_json::json!({ "tools": tools }).to_string();
            let read = saved::read(source, list.as_bytes()).map_err(|why| catalogs::unreadable(source, &why))?;
            all.servers.extend(read.servers.into_iter().map(|server| Server {
                name: name.map_or(server.name, str::to_owned),
                tools: server.tools.into_iter().map(placeless).collect(),
                ..server
            }));
        }
        Ok(all)
    }
}

/// Reads a capture of results. A list of tools in its place is told from a broken file.
fn results(name: &str, bytes: &[u8]) -> Result<Capture, Failure> {
    capture::read(name, bytes).map_err(|error| {
        let failure = Failure::new(format!("{name}: {error}"));
        let has_tools = saved::read(name, bytes).is_ok_and(|catalog| catalog.tools().next().is_some());
        if has_tools { failure.help(format!("it lists tools: toolrent lint {name}")) } else { failure }
    })
}

fn status(name: &str, capture: &Capture) -> Source {
    let lost = capture.problems.iter().filter(|problem| problem.lost).count();
    let left = if lost > 0 { format!(", {} lost", figures::count(lost, "line")) } else { String::new() };
    Source {
        name: name.to_owned(),
        kind: "results".to_owned(),
        status: if lost > 0 { "incomplete" } else { "ok" }.to_owned(),
        detail: Some(format!("{}{left}", figures::count(capture.calls.len(), "result"))),
    }
}

/// A list that was made here has no lines that anybody could go to.
fn placeless(mut tool: Tool) -> Tool {
    (tool.place.line, tool.place.column) = (None, None);
    tool
}

fn catalog(file: &Path, global: &Global) -> Result<Catalog, Failure> {
    let name = file.display().to_string();
    let read = saved::read(&name, &source::bytes(&name)?).map_err(|why| catalogs::unreadable(&name, &why))?;
    catalogs::tell(&read, global);
    if read.tools().next().is_none() {
        return Err(Failure::new(format!("{name}: zero tools; there is nothing to hold against")));
    }
    Ok(read)
}

/// Reads a baseline.
pub(crate) fn baseline(file: &Path) -> Result<Baseline, Failure> {
    let name = file.display().to_string();
    if !file.exists() {
        let failure = Failure::new(format!("{name}: no such file"));
        return Err(failure.help(format!("--write-baseline {name} makes one")));
    }
    Baseline::read(&source::bytes(&name)?).map_err(|error| Failure::new(format!("{name}: {error}")))
}

/// Counts what budgets and claims are held against.
pub(crate) fn held(given: &Given, settings: &Settings, hosts: &[String], catalog: &Catalog) -> Result<Held, Failure> {
    let prices = Overrides::default();
    // Growth needs an earlier total, which `rent` asks for.
    let budgets =
        ledgers::budgets(settings).into_iter().map(|(host, budget)| (host, Budget { growth_pct: None, ..budget }));
    let budgets = budgets.filter(|(_, budget)| *budget != Budget::default());
    let budgets = budgets.map(|(host, budget)| Ok((budget, ledgers::count_for(host, &prices, catalog)?)));
    let budgets = budgets.collect::<Result<Vec<_>, Failure>>()?;
    let Some((file, claims)) = &given.claims else { return Ok(Held { claims: Vec::new(), budgets }) };
    let host = match (&claims.host, hosts) {
        (Some(host), _) | (None, [host]) => host,
        (None, _) => {
            let failure = Failure::new(format!("{}: the claims name no host", file.display()));
            return Err(failure.help("say which with one --host"));
        }
    };
    let ledger = ledgers::count_for(host, &prices, catalog)?;
    Ok(Held { claims: vec![claimed::compare(claims, &ledger)], budgets })
}
