//! A type is a list, such as string or null, which a host refuses.
//!
//! ## Why
//!
//! Gemini's `parameters` takes one type only and answers that a field is not repeating. `anyOf` with a string and a null is
//! accepted, but some converters turn it back into the list; an optional parameter that is left out needs no null at all.
//! For hosts that nobody asked for it is one note per tool.
//!
//! ## Examples
//!
//! ```json bad host:gemini-api
//! {"name":"ubah_catatan","description":"Mengubah satu catatan.","inputSchema":{"type":"object",
//!  "properties":{"judul":{"type":["string","null"]}}}}
//! ```
//!
//! ```json good host:gemini-api
//! {"name":"ubah_catatan","description":"Mengubah satu catatan.","inputSchema":{"type":"object",
//!  "properties":{"judul":{"anyOf":[{"type":"string"},{"type":"null"}]}}}}
//! ```
//!
//! ```json bad
//! {"name":"pindah_catatan","description":"Moves a note to another folder.","inputSchema":{"type":"object",
//!  "properties":{"folder":{"type":["string","null"]},"urutan":{"type":["integer","null"]}}}}
//! ```
//!
//! ```json good
//! {"name":"pindah_catatan","description":"Moves a note to another folder.","inputSchema":{"type":"object",
//!  "properties":{"folder":{"type":"string"},"urutan":{"type":"integer"}}}}
//! ```
//!
//! ## References
//!
//! google_workspace_mcp#1099; anomalyco/opencode#48073; netease-lcap/wave-agent#284; zed-industries/zed#44875.

use serde_json::Value;

use crate::host::refusal::Condition;
use crate::lint::cx::Cx;
use crate::lint::fix::{Change, Fix, FixLevel};
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::rules::host::verdict::{self, Row, Spec, Verdict};
use crate::lint::scene::ToolView;
use crate::lint::schema::node::Node;

/// The rule.
pub static RULE: Rule = Rule {
    id: "host-null-type",
    group: Group::Host,
    severity: Severity::Error,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("host_null_type.rs"),
    check: Check::Tool(check),
};

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let rows = verdict::rows(cx, Condition::NullType, view.tool);
    let others = verdict::rows_elsewhere(cx, Condition::NullType, view.tool);
    let mut elsewhere = Vec::new();
    for node in &view.nodes {
        let Some(types) = node.get("type").and_then(Value::as_array) else { continue };
        match spoken(&rows, node) {
            Some(said) => report(cx, &said, &[(node, types)]),
            None if spoken(&others, node).is_some() => elsewhere.push((node, types)),
            None => {}
        }
    }
    // Hosts that nobody asked for are worth one note, not one for each place.
    if let Some(said) = elsewhere.first().and_then(|(node, _)| spoken(&others, node)) {
        report(cx, &said, &elsewhere);
    }
}

/// A node and the list of types in it.
type Place<'a, 'v> = (&'a Node<'v>, &'a Vec<Value>);

fn spoken(rows: &[Row], node: &Node<'_>) -> Option<Verdict> {
    Verdict::of(rows.iter().copied().filter(|(_, row)| verdict::stands(row, node)))
}

/// One finding at the first place, with the others beside it.
fn report(cx: &mut Cx<'_>, said: &Verdict, places: &[Place<'_, '_>]) {
    let Some(((node, types), rest)) = places.split_first() else { return };
    let list = verdict::compact(&Value::Array((*types).clone()));
    let what = match rest.len() {
        0 => format!("the list of types {list}"),
        more => format!("the lists of types in {} places, such as {list}", more + 1),
    };
    let mut finding = said
        .tell(cx.at(format!("{}/type", node.pointer)), &what, Spec::Allows)
        .evidence(list)
        .help("name one type; leave null out where the parameter is optional");
    if !cx.scene.input.hosts.iter().any(|host| finding.hosts.iter().any(|says| says.host == host.id)) {
        finding = finding.severity(Severity::Info);
    }
    for (node, _) in rest {
        verdict::also(&mut finding, format!("{}/type", node.pointer));
    }
    let fixes: Vec<Fix> = places.iter().filter_map(|(node, types)| of_one(node, types)).collect();
    let patch: Vec<Change> = fixes.iter().flat_map(|fix| fix.patch.clone()).collect();
    cx.report(match fixes.into_iter().next() {
        Some(fix) => finding.fix(Fix { patch, ..fix }),
        None => finding,
    });
}

/// One type and no null, for a parameter that may be left out anyway.
fn of_one(node: &Node<'_>, types: &[Value]) -> Option<Fix> {
    let mut others = types.iter().filter(|one| one.as_str() != Some("null"));
    let (Some(one), None) = (others.next(), others.next()) else { return None };
    if node.required || types.len() < 2 {
        return None;
    }
    let patch = vec![Change::Replace(format!("{}/type", node.pointer), one.clone())];
    Some(Fix { level: FixLevel::Unsafe, patch, what: "takes null out; the parameter may still be left out".to_owned() })
}
