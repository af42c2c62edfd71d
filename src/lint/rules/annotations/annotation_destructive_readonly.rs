//! A tool that destroys something is declared read-only.
//!
//! ## Why
//!
//! Hosts let read-only tools run without asking. A tool named for a deletion with `readOnlyHint: true` gets its data
//! destroyed unasked: by mistake, or because somebody wants the question skipped. `destructiveHint: false` on such a name
//! is the same mistake, less sure.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"hapus_basis_data","description":"Mengosongkan penyimpanan.","annotations":{"readOnlyHint":true},
//!  "inputSchema":{"type":"object"}}
//! ```
//!
//! ```json bad
//! {"name":"bersihkan","description":"Permanently deletes every snapshot of the volume.",
//!  "annotations":{"readOnlyHint":true},"inputSchema":{"type":"object"}}
//! ```
//!
//! ```json good
//! {"name":"erase_background","description":"Returns a copy of the picture without its background.",
//!  "annotations":{"readOnlyHint":true},"inputSchema":{"type":"object"}}
//! ```
//!
//! ## References
//!
//! MCP schema, ToolAnnotations.readOnlyHint: the tool does not modify its environment.

use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::rules::annotations::deed;
use crate::lint::scene::ToolView;

/// The rule.
pub static RULE: Rule = Rule {
    id: "annotation-destructive-readonly",
    group: Group::Annotations,
    severity: Severity::Error,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("annotation_destructive_readonly.rs"),
    check: Check::Tool(check),
};

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    if view.tool.body()["annotations"]["readOnlyHint"] != true {
        return;
    }
    let pointer = view.tool.body_pointer("annotations/readOnlyHint");
    if let Some(verb) = deed::destruction(view) {
        let finding = cx
            .at(pointer)
            .say(format!("declared read-only, but its name says {verb:?}"))
            .evidence(view.tool.name.as_str())
            .help("set readOnlyHint to false and destructiveHint to true");
        cx.report(finding);
    } else if let (Some(span), Some(text)) = (deed::stated_destruction(view), view.description()) {
        let finding = cx
            .at(text.text.pointer.clone())
            .say("declared read-only, but its description begins with a deletion")
            .severity(Severity::Warning)
            .confidence(Confidence::Medium)
            .span(span)
            .evidence(text.text.text)
            .and_at(pointer)
            .help("set readOnlyHint to false and destructiveHint to true");
        cx.report(finding);
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::grade::Severity;
    use crate::lint::judged::findings;

    fn loudest(name: &str, description: &str) -> Option<Severity> {
        let json = format!(
            r#"{{"name":"{name}","description":"{description}","annotations":{{"readOnlyHint":true}},"inputSchema":{{"type":"object"}}}}"#
        );
        findings("annotation-destructive-readonly", &json).iter().map(|finding| finding.severity).max()
    }

    #[test]
    fn a_name_is_an_error_and_a_first_word_a_warning() {
        assert_eq!(loudest("delete_ship", "x"), Some(Severity::Error));
        assert_eq!(loudest("fleetDropTable", "x"), Some(Severity::Error));
        assert_eq!(loudest("t", "Menghapus semua kapal."), Some(Severity::Warning));
        for (name, description) in [
            ("preview_delete", "Shows what would go."),
            ("list_deleted_ships", "Deleted ships of the last month."),
            ("truncate_text", "Cuts a text to a length."),
            ("find_ships", "Finds ships that nobody may delete."),
        ] {
            assert_eq!(loudest(name, description), None, "{name}");
        }
    }
}
