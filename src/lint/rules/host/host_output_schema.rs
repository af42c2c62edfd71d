//! The output schema does not say that it is an object, and older clients lose all tools.
//!
//! ## Why
//!
//! Since 2026-07-28 an output schema may describe any type. Clients on the first TypeScript SDK still want an object at the
//! root and reject the whole list of tools over one that is none.
//!
//! ## Examples
//!
//! ```json bad host:mcp-ts-sdk
//! {"name":"panggil","description":"Memanggil layanan.","inputSchema":{"type":"object"},
//!  "outputSchema":{"description":"Apa saja."}}
//! ```
//!
//! ```json good host:mcp-ts-sdk
//! {"name":"panggil","description":"Memanggil layanan.","inputSchema":{"type":"object"},
//!  "outputSchema":{"type":"object","properties":{"hasil":{"type":"string"}}}}
//! ```
//!
//! ```json good
//! {"name":"panggil","description":"Memanggil layanan.","inputSchema":{"type":"object"},
//!  "outputSchema":{"type":"array","items":{"type":"string"}}}
//! ```
//!
//! ## References
//!
//! opentokenz/mcpx#28; MCP specification 2026-07-28, schema.

use serde_json::Value;

use crate::host::refusal::Condition;
use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::rules::host::verdict::{self, Spec, Verdict};
use crate::lint::scene::ToolView;

/// The rule.
pub static RULE: Rule = Rule {
    id: "host-output-schema",
    group: Group::Host,
    severity: Severity::Error,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("host_output_schema.rs"),
    check: Check::Tool(check),
};

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let Some(schema) = view.tool.output_schema() else { return };
    if schema.get("type").and_then(Value::as_str) == Some("object") {
        return;
    }
    let Some(said) = Verdict::of(verdict::rows(cx, Condition::OutputSchema, view.tool)) else { return };
    let what = match schema.get("type") {
        None => "an output schema without a type".to_owned(),
        Some(other) => format!("an output schema of type {}", verdict::compact(other)),
    };
    let spec = if schema.is_object() { Spec::Allows } else { Spec::Silent };
    let finding = said
        .tell(cx.at(format!("{}/type", view.tool.body_pointer("outputSchema"))), &what, spec)
        .evidence(verdict::compact(schema))
        .help("wrap the result in an object, or leave the output schema out");
    cx.report(finding);
}
