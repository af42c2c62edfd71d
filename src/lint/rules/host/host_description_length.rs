//! A description is longer than a host takes.
//!
//! ## Why
//!
//! Older models behind an OpenAI-style API and Azure answer 400 above 1,024 characters; newer ones take more, so it is a
//! warning. Where a host cuts instead of refusing, `description-truncated-by-host` tells what is lost.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"cari_kode","inputSchema":{"type":"object","properties":{}},"description":"Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kirim satu paket. Menghitung ongkos kiri"}
//! ```
//!
//! ```json good
//! {"name":"cari_kode","inputSchema":{"type":"object","properties":{}},"description":"Mencari kode di satu gudang."}
//! ```
//!
//! ## References
//!
//! probelabs/probe#9; kirill-markin/flashcards-open-source-app#1753.

use serde_json::Value;

use crate::host::cut::Unit;
use crate::host::refusal::{Condition, Position};
use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::rules::host::verdict::{self, Row, Spec, Verdict};
use crate::lint::scene::ToolView;
use crate::lint::schema::node::Which;

/// The rule.
pub static RULE: Rule = Rule {
    id: "host-description-length",
    group: Group::Host,
    severity: Severity::Warning,
    confidence: Confidence::Medium,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("host_description_length.rs"),
    check: Check::Tool(check),
};

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let rows = verdict::rows(cx, Condition::DescriptionLength, view.tool);
    if rows.is_empty() {
        return;
    }
    let nested = |row: &Row| row.1.position == Position::Nested;
    if let Some(text) = view.tool.description() {
        let tool = rows.iter().copied().filter(|row| !nested(row));
        report(cx, tool, &view.tool.body_pointer("description"), text);
    }
    for node in view.nodes.iter().filter(|node| node.which == Which::Input) {
        if let Some(text) = node.get("description").and_then(Value::as_str) {
            let parts = rows.iter().copied().filter(nested);
            report(cx, parts, &format!("{}/description", node.pointer), text);
        }
    }
}

fn report(cx: &mut Cx<'_>, rows: impl Iterator<Item = Row>, pointer: &str, text: &str) {
    let longer = |(_, row): &Row| {
        // No UTF-16 unit is shorter than a byte.
        row.over.is_some_and(|over| text.len() > over && Unit::Utf16.length(text) > over)
    };
    let long: Vec<Row> = rows.filter(longer).collect();
    let Some(limit) = long.iter().filter_map(|(_, row)| row.over).min() else { return };
    let Some(said) = Verdict::of(long) else { return };
    let what = format!(
        "a description of {} characters, {} more than {}",
        verdict::grouped(Unit::Utf16.length(text)),
        verdict::grouped(Unit::Utf16.length(text) - limit),
        verdict::grouped(limit)
    );
    let finding = said
        .tell(cx.at(pointer), &what, Spec::Allows)
        .span(Unit::Utf16.offset(text, limit)..text.len())
        .evidence(text)
        .help("say what it does and when to use it; leave the manual to the answer of a call");
    let persona = if said.severity() == Severity::Info { Persona::Pedantic } else { finding.persona };
    cx.report(finding.persona(persona));
}
