//! A tool destroys something, and its words say nothing about what is lost or whether to ask first.
//!
//! ## Why
//!
//! Whether a deletion can be undone decides whether a model should ask its user first. A name such as `hapus_akun` does
//! not tell. `destructiveHint` says it to hosts, but models do not see annotations.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"hapus_gudang","description":"Menghapus satu gudang dari daftar.","inputSchema":{"type":"object"}}
//! ```
//!
//! ```json good
//! {"name":"hapus_gudang","description":"Menghapus satu gudang dan stoknya secara permanen. Minta konfirmasi dahulu.",
//!  "inputSchema":{"type":"object"}}
//! ```
//!
//! ## References
//!
//! oaslananka/easyeda-mcp-pro#18: tools of high risk must state their side effects.

use std::sync::LazyLock;

use regex::Regex;

use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::rules::annotations::deed;
use crate::lint::scene::ToolView;
use crate::lint::words::assessed::{Assessed, language_of};
use crate::lint::words::language::Language;

/// The rule.
pub static RULE: Rule = Rule {
    id: "side-effect-unstated",
    group: Group::Quality,
    severity: Severity::Info,
    confidence: Confidence::Medium,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("side_effect_unstated.rs"),
    check: Check::Tool(check),
};

/// Words about what is lost, what stays, and whom to ask.
static STATED: LazyLock<Regex> = LazyLock::new(|| {
    let english = "permanent|irrevers|undo|undone|recover|restor|confirm|careful|caution|warning|danger|destructive|trash|recycle|soft.?delet|cascade|all (?:of )?its|along with|including (?:all|its)|remain|is kept|are kept|cannot|can't|lost|approval|ask the user|only if|fails if|must be empty|also (?:delete|remove)|side effect";
    let indonesian = "permanen|tidak (?:dapat|bisa)|konfirmasi|hati-hati|dipulihkan|pulih|dikembalikan|beserta|berikut|tetap|hilang|selamanya|peringatan|termasuk|persetujuan|sampah|stoknya";
    Regex::new(&format!("{english}|{indonesian}")).expect("the pattern is checked by every test of the rule")
});

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let Some(verb) = deed::destruction(view) else { return };
    let Some(text) = view.description() else { return };
    let Some(reading) = text.plain() else { return };
    let unknown = match language_of(text.text.text) {
        Assessed::Known(language) => !matches!(language, Language::En | Language::Id),
        Assessed::Unknown => true,
        Assessed::TooShort => !text.text.text.is_ascii(),
    };
    if unknown || STATED.is_match(reading.text()) {
        return;
    }
    let hinted = view.tool.body()["annotations"]["destructiveHint"] == true;
    let finding = cx
        .at(text.text.pointer.clone())
        .say(format!("{verb:?} without a word on what is lost, whether it can be undone or whether to ask first"))
        .persona(if hinted { Persona::Pedantic } else { Persona::Regular })
        .evidence(text.text.text)
        .help("say what goes with it, whether it can be undone, and whether to ask the user first");
    cx.report(finding);
}

#[cfg(test)]
mod tests {
    use crate::lint::judged::findings;

    #[test]
    fn what_is_stated_passes() {
        let tool = |text: &str| {
            format!(r#"{{"name":"delete_ship","description":"{text}","inputSchema":{{"type":"object"}}}}"#)
        };
        assert_eq!(findings("side-effect-unstated", &tool("Deletes a ship from the fleet.")).len(), 1);
        assert!(findings("side-effect-unstated", &tool("Deletes a ship. Cannot be undone.")).is_empty());
        assert!(findings("side-effect-unstated", &tool("함대에서 배를 삭제합니다")).is_empty());
    }
}
