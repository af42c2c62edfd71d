//! A string has a format that a host does not know.
//!
//! ## Why
//!
//! Gemini's `parameters` takes `enum` and `date-time` for a string and refuses the request for any other. Saying the form in
//! the description tells the model the same.
//!
//! ## Examples
//!
//! ```json bad host:gemini-api
//! {"name":"buka_halaman","description":"Membuka halaman.","inputSchema":{"type":"object",
//!  "properties":{"alamat":{"type":"string","format":"uri"}}}}
//! ```
//!
//! ```json good host:gemini-api
//! {"name":"buka_halaman","description":"Membuka halaman.","inputSchema":{"type":"object",
//!  "properties":{"sejak":{"type":"string","format":"date-time"},"n":{"type":"integer","format":"int32"}}}}
//! ```
//!
//! ```json good
//! {"name":"buka_halaman","description":"Membuka halaman.","inputSchema":{"type":"object",
//!  "properties":{"alamat":{"type":"string","format":"uri"}}}}
//! ```
//!
//! ## References
//!
//! google-gemini/gemini-cli#2237, #4031.

use serde_json::Value;

use crate::host::refusal::Condition;
use crate::lint::cx::Cx;
use crate::lint::fix::{Change, Fix, FixLevel};
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::rules::host::verdict::{self, Row, Spec, Verdict};
use crate::lint::scene::ToolView;

/// The rule.
pub static RULE: Rule = Rule {
    id: "host-format",
    group: Group::Host,
    severity: Severity::Error,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("host_format.rs"),
    check: Check::Tool(check),
};

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let rows = verdict::rows(cx, Condition::Format, view.tool);
    if rows.is_empty() {
        return;
    }
    for node in view.nodes.iter().filter(|node| node.types().contains(&"string")) {
        let Some(format) = node.get("format").and_then(Value::as_str) else { continue };
        let speaks = |(_, row): &Row| verdict::stands(row, node) && !row.but.iter().any(|known| known == format);
        let Some(said) = Verdict::of(rows.iter().copied().filter(speaks)) else { continue };
        let place = format!("{}/format", node.pointer);
        let patch = vec![Change::Remove(place.clone())];
        let what = "takes the format out; say it in the description".to_owned();
        let finding = said
            .tell(cx.at(place), &format!("the format {format:?}"), Spec::Allows)
            .evidence(format)
            .fix(Fix { level: FixLevel::Unsafe, patch, what })
            .help("say the form in the description, with an example");
        cx.report(finding);
    }
}
