//! A schema refers to another part of itself, and a host drops that part or refuses references.
//!
//! ## Why
//!
//! Some hosts keep `properties` and `required` and drop `$defs`, so the reference leads nowhere and the model sees an empty
//! parameter; others refuse references outright. Written where it is used, a definition works everywhere and costs its
//! tokens once per use. A recursive definition cannot be written out in full.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"saring","description":"Mengatur saringan.","inputSchema":{"type":"object",
//!  "properties":{"jenis":{"$ref":"#/$defs/Jenis","description":"Jenis yang dipakai"}},
//!  "$defs":{"Jenis":{"type":"string","enum":["dekat","jauh"]}}}}
//! ```
//!
//! ```json bad host:zed
//! {"name":"saring","description":"Mengatur saringan.","inputSchema":{"type":"object",
//!  "properties":{"a":{"type":"string"},"b":{"$ref":"#/properties/a"}}}}
//! ```
//!
//! ```json good
//! {"name":"saring","description":"Mengatur saringan.","inputSchema":{"type":"object",
//!  "properties":{"a":{"type":"string"},"b":{"$ref":"#/properties/a"}}}}
//! ```
//!
//! ```json good host:claude-api
//! {"name":"saring","description":"Mengatur saringan.","inputSchema":{"type":"object",
//!  "properties":{"jenis":{"$ref":"#/$defs/Jenis"}},"$defs":{"Jenis":{"type":"string"}}}}
//! ```
//!
//! ## References
//!
//! open-webui/computer#87; davideast/stitch-mcp#184; anthropics/claude-code#76881; PrefectHQ/fastmcp#2861.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use serde_json::Value;

use crate::host::refusal::Condition;
use crate::lint::cx::Cx;
use crate::lint::finding::Finding;
use crate::lint::fix::{Change, Fix, FixLevel};
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::rules::host::verdict::{self, Row, Spec, Verdict};
use crate::lint::scene::ToolView;
use crate::lint::schema::node::{Node, Position};

/// The rule.
pub static RULE: Rule = Rule {
    id: "host-ref",
    group: Group::Host,
    severity: Severity::Warning,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("host_ref.rs"),
    check: Check::Tool(check),
};

/// The largest definition that is written out as a fix, in nodes.
const LARGEST: usize = 2_000;

/// The most places in which a definition is written out by one fix.
const MOST: usize = 50;

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let rows = verdict::rows(cx, Condition::Ref, view.tool);
    if rows.is_empty() {
        return;
    }
    let mut by_target: BTreeMap<&str, Finding> = BTreeMap::new();
    for (node, inside) in view.nodes.iter().zip(inside_definitions(view)) {
        let Some(target) = node.get("$ref").and_then(Value::as_str) else { continue };
        let defined = target.starts_with("#/$defs/") || target.starts_with("#/definitions/");
        // A reference that is dropped with the definition around it is missed by nobody.
        let dangles = defined && !inside && definition(node, target).is_some();
        let speaks = |(_, row): &Row| verdict::stands(row, node) && (row.of.is_empty() || dangles);
        let Some(said) = Verdict::of(rows.iter().copied().filter(speaks)) else { continue };
        let place = format!("{}/$ref", node.pointer);
        match by_target.entry(target) {
            Entry::Occupied(mut known) => add(known.get_mut(), place, inlined(node, target)),
            Entry::Vacant(free) => {
                let finding = said
                    .tell(cx.at(place), &format!("the reference {target:?}"), Spec::Allows)
                    .span(0..target.len())
                    .evidence(target)
                    .fix(inlined(node, target))
                    .help("write the definition where it is used");
                free.insert(finding);
            }
        }
    }
    by_target.into_values().for_each(|finding| cx.report(finding));
}

/// A further place that refers to the same definition.
fn add(finding: &mut Finding, place: String, fix: Fix) {
    verdict::also(finding, place);
    if let Some(known) = finding.fix.as_mut().filter(|known| known.level == fix.level) {
        known.patch.extend(fix.patch);
        if known.patch.len() > MOST {
            *known = Fix::display(format!("write it out by hand: it is used in more than {MOST} places"));
        }
    }
}

/// For each node whether it stands in a definition.
fn inside_definitions(view: &ToolView<'_>) -> Vec<bool> {
    let mut inside: Vec<bool> = Vec::with_capacity(view.nodes.len());
    for node in &view.nodes {
        let above = node.parent.and_then(|parent| inside.get(parent)).is_some_and(|inside| *inside);
        inside.push(above || matches!(node.position, Position::Definition(_)));
    }
    inside
}

fn definition<'a>(node: &Node<'a>, target: &str) -> Option<&'a Value> {
    node.root.pointer(target.strip_prefix('#')?)
}

/// The definition in the place of the reference; what stands beside the reference wins.
fn inlined(node: &Node<'_>, target: &str) -> Fix {
    let Some(Value::Object(found)) = definition(node, target) else {
        return Fix::display("there is no such definition");
    };
    if !is_plain(found.values()) {
        return Fix::display("write it out from the inside: it refers to others, to itself, or is very large");
    }
    let mut whole = found.clone();
    for (keyword, value) in node.value.as_object().into_iter().flatten().filter(|(keyword, _)| *keyword != "$ref") {
        if !verdict::is_shallow(value) {
            return Fix::display("write it out by hand: what stands beside the reference is very deep");
        }
        whole.insert(keyword.clone(), value.clone());
    }
    let whole = Value::Object(whole);
    let (before, after) = (verdict::compact(node.value).len(), whole.to_string().len());
    let what = if after >= before {
        format!("writes the definition out, {} bytes more", verdict::grouped(after - before))
    } else {
        format!("writes the definition out, {} bytes fewer", verdict::grouped(before - after))
    };
    Fix { level: FixLevel::Unsafe, patch: vec![Change::Replace(node.pointer.clone(), whole)], what }
}

/// Whether values hold no reference, and are small enough to be written out.
fn is_plain<'v>(values: impl Iterator<Item = &'v Value>) -> bool {
    let mut open: Vec<(&Value, usize)> = values.map(|value| (value, 0)).collect();
    let mut seen = 0;
    while let Some((value, depth)) = open.pop() {
        seen += 1;
        if seen > LARGEST || depth > 32 {
            return false;
        }
        match value {
            Value::Array(items) => open.extend(items.iter().map(|item| (item, depth + 1))),
            Value::Object(entries) if entries.contains_key("$ref") => return false,
            Value::Object(entries) => open.extend(entries.values().map(|item| (item, depth + 1))),
            _ => {}
        }
    }
    true
}
