//! An object parameter does not say what it holds.
//!
//! ## Why
//!
//! The model must guess the names inside. Where the words describe them this is only worth knowing; where they are
//! missing or repeat the name, calls fail. A map whose values are described, or that says `additionalProperties`, has
//! a shape.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"ubah_profil","description":"Mengubah profil pengguna.","inputSchema":{"type":"object",
//!  "properties":{"profil":{"type":"object","description":"Profil"}}}}
//! ```
//!
//! ```json good
//! {"name":"ubah_profil","description":"Mengubah profil pengguna.","inputSchema":{"type":"object",
//!  "properties":{"profil":{"type":"object","description":"Profil","properties":{"nama":{"type":"string"}}},
//!  "label":{"type":"object","additionalProperties":{"type":"string"}}}}}
//! ```
//!
//! ## References
//!
//! JSONbored/loopover#6245; openai/openai-agents-python#454: hosts that refuse an object without properties.

use std::collections::BTreeMap;

use serde_json::Value;
use unicode_segmentation::UnicodeSegmentation;

use crate::lint::cx::Cx;
use crate::lint::fold::fold;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::reading::read::Reading;
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::ToolView;
use crate::lint::schema::brief::cut;
use crate::lint::schema::node::{Node, Which};
use crate::lint::schema::own::described;
use crate::lint::words::concept::Concept;

/// The rule.
pub static RULE: Rule = Rule {
    id: "object-without-shape",
    group: Group::Schema,
    severity: Severity::Info,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("object_without_shape.rs"),
    check: Check::Tool(check),
};

/// What gives an object its shape, or shows it.
const SHAPES: &[&str] = &[
    "additionalProperties",
    "patternProperties",
    "unevaluatedProperties",
    "propertyNames",
    "dependentSchemas",
    "$ref",
    "$dynamicRef",
    "anyOf",
    "oneOf",
    "allOf",
    "if",
    "not",
    "enum",
    "const",
    "example",
];

/// Words that describe no object.
const GENERAL: &[&str] =
    &["object", "objek", "json", "data", "dict", "dictionary", "map", "the", "a", "an", "of", "for", "to"];

/// How far into a tool's description, in bytes, a parameter's name is looked for.
const FAR: usize = 1 << 16;

/// A description of no more words than this only says what the tool is called.
const ENOUGH: usize = 6;

/// The longest name that is looked for.
const LONGEST: usize = 256;

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    let texts: BTreeMap<&str, &Reading<'_>> =
        described(view).into_iter().map(|own| (&*own.node.pointer, own.reading)).collect();
    for node in view.nodes.iter().filter(|node| node.which == Which::Input && is_shapeless(node)) {
        let Some(name) = node.property().filter(|name| name.len() <= LONGEST) else { continue };
        let told = texts.get(&*node.pointer).is_some_and(|reading| tells(reading, name)) || shows(node) || {
            let text = view.description().and_then(|text| text.plain());
            text.is_some_and(|reading| names(reading, name) && reading.text().unicode_words().nth(ENOUGH).is_some())
        };
        let why = if told { "only its words say what it holds" } else { "nothing says what it holds" };
        let finding = cx
            .at(&*node.pointer)
            .say(format!("{} is an object without properties: {why}", cut(name)))
            .severity(if told { Severity::Info } else { Severity::Warning })
            .evidence(node.value.to_string())
            .help("list its properties, or say additionalProperties with a schema");
        cx.report(finding);
    }
}

fn is_shapeless(node: &Node<'_>) -> bool {
    let types = node.types();
    let properties = node.get("properties").and_then(Value::as_object).is_some_and(|of| !of.is_empty());
    types.contains(&"object")
        && types.iter().all(|name| matches!(*name, "object" | "null"))
        && !properties
        && !SHAPES.iter().any(|keyword| node.get(keyword).is_some())
}

/// Whether a value beside it shows its shape.
fn shows(node: &Node<'_>) -> bool {
    let filled = |value: &Value| value.as_object().is_some_and(|of| !of.is_empty());
    node.get("default").is_some_and(filled)
        || node.get("examples").and_then(Value::as_array).is_some_and(|list| list.iter().any(filled))
}

/// Whether the words say more than the name does.
fn tells(reading: &Reading<'_>, name: &str) -> bool {
    let name = fold(name).text;
    let mut words = reading.text().unicode_word_indices().map(|(at, word)| (at..at + word.len(), word));
    words.any(|(span, word)| {
        let stem = word.strip_suffix('s').unwrap_or(word);
        let empty = reading.within(&span).any(|cue| cue.concept == Concept::Empty && cue.span() == span);
        !empty && !GENERAL.contains(&word) && !name.contains(stem)
    })
}

/// Whether the tool's description speaks of a parameter by its name.
fn names(reading: &Reading<'_>, name: &str) -> bool {
    let name = fold(name).text;
    let letter = |character: Option<char>| character.is_some_and(|one| one.is_alphanumeric() || one == '_');
    let text = &reading.text()[..reading.text().floor_char_boundary(FAR)];
    let whole = |at: usize| !letter(text[..at].chars().next_back()) && !letter(text[at + name.len()..].chars().next());
    // Ordinary words are told from names by what marks a name: a joint, quotes, a colon, an equals sign.
    let marked = |at: usize| {
        name.contains('_')
            || text[..at].ends_with(['`', '\'', '"', '*', '@'])
            || text[at + name.len()..].starts_with(['`', '\'', '"', ':', '=', '*', '(', '.'])
    };
    !name.is_empty() && text.match_indices(&*name).any(|(at, _)| whole(at) && marked(at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::judged::findings;

    fn found(parameter: &str) -> Option<Severity> {
        let schema = format!(r#"{{"type":"object","properties":{{"user_profile":{parameter}}}}}"#);
        let tool = format!(r#"{{"name":"t","description":"d","inputSchema":{schema}}}"#);
        findings("object-without-shape", &tool).first().map(|finding| finding.severity)
    }

    #[test]
    fn words_that_describe_it_make_it_quieter() {
        assert_eq!(found(r#"{"type":"object"}"#), Some(Severity::Warning));
        assert_eq!(found(r#"{"type":"object","description":"The user profile object"}"#), Some(Severity::Warning));
        assert_eq!(found(r#"{"type":"object","description":"Berisi nama, umur dan kota"}"#), Some(Severity::Info));
        assert_eq!(found(r#"{"type":"object","examples":[{"nama":"Sari"}]}"#), Some(Severity::Info));
    }

    #[test]
    fn maps_and_alternatives_have_a_shape() {
        for parameter in [
            r#"{"type":"object","additionalProperties":true}"#,
            r#"{"type":["object","string"]}"#,
            r#"{"type":"object","oneOf":[{"properties":{"a":{}}}]}"#,
            r#"{"type":"object","properties":{"a":{}}}"#,
        ] {
            assert_eq!(found(parameter), None, "{parameter}");
        }
    }
}
