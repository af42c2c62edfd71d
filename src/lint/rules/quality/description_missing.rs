//! A tool has no description.
//!
//! ## Why
//!
//! A model chooses a tool by its description; without one it guesses from the name. Amazon Bedrock refuses an empty
//! description, and some hosts put a text of their own in its place.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"kirim_faktur","description":"","inputSchema":{"type":"object"}}
//! ```
//!
//! ```json good
//! {"name":"kirim_faktur","description":"Mengirim satu faktur ke pelanggan lewat surel.","inputSchema":{"type":"object"}}
//! ```
//!
//! ## References
//!
//! BerriAI/litellm#24668 (Bedrock: at least one character).

use serde_json::Value;

use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::ToolView;

/// The rule.
pub static RULE: Rule = Rule {
    id: "description-missing",
    group: Group::Quality,
    severity: Severity::Error,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("description_missing.rs"),
    check: Check::Tool(check),
};

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let why = match view.tool.body().get("description") {
        None => "there is no description",
        Some(Value::Null) => "the description is null",
        Some(Value::String(text)) if text.is_empty() => "the description is empty",
        Some(Value::String(text)) if text.trim().is_empty() => "the description is blank",
        Some(Value::String(_)) => return,
        Some(_) => "the description is not a string",
    };
    let finding = cx.at(view.tool.body_pointer("description")).say(why).help("say what it does, and when to use it");
    cx.report(finding);
}
