//! The description of a parameter only repeats its name.
//!
//! ## Why
//!
//! `user_id: The user ID` is paid for on every turn and says nothing. Say what values it takes or where they come from,
//! or leave the description out.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"blokir","description":"Memblokir satu pelanggan sampai dibuka lagi.","inputSchema":{"type":"object",
//!  "properties":{"customer_id":{"type":"string","description":"The customer ID"}}}}
//! ```
//!
//! ```json good
//! {"name":"blokir","description":"Memblokir satu pelanggan sampai dibuka lagi.","inputSchema":{"type":"object",
//!  "properties":{"customer_id":{"type":"string","description":"Ten digits, as list_customers gives them"}}}}
//! ```
//!
//! ## References
//!
//! arXiv 2602.14878, "opaque parameters".

use unicode_segmentation::UnicodeSegmentation;

use crate::lint::cx::Cx;
use crate::lint::fix::{Change, Fix, FixLevel};
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::reading::read::Reading;
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::ToolView;
use crate::lint::schema::node::{Node, Which};
use crate::lint::words::concept::Concept;
use crate::lint::words::stems::Known;

/// The rule.
pub static RULE: Rule = Rule {
    id: "param-tautology",
    group: Group::Quality,
    severity: Severity::Info,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("param_tautology.rs"),
    check: Check::Node(check),
};

/// What repeats a name is hardly longer than a name may be.
const LONGEST: usize = 200;

fn check(node: &Node<'_>, tool: &ToolView<'_>, cx: &mut Cx<'_>) {
    let (Some(name), Some(text)) = (node.property(), node.description()) else { return };
    let says_nothing = || tool.reading_of(node).is_some_and(|reading| repeats(name, node, reading));
    if node.which != Which::Input || text.len() > LONGEST || !says_nothing() {
        return;
    }
    let pointer = format!("{}/description", node.pointer);
    let what = "drops a description that only repeats the name".to_owned();
    let finding = cx
        .at(pointer.clone())
        .say(format!("says nothing that the name {name:?} does not"))
        .evidence(text)
        .fix(Fix { level: FixLevel::Unsafe, patch: vec![Change::Remove(pointer)], what })
        .help("say what values it takes or where they come from, or drop it");
    cx.report(finding);
}

fn repeats(name: &str, node: &Node<'_>, reading: &Reading<'_>) -> bool {
    let mut known = Known::default();
    known.learn(name);
    node.types().into_iter().for_each(|one| known.learn(one));
    let empty = |at: usize, word: &str| {
        reading.cues.iter().any(|cue| cue.concept == Concept::Empty && cue.start <= at && cue.end >= at + word.len())
    };
    let mut repeated = false;
    let says_nothing = reading.text().unicode_word_indices().all(|(at, word)| {
        let again = known.has(word);
        repeated |= again;
        again || empty(at, word)
    });
    says_nothing && repeated
}

#[cfg(test)]
mod tests {
    use crate::lint::judged::findings;

    fn found(name: &str, description: &str) -> bool {
        let json = format!(
            r#"{{"name":"t","description":"d","inputSchema":{{"type":"object","properties":{{"{name}":{{"type":"string","description":"{description}"}}}}}}}}"#
        );
        !findings("param-tautology", &json).is_empty()
    }

    #[test]
    fn what_adds_a_word_passes() {
        assert!(found("userId", "The user id"));
        assert!(found("alamat_surat", "Alamat surat ini"));
        assert!(!found("userId", "The user id of the owner"));
        assert!(!found("userId", "회원 번호"));
        assert!(!found("target", "Your endpoint"));
    }
}
