//! A description was never written, or breaks off.
//!
//! ## Why
//!
//! `TODO: write description` tells a model that nobody knows what the tool does. A text that breaks off in an ellipsis
//! or inside a code block was cut by a generator; what it meant to say is lost.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"hitung_ongkir","description":"TODO: jelaskan alat ini","inputSchema":{"type":"object"}}
//! ```
//!
//! ```json bad
//! {"name":"hitung_ongkir","description":"Menghitung ongkos kirim antar kota.","inputSchema":{"type":"object",
//!  "properties":{"kota":{"type":"string","description":"No description"}}}}
//! ```
//!
//! ```json good
//! {"name":"tambah_todo","description":"Todo baru di daftar belanja keluarga; TODO lama tetap ada.",
//!  "inputSchema":{"type":"object"}}
//! ```
//!
//! ## References
//!
//! Glama TDQS, gate "no description".

use crate::catalog::similar::name_words;
use crate::catalog::text::{Kind, Role};
use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::reading::read::Reading;
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::TextView;
use crate::lint::words::concept::Concept;
use crate::lint::words::stems::Known;

/// The rule.
pub static RULE: Rule = Rule {
    id: "description-placeholder",
    group: Group::Quality,
    severity: Severity::Warning,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("description_placeholder.rs"),
    check: Check::Text(check),
};

fn check(view: &TextView<'_>, cx: &mut Cx<'_>) {
    let judged = matches!(view.text.kind, Kind::Description | Kind::SchemaDescription | Kind::Instructions);
    let Some(reading) = view.plain().filter(|_| judged && view.text.role == Role::Prose) else { return };
    let raw = view.text.text;
    let (span, message) = if let Some(end) = placeholder(reading).filter(|&end| !is_named(view, reading, end)) {
        (reading.raw_span(&(0..end)), "a placeholder where a description should stand".to_owned())
    } else if let Some((from, why)) = broken(raw, view.text.kind) {
        (from..raw.len(), why)
    } else {
        return;
    };
    let finding = cx
        .at(view.text.pointer.clone())
        .say(message)
        .span(span)
        .evidence(raw)
        .help("write the description, or leave it out");
    cx.report(finding);
}

/// Where the placeholder at the beginning ends, when that is all there is or what follows only fills it in.
fn placeholder(reading: &Reading<'_>) -> Option<usize> {
    let text = reading.text();
    let lead = text.len() - text.trim_start_matches(|one: char| !one.is_alphanumeric()).len();
    let cues = reading.cues.iter().take_while(|cue| cue.start <= lead);
    let ends = cues.filter(|cue| cue.concept == Concept::Placeholder && cue.start == lead).map(|cue| cue.end);
    let end = ends.max()?;
    let rest = text.get(end..)?.trim_start_matches(' ');
    let whole = !rest.contains(char::is_alphanumeric);
    // `TODO:` in capitals is a note to oneself; `todo: …` may be the name of what is described.
    let first = reading.raw.chars().filter(|one| one.is_alphabetic()).take(3);
    let note = rest.starts_with(':') && first.into_iter().all(char::is_uppercase);
    let sentence = rest.starts_with(['.', '!']) && text.get(lead..end).is_some_and(|phrase| phrase.contains(' '));
    (whole || note || sentence).then_some(end)
}

/// Whether the words only say what the property is called, as `Placeholder` does of a property `placeholder`.
fn is_named(view: &TextView<'_>, reading: &Reading<'_>, end: usize) -> bool {
    let mut known = Known::default();
    let name = view.text.pointer.rsplit('/').nth(1).unwrap_or_default();
    known.learn(name);
    let phrase = reading.text().get(..end).unwrap_or_default();
    view.text.kind == Kind::SchemaDescription && name_words(phrase).iter().any(|word| known.has(word))
}

/// Where a text breaks off, and how that shows.
fn broken(raw: &str, kind: Kind) -> Option<(usize, String)> {
    let trimmed = raw.trim_end();
    let fences = raw.match_indices("```").map(|(at, _)| at).collect::<Vec<_>>();
    if let Some(last) = fences.last().filter(|_| fences.len() % 2 == 1) {
        return Some((*last, "a code block is opened and never closed".to_owned()));
    }
    if kind != Kind::Description {
        return None;
    }
    let from = trimmed.rfind(char::is_whitespace).map_or(0, |at| at + 1);
    let less = trimmed.strip_suffix('…').or(trimmed.strip_suffix("..."))?;
    // A list may go on (`a, b, ...`), a sentence may not.
    let goes_on = less.ends_with(|one: char| one.is_alphanumeric()) && !less.ends_with('.');
    (goes_on && less.chars().count() > LONG).then(|| (from, "the text breaks off in an ellipsis".to_owned()))
}

/// A text shorter than this was not cut, but trails off.
const LONG: usize = 60;

#[cfg(test)]
mod tests {
    use crate::lint::judged::findings;

    fn found(description: &str) -> bool {
        let text = serde_json::Value::from(description);
        let json = format!(r#"{{"name":"t","description":{text},"inputSchema":{{"type":"object"}}}}"#);
        !findings("description-placeholder", &json).is_empty()
    }

    #[test]
    fn a_note_to_oneself_is_found_and_a_todo_app_is_not() {
        for bad in
            ["TODO", "TBD.", "FIXME: say more", "No description available.", "Belum ada deskripsi", "(TODO: isi)"]
        {
            assert!(found(bad), "{bad}");
        }
        for good in ["Todo list of one user", "TODO items are listed here", "todo: the item to add", "Finds TODO notes"]
        {
            assert!(!found(good), "{good}");
        }
    }

    #[test]
    fn a_text_that_breaks_off_is_found() {
        assert!(found("Runs it:\n```sh\nmasak nasi"));
        assert!(!found("Runs it:\n```sh\nmasak nasi\n```"));
        assert!(found("Menanak nasi untuk satu keluarga, dengan air sesuai takaran dan api yang dijaga sampai mat..."));
        assert!(!found("One of the colours: red, green, blue, ..."));
    }
}
