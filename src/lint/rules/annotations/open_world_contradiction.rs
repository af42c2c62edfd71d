//! A tool says that it stays in a closed world, and its words lead to the web.
//!
//! ## Why
//!
//! `openWorldHint: false` tells a host that nothing foreign comes back. Pages of the web hold whatever somebody wrote
//! there, orders to the model included; a host that trusts the hint treats them as safe.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"baca_berita","description":"Searches the web for news of the day.","inputSchema":{"type":"object"},
//!  "annotations":{"openWorldHint":false}}
//! ```
//!
//! ```json good
//! {"name":"baca_catatan","description":"Searches your own notes.","inputSchema":{"type":"object"},
//!  "annotations":{"openWorldHint":false}}
//! ```
//!
//! ## References
//!
//! MCP schema, ToolAnnotations.openWorldHint.

use std::sync::LazyLock;

use regex::Regex;

use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::ToolView;

/// The rule.
pub static RULE: Rule = Rule {
    id: "open-world-contradiction",
    group: Group::Annotations,
    severity: Severity::Info,
    confidence: Confidence::Medium,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("open_world_contradiction.rs"),
    check: Check::Tool(check),
};

/// A deed and, not far behind it, the web.
static WEB: LazyLock<Regex> = LazyLock::new(|| {
    let english = r"\b(?:search|browse|crawl|scrape|fetch|download|navigate)\w*\b[^.]{0,30}\b(?:the web|the internet|web ?pages?|web ?sites?|any url|a url|from urls?|online)\b";
    let indonesian =
        r"\b(?:mencari|cari|menjelajahi|mengunduh|mengambil|membuka)\b[^.]{0,30}\b(?:internet|situs|web|laman|url)\b";
    Regex::new(&format!("{english}|{indonesian}")).expect("the pattern is checked by every test of the rule")
});

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    if view.tool.body()["annotations"]["openWorldHint"] != false {
        return;
    }
    let Some(text) = view.description() else { return };
    let Some(reading) = text.plain() else { return };
    let Some(found) = WEB.find(reading.text()) else { return };
    let finding = cx
        .at(text.text.pointer.clone())
        .say("openWorldHint is false, but the text leads to the web")
        .span(reading.raw_span(&found.range()))
        .evidence(text.text.text)
        .and_at(view.tool.body_pointer("annotations/openWorldHint"))
        .help("set openWorldHint to true, or leave it out: true is the default");
    cx.report(finding);
}

#[cfg(test)]
mod tests {
    use crate::lint::judged::findings;

    #[test]
    fn only_the_web_is_open() {
        let tool = |text: &str| {
            format!(
                r#"{{"name":"t","description":"{text}","inputSchema":{{"type":"object"}},"annotations":{{"openWorldHint":false}}}}"#
            )
        };
        assert_eq!(findings("open-world-contradiction", &tool("Mengunduh berkas dari internet.")).len(), 1);
        assert!(findings("open-world-contradiction", &tool("Downloads a file from the share.")).is_empty());
    }
}
