//! A result's text is a summary, and the data stands in structured content only.
//!
//! ## Why
//!
//! Some hosts show a model the text alone; there the data never arrives. It is a fair way to save tokens where the host is
//! known.
//!
//! ## Examples
//!
//! ```json bad
//! {"tool":{"name":"pesanan"},"result":{"content":[{"type":"text","text":"3 pesanan, Rp120.500."}],
//!  "structuredContent":{"pesanan":[{"id":1,"rp":20500},{"id":2,"rp":40000},{"id":3,"rp":60000}]}}}
//! ```
//!
//! ```json good
//! {"tool":{"name":"pesanan"},"result":{"content":[{"type":"text","text":"{\"n\":3}"}],"structuredContent":{"n":3}}}
//! ```
//!
//! ## References
//!
//! MoonshotAI/kimi-code#2555, ctxrs/ctx#64.

use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::CallView;
use crate::rent::result::blocks;
use crate::rent::scale;

/// The rule.
pub static RULE: Rule = Rule {
    id: "result-data-only-in-structured",
    group: Group::Results,
    severity: Severity::Info,
    confidence: Confidence::Medium,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("result_data_only_in_structured.rs"),
    check: Check::Call(check),
};

fn check(view: &CallView<'_>, cx: &mut Cx<'_>) {
    let Some(structured) = view.call.result.get("structuredContent").filter(|value| !value.is_null()) else { return };
    let texts = blocks::texts(&view.call.result);
    if texts.iter().any(|block| blocks::says_the_same(block.text, structured)) {
        return;
    }
    let [shown, held] =
        [texts.iter().map(|block| scale::tokens(block.text)).sum::<i64>(), scale::tokens(&structured.to_string())];
    if shown < held {
        let finding = cx
            .at("/structuredContent")
            .say(format!("{held} tokens of data stand in structuredContent only; the text has {shown}"))
            .help("hosts that show a model only the text lose the data");
        cx.report(finding);
    }
}
