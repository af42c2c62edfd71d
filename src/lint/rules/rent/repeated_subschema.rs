//! The same object is written out three or more times in one schema.
//!
//! ## Why
//!
//! Every copy is paid for. Written once under `$defs` it costs a reference a place; but some hosts reject `$ref` or leave
//! it dangling, so this is a trade and not a plain fix.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"kirim","description":"Mengirim paket.","inputSchema":{"type":"object","properties":{
//!  "asal":{"type":"object","properties":{"jalan":{"type":"string","description":"Jalan dan nomor rumah"},"kota":{"type":"string"}}},
//!  "tujuan":{"type":"object","properties":{"jalan":{"type":"string","description":"Jalan dan nomor rumah"},"kota":{"type":"string"}}},
//!  "retur":{"type":"object","properties":{"jalan":{"type":"string","description":"Jalan dan nomor rumah"},"kota":{"type":"string"}}}}}}
//! ```
//!
//! ```json good
//! {"name":"kirim","description":"Mengirim paket.","inputSchema":{"type":"object","properties":{
//!  "asal":{"type":"object","properties":{"jalan":{"type":"string"},"kota":{"type":"string"}}},
//!  "tujuan":{"type":"object","properties":{"gudang":{"type":"string"},"rak":{"type":"string"}}}}}}
//! ```
//!
//! ## References
//!
//! JSONbored/metagraphed#11164, vm0-ai/vm0#35756; hosts that break: anthropics/claude-code#76881, PrefectHQ/fastmcp#2861.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use crate::catalog::text::escaped;
use crate::lint::cx::Cx;
use crate::lint::finding::Finding;
use crate::lint::fix::{Change, Fix, FixLevel};
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::knob::{Knob, Setting};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::ToolView;
use crate::lint::schema::node::{Node, Position, Which};
use crate::rent::scale;

/// The rule.
pub static RULE: Rule = Rule {
    id: "repeated-subschema",
    group: Group::Rent,
    severity: Severity::Info,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[
        Knob { name: "tokens", what: "a smaller object is not told", default: Setting::Number(20) },
        Knob { name: "times", what: "how often it must stand there", default: Setting::Number(3) },
    ],
    file: include_str!("repeated_subschema.rs"),
    check: Check::Tool(check),
};

/// Objects of more nodes are not compared, so that the work stays linear in the schema however deep it is.
const MOST_NODES: usize = 64;

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let (least, times) = (cx.number("tokens"), cx.size("times").max(2));
    let mut groups: BTreeMap<(bool, String), Vec<usize>> = BTreeMap::new();
    for (at, (node, nodes)) in view.nodes.iter().zip(sizes(&view.nodes)).enumerate() {
        let fields = node.get("properties").and_then(Value::as_object).is_some_and(|fields| !fields.is_empty());
        if fields && !node.is_root() && nodes <= MOST_NODES {
            groups.entry((node.which == Which::Output, node.value.to_string())).or_default().push(at);
        }
    }
    let mut groups: Vec<(String, Vec<usize>)> = groups
        .into_iter()
        .filter(|(_, places)| places.len() >= times)
        .map(|((_, text), places)| (text, places))
        .collect();
    // The larger first: what repeats inside a repeated object is the same finding.
    groups.sort_by(|(one, _), (other, _)| other.len().cmp(&one.len()).then_with(|| one.cmp(other)));
    let mut told: BTreeSet<usize> = BTreeSet::new();
    for (text, places) in groups {
        let inside = places.iter().all(|at| within(&view.nodes, *at, &told));
        let tokens = if inside { 0 } else { scale::tokens(&text) };
        if tokens >= least {
            told.extend(&places);
            if let Some(finding) = of_group(view, cx, &text, &places, tokens) {
                cx.report(finding);
            }
        }
    }
}

