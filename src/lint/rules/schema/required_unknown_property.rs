//! A schema requires a property that it does not describe.
//!
//! ## Why
//!
//! The model is told to fill in something it knows nothing about, and Gemini refuses the whole request. Where
//! `additionalProperties` is false the requirement can never be met, which is an error.
//!
//! What `allOf`, `anyOf`, `if`, `dependentSchemas` and `$ref` describe beside the list counts, and so does what a
//! pattern or a schema of additional properties describes.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"kirim_paket","description":"Mengirim paket.","inputSchema":{"type":"object",
//!  "properties":{"alamat":{"type":"string"}},"required":["alamat","berat"]}}
//! ```
//!
//! ```json good
//! {"name":"kirim_paket","description":"Sends a parcel to an address or to a locker.","inputSchema":{"type":"object",
//!  "properties":{"alamat":{"type":"string"},"loker":{"type":"string"}},
//!  "anyOf":[{"required":["alamat"]},{"required":["loker"]}]}}
//! ```
//!
//! ## References
//!
//! JSON Schema 2020-12, validation, 6.5.3; Gemini API: "property is not defined".

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::lint::cx::Cx;
use crate::lint::fix::{Change, Fix, FixLevel};
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::ToolView;
use crate::lint::schema::brief::cut;
use crate::lint::schema::ecma;
use crate::lint::schema::node::{Node, Position, Which};
use crate::lint::schema::resolve::{Names, Target};

/// The rule.
pub static RULE: Rule = Rule {
    id: "required-unknown-property",
    group: Group::Schema,
    severity: Severity::Warning,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("required_unknown_property.rs"),
    check: Check::Tool(check),
};

/// How many schemas are looked into for what one of them describes.
const MOST: usize = 2000;

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    for which in [Which::Input, Which::Output] {
        let requires = |node: &&Node<'_>| node.which == which && node.get("required").is_some_and(Value::is_array);
        if !view.nodes.iter().any(|node| requires(&node)) {
            continue;
        }
        let names = Names::of(&view.nodes, which);
        let mut described: BTreeMap<usize, Described<'_>> = BTreeMap::new();
        let places = view.nodes.iter().enumerate().filter(|(_, node)| requires(node));
        for (at, node) in places {
            let Some(outer) = outermost(&view.nodes, at) else { continue };
            let known = described.entry(outer).or_insert_with(|| Described::of(&view.nodes, outer, &names));
            judge(node, known, cx);
        }
    }
}

fn judge(node: &Node<'_>, known: &Described<'_>, cx: &mut Cx<'_>) {
    let Some(required) = node.get("required").and_then(Value::as_array) else { return };
    for (at, name) in required.iter().enumerate() {
        let Some(text) = name.as_str().filter(|text| !known.holds(text)) else { continue };
        let pointer = format!("{}/required/{at}", node.pointer);
        let never = node.get("additionalProperties") == Some(&Value::Bool(false));
        let why = if never { "which no call may hold" } else { "which is not described" };
        let patch = vec![Change::Remove(pointer.clone())];
        let finding = cx
            .at(pointer)
            .say(format!("requires {}, {why}", cut(text)))
            .severity(if never { Severity::Error } else { RULE.severity })
            .evidence(text)
            .fix(Fix { level: FixLevel::Unsafe, patch, what: "does not require it".to_owned() });
        cx.report(finding);
    }
}

/// The schema around a node that judges the same value; `None` for what stands under `not`, and for a part that is
/// written to be joined with others elsewhere.
fn outermost(nodes: &[Node<'_>], at: usize) -> Option<usize> {
    let mut outer = at;
    while let Some(node) = nodes.get(outer).filter(|node| node.is_in_place()) {
        if node.position == Position::Other("not") {
            return None;
        }
        outer = node.parent?;
    }
    let joined = matches!(nodes.get(outer)?.position, Position::Definition(_));
    (!joined || nodes.get(outer)?.get("properties").is_some()).then_some(outer)
}

/// The names that a schema and all that judges the same value describe.
struct Described<'a> {
    names: BTreeSet<&'a str>,
    patterns: Vec<&'a str>,
    open: bool,
}

