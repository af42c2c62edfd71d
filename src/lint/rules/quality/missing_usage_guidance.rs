//! The description does not say when to use the tool.
//!
//! ## Why
//!
//! Among tools that do nearly the same a model needs to know which one fits. Most tools stand alone and need no such
//! words (nine of ten have none), so this speaks to those who polish. Languages without a list of words are not judged.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"cari_arsip","description":"Mencari dokumen lama milik perusahaan di gudang arsip.",
//!  "inputSchema":{"type":"object"}}
//! ```
//!
//! ```json good
//! {"name":"cari_arsip","description":"Mencari dokumen lama di gudang arsip. Gunakan untuk dokumen yang dibuat sebelum 2015.",
//!  "inputSchema":{"type":"object"}}
//! ```
//!
//! ## References
//!
//! arXiv 2602.14878, "missing usage guidelines": 89 % of tools.

use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::ToolView;
use crate::lint::words::assessed::Assessed;
use crate::lint::words::concept::Concept;

/// The rule.
pub static RULE: Rule = Rule {
    id: "missing-usage-guidance",
    group: Group::Quality,
    severity: Severity::Info,
    confidence: Confidence::Low,
    persona: Persona::Pedantic,
    status: Status::Stable,
    options: &[],
    file: include_str!("missing_usage_guidance.rs"),
    check: Check::Tool(check),
};

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let Some(text) = view.description() else { return };
    let Some(reading) = text.plain() else { return };
    let marked = reading.cues.iter().any(|cue| cue.concept == Concept::When);
    if marked || !matches!(text.language(), Assessed::Known(_)) {
        return;
    }
    let finding = cx
        .at(text.text.pointer.clone())
        .say("does not say when to use it")
        .evidence(text.text.text)
        .help("where another tool does nearly the same, say when this one is right");
    cx.report(finding);
}

#[cfg(test)]
mod tests {
    use crate::lint::judged::findings;

    #[test]
    fn other_languages_are_not_judged() {
        let tool = |text: &str| format!(r#"{{"name":"t","description":"{text}","inputSchema":{{"type":"object"}}}}"#);
        assert_eq!(findings("missing-usage-guidance", &tool("Weighs the truck at the gate.")).len(), 1);
        assert!(findings("missing-usage-guidance", &tool("Weighs a truck. Use this before loading.")).is_empty());
        assert!(findings("missing-usage-guidance", &tool("ชั่งน้ำหนักรถบรรทุกที่ประตู")).is_empty());
    }
}
