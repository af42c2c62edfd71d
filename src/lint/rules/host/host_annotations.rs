//! A tool has no annotations, and a host therefore does not run it unattended.
//!
//! ## Why
//!
//! Without annotations a tool counts as one that may destroy. In its non-interactive mode a host cancels such calls as if the
//! user had refused, also those of tools that only read.
//!
//! ## Examples
//!
//! ```json bad host:codex
//! {"name":"baca_stok","description":"Membaca stok satu barang.","inputSchema":{"type":"object","properties":{}}}
//! ```
//!
//! ```json good host:codex
//! {"name":"baca_stok","description":"Membaca stok satu barang.","inputSchema":{"type":"object","properties":{}},
//!  "annotations":{"readOnlyHint":true}}
//! ```
//!
//! ```json good
//! {"name":"baca_stok","description":"Membaca stok satu barang.","inputSchema":{"type":"object","properties":{}}}
//! ```
//!
//! ## References
//!
//! mksglu/context-mode#846.

use serde_json::{Map, Value};

use crate::catalog::tool::Dialect;
use crate::host::refusal::Condition;
use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::rules::host::verdict::{self, Spec, Verdict};
use crate::lint::scene::ToolView;

/// The rule.
pub static RULE: Rule = Rule {
    id: "host-annotations",
    group: Group::Host,
    severity: Severity::Warning,
    confidence: Confidence::Medium,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("host_annotations.rs"),
    check: Check::Tool(check),
};

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    // Only a definition as the server sent it can have them; a recorded request never does.
    let hinted = |hints: &Map<String, Value>| hints.keys().any(|key| key.ends_with("Hint"));
    let annotations = view.tool.value.get("annotations").and_then(Value::as_object);
    if view.tool.dialect != Dialect::Mcp || annotations.is_some_and(hinted) {
        return;
    }
    let Some(said) = Verdict::of(verdict::rows(cx, Condition::Annotations, view.tool)) else { return };
    let finding = said
        .tell(cx.at("/annotations"), "a call of a tool without annotations", Spec::Allows)
        .help("say \"readOnlyHint\": true where the tool only reads, else destructiveHint");
    cx.report(finding);
}
