//! Words that say nothing: alone they make a description worthless, among others they only cost.
//!
//! ## Why
//!
//! `Handles data and does stuff` fits every tool, so it chooses none. Single words such as `comprehensive` or `etc.`
//! beside a real description are a matter of taste and reported to those who ask for it.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"pusat_kendali","description":"Menangani berbagai hal dan data.","inputSchema":{"type":"object"}}
//! ```
//!
//! ```json bad
//! {"name":"hub","description":"Processes things and manages stuff.","inputSchema":{"type":"object"}}
//! ```
//!
//! ```json good
//! {"name":"hub","description":"Processes the sensor queue: validates readings and stores them.",
//!  "inputSchema":{"type":"object"}}
//! ```
//!
//! ## References
//!
//! arXiv 2602.14878, "unclear purpose".

use unicode_segmentation::UnicodeSegmentation;

use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::reading::read::Reading;
use crate::lint::rule::{Check, Rule};
use crate::lint::rules::quality::empty::is_empty;
use crate::lint::scene::ToolView;
use crate::lint::words::concept::Concept;
use crate::lint::words::stems::{lists, root};

/// The rule.
pub static RULE: Rule = Rule {
    id: "vague-filler",
    group: Group::Quality,
    severity: Severity::Warning,
    confidence: Confidence::Medium,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("vague_filler.rs"),
    check: Check::Tool(check),
};

/// Deeds and things that fit every tool.
const GENERAL: &str = "handle handling process processing manage managing do doe does perform work help helper use used using \
    useful run execute data information info task operation action request thing something anything everything \
    item input output value general generic misc other more some all any different many you can be user make \
    making provide support feature functionality main or as need needed that will good great menangani mengelola \
    mengolah memproses melakukan membantu hal sesuatu tugas informasi umum lainnya lain semua segala bisa dapat \
    keperluan kebutuhan pengguna";

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let Some(text) = view.description() else { return };
    let Some(reading) = text.plain() else { return };
    let mut fillers = reading.cues.iter().filter(|cue| cue.concept == Concept::Filler).peekable();
    let first = fillers.peek().map(|cue| reading.raw_span(&cue.span()));
    let finding = cx.at(text.text.pointer.clone()).evidence(text.text.text);
    if is_vague(reading) {
        let span = first.unwrap_or(0..text.text.text.len());
        cx.report(
            finding
                .say("every word of the description fits any tool")
                .span(span)
                .help("name what it works on and what comes of it"),
        );
    } else if let Some(span) = first {
        let count = fillers.count();
        let what = text.text.text.get(span.clone()).unwrap_or_default();
        let more = if count > 1 { format!(" and {} more", count - 1) } else { String::new() };
        cx.report(
            finding
                .say(format!("{what:?}{more} adds nothing"))
                .span(span)
                .severity(Severity::Info)
                .confidence(Confidence::Low)
                .persona(Persona::Pedantic)
                .help("drop it, or say what exactly"),
        );
    }
}

/// Words that are read; who says nothing so long says nothing.
const READ: usize = 2_000;

/// Whether a text has words, at least one of them a deed or a thing, and none that belongs to this tool alone.
fn is_vague(reading: &Reading<'_>) -> bool {
    let mut fillers = reading.cues.iter().filter(|cue| cue.concept == Concept::Filler).peekable();
    let (mut any, mut filled) = (false, 0);
    for (at, word) in reading.text().unicode_word_indices().take(READ) {
        while let Some(cue) = fillers.next_if(|cue| cue.start <= at) {
            filled = filled.max(cue.end);
        }
        let says_nothing = filled > at || lists(GENERAL, word) || lists(GENERAL, &root(word));
        if !says_nothing && !is_empty(reading, at, word) {
            return false;
        }
        any |= says_nothing;
    }
    any
}

#[cfg(test)]
mod tests {
    use crate::lint::grade::Severity;
    use crate::lint::judged::findings;

    fn loud(description: &str) -> bool {
        let json = format!(r#"{{"name":"t","description":"{description}","inputSchema":{{"type":"object"}}}}"#);
        findings("vague-filler", &json).iter().any(|finding| finding.severity == Severity::Warning)
    }

    #[test]
    fn only_a_vague_whole_is_loud() {
        assert!(loud("Manages various things, etc."));
        assert!(loud("Melakukan berbagai hal."));
        assert!(loud("A really very powerful helper for things. Really very useful stuff."));
        assert!(!loud("Manages various printers."));
        assert!(!loud("Mengelola berbagai gudang."));
        assert!(!loud("データを処理して結果を返します"));
    }
}
