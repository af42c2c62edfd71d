//! A text gives an order about another tool of its own server.
//!
//! ## Why
//!
//! Most such hints are honest: look the id up first. In a server that was taken over they are how one tool bends another,
//! so a reviewer of strangers' servers may want to read each of them.
//!
//! ## Examples
//!
//! ```json bad
//! {"tools":[{"name":"cari_barang","description":"Searches.","inputSchema":{"type":"object"}},
//!  {"name":"beli_barang","description":"Buys. You must call cari_barang first and pass what it returns.","inputSchema":{"type":"object"}}]}
//! ```
//!
//! ```json good
//! {"tools":[{"name":"cari_barang","description":"Searches.","inputSchema":{"type":"object"}},
//!  {"name":"beli_barang","description":"Buys what cari_barang found.","inputSchema":{"type":"object"}}]}
//! ```
//!
//! ## References
//!
//! arXiv 2508.14925 (78 % of its poisoned tools, 1.1 % of harmless ones).

use crate::catalog::text::{Kind, Role};
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::hit::Hit;
use crate::lint::reading::near::passages;
use crate::lint::reading::read::Reading;
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::Around;
use crate::lint::words::concept::Concept;

/// The rule.
pub static RULE: Rule = Rule {
    id: "sibling-steering",
    group: Group::Injection,
    severity: Severity::Warning,
    confidence: Confidence::Low,
    persona: Persona::Auditor,
    status: Status::Stable,
    options: &[],
    file: include_str!("sibling_steering.rs"),
    check: Check::Reading(check),
};

fn check(reading: &Reading<'_>, around: &Around<'_>, hits: &mut Vec<Hit>) {
    let (Some(server), Some(tool)) = (around.server, around.tool) else { return };
    let ordered = reading.means_any(&[Concept::Obligation]);
    if around.text.role != Role::Prose || around.text.kind == Kind::Result || !ordered {
        return;
    }
    let used = around.scene.names.used(reading);
    let mut siblings: Vec<_> =
        used.filter(|(_, name)| name.owners.contains(&server.at) && name.name != tool.tool.name).collect();
    siblings.reverse();
    for passage in passages(reading) {
        while let Some((span, name)) = siblings.pop_if(|(span, _)| span.end <= passage.span.end) {
            let must = passage.near(&span, Concept::Obligation, 90);
            let act = passage.near_any(&span, &[Concept::Use, Concept::Alter, Concept::Send, Concept::Supply], 60);
            if let (Some(must), Some(act)) = (must, act) {
                let span = span.start.min(must.start).min(act.start)..span.end.max(must.end).max(act.end);
                hits.push(RULE.hit(span, format!("gives an order about {}", name.name)));
            }
        }
    }
}
