//! The input schema combines schemas at its root, which the large providers refuse.
//!
//! ## Why
//!
//! MCP allows it since 2026-07-28, and the providers did not follow: one `oneOf` at the root of one tool fails the request
//! with the tools of all servers, or the tool is left out without a word. Deeper in the schema the same keyword is accepted.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"gambar_jelaskan","description":"Menjelaskan gambar dari alamat atau dari isi berkas.","inputSchema":{
//!  "type":"object","properties":{"alamat":{"type":"string"},"isi":{"type":"string"}},
//!  "oneOf":[{"required":["alamat"]},{"required":["isi"]}]}}
//! ```
//!
//! ```json bad host:vscode
//! {"name":"gambar_jelaskan","description":"Menjelaskan gambar.","inputSchema":{"type":"object",
//!  "properties":{"mutu":{"type":"string"}},"if":{"required":["mutu"]},"then":{"maxProperties":3}}}
//! ```
//!
//! ```json good
//! {"name":"gambar_jelaskan","description":"Menjelaskan gambar dari alamat atau dari isi berkas.","inputSchema":{
//!  "type":"object","properties":{"sumber":{"oneOf":[{"type":"string","format":"uri"},{"type":"object",
//!  "properties":{"isi":{"type":"string"}}}]}}}}
//! ```
//!
//! ```json good host:claude-api
//! {"name":"gambar_jelaskan","description":"Menjelaskan gambar.","inputSchema":{"type":"object",
//!  "properties":{"mutu":{"type":"string"}},"not":{"required":["mutu"]}}}
//! ```
//!
//! ## References
//!
//! makenotion/notion-mcp-server#340, #341; anthropics/claude-code#95504; kenn-io/kata#365 (`if` and `not` pass on Anthropic).

use crate::host::refusal::Condition;
use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::rules::host::verdict::{self, Spec, Verdict};
use crate::lint::scene::ToolView;

/// The rule.
pub static RULE: Rule = Rule {
    id: "host-root-combinator",
    group: Group::Host,
    severity: Severity::Error,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("host_root_combinator.rs"),
    check: Check::Tool(check),
};

/// The keywords that are looked for, in the order in which they are told.
const COMBINATORS: [&str; 8] = ["oneOf", "anyOf", "allOf", "not", "enum", "if", "then", "else"];

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let Some(root) = view.input_root() else { return };
    for keyword in COMBINATORS.iter().filter(|keyword| root.get(keyword).is_some()) {
        // `then` and `else` say nothing without their `if`, and belong to it.
        if matches!(*keyword, "then" | "else") && root.get("if").is_some() {
            continue;
        }
        let rows = verdict::rows(cx, Condition::RootCombinator, view.tool);
        let Some(said) = Verdict::of(rows.into_iter().filter(|(_, row)| verdict::names(row, keyword))) else {
            continue;
        };
        let evidence = root.get(keyword).map(verdict::compact).unwrap_or_default();
        let finding = said
            .tell(cx.at(format!("{}/{keyword}", root.pointer)), &format!("{keyword} at the root"), Spec::Allows)
            .evidence(evidence)
            .help(match *keyword {
                "oneOf" | "anyOf" => "move the choice into a property, or make two tools of it",
                "allOf" => "merge its parts into the root, and say conditions in the description",
                _ => "move it into a property, or say the condition in the description",
            });
        cx.report(finding);
    }
}
