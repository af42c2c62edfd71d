//! A type is a list, such as string or null, which a host refuses.
//!
//! ## Why
//!
//! Gemini's `parameters` takes one type only and answers that a field is not repeating. `anyOf` with a string and a null is
//! accepted, but some converters turn it back into the list; an optional parameter that is left out needs no null at all.
//!
//! ## Examples
//!
//! ```json bad host=gemini-api
//! {"name":"ubah_catatan","description":"Mengubah satu catatan.","inputSchema":{"type":"object",
//!  "properties":{"judul":{"type":["string","null"]}}}}
//! ```
//!
//! ```json good host=gemini-api
//! {"name":"ubah_catatan","description":"Mengubah satu catatan.","inputSchema":{"type":"object",
//!  "properties":{"judul":{"anyOf":[{"type":"string"},{"type":"null"}]}}}}
//! ```
//!
//! ```json good
//! {"name":"ubah_catatan","description":"Mengubah satu catatan.","inputSchema":{"type":"object",
//!  "properties":{"judul":{"type":["string","null"]}}}}
//! ```
//!
//! ## References
//!
//! google_workspace_mcp#1099; anomalyco/opencode#48073; netease-lcap/wave-agent#284; zed-industries/zed#44875.

use serde_json::Value;

use crate::host::refusal::Condition;
use crate::lint::cx::Cx;
use crate::lint::fix::{Change, Fix, FixLevel};
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::rules::host::verdict::{self, Row, Spec, Verdict};
use crate::lint::scene::ToolView;
use crate::lint::schema::node::Node;

/// The rule.
pub static RULE: Rule = Rule {
    id: "host-null-type",
    group: Group::Host,
    severity: Severity::Error,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("host_null_type.rs"),
    check: Check::Tool(check),
};

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let rows = verdict::rows(cx, Condition::NullType, view.tool);
    let others = verdict::rows_elsewhere(cx, Condition::NullType, view.tool);
    for node in &view.nodes {
        let Some(Value::Array(types)) = node.get("type") else { continue };
        let of = |rows: &[Row]| Verdict::of(rows.iter().copied().filter(|(_, row)| verdict::stands(row, node)));
        let asked = of(&rows);
        let is_asked = asked.is_some();
        let Some(said) = asked.or_else(|| of(&others)) else { continue };
        let list = verdict::compact(&Value::Array(types.clone()));
        let finding = said
            .tell(cx.at(format!("{}/type", node.pointer)), &format!("the list of types {list}"), Spec::Allows)
            .evidence(list)
            .help("name one type; leave null out where the parameter is optional");
        // A host that nobody asked for is worth a note.
        let finding = if is_asked { finding } else { finding.severity(Severity::Info) };
        cx.report(match of_one(node, types) {
            Some(fix) => finding.fix(fix),
            None => finding,
        });
    }
}

/// One type and no null, for a parameter that may be left out anyway.
fn of_one(node: &Node<'_>, types: &[Value]) -> Option<Fix> {
    let mut others = types.iter().filter(|one| one.as_str() != Some("null"));
    let (Some(one), None) = (others.next(), others.next()) else { return None };
    if node.required || types.len() < 2 {
        return None;
    }
    let patch = vec![Change::Replace(format!("{}/type", node.pointer), one.clone())];
    Some(Fix { level: FixLevel::Unsafe, patch, what: "takes null out; the parameter may still be left out".to_owned() })
}
