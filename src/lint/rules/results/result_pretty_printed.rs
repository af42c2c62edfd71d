//! A result's JSON is indented for people, and a model pays for the spaces.
//!
//! ## Why
//!
//! Indentation takes a fifth to two fifths of such a text in tokens, and the text is paid for again on every later turn.
//!
//! ## Examples
//!
//! ```json bad
//! {"tool":{"name":"host"},"result":{"content":[{"type":"text","text":"{\n  \"baris\": [\n    {\n      \"id\": 0,\n      \"nama\": \"a\"\n    },\n    {\n      \"id\": 1,\n      \"nama\": \"b\"\n    },\n    {\n      \"id\": 2,\n      \"nama\": \"c\"\n    },\n    {\n      \"id\": 3,\n      \"nama\": \"d\"\n    },\n    {\n      \"id\": 4,\n      \"nama\": \"e\"\n    },\n    {\n      \"id\": 5,\n      \"nama\": \"f\"\n    },\n    {\n      \"id\": 6,\n      \"nama\": \"g\"\n    }\n  ]\n}"}]}}
//! ```
//!
//! ```json good
//! {"tool":{"name":"host"},"result":{"content":[{"type":"text","text":"{\"baris\":[{\"id\":0,\"nama\":\"a\"}]}"}]}}
//! ```
//!
//! ## References
//!
//! erikdarlingdata/PerformanceMonitor#2350, withcoral/coral#1197, laravel/mcp#150.

use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::knob::{Knob, Setting};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::CallView;
use crate::rent::result::blocks;
use crate::rent::scale;

/// The rule.
pub static RULE: Rule = Rule {
    id: "result-pretty-printed",
    group: Group::Results,
    severity: Severity::Warning,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[
        Knob { name: "min_tokens", what: "the fewest tokens saved", default: Setting::Number(50) },
        Knob { name: "min_percent", what: "the smallest share saved, in percent", default: Setting::Number(15) },
    ],
    file: include_str!("result_pretty_printed.rs"),
    check: Check::Call(check),
};

fn check(view: &CallView<'_>, cx: &mut Cx<'_>) {
    for block in blocks::texts(&view.call.result) {
        let Some(value) = blocks::json(block.text) else { continue };
        let [pretty, compact] = [scale::tokens(block.text), scale::tokens(&value.to_string())];
        let saved = pretty - compact;
        if saved >= cx.number("min_tokens") && saved * 100 >= pretty * cx.number("min_percent") {
            let mut finding = cx
                .at(block.pointer)
                .say(format!("indentation takes {saved} of {pretty} tokens ({} %)", saved * 100 / pretty))
                .evidence(block.text)
                .help("write it without spaces");
            finding.saves.insert("raw-o200k".to_owned(), saved);
            cx.report(finding);
        }
    }
}
