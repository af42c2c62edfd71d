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

use std::ops::Range;

use crate::lint::blocks;
use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::CallView;
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

/// The fewest characters of a run that begins like no known file.
const UNKNOWN: usize = 1_000;
/// The fewest characters of a run that begins like a known file.
const KNOWN: usize = 80;
/// How the base64 of PNG, JPEG, GIF, WebP, PDF and ZIP files begins.
const BEGINNINGS: [&str; 6] = ["iVBORw0KGgo", "/9j/", "R0lGOD", "UklGR", "JVBERi0", "UEsDB"];

fn check(view: &CallView<'_>, cx: &mut Cx<'_>) {
    for block in blocks::texts(&view.call.result) {
        let Some(run) = runs(block.text).find(|run| is_file(&block.text[run.clone()])) else { continue };
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

fn is_file(run: &str) -> bool {
    run.len() >= UNKNOWN || run.len() >= KNOWN && BEGINNINGS.iter().any(|beginning| run.starts_with(beginning))
}

/// Runs of the base64 alphabet that are long enough to look at.
fn runs(text: &str) -> impl Iterator<Item = Range<usize>> {
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'=');
    let mut from = 0;
    let bytes = text.as_bytes();
    std::iter::from_fn(move || {
        loop {
            let start = from + bytes.get(from..)?.iter().position(|&byte| is_part(byte))?;
            let length = bytes[start..].iter().take_while(|&&byte| is_part(byte)).count();
            from = start + length;
            if length >= KNOWN {
                return Some(start..from);
            }
        }
    })
}
