//! A result carries the same data twice: as text and as structured content.
//!
//! ## Why
//!
//! Some hosts show a model both, and both are paid for again on every later turn. The protocol asks for the text for older
//! clients; a short summary serves them as well.
//!
//! ## Examples
//!
//! ```json bad
//! {"tool":{"name":"silabus","outputSchema":{"type":"object","properties":{"result":{"type":"string"}}}},
//!  "result":{"content":[{"type":"text","text":"Pekan 1: himpunan. Pekan 2: peta."}],
//!   "structuredContent":{"result":"Pekan 1: himpunan. Pekan 2: peta."}}}
//! ```
//!
//! ```json good
//! {"tool":{"name":"pesanan"},"result":{"content":[{"type":"text","text":"3 pesanan, Rp120.500."}],
//!  "structuredContent":{"pesanan":[{"id":1},{"id":2},{"id":3}]}}}
//! ```
//!
//! ## References
//!
//! vishalsachdev/canvas-mcp#271, NousResearch/hermes-agent#96807; MCP 2026-07-28, tools, structured content.

use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::CallView;
use crate::rent::result::blocks;
use crate::rent::scale;

/// The rule.
pub static RULE: Rule = Rule {
    id: "result-duplicate-structured",
    group: Group::Results,
    severity: Severity::Warning,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("result_duplicate_structured.rs"),
    check: Check::Call(check),
};

fn check(view: &CallView<'_>, cx: &mut Cx<'_>) {
    let Some(structured) = view.call.result.get("structuredContent").filter(|value| !value.is_null()) else { return };
    for block in blocks::texts(&view.call.result) {
        if blocks::says_the_same(block.text, structured) {
            let tokens = scale::tokens(block.text);
            let mut finding = cx
                .at(block.pointer)
                .say(format!("the text says what structuredContent says; {tokens} tokens are there twice"))
                .evidence(block.text)
                .help("send a short summary as text, or drop the output schema of a tool that only has text to give");
            finding.saves.insert("raw-o200k".to_owned(), tokens);
            cx.report(finding);
        }
    }
}
