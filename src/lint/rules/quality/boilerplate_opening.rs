//! The description opens with words that every tool could open with.
//!
//! ## Why
//!
//! `This tool allows you to` costs five tokens on every turn, and pushes what the tool does out of the first words, which
//! are what searches and lists of tools show.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"cek_resi","description":"This tool allows you to track one parcel by its receipt number.",
//!  "inputSchema":{"type":"object"}}
//! ```
//!
//! ```json bad
//! {"name":"cek_resi","description":"Alat ini digunakan untuk melacak satu paket.","inputSchema":{"type":"object"}}
//! ```
//!
//! ```json good
//! {"name":"cek_resi","description":"Use this tool to track one parcel by its receipt number.",
//!  "inputSchema":{"type":"object"}}
//! ```
//!
//! ## References
//!
//! arXiv 2602.18914, conciseness.

use std::sync::LazyLock;

use regex::Regex;
use serde_json::Value;

use crate::lint::cx::Cx;
use crate::lint::fix::{Change, Fix, FixLevel};
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::ToolView;

/// The rule.
pub static RULE: Rule = Rule {
    id: "boilerplate-opening",
    group: Group::Quality,
    severity: Severity::Info,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("boilerplate_opening.rs"),
    check: Check::Tool(check),
};

/// What stands before the deed. `Use this tool to` is an instruction to the model and stays.
static OPENING: LazyLock<Regex> = LazyLock::new(|| {
    let english = r"(?:this|the) (?:tool|function|method|endpoint|api|operation|command) (?:is (?:used|useful|designed|meant|intended) (?:to|for)|(?:can be|may be) used (?:to|for)|(?:allows?|enables?|lets?)(?: (?:you|users|the user|the agent|one))?(?: to)?|(?:will|can|helps?)(?: you)?(?: to)?|provides (?:the )?(?:ability|functionality) to)";
    let indonesian = r"(?:alat|fungsi|perkakas|tool) ini (?:(?:di)?gunakan untuk|dipakai untuk|berguna untuk|berfungsi untuk|memungkinkan (?:anda |pengguna )?(?:untuk )?|adalah untuk)";
    let chinese = "(?:此|本|这个|該|该)(?:工具|函数|接口)(?:用于|可以用来|允许您|可用于)";
    Regex::new(&format!(r"^(?:{english}|{indonesian})\b ?|^{chinese}"))
        .expect("the pattern is checked by every test of the rule")
});

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let Some(text) = view.description() else { return };
    let Some(reading) = text.plain() else { return };
    let Some(found) = OPENING.find(reading.text()) else { return };
    let span = reading.raw_span(&found.range());
    let raw = text.whole;
    let mut letters = raw.get(span.end..).unwrap_or_default().trim_start().chars();
    let Some(first) = letters.next() else { return };
    let rest: String = first.to_uppercase().chain(letters).collect();
    let patch = vec![Change::Replace(text.text.pointer.clone(), Value::String(rest))];
    let what = "drops the opening".to_owned();
    let finding = cx
        .at(text.text.pointer.clone())
        .say("opens with words that fit every tool")
        .span(span)
        .evidence(raw)
        .fix(Fix { level: FixLevel::Unsafe, patch, what })
        .help("begin with the deed");
    cx.report(finding);
}

#[cfg(test)]
mod tests {
    use crate::lint::fix::Change;
    use crate::lint::judged::findings;

    #[test]
    fn the_opening_goes_and_the_deed_stays() {
        let tool = |text: &str| format!(r#"{{"name":"t","description":"{text}","inputSchema":{{"type":"object"}}}}"#);
        let found = findings("boilerplate-opening", &tool("This tool is used to weigh trucks."));
        let fix = found[0].fix.as_ref().expect("a fix");
        assert_eq!(fix.patch, [Change::Replace("/description".to_owned(), "Weigh trucks.".into())]);
        assert_eq!(findings("boilerplate-opening", &tool("Alat ini dipakai untuk menimbang truk.")).len(), 1);
        assert!(findings("boilerplate-opening", &tool("This tool weighs trucks.")).is_empty());
        assert!(findings("boilerplate-opening", &tool("Alat ini menimbang truk.")).is_empty());
    }
}
