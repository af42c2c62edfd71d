//! The description is too short to say what a model must know.
//!
//! ## Why
//!
//! Two or three words name the deed and leave out what comes back, when the tool is the right one and where an
//! identifier comes from. A short text can be complete (`Closes the page.` with nothing to fill in): it counts as thin
//! only when parameters wait for an explanation or it adds nothing to the name. Han, kana and Hangul letters count 2.5.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"get_ship","description":"Get a ship","inputSchema":{"type":"object","properties":{"id":{"type":"integer"}},
//!  "required":["id"]}}
//! ```
//!
//! ```json good
//! {"name":"get_ship","description":"Returns name, flag and tonnage of one ship, by the id that list_ships gives.",
//!  "inputSchema":{"type":"object","properties":{"id":{"type":"integer"}},"required":["id"]}}
//! ```
//!
//! ```json good
//! {"name":"tutup_halaman","description":"Menutup tab ini.","inputSchema":{"type":"object"}}
//! ```
//!
//! ## References
//!
//! mvanhorn/cli-printing-press#381: a length alone gave 167 false alarms; arXiv 2602.14878, "underspecified".

use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::knob::{Knob, Setting};
use crate::lint::rule::{Check, Rule};
use crate::lint::rules::quality::description_tautology::{names, new_words};
use crate::lint::rules::quality::parameters::{self, Clarity, Parameter};
use crate::lint::scene::ToolView;
use crate::lint::words::assessed::length_below;

/// The rule.
pub static RULE: Rule = Rule {
    id: "description-too-short",
    group: Group::Quality,
    severity: Severity::Warning,
    confidence: Confidence::Medium,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[
        Knob {
            name: "least",
            what: "letters below which a description is thin; Han, kana and Hangul count 2.5",
            default: Setting::Number(20),
        },
        Knob {
            name: "least-unexplained",
            what: "the same when a required parameter is explained nowhere",
            default: Setting::Number(40),
        },
    ],
    file: include_str!("description_too_short.rs"),
    check: Check::Tool(check),
};

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let Some(text) = view.description() else { return };
    let Some(reading) = text.plain() else { return };
    let (least, least_unexplained) = (cx.size("least"), cx.size("least-unexplained"));
    let length = length_below(text.text.text, least.max(least_unexplained));
    let Some(length) = length.filter(|length| *length > 0) else { return };
    let known = names(view);
    let adds = new_words(reading, &known).count();
    let parameters = parameters::of(view);
    let waits = |one: &&Parameter<'_>| one.node.required && one.clarity >= Clarity::NameOnly;
    let waiting = parameters.iter().filter(waits).max_by_key(|one| one.clarity);
    let opaque = waiting.is_some_and(|one| one.clarity == Clarity::Opaque);
    let complete = adds >= 1 && waiting.is_none();
    let severity = if length < least && !complete || length < least_unexplained && opaque {
        Severity::Warning
    } else if length < least_unexplained && waiting.is_some() {
        Severity::Info
    } else {
        return;
    };
    let persona = if severity == Severity::Info { Persona::Pedantic } else { Persona::Regular };
    let finding = cx
        .at(text.text.pointer.clone())
        .say(format!("{length} letters: {}", missing(view, waiting)))
        .severity(severity)
        .persona(persona)
        .evidence(text.text.text)
        .help("one or two sentences: what it does, what comes back, when to use it");
    cx.report(finding);
}

/// What the description leaves open.
fn missing(view: &ToolView<'_>, waiting: Option<&Parameter<'_>>) -> String {
    let mut open = Vec::new();
    if view.tool.output_schema().is_none() {
        open.push("what comes back".to_owned());
    }
    if let Some(one) = waiting {
        open.push(format!("what {:?} is and where it comes from", one.name));
    }
    open.push("when to use it".to_owned());
    format!("it does not say {}", open.join(", nor "))
}

#[cfg(test)]
mod tests {
    use crate::lint::grade::Severity;
    use crate::lint::judged::findings;

    fn loud(description: &str, properties: &str) -> bool {
        let json = format!(
            r#"{{"name":"ambil_kapal","description":"{description}","inputSchema":{{"type":"object","properties":{{{properties}}},"required":["id"]}}}}"#
        );
        findings("description-too-short", &json).iter().any(|finding| finding.severity == Severity::Warning)
    }

    #[test]
    fn a_short_text_is_thin_when_something_waits() {
        assert!(loud("Ambil kapal", r#""id":{"type":"integer"}"#));
        assert!(loud("Mengambil satu kapal dari armada", r#""id":{"type":"integer"}"#));
        assert!(!loud("Membunyikan klakson", ""));
        assert!(!loud("지정한 배의 이름과 선적항을 조회합니다", ""));
        assert!(!loud("Name, flag and tonnage by its id.", r#""id":{"type":"integer"}"#));
    }
}
