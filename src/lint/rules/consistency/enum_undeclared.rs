//! A parameter lists its values in words, and its schema takes any string.
//!
//! ## Why
//!
//! Declared as an enum, the values cost about as much and a wrong one cannot be sent; hosts that decode under a
//! grammar then make no mistake at all. Lists that go on ("etc.") or give examples are let pass.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"daftar_tiket","description":"Menampilkan tiket.","inputSchema":{"type":"object",
//!  "properties":{"status":{"type":"string","description":"Salah satu dari: buka, tutup, semua."}}}}
//! ```
//!
//! ```json bad
//! {"name":"list_tickets","description":"Lists tickets.","inputSchema":{"type":"object",
//!  "properties":{"order":{"type":"string","description":"The order, 'oldest' or 'newest'."}}}}
//! ```
//!
//! ```json good
//! {"name":"daftar_tiket","description":"Menampilkan tiket.","inputSchema":{"type":"object",
//!  "properties":{"status":{"type":"string","enum":["buka","tutup","semua"]},
//!  "kota":{"type":"string","description":"Kota, misalnya Solo, Medan, Ambon."}}}}
//! ```
//!
//! ## References
//!
//! OpenAI, function calling: use enums, make invalid states unrepresentable.

use std::collections::BTreeSet;
use std::ops::Range;

use serde_json::Value;

use crate::lint::cx::Cx;
use crate::lint::fix::{Change, Fix, FixLevel};
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::reading::read::Reading;
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::ToolView;
use crate::lint::schema::listed;
use crate::lint::schema::own::{Ends, described};
use crate::lint::words::concept::Concept;

/// The rule.
pub static RULE: Rule = Rule {
    id: "enum-undeclared",
    group: Group::Consistency,
    severity: Severity::Info,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("enum_undeclared.rs"),
    check: Check::Tool(check),
};

/// What already says which strings pass.
const SAYS: &[&str] = &["enum", "const", "pattern", "format", "examples", "anyOf", "oneOf", "allOf", "$ref"];

/// How many announcements of a list one text may hold; further ones are not followed.
const MOST: usize = 64;

/// The longest list of plain words, in bytes.
const LONGEST: usize = 400;

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let names: BTreeSet<&str> = view.nodes.iter().filter_map(|node| node.property()).collect();
    for own in described(view) {
        let types = own.node.types();
        let text = types.contains(&"string") && types.iter().all(|name| matches!(*name, "string" | "null"));
        if !text || SAYS.iter().any(|keyword| own.node.get(keyword).is_some()) {
            continue;
        }
        let Some((span, mut words)) = alternatives(own.reading) else { continue };
        words.retain(|word| word != "null");
        // "either this or owner_id" speaks of parameters, not of values.
        if words.len() < 2 || words.iter().any(|word| names.contains(word.as_str())) {
            continue;
        }
        let mut values: Vec<Value> = words.iter().map(|word| Value::from(word.as_str())).collect();
        values.extend(types.contains(&"null").then_some(Value::Null));
        let patch = vec![Change::Add(format!("{}/enum", own.node.pointer), Value::Array(values))];
        let finding = cx
            .at(own.pointer())
            .say(format!("the words list {} values, and the schema takes any string", words.len()))
            .span(span)
            .evidence(own.reading.raw)
            .fix(Fix { level: FixLevel::Unsafe, patch, what: "declares the values as an enum".to_owned() });
        cx.report(finding);
    }
}

