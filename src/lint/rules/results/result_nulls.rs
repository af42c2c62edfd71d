//! A result's JSON carries fields that are null or empty in many places.
//!
//! ## Why
//!
//! Each costs its name and its punctuation, and says nothing. Leaving them out changes the data, so it is told apart from
//! indentation.
//!
//! ## Examples
//!
//! ```json bad option:min_tokens:5
//! {"tool":{"name":"host"},"result":{"content":[{"type":"text","text":"[{\"id\":1,\"pemilik\":null,\"tanda\":[]},{\"id\":2,\"pemilik\":null,\"tanda\":[]}]"}]}}
//! ```
//!
//! ```json good
//! {"tool":{"name":"host"},"result":{"content":[{"type":"text","text":"[{\"id\":1},{\"id\":2}]"}]}}
//! ```
//!
//! ## References
//!
//! alphaonedev/ai-memory-mcp#3804, wyattjoh/jmap-mcp#22.

use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::knob::{Knob, Setting};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::CallView;
use crate::rent::result::blocks;
use crate::rent::scale;

/// The rule.
pub static RULE: Rule = Rule {
    id: "result-nulls",
    group: Group::Results,
    severity: Severity::Info,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[Knob { name: "min_tokens", what: "the fewest tokens saved", default: Setting::Number(30) }],
    file: include_str!("result_nulls.rs"),
    check: Check::Call(check),
};

fn check(view: &CallView<'_>, cx: &mut Cx<'_>) {
    for block in blocks::texts(&view.call.result) {
        let Some(mut value) = blocks::json(block.text) else { continue };
        let before = scale::tokens(&value.to_string());
        let dropped = blocks::drop_empty(&mut value);
        let saved = before - if dropped > 0 { scale::tokens(&value.to_string()) } else { before };
        if saved >= cx.number("min_tokens") {
            let mut finding = cx
                .at(block.pointer)
                .say(format!("{dropped} fields are null or empty: {saved} of {before} tokens"))
                .evidence(block.text)
                .help("leave out what has no value, where readers can do without the key");
            finding.saves.insert("raw-o200k".to_owned(), saved);
            cx.report(finding);
        }
    }
}
