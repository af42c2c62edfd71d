//! The description only repeats the words of the name.
//!
//! ## Why
//!
//! A model has read the name already. The words of the description are paid for on every turn and tell it nothing: not
//! what comes back, not when to use the tool, not what it changes. Inflected forms count as the same word. Where
//! parameters say more than their names, it is only worth knowing.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"perbarui_alamat","description":"Memperbarui alamat.","inputSchema":{"type":"object"}}
//! ```
//!
//! ```json bad
//! {"name":"archive_invoice","description":"Archives the invoice.","inputSchema":{"type":"object"}}
//! ```
//!
//! ```json good
//! {"name":"archive_invoice","description":"Archives the invoice: it stays readable, but is no longer listed.",
//!  "inputSchema":{"type":"object"}}
//! ```
//!
//! ## References
//!
//! arXiv 2602.18914: what a tool does, stated, raises its selection by 11.6 %; Glama TDQS, gate "tautology".

use unicode_segmentation::UnicodeSegmentation;

use crate::catalog::similar::name_words;
use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::reading::read::Reading;
use crate::lint::rule::{Check, Rule};
use crate::lint::rules::quality::empty::is_empty;
use crate::lint::scene::ToolView;
use crate::lint::schema::node::Node;
use crate::lint::words::stems::Known;

/// The rule.
pub static RULE: Rule = Rule {
    id: "description-tautology",
    group: Group::Quality,
    severity: Severity::Warning,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("description_tautology.rs"),
    check: Check::Tool(check),
};

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let Some(text) = view.description() else { return };
    let Some(reading) = text.plain() else { return };
    let known = names(view);
    if new_words(reading, &known).next().is_some() || reading.text().unicode_words().next().is_none() {
        return;
    }
    // Parameters that explain themselves say the rest.
    let severity = if view.parameters().any(explains) { Severity::Info } else { Severity::Warning };
    let finding = cx
        .at(text.text.pointer.clone())
        .say("the description says nothing that the name does not")
        .severity(severity)
        .evidence(text.text.text)
        .help("say what comes back, what it changes, or when to use it");
    cx.report(finding);
}

/// Whether a parameter's own description says more than its name.
fn explains(node: &Node<'_>) -> bool {
    let (Some(name), Some(text)) = (node.property(), node.description()) else { return false };
    let mut known = Known::default();
    known.learn(name);
    known.learn("a an the of to for in");
    text.unicode_words().filter(|word| !known.has(&word.to_lowercase())).nth(MORE - 1).is_some()
}

/// So many words beside its name explain a parameter.
const MORE: usize = 3;

/// The words of the tool's and the server's names and titles.
pub(crate) fn names(view: &ToolView<'_>) -> Known {
    let mut known = Known::default();
    known.learn(&view.tool.name);
    known.learn(&view.server.name);
    let body = view.tool.body();
    for title in [&body["title"], &body["annotations"]["title"]] {
        known.learn(title.as_str().unwrap_or_default());
    }
    known
}

/// The words of a text that mean something and are not known.
pub(crate) fn new_words<'a>(reading: &'a Reading<'_>, known: &'a Known) -> impl Iterator<Item = &'a str> {
    let new = |word: &str| name_words(word).iter().any(|part| !known.has(part));
    reading
        .text()
        .unicode_word_indices()
        .filter(move |&(at, word)| !is_empty(reading, at, word) && new(word))
        .map(|(_, word)| word)
}

#[cfg(test)]
mod tests {
    use crate::lint::judged::findings;

    fn found(name: &str, description: &str) -> bool {
        let json = format!(r#"{{"name":"{name}","description":"{description}","inputSchema":{{"type":"object"}}}}"#);
        !findings("description-tautology", &json).is_empty()
    }

    #[test]
    fn inflected_and_translated_repetition_is_found() {
        assert!(found("update_user_profile", "Updates user profile."));
        assert!(found("listQueries", "List of the queries"));
        assert!(found("kirim_surat", "Mengirimkan surat."));
        assert!(!found("kirim_surat", "Mengirimkan surat lewat pos."));
        assert!(!found("browser_close", "Close the page"));
        assert!(!found("get_user", "사용자 정보를 이름과 함께 돌려줍니다"));
    }
}
