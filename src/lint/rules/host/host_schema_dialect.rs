//! A schema names a dialect, or is written in an older one, that clients read differently.
//!
//! ## Why
//!
//! `$schema` costs tokens in every definition and divides clients: strict ones of 2020-12 refuse draft-07, validators for
//! draft-07 fail on 2020-12. Without it the specification means 2020-12. Forms that 2020-12 does not have, such as a list in
//! `items` or a boolean `exclusiveMinimum`, fail the whole request on Anthropic.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"baca","description":"Membaca.","inputSchema":{"$schema":"http://json-schema.org/draft-07/schema#",
//!  "type":"object","properties":{"jalur":{"type":"string"}}}}
//! ```
//!
//! ```json bad host:claude-api
//! {"name":"baca","description":"Membaca.","inputSchema":{"type":"object",
//!  "properties":{"titik":{"type":"array","items":[{"type":"number"},{"type":"number"}]}}}}
//! ```
//!
//! ```json bad host:claude-code
//! {"name":"baca","description":"Membaca.","inputSchema":{"type":"object","properties":{}},
//!  "outputSchema":{"$schema":"http://json-schema.org/draft-07/schema#","type":"object"}}
//! ```
//!
//! ```json good
//! {"name":"baca","description":"Membaca.","inputSchema":{"type":"object","properties":{"titik":{"type":"array",
//!  "prefixItems":[{"type":"number"}],"items":false},"umur":{"type":"integer","exclusiveMinimum":0}}}}
//! ```
//!
//! ## References
//!
//! anthropics/claude-code#586, #88882; kintone/mcp-server#547; coddingtonbear/obsidian-local-rest-api#352; Gitlawb/openclaude#1740.

use serde_json::Value;

use crate::host::refusal::{Condition, Position};
use crate::lint::cx::Cx;
use crate::lint::fix::{Change, Fix, FixLevel};
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::rules::host::verdict::{self, Row, Spec, Verdict};
use crate::lint::scene::ToolView;
use crate::lint::schema::node::{Node, Which};

/// The rule.
pub static RULE: Rule = Rule {
    id: "host-schema-dialect",
    group: Group::Host,
    severity: Severity::Info,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("host_schema_dialect.rs"),
    check: Check::Tool(check),
};

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let markers = verdict::rows(cx, Condition::SchemaDialect, view.tool);
    let old = verdict::rows(cx, Condition::OldDraft, view.tool);
    for node in &view.nodes {
        if node.is_root() && !cx.scene.input.hosts.is_empty() {
            marker(node, view, &markers, cx);
        }
        if let Some((fault, keyword)) = old_form(node)
            && let Some(said) = Verdict::of(
                old.iter().copied().filter(|(_, row)| verdict::stands(row, node) && verdict::names(row, fault)),
            )
        {
            let value = node.get(keyword).unwrap_or(node.value);
            let finding = said
                .tell(cx.at(format!("{}/{keyword}", node.pointer)), &what(fault, value), Spec::Silent)
                .evidence(verdict::compact(value))
                .help(help(fault));
            cx.report(finding);
        }
    }
}

fn marker(node: &Node<'_>, view: &ToolView<'_>, rows: &[Row], cx: &mut Cx<'_>) {
    let Some(uri) = node.get("$schema").and_then(Value::as_str) else { return };
    let dialect = dialect(uri);
    let here = |(_, row): &Row| {
        let output = (row.position == Position::Output) == (node.which == Which::Output);
        output && dialect.is_some_and(|dialect| verdict::names(row, dialect))
    };
    let place = format!("{}/$schema", node.pointer);
    let blank = cx.at(place.clone()).evidence(uri).span(0..uri.len());
    let of = dialect.unwrap_or("a dialect of its own");
    let told = match Verdict::of(rows.iter().copied().filter(here)) {
        Some(said) => said.tell(blank, &format!("a schema marked {of}"), Spec::Allows),
        None => blank.severity(Severity::Info).say(match dialect {
            Some("2020-12") => {
                "$schema says 2020-12, which is meant without it; validators for draft-07 fail on it".to_owned()
            }
            _ => format!("$schema says {of}: clients that read 2020-12 only refuse it, the others do not need it"),
        }),
    };
    // What an older draft reads differently must not silently become 2020-12.
    let differs = |node: &Node<'_>| dialect != Some("2020-12") && means_another_thing(node);
    let level = if view.nodes.iter().any(differs) { FixLevel::Unsafe } else { FixLevel::Safe };
    let fix = Fix { level, patch: vec![Change::Remove(place)], what: "takes the marker out".to_owned() };
    cx.report(told.fix(fix).help("leave $schema out"));
}

fn dialect(uri: &str) -> Option<&'static str> {
    ["2020-12", "2019-09", "draft-07", "draft-06", "draft-04"].into_iter().find(|name| uri.contains(name))
}

/// Whether drafts disagree about the node: lists of items, dependencies, keywords beside a reference.
fn means_another_thing(node: &Node<'_>) -> bool {
    let beside = node.get("$ref").is_some() && node.value.as_object().is_some_and(|entries| entries.len() > 1);
    beside
        || old_form(node).is_some()
        || ["additionalItems", "dependencies", "id"].iter().any(|word| node.get(word).is_some())
}

/// A form that 2020-12 does not have, as hosts' rows call it, and the keyword.
fn old_form(node: &Node<'_>) -> Option<(&'static str, &'static str)> {
    if node.get("items").is_some_and(Value::is_array) {
        return Some(("items-list", "items"));
    }
    let bound =
        ["exclusiveMinimum", "exclusiveMaximum"].into_iter().find(|word| node.get(word).is_some_and(Value::is_boolean));
    if let Some(bound) = bound {
        return Some(("exclusive-boolean", bound));
    }
    if node.get("required").is_some_and(Value::is_boolean) {
        return Some(("required-boolean", "required"));
    }
    let known = ["string", "number", "integer", "object", "array", "boolean", "null"];
    node.types().iter().any(|one| !known.contains(one)).then_some(("unknown-type", "type"))
}

fn what(fault: &str, value: &Value) -> String {
    match fault {
        "items-list" => "a list in items, a form of older drafts".to_owned(),
        "exclusive-boolean" => "a boolean bound, a form of draft-04".to_owned(),
        "required-boolean" => "a boolean required, a form of draft-03".to_owned(),
        _ => format!("the type {}, which JSON Schema does not have", verdict::compact(value)),
    }
}

fn help(fault: &str) -> &'static str {
    match fault {
        "items-list" => "write prefixItems, or an object with named properties",
        "exclusive-boolean" => "write the bound itself in exclusiveMinimum or exclusiveMaximum",
        "required-boolean" => "list the names in the required of the object around it",
        _ => "write string, number, integer, boolean, object or array",
    }
}
