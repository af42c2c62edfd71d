//! A description names a parameter that is nearly, but not quite, one of the schema.
//!
//! ## Why
//!
//! The parameter was renamed and the words were not, or one of the two has a slip of the pen. A model that reads the
//! words sends a name that is refused or ignored.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"kirim","description":"Mengirim pesan ke `chanel_id`.","inputSchema":{"type":"object",
//!  "properties":{"channel_id":{"type":"string"}}}}
//! ```
//!
//! ```json good
//! {"name":"kirim","description":"Mengirim pesan ke `channel_id`.","inputSchema":{"type":"object",
//!  "properties":{"channel_id":{"type":"string"},"channel":{"type":"string"}}}}
//! ```
//!
//! ## References
//!
//! agentgauge-harness 0.5.3: 0.77 % of tools; no effect on task success was measured.

use std::collections::BTreeSet;

use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::nearest::distance;
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::ToolView;
use crate::lint::schema::listed;

/// The rule.
pub static RULE: Rule = Rule {
    id: "param-stale-name",
    group: Group::Consistency,
    severity: Severity::Info,
    confidence: Confidence::Low,
    persona: Persona::Pedantic,
    status: Status::Stable,
    options: &[],
    file: include_str!("param_stale_name.rs"),
    check: Check::Tool(check),
};

/// How many parameters and quoted names of one tool are compared.
const MOST: usize = 200;

/// What two names may differ by without one being a slip for the other.
const TAILS: &[&str] = &["s", "id", "ids", "_id", "key", "type", "by", "at", "_no", "es"];

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let Some(text) = view.description() else { return };
    let raw = text.text.text;
    let known: BTreeSet<&str> = view.nodes.iter().filter_map(|node| node.property()).collect();
    let known: Vec<&str> = known.into_iter().filter(|name| name.len() <= 64).take(MOST).collect();
    let mut said = BTreeSet::new();
    for (span, word) in listed::quoted(raw).into_iter().take(MOST) {
        let name = |character: char| character.is_ascii_alphanumeric() || character == '_' || character == '-';
        if !raw[..span.start].ends_with('`') || !word.chars().all(name) || word.len() < 5 {
            continue;
        }
        if known.contains(&word) || !said.insert(word) {
            continue;
        }
        let near = known.iter().find(|one| is_slip(word, one) && !raw.contains(**one));
        let Some(meant) = near else { continue };
        if view.server.tools.iter().any(|tool| tool.name == word) {
            continue;
        }
        let finding = cx
            .at(text.text.pointer.clone())
            .say(format!("the words name {word}, and the schema has {meant}"))
            .span(span)
            .evidence(raw)
            .help("name the parameter as the schema does");
        cx.report(finding);
    }
}

fn is_slip(word: &str, name: &str) -> bool {
    let (short, long) = if word.len() <= name.len() { (word, name) } else { (name, word) };
    let tail = long.strip_prefix(short).is_some_and(|tail| TAILS.contains(&tail));
    let style = word.replace(['_', '-'], "").eq_ignore_ascii_case(&name.replace(['_', '-'], ""));
    let begins = word.bytes().zip(name.bytes()).take_while(|(one, other)| one == other).count() >= 3;
    !tail && begins && short.len() >= 5 && long.len() - short.len() <= 2 && (style || distance(word, name) <= 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_told_from_other_names() {
        assert!(is_slip("chanel_id", "channel_id"));
        assert!(is_slip("file_path", "filepath"));
        assert!(!is_slip("channel", "channel_id"));
        assert!(!is_slip("author", "artist"));
    }
}
