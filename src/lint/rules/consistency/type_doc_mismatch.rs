//! What a parameter says of itself contradicts its type.
//!
//! ## Why
//!
//! A model believes the words as much as the schema: of all defects of definitions, this kind alone was measured to
//! make tasks fail, by 13 to 29 points in three families of models.
//!
//! Only the parameter's own description counts, and only plain cases: "whether …" for something that is no boolean,
//! "comma-separated …" for a list, "JSON string" for an object, "list of …" for a single string. Words that leave a
//! choice or quote alternatives, and an enum, are let pass.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"cari_buku","description":"Mencari buku.","inputSchema":{"type":"object",
//!  "properties":{"bekas":{"type":"string","description":"Apakah buku bekas ikut dicari."}}}}
//! ```
//!
//! ```json bad
//! {"name":"hapus_label","description":"Removes labels.","inputSchema":{"type":"object",
//!  "properties":{"labels":{"type":"array","items":{"type":"string"},"description":"Comma-separated names of labels."}}}}
//! ```
//!
//! ```json good
//! {"name":"cari_buku","description":"Mencari buku.","inputSchema":{"type":"object",
//!  "properties":{"bekas":{"type":"boolean","description":"Apakah buku bekas ikut dicari."},
//!  "urut":{"type":"string","description":"Whether to sort by 'title' or by 'price'."},
//!  "kota":{"type":"string","description":"List of towns, separated by semicolons."}}}}
//! ```
//!
//! ## References
//!
//! agentgauge-harness 0.5.3: task success −13.3 to −28.9 points; measured 2026-11 on 9,051 real tools.

use std::ops::Range;

use serde_json::Value;

use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::reading::read::Reading;
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::ToolView;
use crate::lint::schema::listed;
use crate::lint::schema::node::Node;
use crate::lint::schema::own::{Own, described};
use crate::lint::schema::types;
use crate::lint::words::concept::Concept;

/// The rule.
pub static RULE: Rule = Rule {
    id: "type-doc-mismatch",
    group: Group::Consistency,
    severity: Severity::Error,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("type_doc_mismatch.rs"),
    check: Check::Tool(check),
};

/// How far into a text, in bytes, the words that tell a type may begin.
const START: usize = 16;

/// Spellings of a value in a string that holds JSON.
const ENCODED: &[&str] = &["json string", "json-string", "json encoded", "json-encoded", "stringified", "string json"];

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    for own in described(view) {
        if own.node.get("enum").is_some() || own.node.get("const").is_some() {
            continue;
        }
        let Some(types) = types::of(own.node.value, own.node.root) else { continue };
        let types: Vec<&str> = types.iter().map(String::as_str).collect();
        let Some((span, told)) = contradiction(&own, &types) else { continue };
        let finding = cx
            .at(own.pointer())
            .say(format!("the words tell {told}, and the type is {}", types.join(" or ")))
            .span(own.reading.raw_span(&span))
            .evidence(own.reading.raw)
            .help("make the two agree: the model believes both");
        cx.report(finding);
    }
}

/// The words that contradict the types, and what they tell.
fn contradiction(own: &Own<'_, '_>, types: &[&str]) -> Option<(Range<usize>, &'static str)> {
    let reading = own.reading;
    let only = |allowed: &[&str]| types.iter().all(|name| allowed.contains(name));
    let start = |concept: Concept, before: usize| leading(reading, concept, before);
    if only(&["string", "number", "integer", "array", "object"])
        && let Some(cue) = start(Concept::Boolean, 0)
        && !is_hedged(own)
    {
        return Some((cue, "a boolean"));
    }
    if only(&["array"])
        && let Some(cue) = start(Concept::Separated, 2)
        && !reading.text().contains("array")
    {
        return Some((cue, "one string with separators"));
    }
    if only(&["object", "array"])
        && let Some((at, word)) = ENCODED.iter().find_map(|word| Some((reading.text().find(word)?, word)))
        && at <= START
        && !listed::has_choice(reading.text())
    {
        return Some((at..at + word.len(), "a string of JSON"));
    }
    let list = start(Concept::List, 1).filter(|_| only(&["string", "number", "integer"]))?;
    let told_how =
        reading.cues.iter().any(|cue| matches!(cue.concept, Concept::Separated | Concept::OneOf | Concept::Example));
    let shown = ["json", "csv", "yaml", "format", "\\n", "newline", "comma", "koma", "[", "{"];
    let shown = shown.iter().any(|word| reading.text().contains(word));
    let opaque = told_how || shown || !listed::quoted(reading.raw).is_empty() || has_samples(own.node);
    (!opaque).then_some((list, "a list"))
}

