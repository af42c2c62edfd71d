//! A result holds a content block of a type that the protocol does not know.
//!
//! ## Why
//!
//! Hosts drop such a block without a word, and the model never learns of it.
//!
//! ## Examples
//!
//! ```json bad
//! {"tool":{"name":"peta"},"result":{"content":[{"type":"geojson","data":{}}]}}
//! ```
//!
//! ```json good
//! {"tool":{"name":"peta"},"result":{"content":[{"type":"text","text":"{}"}]}}
//! ```
//!
//! ## References
//!
//! MCP 2026-07-28, tools, tool result; NousResearch/hermes-agent#96807.

use serde_json::Value;

use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::CallView;

/// The rule.
pub static RULE: Rule = Rule {
    id: "result-unknown-block",
    group: Group::Results,
    severity: Severity::Warning,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("result_unknown_block.rs"),
    check: Check::Call(check),
};

/// The types of content blocks.
const KNOWN: [&str; 5] = ["text", "image", "audio", "resource", "resource_link"];

fn check(view: &CallView<'_>, cx: &mut Cx<'_>) {
    let content = view.call.result.get("content").and_then(Value::as_array);
    for (at, block) in content.into_iter().flatten().enumerate() {
        let kind = block["type"].as_str().unwrap_or_default();
        if !KNOWN.contains(&kind) {
            let finding = cx
                .at(format!("/content/{at}/type"))
                .say(format!("a content block of type {kind:?} is none of {}", KNOWN.join(", ")))
                .evidence(kind);
            cx.report(finding);
        }
    }
}
