//! A file or an image stands as base64 in a text block.
//!
//! ## Why
//!
//! In a text block every character is billed as text: a screenshot of 15 KB is about 5,000 tokens, on every later turn too.
//! As an image block it costs what the provider's image formula says, some hundred tokens.
//!
//! ## Examples
//!
//! ```json bad
//! {"tool":{"name":"potret"},"result":{"content":[{"type":"text","text":"{\"mime\":\"image/png\",\"data\":\"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==\"}"}]}}
//! ```
//!
//! ```json good
//! {"tool":{"name":"potret"},"result":{"content":[{"type":"image","mimeType":"image/png","data":"iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="}]}}
//! ```
//!
//! ## References
//!
//! thecombatwombat/replicant-mcp#47, sbroenne/mcp-windows#130, CherryHQ/cherry-studio#13184.

use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::CallView;
use crate::rent::result::base64::{self, File};
use crate::rent::result::blocks;
use crate::rent::scale;

/// The rule.
pub static RULE: Rule = Rule {
    id: "result-base64-in-text",
    group: Group::Results,
    severity: Severity::Warning,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("result_base64_in_text.rs"),
    check: Check::Call(check),
};

fn check(view: &CallView<'_>, cx: &mut Cx<'_>) {
    for block in blocks::texts(&view.call.result) {
        let Some(File { span: run, .. }) = base64::files(block.text).next() else { continue };
        let tokens = scale::tokens(&block.text[run.clone()]);
        let finding = cx
            .at(block.pointer)
            .say(format!("{} characters of base64 are billed as text: {tokens} tokens", run.len()))
            .span(run)
            .evidence(block.text)
            .help("return an image or resource block, and the rest as text");
        cx.report(finding);
    }
}
