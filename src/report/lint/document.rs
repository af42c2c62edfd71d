//! The public report of `lint`, version 1: findings with their place, their price and what hosts do about them.

use serde::Serialize;

use crate::catalog::tool::{Catalog, Server};
use crate::lint::grade::{Group, Severity};
use crate::lint::mask::Masks;
use crate::lint::run::Outcome;
use crate::report::document::Head;
use crate::report::lint::found::{Finding, Location, Region, Unchecked};
use crate::report::lint::{entry, places};
use crate::session::call::Call;

/// What `lint` found.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Lint {
    /// The head.
    #[serde(flatten)]
    pub head: Head,
    /// The findings, by server, tool, pointer, rule and span.
    pub findings: Vec<Finding>,
    /// How much was judged and found.
    pub counts: Counts,
    /// Findings that are left out here.
    pub hidden: Hidden,
    /// Findings that an `[[allow]]` entry takes out.
    pub allowed: usize,
    /// Findings that the baseline holds already.
    pub baseline: usize,
    /// What was not judged, which is not the same as clean.
    pub unchecked: Vec<Unchecked>,
    /// The servers and the names of their tools, clean ones included.
    #[serde(skip)]
    pub judged: Vec<Judged>,
}

/// A server that was judged.
#[derive(Debug, Clone)]
pub struct Judged {
    /// Its name.
    pub server: String,
    /// Its tools, in order.
    pub tools: Vec<String>,
}

/// How much was judged and found.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Counts {
    /// Tools judged.
    pub tools: usize,
    /// Servers judged.
    pub servers: usize,
    /// Results of calls judged.
    pub results: usize,
    /// Findings of severity `error`.
    pub error: usize,
    /// Findings of severity `warning`.
    pub warning: usize,
    /// Findings of severity `info`.
    pub info: usize,
}

/// Findings that are left out.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "app", derive(schemars::JsonSchema))]
pub struct Hidden {
    /// For another persona.
    pub persona: usize,
}

/// What the document cannot see in the outcome.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Told {
    /// How many findings an `[[allow]]` entry took out.
    pub allowed: usize,
    /// How many the baseline holds already.
    pub baseline: usize,
    /// How many are for another persona.
    pub hidden: usize,
}

/// The document of an outcome over these definitions and calls.
#[must_use]
pub fn document(head: Head, input: &Catalog, calls: &[Call], outcome: &Outcome, told: Told) -> Lint {
    let masks = Masks::of(&outcome.findings);
    let places = places::locations(&outcome.findings, input, calls);
    let findings =
        outcome.findings.iter().zip(places).map(|(found, place)| entry::finding(found, place, &masks)).collect();
    let at = |severity| outcome.findings.iter().filter(|finding| finding.severity == severity).count();
    let names = |server: &Server| server.tools.iter().map(|tool| tool.name.clone()).collect();
    Lint {
        head,
        findings,
        counts: Counts {
            tools: outcome.tools,
            servers: input.servers.len(),
            results: calls.len(),
            error: at(Severity::Error),
            warning: at(Severity::Warning),
            info: at(Severity::Info),
        },
        hidden: Hidden { persona: told.hidden },
        allowed: told.allowed,
        baseline: told.baseline,
        unchecked: outcome.unchecked.iter().map(|left| entry::unchecked(left, &masks)).collect(),
        judged: input.servers.iter().map(|one| Judged { server: one.name.clone(), tools: names(one) }).collect(),
    }
}

impl Lint {
    /// Where a finding stands for those who want a file: what is about all sources stands in the first.
    pub(crate) fn place_of(&self, finding: &Finding) -> Option<Location> {
        let first = || Some(Location { source: self.head.sources.first()?.name.clone(), region: None });
        finding.location.clone().or_else(first)
    }

    /// Tells where the entries of the settings stand, for what is found about them; `lines` holds the line of each
    /// `[[allow]]`, as far as they are known.
    pub fn settings(&mut self, file: &str, lines: &[u32]) {
        let entry = |finding: &Finding| finding.pointer.strip_prefix("/allow/")?.parse::<usize>().ok();
        for finding in self.findings.iter_mut().filter(|finding| finding.group == Group::Settings.word()) {
            let line = entry(finding).and_then(|at| lines.get(at)).copied();
            let behind = 1 + u32::try_from("[[allow]]".len()).unwrap_or_default();
            let region =
                line.map(|line| Region { line, column: 1, end_line: line, end_column: behind, utf16: [1, behind] });
            finding.location = Some(Location { source: file.to_owned(), region });
        }
    }
}
