//! A result's rows all have the same fields, and name them again in each row.
//!
//! ## Why
//!
//! A table or CSV names each field once. How much that saves depends on the rows; the figure here is measured on these.
//!
//! ## Examples
//!
//! ```json bad option:min_tokens:5
//! {"tool":{"name":"host"},"result":{"content":[{"type":"text","text":"[{\"id\":1,\"keadaan\":\"hidup\"},{\"id\":2,\"keadaan\":\"mati\"},{\"id\":3,\"keadaan\":\"hidup\"},{\"id\":4,\"keadaan\":\"mati\"},{\"id\":5,\"keadaan\":\"mati\"}]"}]}}
//! ```
//!
//! ```json good
//! {"tool":{"name":"host"},"result":{"content":[{"type":"text","text":"id,keadaan\n1,hidup\n2,mati"}]}}
//! ```
//!
//! ## References
//!
//! prometheus/prometheus-mcp#61, microsoft/mcp#3658 (a documented saving of 79 % was 54.9 % when measured).

use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::knob::{Knob, Setting};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::CallView;
use crate::rent::result::{blocks, rows};
use crate::rent::scale;

/// The rule.
pub static RULE: Rule = Rule {
    id: "result-uniform-rows",
    group: Group::Results,
    severity: Severity::Info,
    confidence: Confidence::Medium,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[Knob { name: "min_tokens", what: "the fewest tokens saved", default: Setting::Number(100) }],
    file: include_str!("result_uniform_rows.rs"),
    check: Check::Call(check),
};

/// The fewest rows of a table.
const ROWS: usize = 5;

fn check(view: &CallView<'_>, cx: &mut Cx<'_>) {
    let texts = blocks::texts(&view.call.result);
    let mut judged: Vec<_> =
        texts.into_iter().filter_map(|block| Some((block.pointer, blocks::json(block.text)?, block.text))).collect();
    // Where a text says the same, it is judged there.
    let structured = view.call.result.get("structuredContent");
    if let Some(value) = structured.filter(|value| judged.iter().all(|(_, said, _)| said != *value)) {
        judged.push(("/structuredContent".to_owned(), value.clone(), ""));
    }
    for (pointer, value, text) in judged {
        let longest = rows::tables(&value, &value, ROWS).into_iter().rev().max_by_key(|table| table.rows);
        let Some(table) = longest else { continue };
        let [before, after] = [scale::tokens(&table.json), scale::tokens(&table.csv)];
        let saved = before - after;
        if saved >= cx.number("min_tokens") {
            let mut finding = cx
                .at(pointer)
                .say(format!("rows of the same fields: {before} tokens as JSON, {after} as a table"))
                .evidence(if text.is_empty() { value.to_string() } else { text.to_owned() })
                .help("name the fields once: CSV, or one list a row");
            finding.saves.insert("raw-o200k".to_owned(), saved);
            cx.report(finding);
        }
    }
}
