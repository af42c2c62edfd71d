//! An object has no properties, or properties stand where no object is.
//!
//! ## Why
//!
//! The OpenAI API refuses an object without `properties`, at the root and inside, although the specification recommends just
//! that form for a tool without parameters. Some clients add an empty map before they send it, others do not, so an empty map
//! is the form that works everywhere. What is known about objects inside is two reports; one real tool in sixty has such an
//! object. A map that describes its values by `additionalProperties` passes. Gemini's older door refuses `properties` beside
//! another type, and a required property that is not there.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"daftar_toko","description":"Lists all shops.","inputSchema":{"type":"object","additionalProperties":false}}
//! ```
//!
//! ```json bad host:openai-api
//! {"name":"simpan_profil","description":"Menyimpan satu profil.","inputSchema":{"type":"object",
//!  "properties":{"profil":{"type":"object","description":"Nama dan kota."}}}}
//! ```
//!
//! ```json bad host:gemini-api
//! {"name":"daftar_toko","description":"Lists all shops.","inputSchema":{"type":"object",
//!  "properties":{"kota":{"type":"string","properties":{"nama":{"type":"string"}}}}}}
//! ```
//!
//! ```json good
//! {"name":"daftar_toko","description":"Lists all shops.","inputSchema":{"type":"object","properties":{}}}
//! ```
//!
//! ```json good host:claude-api
//! {"name":"daftar_toko","description":"Lists all shops.","inputSchema":{"type":"object","additionalProperties":false}}
//! ```
//!
//! ## References
//!
//! openai/openai-agents-python#454; enechange/collmbo#384; wakehacker/wake-ai#16; bnb-chain/bnbchain-mcp#68; ollama#10328 (a
//! list in place of the map).

use serde_json::{Map, Value};

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
    id: "host-object-properties",
    group: Group::Host,
    severity: Severity::Warning,
    confidence: Confidence::Medium,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("host_object_properties.rs"),
    check: Check::Tool(check),
};

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let rows = verdict::rows(cx, Condition::ObjectProperties, view.tool);
    if rows.is_empty() {
        return;
    }
    for node in &view.nodes {
        for (fault, what) in faults(node) {
            let speaks = |row: &Row| verdict::stands(row.1, node) && verdict::names(row.1, fault);
            let Some(said) = Verdict::of(rows.iter().copied().filter(speaks)) else { continue };
            let spec = if matches!(fault, "missing" | "map" | "empty") { Spec::Allows } else { Spec::Silent };
            let mut finding = said
                .tell(cx.at(node.pointer.clone()), what, spec)
                .evidence(verdict::compact(node.value))
                .help(help(fault));
            if matches!(fault, "missing" | "map") {
                finding = finding.fix(empty_properties(node));
            }
            if said.severity() == Severity::Info {
                finding = finding.persona(Persona::Pedantic);
            }
            cx.report(finding);
        }
    }
}

/// What is wrong with the properties of a node, as hosts' rows call it and in words.
fn faults(node: &Node<'_>) -> Vec<(&'static str, &'static str)> {
    let types = node.types();
    let properties = node.get("properties");
    let mut found = Vec::new();
    match properties {
        None if types.contains(&"object") && is_map(node) => found.push(("map", "a map without properties")),
        None if types.contains(&"object") => found.push(("missing", "an object without properties")),
        Some(Value::Object(entries)) if entries.is_empty() => found.push(("empty", "an object with no property")),
        Some(Value::Array(_)) => found.push(("list", "properties that are a list")),
        _ => {}
    }
    let of_objects = properties.is_some() || node.get("required").is_some();
    if of_objects && !types.contains(&"object") && node.value.is_object() {
        found.push(("stray", "properties or required where the type is no object"));
    }
    if let (Some(Value::Object(entries)), Some(Value::Array(names))) = (properties, node.get("required"))
        && names.iter().filter_map(Value::as_str).any(|name| !entries.contains_key(name))
    {
        found.push(("undeclared", "a required property that properties do not hold"));
    }
    found
}

/// Whether something else gives an object inside its shape, or it may also be null: such objects are common and pass.
fn is_map(node: &Node<'_>) -> bool {
    let described = ["patternProperties", "propertyNames", "anyOf", "oneOf", "allOf", "$ref"];
    let open = node.get("additionalProperties").is_some_and(|value| *value != Value::Bool(false));
    let alone = node.get("type").is_some_and(Value::is_string);
    !node.is_root() && (open || !alone || described.iter().any(|keyword| node.get(keyword).is_some()))
}

fn empty_properties(node: &Node<'_>) -> Fix {
    let patch = vec![Change::Add(format!("{}/properties", node.pointer), Value::Object(Map::new()))];
    Fix { level: FixLevel::Safe, patch, what: "adds an empty map of properties".to_owned() }
}

fn help(fault: &str) -> &'static str {
    match fault {
        "missing" | "map" | "list" => "write \"properties\": {}",
        "empty" => "leave the parameters out for that host, or add an optional property",
        "stray" => "say \"type\": \"object\" beside properties and required",
        _ => "declare the property, or take its name out of required",
    }
}