/// The first cue of a concept at the start of the text, behind that many short words at most.
fn leading(reading: &Reading<'_>, concept: Concept, most: usize) -> Option<Range<usize>> {
    let cue = reading.cues.iter().take_while(|cue| cue.start <= START).find(|cue| cue.concept == concept)?;
    let before = &reading.text()[..cue.start];
    let plain = before.chars().all(|character| character.is_alphanumeric() || character == ' ');
    (plain && before.split_whitespace().count() <= most).then(|| cue.span())
}

/// Whether the words of a would-be boolean name other values, or leave a choice between two things.
fn is_hedged(own: &Own<'_, '_>) -> bool {
    let text = own.reading.text().replace("or not", "").replace("true or false", "").replace("true atau false", "");
    let words =
        own.reading.cues.iter().any(|cue| matches!(cue.concept, Concept::OneOf | Concept::Separated | Concept::List));
    words
        || listed::has_choice(&text)
        || !listed::quoted(own.reading.raw).is_empty()
        || text.contains(|character: char| character.is_ascii_digit() || ":|/".contains(character))
        || has_samples(own.node)
}

/// Whether a default or an example shows what is meant.
fn has_samples(node: &Node<'_>) -> bool {
    let default = node.get("default").and_then(Value::as_str).is_some_and(|text| !text.is_empty());
    default || node.get("examples").is_some() || node.get("pattern").is_some() || node.get("format").is_some()
}

#[cfg(test)]
mod tests {
    use crate::lint::judged::findings;

    fn found(parameter: &str) -> Vec<String> {
        let schema = format!(r#"{{"type":"object","properties":{{"p":{parameter}}}}}"#);
        let tool = format!(r#"{{"name":"t","description":"d","inputSchema":{schema}}}"#);
        findings("type-doc-mismatch", &tool).into_iter().map(|finding| finding.message).collect()
    }

    #[test]
    fn contradictions_are_found_in_both_languages() {
        for parameter in [
            r#"{"type":"string","description":"Whether to send a copy."}"#,
            r#"{"type":"string","description":"Apakah salinan dikirim."}"#,
            r#"{"type":["integer","null"],"description":"If true, old entries are dropped"}"#,
            r#"{"anyOf":[{"type":"array"},{"type":"null"}],"description":"A comma-separated list of towns"}"#,
            r#"{"type":"array","description":"Dipisahkan koma, tanpa spasi"}"#,
            r#"{"type":"object","description":"JSON string with the settings"}"#,
            r#"{"type":"string","description":"A list of towns to visit."}"#,
        ] {
            assert_eq!(found(parameter).len(), 1, "{parameter}");
        }
    }

    #[test]
    fn what_agrees_or_explains_itself_passes() {
        for parameter in [
            r#"{"type":"boolean","description":"Whether to send a copy."}"#,
            r#"{"type":"string","description":"Whether to sort up or down."}"#,
            r#"{"type":"string","description":"Apakah urut naik atau turun."}"#,
            r#"{"type":"integer","description":"Whether to send a copy (1 = yes)."}"#,
            r#"{"type":"string","enum":["yes","no"],"description":"Whether to send a copy."}"#,
            r#"{"type":["boolean","string"],"description":"Whether to send a copy."}"#,
            r#"{"type":"array","description":"Names of towns. A comma-separated string is fine too."}"#,
            r#"{"type":"string","description":"List of towns, one on each line, as CSV."}"#,
            r#"{"type":"string","description":"Name of the list of towns."}"#,
            r#"{"type":"string","description":"Number of rooms."}"#,
            r#"{"type":"boolean","description":"Include a list of towns."}"#,
            r#"{"type":"string","description":"Includes a list of towns by that name."}"#,
            r#"{"description":"Whether to send a copy."}"#,
        ] {
            assert!(found(parameter).is_empty(), "{parameter}");
        }
    }
}
