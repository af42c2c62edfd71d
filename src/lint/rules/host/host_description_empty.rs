//! A description is empty, which a host refuses.
//!
//! ## Why
//!
//! Bedrock wants at least one character; the request fails with the tools of all servers. A tool without the key at all
//! passes there.
//!
//! ## Examples
//!
//! ```json bad host:bedrock
//! {"name":"kirim_surat","description":"","inputSchema":{"type":"object","properties":{}}}
//! ```
//!
//! ```json good host:bedrock
//! {"name":"kirim_surat","description":"Mengirim satu surat.","inputSchema":{"type":"object","properties":{}}}
//! ```
//!
//! ```json good
//! {"name":"kirim_surat","description":"","inputSchema":{"type":"object","properties":{}}}
//! ```
//!
//! ## References
//!
//! BerriAI/litellm#24668.

use crate::host::refusal::Condition;
use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::rules::host::verdict::{self, Spec, Verdict};
use crate::lint::scene::ToolView;

/// The rule.
pub static RULE: Rule = Rule {
    id: "host-description-empty",
    group: Group::Host,
    severity: Severity::Error,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("host_description_empty.rs"),
    check: Check::Tool(check),
};

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    if view.tool.description() != Some("") {
        return;
    }
    let Some(said) = Verdict::of(verdict::rows(cx, Condition::DescriptionEmpty, view.tool)) else { return };
    let finding = said
        .tell(cx.at(view.tool.body_pointer("description")), "an empty description", Spec::Allows)
        .help("say what it does, and when to use it");
    cx.report(finding);
}
