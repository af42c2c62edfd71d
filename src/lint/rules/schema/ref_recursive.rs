//! A schema refers back to itself, so it cannot be written out in full.
//!
//! ## Why
//!
//! Several providers refuse recursive schemas, and some clients that write references out never come to an end. The
//! cost in tokens is that of the text as it stands.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"simpan_pohon","description":"Menyimpan pohon kategori.","inputSchema":{"type":"object",
//!  "properties":{"akar":{"$ref":"#/$defs/Simpul"}},"$defs":{"Simpul":{"type":"object",
//!  "properties":{"anak":{"type":"array","items":{"$ref":"#/$defs/Simpul"}}}}}}}
//! ```
//!
//! ```json good
//! {"name":"simpan_pohon","description":"Stores the categories.","inputSchema":{"type":"object",
//!  "properties":{"kiri":{"$ref":"#/$defs/Simpul"},"kanan":{"$ref":"#/$defs/Simpul"}},
//!  "$defs":{"Simpul":{"type":"object","properties":{"nama":{"type":"string"}}}}}}
//! ```
//!
//! ## References
//!
//! PrefectHQ/fastmcp#3893; mastra-ai/mastra#15400; wso2/api-manager#5189.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::ToolView;
use crate::lint::schema::brief::cut;
use crate::lint::schema::node::{Node, Position, Which};
use crate::lint::schema::resolve::{Names, Target};

/// The rule.
pub static RULE: Rule = Rule {
    id: "ref-recursive",
    group: Group::Schema,
    severity: Severity::Warning,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("ref_recursive.rs"),
    check: Check::Tool(check),
};

/// How many places of one finding are listed.
const LISTED: usize = 8;

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    for which in [Which::Input, Which::Output] {
        let Some(root) = view.nodes.iter().position(|node| node.which == which && node.is_root()) else { continue };
        let back = references_back(&view.nodes, which, root);
        let Some(first) = back.first().and_then(|&at| view.nodes.get(at)) else { continue };
        let reference = reference(first).unwrap_or_default();
        let more = match back.len() {
            1 => String::new(),
            count => format!(", as {} more do", count - 1),
        };
        let say = format!("{} leads back to itself{more}: the schema cannot be written out in full", cut(reference));
        let Some(pointer) = view.nodes.get(root).map(|node| node.pointer.clone()) else { continue };
        let mut finding = cx.at(pointer).say(say).evidence(reference);
        for at in back.iter().take(LISTED) {
            if let Some(node) = view.nodes.get(*at) {
                finding = finding.and_at(format!("{}/$ref", node.pointer));
            }
        }
        cx.report(finding.help("write out as many levels as are needed, each without a reference to itself"));
    }
}

fn reference<'a>(node: &Node<'a>) -> Option<&'a str> {
    ["$ref", "$dynamicRef", "$recursiveRef"].iter().find_map(|keyword| node.get(keyword)?.as_str())
}

/// What a walk knows of a node: open while the walk is below it.
#[derive(Clone, Copy, PartialEq)]
enum State {
    New,
    Open,
    Done,
}

/// The nodes whose reference leads to a node that holds them, as far as they are reached from the root.
fn references_back(nodes: &[Node<'_>], which: Which, root: usize) -> Vec<usize> {
    if !nodes.iter().any(|node| node.which == which && reference(node).is_some()) {
        return Vec::new();
    }
    let edges = edges(nodes, which);
    let mut states = vec![State::New; nodes.len()];
    let mut back = Vec::new();
    let mut path = vec![(root, 0)];
    states[root] = State::Open;
    while let Some((at, next)) = path.pop() {
        let Some(&(target, refers)) = edges[at].get(next) else {
            states[at] = State::Done;
            continue;
        };
        path.push((at, next + 1));
        match states[target] {
            State::New => {
                states[target] = State::Open;
                path.push((target, 0));
            }
            State::Open if refers => back.push(at),
            State::Open | State::Done => {}
        }
    }
    back.sort_unstable();
    back
}

/// From each node to those inside it and to the one it refers to; definitions are entered by reference only.
fn edges<'a>(nodes: &[Node<'a>], which: Which) -> Vec<Vec<(usize, bool)>> {
    let names = Names::of(nodes, which);
    let own = || nodes.iter().enumerate().filter(|(_, node)| node.which == which);
    let places: BTreeMap<*const Value, usize> = own().map(|(at, node)| (std::ptr::from_ref(node.value), at)).collect();
    let mut edges = vec![Vec::new(); nodes.len()];
    for (at, node) in own() {
        if let Some(parent) = node.parent.filter(|_| !matches!(node.position, Position::Definition(_))) {
            edges[parent].push((at, false));
        }
        let target = reference(node).map(|text| names.target(text, nodes, node));
        if let Some(Target::Found(value)) = target
            && let Some(&target) = places.get(&std::ptr::from_ref(value))
        {
            edges[at].push((target, true));
        }
    }
    edges
}

#[cfg(test)]
mod tests {
    use crate::lint::judged::findings;

    fn found(schema: &str) -> Vec<(String, usize)> {
        let tool = format!(r#"{{"name":"t","description":"d","inputSchema":{schema}}}"#);
        findings("ref-recursive", &tool).into_iter().map(|finding| (finding.pointer, finding.also.len())).collect()
    }

    #[test]
    fn pointers_and_pairs_are_followed_once() {
        let pointer =
            r##"{"type":"object","properties":{"a":{"items":{"properties":{"b":{"$ref":"#/properties/a"}}}}}}"##;
        assert_eq!(found(pointer), [("/inputSchema".to_owned(), 1)]);
        let mutual = r##"{"type":"object","properties":{"c":{"$ref":"#/$defs/C"}},"$defs":{
            "C":{"properties":{"d":{"$ref":"#/$defs/D"},"c":{"$ref":"#/$defs/C"}}},
            "D":{"properties":{"c":{"$ref":"#/$defs/C"}}}}}"##;
        assert_eq!(found(mutual), [("/inputSchema".to_owned(), 2)]);
        assert_eq!(found(r##"{"type":"object","$ref":"#"}"##).len(), 1);
    }

    #[test]
    fn what_is_not_reached_is_not_recursive() {
        let unused = r##"{"type":"object","$defs":{"C":{"properties":{"c":{"$ref":"#/$defs/C"}}}}}"##;
        assert!(found(unused).is_empty());
    }
}
