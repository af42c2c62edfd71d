//! A parameter names a value that its enum does not have.
//!
//! ## Why
//!
//! The model takes the value from the words, and the call is refused. Only quoted alternatives side by side count,
//! behind "one of", "allowed values" and the like or a colon. A value that differs from the enum's by case alone is
//! a note: models take the enum's spelling.
//!
//! ## Examples
//!
//! ```json bad
//! {"name":"urutkan","description":"Mengurutkan hasil.","inputSchema":{"type":"object",
//!  "properties":{"arah":{"type":"string","enum":["naik","turun"],"description":"Salah satu dari 'naik', 'turun', 'acak'."}}}}
//! ```
//!
//! ```json good
//! {"name":"urutkan","description":"Mengurutkan hasil.","inputSchema":{"type":"object",
//!  "properties":{"arah":{"type":"string","enum":["naik","turun"],"description":"Salah satu dari 'naik', 'turun'."}}}}
//! ```
//!
//! ## References
//!
//! agentgauge-harness 0.5.3: task success −13.3 to −28.9 points; measured 2026-11: no hit on 783 real definitions.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::lint::cx::Cx;
use crate::lint::grade::{Confidence, Group, Persona, Severity, Status};
use crate::lint::rule::{Check, Rule};
use crate::lint::scene::ToolView;
use crate::lint::schema::listed;
use crate::lint::schema::own::{Ends, Own, described};
use crate::lint::words::concept::Concept;

/// The rule.
pub static RULE: Rule = Rule {
    id: "enum-doc-mismatch",
    group: Group::Consistency,
    severity: Severity::Error,
    confidence: Confidence::High,
    persona: Persona::Regular,
    status: Status::Stable,
    options: &[],
    file: include_str!("enum_doc_mismatch.rs"),
    check: Check::Tool(check),
};

/// How far before a list, in bytes of the folded text, the words that announce it may end.
const NEAR: usize = 24;

fn check(view: &ToolView<'_>, cx: &mut Cx<'_>) {
    for own in described(view) {
        let node = own.node;
        let list = node.get("enum").or_else(|| node.get("items")?.get("enum")).and_then(Value::as_array);
        let Some(values) = list.filter(|values| !values.is_empty()) else { continue };
        let values: BTreeSet<String> =
            values.iter().map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned)).collect();
        let cues = Cues {
            one_of: Ends::of(own.reading, &[Concept::OneOf]),
            other: Ends::of(own.reading, &[Concept::Example, Concept::DefaultsTo, Concept::Negation]),
        };
        for list in listed::lists(own.reading.raw) {
            let known = list.iter().filter(|(_, word)| values.contains(*word)).count();
            let announced = announced(&own, &cues, list.first().map_or(0, |(span, _)| span.start));
            if announced == Announced::No || known == 0 && announced == Announced::Colon {
                continue;
            }
            let twin = |word: &str| values.iter().find(|value| value.to_lowercase() == word.to_lowercase());
            let unknown = || list.iter().filter(|(_, word)| !values.contains(*word));
            let worst = unknown().find(|(_, word)| twin(word).is_none()).or_else(|| unknown().next());
            let Some((span, word)) = worst else { continue };
            let same = twin(word);
            let (say, severity) = match same {
                Some(value) => (format!("the words say {word}, and the enum says {value}"), Severity::Info),
                None => {
                    let count = values.len();
                    let say = format!("the words offer {word}, which is none of the {count} values of the enum");
                    (say, RULE.severity)
                }
            };
            let finding = cx.at(own.pointer()).say(say).severity(severity).span(span.clone()).evidence(own.reading.raw);
            cx.report(finding.help("name the enum's own values, or none: the enum says them already"));
        }
    }
}

/// What stands before a list.
#[derive(Clone, Copy, PartialEq)]
enum Announced {
    /// Words such as "one of".
    Words,
    /// A colon.
    Colon,
    /// Nothing that says that these are the values, or something that says that they are examples.
    No,
}

/// The words that may stand before a list.
struct Cues {
    one_of: Ends,
    /// Those that make the list something else.
    other: Ends,
}

fn announced(own: &Own<'_, '_>, cues: &Cues, start: usize) -> Announced {
    let before = own.reading.raw.get(..start).unwrap_or_default();
    let before = before.trim_end_matches(|character: char| "\"'`“‘「«(*[".contains(character));
    match () {
        () if cues.other.just_before(start, NEAR) => Announced::No,
        () if cues.one_of.just_before(start, NEAR) => Announced::Words,
        // A key with its value, `sort:"name"`, announces no list.
        () if before.trim_end().ends_with(':') && before.ends_with(char::is_whitespace) => Announced::Colon,
        () => Announced::No,
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::grade::Severity;
    use crate::lint::judged::findings;

    fn found(description: &str) -> usize {
        let parameter = format!(r#"{{"type":"string","enum":["asc","desc"],"description":"{description}"}}"#);
        let schema = format!(r#"{{"type":"object","properties":{{"p":{parameter}}}}}"#);
        findings("enum-doc-mismatch", &format!(r#"{{"name":"t","description":"d","inputSchema":{schema}}}"#)).len()
    }

    #[test]
    fn values_that_the_enum_lacks_are_found() {
        for text in ["One of 'up', 'down'", "Order: 'asc', 'desc' or 'random'", "Salah satu dari `ASC` atau `DESC`"] {
            assert_eq!(found(text), 1, "{text}");
        }
    }

    #[test]
    fn another_case_is_a_note_and_another_word_an_error() {
        let worst = |text: &str| {
            let parameter = format!(r#"{{"type":"string","enum":["asc","desc"],"description":"{text}"}}"#);
            let schema = format!(r#"{{"type":"object","properties":{{"p":{parameter}}}}}"#);
            let tool = format!(r#"{{"name":"t","description":"d","inputSchema":{schema}}}"#);
            findings("enum-doc-mismatch", &tool).first().map(|finding| finding.severity)
        };
        assert_eq!(worst("Salah satu dari `ASC` atau `DESC`"), Some(Severity::Info));
        assert_eq!(worst("One of 'ASC', 'random'"), Some(Severity::Error));
    }

    #[test]
    fn other_quoted_words_are_nothing() {
        for text in [
            "One of 'asc', 'desc'",
            "Sorts 'name' and 'age'",
            "Order of fields: 'name', 'age'",
            "Used with sort:'name', 'asc' by itself",
            "Salah satu dari 'asc'",
        ] {
            assert_eq!(found(text), 0, "{text}");
        }
    }
}
