//! A tool destroys something, and its words say nothing about what is lost or whether to ask first.
//!
//! ## Why
//!
//! Whether a deletion can be undone decides whether a model should ask its user first. A name such as `hapus_akun` does
//! not tell. `destructiveHint` says it to hosts, but models do not see annotations. Where the words do not even say that
//! something is changed or removed, the tool hides what it does, and this is a warning.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"hapus_gudang","description":"Menghapus satu gudang dari daftar.","inputSchema":{"type":"object"}}
//! ```
//!
//! ```json bad
//! {"name":"rapikan_gudang","description":"Tidies the warehouse.","inputSchema":{"type":"object"},
//!  "annotations":{"destructiveHint":true}}
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
use crate::lint::words::assessed::Assessed;
use crate::lint::words::language::Language;

/// The rule.
pub static RULE: Rule = Rule {
    id: "side-effect-unstated",
    group: Group::Quality,
    severity: Severity::Warning,
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

/// Stems of words that own up to a change, in a name or a description.
static CHANGES: LazyLock<Regex> = LazyLock::new(|| {
    let english = "delet|remov|purg|eras|wip|destroy|drop|truncat|clear|reset|revok|uninstall|overwrit|replac|updat|modif|edit|writ|chang|set|creat|add|send|post|cancel|clos|stop|kill|terminat|unlink|discard|disconnect|detach|archiv|merg|push|mov|renam|execut|run|sav|appl|submit|upload|insert|patch|publish|install|deploy|start|disabl|enabl|block|ban|prun|flush|expir|forget|rollback|revert|put|kick|evict|abort|reject|transfer|swap|pay|refund|charg|click|typ|drag|press|assign|empt|invalidat|withdraw|migrat|commit|import|lock|toggl|switch|mutat|alter|resolv|scal|mark|copy|copies|sort|resiz|generat|increas|decreas|expand|plac|convert|mint|sign|trad|buy|sell";
    let indonesian = "hapus|ubah|ganti|tulis|kirim|buat|tambah|simpan|kosong|batal|tutup|buang|musnah|pindah|hilang|cabut|setel|atur ulang";
    Regex::new(&format!("{english}|{indonesian}")).expect("the pattern is checked by every test of the rule")
});

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let hinted = view.tool.body()["annotations"]["destructiveHint"] == true;
    let verb = deed::destruction(view);
    if verb.is_none() && !hinted {
        return;
    }
    let Some(text) = view.description() else { return };
    let Some(reading) = text.plain() else { return };
    let unknown = match text.language() {
        Assessed::Known(language) => !matches!(language, Language::En | Language::Id),
        Assessed::Unknown => true,
        Assessed::TooShort => !text.text.text.is_ascii(),
    };
    if unknown || STATED.is_match(reading.text()) {
        return;
    }
    let hides = !CHANGES.is_match(reading.text());
    let said = match verb {
        Some(verb) if hides => format!("the name says {verb:?}, and no word says that anything is removed"),
        Some(verb) => {
            format!("{verb:?} without a word on what is lost, whether it can be undone or whether to ask first")
        }
        None if hides && !CHANGES.is_match(&view.tool.name.to_lowercase()) => {
            "destructiveHint says that it destroys, and no word says that anything is changed".to_owned()
        }
        None => return,
    };
    let finding = cx
        .at(text.text.pointer.clone())
        .say(said)
        .severity(if hides { Severity::Warning } else { Severity::Info })
        .persona(if hinted && !hides { Persona::Pedantic } else { Persona::Regular })
        .evidence(text.text.text)
        .help("say what goes with it, whether it can be undone, and whether to ask the user first");
    cx.report(finding);
}

#[cfg(test)]
mod tests {
    use crate::lint::grade::Severity;
    use crate::lint::judged::findings;

    #[test]
    fn what_is_stated_passes() {
        let tool = |text: &str| {
            format!(r#"{{"name":"delete_ship","description":"{text}","inputSchema":{{"type":"object"}}}}"#)
        };
        assert_eq!(findings("side-effect-unstated", &tool("Deletes a ship from the fleet.")).len(), 1);
        assert!(findings("side-effect-unstated", &tool("Deletes a ship. Cannot be undone.")).is_empty());
        let hides = findings("side-effect-unstated", &tool("Housekeeping for the fleet."));
        assert_eq!(hides.first().map(|finding| finding.severity), Some(Severity::Warning));
        assert!(findings("side-effect-unstated", &tool("함대에서 배를 삭제합니다")).is_empty());
    }
}
