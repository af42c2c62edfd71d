//! The description sends the model to a web page for what it needs to know.
//!
//! ## Why
//!
//! A model does not open the page: what stands behind the link is lost, and with it the meaning of every parameter. A
//! link beside a description that stands on its own is harmless.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"ramalan","description":"Ramalan panen. Selengkapnya di https://contoh.example/ramalan",
//!  "inputSchema":{"type":"object","properties":{"skala":{"type":"string"},"jendela":{"type":"string"}}}}
//! ```
//!
//! ```json good
//! {"name":"ramalan","description":"Meramal hasil panen satu kabupaten dalam ton, 1-12 bulan ke depan. Lihat https://contoh.example","inputSchema":{"type":"object","properties":{"kabupaten":{"type":"string"}}}}
//! ```
//!
//! ## References
//!
//! kesslerio/vibe-check-mcp#236: 87 % of the tokens were saved by moving the text behind a link.

use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::rules::quality::elsewhere::{links, without_links};
use crate::lint::rules::quality::parameters::{self, Clarity};
use crate::lint::scene::ToolView;
use crate::lint::words::assessed::length_below;

/// The rule.
pub static RULE: Rule = Rule {
    id: "deferred-to-url",
    group: Group::Quality,
    severity: Severity::Warning,
    confidence: Confidence::Medium,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("deferred_to_url.rs"),
    check: Check::Tool(check),
};

/// Below this the words beside the link explain nothing.
const THIN: usize = 40;
/// The same when no parameter waits for an explanation.
const NOTHING: usize = 15;

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let Some(text) = view.description() else { return };
    let Some(reading) = text.plain() else { return };
    let links = links(reading.text());
    let Some(link) = links.first() else { return };
    let Some(left) = length_below(&without_links(text), THIN) else { return };
    let silent = parameters::of(view).iter().filter(|one| one.clarity >= Clarity::NameOnly).count();
    if left >= if silent > 0 { THIN } else { NOTHING } {
        return;
    }
    let wait = if silent > 0 { format!("; {silent} parameters are explained only there") } else { String::new() };
    let finding = cx
        .at(text.text.pointer.clone())
        .say(format!("{left} letters of description, the rest stands behind a link that no model opens{wait}"))
        .span(reading.raw_span(link))
        .evidence(text.text.text)
        .help("say here what the tool does and what each parameter takes; keep the link for people");
    cx.report(finding);
}

#[cfg(test)]
mod tests {
    use crate::lint::judged::findings;

    #[test]
    fn a_link_beside_words_is_nothing() {
        let tool = |text: &str| {
            format!(
                r#"{{"name":"t","description":"{text}","inputSchema":{{"type":"object","properties":{{"gaya":{{"type":"string"}}}}}}}}"#
            )
        };
        assert_eq!(findings("deferred-to-url", &tool("Paints. Docs: https://a.example/x")).len(), 1);
        let whole = "Paints the walls of one room in the colour given and reports the litres used. https://a.example/x";
        assert!(findings("deferred-to-url", &tool(whole)).is_empty());
        assert!(findings("deferred-to-url", &tool("Paints.")).is_empty());
    }
}
