//! A schema does not hold what a host asks of strict functions.
//!
//! ## Why
//!
//! With `strict: true` every object must say `additionalProperties: false` and require all its properties, and some keywords
//! are refused. Most hosts send the tools of MCP servers without it, so this is judged only for the host `openai-strict`.
//!
//! ## Examples
//!
//! ```json bad host:openai-strict
//! {"name":"ambil_halaman","description":"Mengambil halaman.","inputSchema":{"type":"object",
//!  "properties":{"alamat":{"type":"string","format":"uri"},"batas":{"type":"integer","default":10}},"required":["alamat"]}}
//! ```
//!
//! ```json good host:openai-strict
//! {"name":"ambil_halaman","description":"Mengambil halaman.","inputSchema":{"type":"object","additionalProperties":false,
//!  "properties":{"alamat":{"type":"string"},"batas":{"type":["integer","null"]}},"required":["alamat","batas"]}}
//! ```
//!
//! ```json good
//! {"name":"ambil_halaman","description":"Mengambil halaman.","inputSchema":{"type":"object",
//!  "properties":{"alamat":{"type":"string"}}}}
//! ```
//!
//! ## References
//!
//! posit-dev/chatlas#255; vercel/ai#6704; RooCodeInc/Roo-Code#10472; github/github-mcp-server#376; camel-ai/camel#2629.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::host::refusal::Condition;
use crate::lint::cx::Cx;
use crate::lint::fix::{Change, Fix, FixLevel};
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::rules::host::verdict::{self, Row, Spec, Verdict};
use crate::lint::scene::ToolView;
use crate::lint::schema::node::{Node, Which};

/// The rule.
pub static RULE: Rule = Rule {
    id: "host-strict",
    group: Group::Host,
    severity: Severity::Error,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("host_strict.rs"),
    check: Check::Tool(check),
};

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let rows = verdict::rows(cx, Condition::Strict, view.tool);
    if rows.is_empty() {
        return;
    }
    for node in view.nodes.iter().filter(|node| node.which == Which::Input) {
        for lack in lacks(node, &rows) {
            report(cx, &rows, node, lack);
        }
    }
    for (word, count) in sizes(view) {
        let over = |(_, row): &Row| row.of.iter().any(|of| of == word) && row.over.is_some_and(|over| count > over);
        let Some(said) = Verdict::of(rows.iter().copied().filter(over)) else { continue };
        let what = format!("{} {}", verdict::grouped(count), word.replace('-', " "));
        let blank = cx.at(view.tool.input_schema_pointer());
        cx.report(said.tell(blank, &what, Spec::Allows).help("make several tools of it"));
    }
}

/// One thing that strict mode asks for and the node does not hold.
struct Lack {
    word: &'static str,
    /// What stands behind the node's pointer.
    tail: &'static str,
    what: String,
    help: &'static str,
    fix: Option<Change>,
}

fn lacks(node: &Node<'_>, rows: &[Row]) -> Vec<Lack> {
    let mut found = Vec::new();
    let is_object = node.types().contains(&"object") || node.get("properties").is_some();
    if is_object && node.get("additionalProperties") != Some(&Value::Bool(false)) {
        found.push(Lack {
            word: "additional-properties",
            tail: "",
            what: "an object without additionalProperties: false".to_owned(),
            help: "say \"additionalProperties\": false (strict only)",
            fix: Some(Change::Add(format!("{}/additionalProperties", node.pointer), Value::Bool(false))),
        });
    }
    let optional = optional(node);
    if let Some(first) = optional.first() {
        found.push(Lack {
            word: "required-all",
            tail: "/required",
            what: format!("an object that does not require {} of its properties, such as {first:?}", optional.len()),
            help: "require all; let what is optional be null too (strict only)",
            fix: None,
        });
    }
    let known = |format: &str| {
        rows.iter().any(|(_, row)| row.of.iter().any(|of| of == "format") && row.but.iter().any(|but| but == format))
    };
    if let Some(format) = node.get("format").and_then(Value::as_str).filter(|format| !known(format)) {
        found.push(Lack {
            word: "format",
            tail: "/format",
            what: format!("the format {format:?}"),
            help: "say the form in the description (strict only)",
            fix: Some(Change::Remove(format!("{}/format", node.pointer))),
        });
    }
    if node.get("default").is_some() {
        found.push(Lack {
            word: "default",
            tail: "/default",
            what: "a default".to_owned(),
            help: "say it in the description (strict only)",
            fix: Some(Change::Remove(format!("{}/default", node.pointer))),
        });
    }
    found
}

fn report(cx: &mut Cx<'_>, rows: &[Row], node: &Node<'_>, lack: Lack) {
    let speaks = |(_, row): &Row| row.of.iter().any(|of| of == lack.word);
    let Some(said) = Verdict::of(rows.iter().copied().filter(speaks)) else { return };
    let judged = lack.tail.strip_prefix('/').and_then(|keyword| node.get(keyword)).unwrap_or(node.value);
    let finding = said
        .tell(cx.at(format!("{}{}", node.pointer, lack.tail)), &lack.what, Spec::Allows)
        .evidence(verdict::compact(judged))
        .help(lack.help);
    cx.report(match lack.fix {
        Some(change) => finding.fix(Fix {
            level: FixLevel::Unsafe,
            patch: vec![change],
            what: "does what strict mode asks".to_owned(),
        }),
        None => finding,
    });
}

/// The properties of a node that it does not require.
fn optional<'a>(node: &Node<'a>) -> Vec<&'a str> {
    let names = node.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str);
    let required: BTreeSet<&str> = names.collect();
    let properties = node.get("properties").and_then(Value::as_object);
    properties.into_iter().flatten().map(|(name, _)| name.as_str()).filter(|name| !required.contains(name)).collect()
}

/// How many properties and values of enums there are.
fn sizes(view: &ToolView<'_>) -> [(&'static str, usize); 2] {
    let nodes = || view.nodes.iter().filter(|node| node.which == Which::Input);
    let properties = nodes().filter(|node| node.property().is_some()).count();
    let values = nodes().filter_map(|node| node.get("enum")?.as_array()).map(Vec::len).sum();
    [("properties", properties), ("enum-values", values)]
}
