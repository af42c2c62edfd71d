//! Nothing says what comes back: neither an output schema nor a word in the description.
//!
//! ## Why
//!
//! A model that knows what a call returns plans the next one without trying. Many good descriptions leave it open, so
//! this speaks to those who polish. Languages without a list of words are not judged.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"timbang","description":"Menimbang truk yang berdiri di gerbang.","inputSchema":{"type":"object"}}
//! ```
//!
//! ```json good
//! {"name":"timbang","description":"Menimbang truk yang berdiri di gerbang; mengembalikan berat dalam kilogram.",
//!  "inputSchema":{"type":"object"}}
//! ```
//!
//! ## References
//!
//! Anthropic, tool use: describe what a tool returns.

use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::ToolView;
use crate::lint::words::assessed::Assessed;
use crate::lint::words::concept::Concept;

/// The rule.
pub static RULE: Rule = Rule {
    id: "missing-return-info",
    group: Group::Quality,
    severity: Severity::Info,
    confidence: Confidence::Low,
    persona: Persona::Pedantic,
    status: Status::Stable,
    options: &[],
    file: include_str!("missing_return_info.rs"),
    check: Check::Tool(check),
};

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let Some(text) = view.description() else { return };
    let Some(reading) = text.plain() else { return };
    let said = reading.cues.iter().any(|cue| cue.concept == Concept::Returns);
    if said || view.tool.output_schema().is_some() || !matches!(text.language(), Assessed::Known(_)) {
        return;
    }
    let finding = cx
        .at(text.text.pointer.clone())
        .say("does not say what comes back")
        .evidence(text.text.text)
        .help("say what a call returns, or declare an output schema");
    cx.report(finding);
}

#[cfg(test)]
mod tests {
    use crate::lint::judged::findings;

    #[test]
    fn an_output_schema_says_it_too() {
        let tool = |more: &str| {
            format!(
                r#"{{"name":"t","description":"Weighs the truck at the gate.","inputSchema":{{"type":"object"}}{more}}}"#
            )
        };
        assert_eq!(findings("missing-return-info", &tool("")).len(), 1);
        assert!(findings("missing-return-info", &tool(r#","outputSchema":{"type":"object"}"#)).is_empty());
    }
}