/// How many nodes each node holds, itself included.
fn sizes(nodes: &[Node<'_>]) -> Vec<usize> {
    let mut sizes = vec![1_usize; nodes.len()];
    for at in (0..nodes.len()).rev() {
        let size = sizes.get(at).copied().unwrap_or_default();
        if let Some(parent) = nodes.get(at).and_then(|node| node.parent).and_then(|parent| sizes.get_mut(parent)) {
            *parent = parent.saturating_add(size);
        }
    }
    sizes
}

/// Whether a node stands inside one that is told already.
fn within(nodes: &[Node<'_>], at: usize, told: &BTreeSet<usize>) -> bool {
    let above = std::iter::successors(nodes.get(at).and_then(|node| node.parent), |at| nodes.get(*at)?.parent);
    above.take(MOST_NODES).any(|at| told.contains(&at))
}

fn of_group(view: &ToolView<'_>, cx: &Cx<'_>, text: &str, places: &[usize], tokens: i64) -> Option<Finding> {
    let nodes: Vec<&Node<'_>> = places.iter().filter_map(|at| view.nodes.get(*at)).collect();
    let first = nodes.first()?;
    let root = match first.which {
        Which::Input => view.tool.input_schema_pointer().to_owned(),
        Which::Output => view.tool.body_pointer("outputSchema"),
    };
    let names: BTreeSet<&str> = nodes.iter().filter_map(|node| node.property()).collect();
    let names: Vec<&str> = names.into_iter().collect();
    let named = if names.is_empty() { String::new() } else { format!(": {}", names.join(", ")) };
    let mut finding = cx
        .at(first.pointer.clone())
        .say(format!("the same object of {tokens} tokens stands {} times{named}", nodes.len()))
        .evidence(text)
        .help(
            "share it under $defs where every host you serve reads $ref; some reject it, some drop what it points at",
        );
    if let Some(patch) = shared(&nodes, &root) {
        let what = "shares it under $defs, which breaks hosts that do not resolve $ref".to_owned();
        finding = finding.fix(Fix { level: FixLevel::Unsafe, patch, what });
    }
    for node in nodes.iter().skip(1) {
        finding = finding.and_at(node.pointer.clone());
    }
    Some(finding)
}

/// The patch that writes the object once and refers to it everywhere.
fn shared(nodes: &[&Node<'_>], root: &str) -> Option<Vec<Change>> {
    let first = nodes.first()?;
    let defs = first.root.get("$defs");
    // A reference is written for the schema's own root, which an identifier would move.
    if first.root.get("$id").is_some() || defs.is_some_and(|defs| !defs.is_object()) {
        return None;
    }
    let refer = |name: &str| json!({"$ref": format!("#/$defs/{}", escaped(name))});
    let at_home = |name: &str| format!("{root}/$defs/{}", escaped(name));
    let home = nodes.iter().find_map(|node| match node.position {
        Position::Definition(name) if node.pointer == at_home(name) => Some(name),
        _ => None,
    });
    let replaced = |name: &str| -> Vec<Change> {
        let away = nodes.iter().filter(|node| node.pointer != at_home(name));
        away.map(|node| Change::Replace(node.pointer.clone(), refer(name))).collect()
    };
    if let Some(name) = home {
        return Some(replaced(name));
    }
    let name = first.property().unwrap_or("shared");
    if defs.is_some_and(|defs| defs.get(name).is_some()) {
        return None;
    }
    let mut patch = replaced(name);
    patch.push(match defs {
        Some(_) => Change::Add(at_home(name), first.value.clone()),
        None => Change::Add(format!("{root}/$defs"), json!({ name: first.value })),
    });
    Some(patch)
}

#[cfg(test)]
mod tests {
    use crate::lint::judged::findings;
    use crate::lint::patch;

    const SHAPE: &str = r#"{"type":"object","properties":{"jalan":{"type":"string","description":"Jalan dan nomor rumah"},
        "titik":{"type":"object","properties":{"lintang":{"type":"number"},"bujur":{"type":"number"},"ketinggian":{"type":"number"}}}}}"#;

    fn tool(times: usize) -> String {
        let places: Vec<String> = (0..times).map(|at| format!(r#""p{at}":{SHAPE}"#)).collect();
        format!(r#"{{"name":"a","inputSchema":{{"type":"object","properties":{{{}}}}}}}"#, places.join(","))
    }

    #[test]
    fn the_outer_object_is_told_once_and_shared() {
        let found = findings("repeated-subschema", &tool(4));
        assert_eq!((found.len(), found[0].also.len()), (1, 3));
        assert!(found[0].saves["raw-o200k"] > 40, "{:?}", found[0].saves);
        let value = serde_json::from_str(&tool(4)).expect("JSON");
        let after = patch::apply(&value, &found[0].fix.as_ref().expect("a fix").patch).expect("it fits");
        assert_eq!(after["inputSchema"]["properties"]["p3"]["$ref"], "#/$defs/p0");
        assert_eq!(after["inputSchema"]["$defs"]["p0"], value["inputSchema"]["properties"]["p0"]);
    }

    #[test]
    fn twice_is_not_often() {
        assert!(findings("repeated-subschema", &tool(2)).is_empty());
    }
}