/// The values that a text lists, each once, and where.
fn alternatives(reading: &Reading<'_>) -> Option<(Range<usize>, Vec<String>)> {
    let raw = reading.raw;
    let (one_of, examples) = (Ends::of(reading, &[Concept::OneOf]), Ends::of(reading, &[Concept::Example]));
    let open = |span: &Range<usize>| examples.just_before(span.start, 32) || goes_on(&raw[span.end..]);
    for list in listed::lists(raw) {
        let (Some((first, _)), Some((last, _))) = (list.first(), list.last()) else { continue };
        let span = first.start..last.end;
        let chosen = listed::has_choice(&raw[span.clone()].to_lowercase()) && stands_alone(raw, &span);
        let values = list.iter().all(|(_, word)| is_value(word));
        if values && (chosen || one_of.just_before(first.start, 16)) && !open(&span) {
            return Some((span, distinct(list.iter().map(|(_, word)| *word))));
        }
    }
    for cue in reading.cues.iter().filter(|cue| cue.concept == Concept::OneOf).take(MOST) {
        let at = reading.raw_span(&cue.span()).end;
        let rest = raw.get(at..)?;
        let start = at + (rest.len() - rest.trim_start_matches([':', ' ', '=']).len());
        let words = listed::plain(&raw[start..raw.floor_char_boundary(start + LONGEST)]);
        let (Some(first), Some(last)) = (words.first(), words.last()) else { continue };
        let place = |word: &str| word.as_ptr().addr() - raw.as_ptr().addr();
        let span = place(first)..place(last) + last.len();
        if !open(&span) {
            return Some((span, distinct(words.iter().copied())));
        }
    }
    None
}

/// Whether what follows a list says that it is not the whole.
fn goes_on(after: &str) -> bool {
    let near = after[..after.floor_char_boundary(32)].to_lowercase();
    let near = near.trim_start_matches(|character: char| "\"'`”’,. ".contains(character));
    ["etc", "…", "and more", "or any", "dll", "dsb"].iter().any(|word| near.starts_with(word))
        || after.starts_with("...")
}

/// Whether a quoted word can be a value of its own, and no mask of a date.
fn is_value(word: &str) -> bool {
    let plain = word.chars().all(|character| character.is_alphanumeric() || "_-.".contains(character));
    let mask = word.len() >= 4 && word.chars().all(|character| "YMDHSTZymd-.".contains(character));
    plain && !mask
}

/// Whether a list is all that its text, its bracket or what follows a colon or a comma says.
fn stands_alone(raw: &str, span: &Range<usize>) -> bool {
    let marks: &[char] = &['"', '\'', '`', '“', '”', '‘', '’', '*', ' '];
    let before = raw[..span.start].trim_end_matches(marks);
    let after = raw[span.end..].trim_start_matches(marks);
    (before.is_empty() || before.ends_with([':', '(', ',', '-', '–', '—', '=']))
        && (after.is_empty() || after.starts_with(['.', ')', '(', ',', ';', '\n']))
}

fn distinct<'a>(words: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for word in words {
        if !found.iter().any(|one| one == word) {
            found.push(word.to_owned());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use crate::lint::judged::findings;

    fn found(description: &str) -> usize {
        let parameter = format!(r#"{{"type":"string","description":"{description}"}}"#);
        let schema = format!(r#"{{"type":"object","properties":{{"p":{parameter}}}}}"#);
        findings("enum-undeclared", &format!(r#"{{"name":"t","description":"d","inputSchema":{schema}}}"#)).len()
    }

    #[test]
    fn lists_of_values_are_found() {
        for text in [
            "One of: baru, lunas, batal. Defaults to baru.",
            "Allowed values: `a`, `b`",
            "Salah satu dari buka, tutup atau semua",
            "Either 'left' or 'right'",
            "The side ('kiri' atau 'kanan')",
        ] {
            assert_eq!(found(text), 1, "{text}");
        }
    }

    #[test]
    fn examples_and_open_lists_are_nothing() {
        for text in [
            "A town, e.g. 'Solo' or 'Medan'",
            "One of 'pdf', 'docx', etc.",
            "One of the towns above",
            "Salah satu kota di Jawa",
            "Replaces 'a' by 'b'",
            "Sets the format of 'content' or 'body'",
            "A day ('YYYY-MM-DD' or 'DD-MM-YYYY')",
            "Contoh: 'Solo' atau 'Medan'",
            "Either the name or the number",
            "Either this or p",
        ] {
            assert_eq!(found(text), 0, "{text}");
        }
    }
}
