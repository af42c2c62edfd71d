//! A parameter calls itself optional or required, and the schema says the opposite.
//!
//! ## Why
//!
//! A model that believes the words sends a call that is refused, or fills in what was better left out. The same holds
//! for a parameter that is required and has a default all the same: the default never counts.
//!
//! Only a label counts, such as "(optional)" or "Required." at the start; "required if …" is no label.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"pesan_taksi","description":"Memesan taksi.","inputSchema":{"type":"object",
//!  "properties":{"catatan":{"type":"string","description":"(opsional) Catatan untuk sopir."}},"required":["catatan"]}}
//! ```
//!
//! ```json bad
//! {"name":"pesan_taksi","description":"Orders a taxi.","inputSchema":{"type":"object",
//!  "properties":{"kursi":{"type":"integer","default":4}},"required":["kursi"]}}
//! ```
//!
//! ```json good
//! {"name":"pesan_taksi","description":"Memesan taksi.","inputSchema":{"type":"object",
//!  "properties":{"catatan":{"type":"string","description":"(opsional) Catatan untuk sopir."},
//!  "nama":{"type":"string","description":"Required when a taxi is ordered for somebody else."}}}}
//! ```
//!
//! ## References
//!
//! Measured 2026-11 on real definitions: parameters that are required and have a default, 2 %.

use std::ops::Range;

use crate::lint::cx::Cx;
use crate::lint::fix::{Change, Fix, FixLevel};
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::reading::read::Reading;
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::ToolView;
use crate::lint::schema::brief::brief;
use crate::lint::schema::node::{Node, Which};
use crate::lint::schema::own::described;
use crate::lint::words::concept::Concept;

/// The rule.
pub static RULE: Rule = Rule {
    id: "optionality-doc-mismatch",
    group: Group::Consistency,
    severity: Severity::Warning,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("optionality_doc_mismatch.rs"),
    check: Check::Tool(check),
};

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    for own in described(view) {
        let (concept, say) = match own.node.required {
            true => (Concept::Optional, "the words call it optional, and the schema requires it"),
            false => (Concept::Required, "the words call it required, and the schema does not"),
        };
        // Inside an object, "required" is often said of the object's own life, not of this call.
        let filled = own.node.get("default").is_some() || !own.node.is_parameter() && concept == Concept::Required;
        if let Some(span) = label(own.reading, concept).filter(|_| !filled) {
            let span = own.reading.raw_span(&span);
            let finding = cx.at(own.pointer()).say(say).span(span).evidence(own.reading.raw);
            cx.report(finding.help("make the two agree: the model believes both"));
        }
    }
    for node in view.nodes.iter().filter(|node| node.which == Which::Input && node.required) {
        let Some(default) = node.get("default").filter(|value| !value.is_null()) else { continue };
        let finding = cx
            .at(format!("{}/default", node.pointer))
            .say(format!("it is required, so its default {} never counts", brief(default)))
            .evidence(default.to_string());
        cx.report(match not_required(node, view) {
            Some(change) => {
                let what = "does not require it".to_owned();
                finding.fix(Fix { level: FixLevel::Unsafe, patch: vec![change], what })
            }
            None => finding,
        });
    }
}

/// The word that labels the whole text: at its start, in brackets or followed by a stop.
fn label(reading: &Reading<'_>, concept: Concept) -> Option<Range<usize>> {
    let text = reading.text();
    let cue = reading.cues.iter().rfind(|cue| cue.concept == concept && cue.start <= 2)?;
    let before = &text[..cue.start];
    let rest = text[cue.end..].trim_start_matches(['*', '_']);
    let bracket = before.chars().all(|character| "([*_".contains(character)) && rest.starts_with([')', ']']);
    let stop =
        before.trim_matches(['*', '_']).is_empty() && (rest.is_empty() || rest.starts_with(['.', ':', ';', ',']));
    // "Required: when …" is a condition.
    let next = rest.trim_start_matches(|character: char| !character.is_alphanumeric());
    let when = reading.cues.iter().any(|one| one.concept == Concept::When && one.start == text.len() - next.len());
    let when = when
        || ["if ", "when ", "for ", "unless ", "only ", "jika ", "untuk ", "bila "]
            .iter()
            .any(|word| next.starts_with(word));
    ((bracket || stop) && !when).then(|| cue.span())
}

fn not_required(node: &Node<'_>, view: &ToolView<'_>) -> Option<Change> {
    let parent = view.nodes.get(node.parent?)?;
    let names = parent.get("required")?.as_array()?;
    let at = names.iter().position(|name| name.as_str() == node.property())?;
    Some(Change::Remove(format!("{}/required/{at}", parent.pointer)))
}

#[cfg(test)]
mod tests {
    use crate::lint::judged::findings;

    fn found(parameter: &str, required: &str) -> usize {
        let schema = format!(r#"{{"type":"object","properties":{{"p":{parameter}}},"required":[{required}]}}"#);
        findings("optionality-doc-mismatch", &format!(r#"{{"name":"t","description":"d","inputSchema":{schema}}}"#))
            .len()
    }

    #[test]
    fn labels_are_found() {
        for (text, required) in [
            ("(optional) A note", r#""p""#),
            ("Opsional. Catatan", r#""p""#),
            ("[Required] A name", ""),
            ("Wajib: nama", ""),
        ] {
            assert_eq!(found(&format!(r#"{{"type":"string","description":"{text}"}}"#), required), 1, "{text}");
        }
        assert_eq!(found(r#"{"default":1}"#, r#""p""#), 1);
    }

    #[test]
    fn conditions_and_other_words_are_nothing() {
        for (text, required) in [
            ("Required if a name is given", ""),
            ("Required: when paying", ""),
            ("Optional rule types", r#""p""#),
            ("Wajib jika nama kosong", ""),
            ("Daftar ulang (opsional)", ""),
        ] {
            assert_eq!(found(&format!(r#"{{"type":"string","description":"{text}"}}"#), required), 0, "{text}");
        }
        assert_eq!(found(r#"{"default":null}"#, r#""p""#), 0);
    }
}