impl<'a> Described<'a> {
    fn of(nodes: &[Node<'a>], outer: usize, names: &Names<'a>) -> Described<'a> {
        let mut found = Described { names: BTreeSet::new(), patterns: Vec::new(), open: false };
        let Some(outer) = nodes.get(outer) else { return found };
        let mut seen = BTreeSet::new();
        let mut open = vec![outer.value];
        while let Some(schema) = open.pop() {
            if !seen.insert(std::ptr::from_ref(schema)) {
                continue;
            }
            if seen.len() > MOST {
                found.open = true;
                break;
            }
            found.read(schema);
            open.extend(beside(schema));
            match schema.get("$ref").and_then(Value::as_str).map(|text| names.target(text, nodes, outer)) {
                Some(Target::Found(target)) => open.push(target),
                // What cannot be read may describe anything.
                Some(Target::Missing | Target::Outside) => found.open = true,
                None => {}
            }
        }
        found
    }

    fn read(&mut self, schema: &'a Value) {
        let keys = |keyword: &str| schema.get(keyword).and_then(Value::as_object).into_iter().flat_map(|of| of.keys());
        self.names.extend(keys("properties").map(String::as_str));
        self.patterns.extend(keys("patternProperties").map(String::as_str));
        let others = ["additionalProperties", "unevaluatedProperties"].iter().filter_map(|keyword| schema.get(keyword));
        self.open |= others.filter_map(Value::as_object).any(|of| !of.is_empty());
    }

    fn holds(&self, name: &str) -> bool {
        let fits = |pattern: &&str| ecma::matches(pattern, name).unwrap_or(true);
        self.open || self.names.contains(name) || self.patterns.iter().any(fits)
    }
}

/// The schemas that judge the same value as the one that holds them.
fn beside(schema: &Value) -> Vec<&Value> {
    let mut found = Vec::new();
    for keyword in ["allOf", "anyOf", "oneOf"] {
        found.extend(schema.get(keyword).and_then(Value::as_array).into_iter().flatten());
    }
    found.extend(["if", "then", "else"].iter().filter_map(|keyword| schema.get(keyword)));
    for keyword in ["dependentSchemas", "dependencies"] {
        found.extend(schema.get(keyword).and_then(Value::as_object).into_iter().flat_map(|of| of.values()));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::judged::findings;

    fn found(schema: &str) -> Vec<(String, Severity)> {
        let tool = format!(r#"{{"name":"t","description":"d","inputSchema":{schema}}}"#);
        findings("required-unknown-property", &tool).into_iter().map(|one| (one.pointer, one.severity)).collect()
    }

    #[test]
    fn all_depths_are_judged() {
        let nested = r#"{"type":"object","properties":{"a":{"type":"array","items":{"type":"object","properties":{"b":{}},
            "required":["b","c"]}}}}"#;
        assert_eq!(found(nested), [("/inputSchema/properties/a/items/required/1".to_owned(), Severity::Warning)]);
        let closed = r#"{"type":"object","properties":{},"required":["a"],"additionalProperties":false}"#;
        assert_eq!(found(closed), [("/inputSchema/required/0".to_owned(), Severity::Error)]);
        assert_eq!(found(r#"{"type":"object","required":["a"]}"#).len(), 1);
    }

    #[test]
    fn what_is_described_elsewhere_counts() {
        for schema in [
            r#"{"type":"object","allOf":[{"properties":{"a":{}}},{"required":["a"]}]}"#,
            r##"{"type":"object","required":["a"],"allOf":[{"$ref":"#/$defs/A"}],"$defs":{"A":{"properties":{"a":{}}}}}"##,
            r#"{"type":"object","required":["a1"],"patternProperties":{"^a":{}}}"#,
            r#"{"type":"object","required":["a"],"additionalProperties":{"type":"string"}}"#,
            r#"{"type":"object","properties":{"a":{}},"not":{"required":["b"]}}"#,
            r#"{"type":"object","properties":{"a":{},"b":{}},"if":{"required":["a"]},"then":{"required":["b"]}}"#,
            r#"{"type":"object","$defs":{"needs":{"required":["a"]}}}"#,
            r##"{"type":"object","required":["a"],"allOf":[{"$ref":"#"}],"properties":{"a":{}}}"##,
        ] {
            assert!(found(schema).is_empty(), "{schema}");
        }
    }
}
