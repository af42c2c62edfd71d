//! Finds what speaks to a model in a text and did not in its earlier version.

use crate::catalog::text::{self, Kind, Role, Text};
use crate::catalog::tool::Tool;
use crate::lint::grade::Severity;
use crate::lint::reading::shelf::Shelf;
use crate::lint::scene::{Around, Scene, ServerView, TextView, ToolView};
use crate::lint::words::concept::Concept;

/// Something new that speaks to a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cue {
    /// JSON pointer of the text.
    pub pointer: String,
    /// What it is, as a lowercase fragment.
    pub what: String,
}

/// The first new cue of a tool whose earlier definition is known.
#[must_use]
pub fn of_tool(scene: &Scene<'_>, server: &ServerView<'_>, tool: &ToolView<'_>, before: &Tool) -> Option<Cue> {
    let old = text::of_tool(before);
    tool.texts.iter().find_map(|view| {
        let around = Around { scene, server: Some(server), tool: Some(tool), text: &view.text };
        let old = old.iter().find(|text| text.pointer == view.text.pointer && text.kind == view.text.kind);
        of_text(view, &around, old.map(|text| text.text).unwrap_or_default())
    })
}

/// The first new cue of a server's instructions.
#[must_use]
pub fn of_instructions(scene: &Scene<'_>, server: &ServerView<'_>, before: &str) -> Option<Cue> {
    let view = server.texts.iter().find(|view| view.text.kind == Kind::Instructions)?;
    of_text(view, &Around { scene, server: Some(server), tool: None, text: &view.text }, before)
}

fn of_text(view: &TextView<'_>, around: &Around<'_>, before: &str) -> Option<Cue> {
    if view.whole == before {
        return None;
    }
    let earlier = TextView::of(Text { text: before, ..view.text.clone() }, &Shelf::default());
    let new = told(view, around);
    let old = told(&earlier, around);
    let what = new.iter().find(|what| count(&new, what) > count(&old, what))?.clone();
    Some(Cue { pointer: view.text.pointer.clone(), what })
}

fn count(all: &[String], what: &str) -> usize {
    all.iter().filter(|one| *one == what).count()
}

/// What the rules about injection would warn of, and sentences in which credentials are handed over.
fn told(view: &TextView<'_>, around: &Around<'_>) -> Vec<String> {
    let mut found = Vec::new();
    for reading in view.readings.iter() {
        for rule in &around.scene.word_rules {
            let mut hits = Vec::new();
            (rule.check)(reading, around, &mut hits);
            found.extend(hits.iter().filter(|hit| hit.severity >= Severity::Warning).map(|_| rule.id.to_owned()));
        }
    }
    let prose = view.text.role == Role::Prose;
    let Some(reading) = view.readings.first().filter(|_| prose) else { return found };
    for sentence in &reading.sentences {
        let has = |concept| reading.first(sentence, concept).is_some();
        if has(Concept::Secret) && (has(Concept::Supply) || has(Concept::Send)) {
            found.push("it asks for credentials".to_owned());
        }
    }
    found
}
