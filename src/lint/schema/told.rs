//! The default that a text tells: "defaults to 10", "(default: 'asc')".

use std::ops::Range;

use serde_json::Value;

use crate::lint::reading::read::Reading;
use crate::lint::schema::listed;
use crate::lint::schema::node::Node;
use crate::lint::words::concept::Concept;

/// A default that a text tells.
#[derive(Debug, Clone, PartialEq)]
pub struct Told {
    /// Where, in bytes of the raw text.
    pub span: Range<usize>,
    /// The value.
    pub value: Value,
    /// Whether a word follows that may be a unit.
    pub unit: bool,
}

/// Words that make what was told before them hold in some cases only.
const CASES: &[&str] = &["for", "if", "when", "on", "in", "unless", "untuk", "jika", "bila", "pada", "kalau"];

/// The default that a parameter's own words tell; `None` when there is none, more than one, or one that holds in some
/// cases only. A bare word counts when it is one of the enum's values.
#[must_use]
pub fn of(reading: &Reading<'_>, node: &Node<'_>) -> Option<Told> {
    let mut cues: Vec<Range<usize>> = Vec::new();
    for cue in reading.cues.iter().filter(|cue| cue.concept == Concept::DefaultsTo) {
        match cues.last_mut() {
            // Phrases that overlap are one: the longest counts.
            Some(last) if cue.start < last.end || cue.start == last.start => last.end = last.end.max(cue.end),
            _ => cues.push(cue.span()),
        }
    }
    let [cue] = &cues[..] else { return None };
    let text = reading.text();
    let before = text[..cue.start].rsplit(['.', ';', '(']).next().unwrap_or_default();
    if before.split_whitespace().any(|word| CASES[..3].contains(&word)) {
        return None;
    }
    let raw = reading.raw_span(&(cue.end..text.len()));
    let rest = reading.raw.get(raw.start..)?;
    let skipped = rest.len() - rest.trim_start_matches([':', '=', ' ', '\t']).len();
    // A word that only begins like the cue, or a sentence that ends with it, tells no value.
    if skipped == 0 {
        return None;
    }
    let start = raw.start + skipped;
    let rest = reading.raw.get(start..)?;
    let (length, value) = value(rest, node)?;
    let after = rest.get(length..)?.trim_start_matches(['`', '\'', '"']).trim_start();
    let next = after.split(|character: char| !character.is_alphanumeric()).next().unwrap_or_default().to_lowercase();
    (!CASES.contains(&next.as_str())).then(|| Told {
        span: start..start + length,
        value,
        unit: !next.is_empty() || after.starts_with('%'),
    })
}

fn value(rest: &str, node: &Node<'_>) -> Option<(usize, Value)> {
    if rest.starts_with(['"', '\'', '`', '“', '‘']) {
        let (span, word) = listed::quoted(rest).into_iter().next().filter(|(span, _)| span.start < 4)?;
        let value = plain(word).unwrap_or_else(|| Value::from(word));
        return Some((span.end, value));
    }
    let bytes = rest.as_bytes();
    // "1,000" is one number.
    let groups = |at: usize| {
        let digits = |range: Range<usize>| bytes.get(range).is_some_and(|part| part.iter().all(u8::is_ascii_digit));
        at > 0 && digits(at - 1..at) && digits(at + 1..at + 4)
    };
    let ends = |(at, character): (usize, char)| {
        character.is_whitespace() || ";()".contains(character) || character == ',' && !groups(at)
    };
    let word = &rest[..rest.char_indices().find(|one| ends(*one)).map_or(rest.len(), |(at, _)| at)];
    let word = word.trim_end_matches(['.', ':', '!', ']', '%']);
    if let Some(value) = plain(word) {
        return Some((word.len(), value));
    }
    let choices = node.get("enum").and_then(Value::as_array)?;
    choices.iter().any(|one| one.as_str() == Some(word)).then(|| (word.len(), Value::from(word)))
}

/// A number, a boolean or nothing.
fn plain(word: &str) -> Option<Value> {
    match word.to_lowercase().as_str() {
        "true" => Some(Value::Bool(true)),
        "false" => Some(Value::Bool(false)),
        "null" | "none" | "undefined" | "nil" => Some(Value::Null),
        _ => {
            let number = word.replace(['_', ','], "");
            let looks = number.strip_prefix('-').unwrap_or(&number);
            let digits = looks.starts_with(|first: char| first.is_ascii_digit());
            let number: Option<serde_json::Number> = digits.then(|| serde_json::from_str(&number).ok()).flatten();
            number.map(Value::Number)
        }
    }
}
