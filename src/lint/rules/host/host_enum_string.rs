//! An enum holds what is no text, or stands without a type, which a host refuses.
//!
//! ## Why
//!
//! Gemini's `parameters` takes an enum of strings only: no number, no empty string, no null, and the type must say string.
//! Each one is an error at its own place; one server gave sixty.
//!
//! ## Examples
//!
//! ```json bad host:gemini-api
//! {"name":"pilih_kamar","description":"Memilih kamar.","inputSchema":{"type":"object",
//!  "properties":{"lantai":{"type":"integer","enum":[1,2,3]}}}}
//! ```
//!
//! ```json bad host:gemini-api
//! {"name":"pilih_kamar","description":"Memilih kamar.","inputSchema":{"type":"object",
//!  "properties":{"sisi":{"type":"string","enum":["timur","barat",""]}}}}
//! ```
//!
//! ```json good host:gemini-api
//! {"name":"pilih_kamar","description":"Memilih kamar.","inputSchema":{"type":"object",
//!  "properties":{"sisi":{"type":"string","enum":["timur","barat"]}}}}
//! ```
//!
//! ```json good
//! {"name":"pilih_kamar","description":"Memilih kamar.","inputSchema":{"type":"object",
//!  "properties":{"lantai":{"type":"integer","enum":[1,2,3]}}}}
//! ```
//!
//! ## References
//!
//! microsoft/azure-devops-mcp#139; sbroenne/mcp-server-excel#607; router-for-me/CLIProxyAPI#1076, #4545; hevy-mcp#1161.

use serde_json::Value;

use crate::host::refusal::Condition;
use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::rules::host::verdict::{self, Row, Spec, Verdict};
use crate::lint::scene::ToolView;

/// The rule.
pub static RULE: Rule = Rule {
    id: "host-enum-string",
    group: Group::Host,
    severity: Severity::Error,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("host_enum_string.rs"),
    check: Check::Tool(check),
};

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let rows = verdict::rows(cx, Condition::EnumString, view.tool);
    if rows.is_empty() {
        return;
    }
    for node in &view.nodes {
        let Some(values) = node.get("enum").and_then(Value::as_array) else { continue };
        let untyped = (!node.types().contains(&"string")).then_some(("untyped", String::new()));
        let of_values = values.iter().enumerate().filter_map(|(at, value)| Some((fault(value)?, format!("/{at}"))));
        for (fault, tail) in untyped.into_iter().chain(of_values) {
            let speaks = |row: &Row| verdict::stands(row.1, node) && verdict::names(row.1, fault);
            let Some(said) = Verdict::of(rows.iter().copied().filter(speaks)) else { continue };
            let place = format!("{}/enum{tail}", node.pointer);
            let evidence = tail.strip_prefix('/').and_then(|at| values.get(at.parse::<usize>().ok()?));
            let finding = said
                .tell(cx.at(place), what(fault), Spec::Allows)
                .evidence(evidence.map_or_else(|| verdict::compact(node.value), verdict::compact))
                .help("write an enum of strings, with \"type\": \"string\", and read them as numbers in the server");
            cx.report(finding);
        }
    }
}

fn fault(value: &Value) -> Option<&'static str> {
    match value {
        Value::Null => Some("null"),
        Value::String(text) if text.is_empty() => Some("empty"),
        Value::String(_) => None,
        _ => Some("non-string"),
    }
}

fn what(fault: &str) -> &'static str {
    match fault {
        "null" => "null in an enum",
        "empty" => "an empty string in an enum",
        "non-string" => "a value in an enum that is no string",
        _ => "an enum whose type is not string",
    }
}
