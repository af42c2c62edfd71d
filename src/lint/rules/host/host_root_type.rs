//! The input schema does not say that it is an object.
//!
//! ## Why
//!
//! MCP asks for `"type": "object"` at the root. A client that validates the list loses all tools of the server over one that
//! does not say so, often without a word in any log.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"baca_berkas","description":"Membaca satu berkas.","inputSchema":{"properties":{"jalur":{"type":"string"}}}}
//! ```
//!
//! ```json bad host:mcp-ts-sdk
//! {"name":"baca_berkas","description":"Membaca satu berkas.","inputSchema":{"type":["object","null"]}}
//! ```
//!
//! ```json good
//! {"name":"baca_berkas","description":"Membaca satu berkas.","inputSchema":{"type":"object",
//!  "properties":{"jalur":{"type":"string"}}}}
//! ```
//!
//! ## References
//!
//! anthropics/claude-code#88049; opentokenz/mcpx#28; MCP specification 2026-07-28, server/tools.

use serde_json::Value;

use crate::host::refusal::Condition;
use crate::lint::cx::Cx;
use crate::lint::fix::{Change, Fix, FixLevel};
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::rules::host::verdict::{self, Spec, Verdict};
use crate::lint::scene::ToolView;

/// The rule.
pub static RULE: Rule = Rule {
    id: "host-root-type",
    group: Group::Host,
    severity: Severity::Error,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("host_root_type.rs"),
    check: Check::Tool(check),
};

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let Some(root) = view.input_root() else { return };
    let said = root.get("type");
    if said.and_then(Value::as_str) == Some("object") {
        return;
    }
    let Some(verdict) = Verdict::of(verdict::rows(cx, Condition::RootType, view.tool)) else { return };
    let what = match said {
        None if root.value.is_object() => "an input schema without a type".to_owned(),
        None => format!("an input schema that is {}", verdict::compact(root.value)),
        Some(other) => format!("an input schema of type {}", verdict::compact(other)),
    };
    let place = if said.is_some() { format!("{}/type", root.pointer) } else { root.pointer.clone() };
    let finding = verdict
        .tell(cx.at(place), &what, Spec::Silent)
        .evidence(verdict::compact(said.unwrap_or(root.value)))
        .help("say \"type\": \"object\" at the root");
    let object = || Value::String("object".to_owned());
    let change = match said {
        None if root.value.is_object() => Change::Add(format!("{}/type", root.pointer), object()),
        Some(Value::Array(types)) if types.contains(&object()) => {
            Change::Replace(format!("{}/type", root.pointer), object())
        }
        _ => return cx.report(finding),
    };
    // Arguments are always an object, so no call that was accepted is refused now.
    let what = "says that arguments are an object, which they always are".to_owned();
    cx.report(finding.fix(Fix { level: FixLevel::Safe, patch: vec![change], what }));
}
