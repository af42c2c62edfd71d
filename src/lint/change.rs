//! How bad a change of words, parameters or hints is by itself, whatever they say.

use serde_json::{Map, Value};

use crate::drift::compare;
use crate::lint::grade::Severity;
use crate::lint::reading::read;

/// One sentence more is worth knowing; anything else is to be read.
#[must_use]
pub fn of_words(before: &str, after: &str) -> Severity {
    let (before, after) = (read::plain(before), read::plain(after));
    let sentences = |reading: &read::Reading<'_>| -> Vec<String> {
        reading
            .sentences
            .iter()
            .filter_map(|span| reading.text().get(span.clone()))
            .map(|s| s.trim().to_owned())
            .collect()
    };
    let (before, mut after) = (sentences(&before), sentences(&after));
    for sentence in &before {
        match after.iter().position(|one| one == sentence) {
            Some(at) => drop(after.remove(at)),
            None => return Severity::Warning,
        }
    }
    if after.len() <= 1 { Severity::Info } else { Severity::Warning }
}

/// Parameters that may be left out are worth knowing; anything else is to be read.
#[must_use]
pub fn of_schema(before: Option<&Value>, after: Option<&Value>) -> (Severity, String) {
    let changed = (Severity::Warning, "the parameters changed since the review".to_owned());
    let (Some(before), Some(mut after)) = (before, after.cloned()) else { return changed };
    let required: Vec<Value> = after["required"].as_array().cloned().unwrap_or_default();
    let old: Map<String, Value> = before["properties"].as_object().cloned().unwrap_or_default();
    let mut new = Vec::new();
    if let Some(properties) = after.get_mut("properties").and_then(Value::as_object_mut) {
        properties.retain(|name, _| {
            let added = !old.contains_key(name) && !required.iter().any(|one| one == name.as_str());
            if added {
                new.push(name.clone());
            }
            !added
        });
    }
    if !new.is_empty() && compare::same(before, &after) {
        return (
            Severity::Info,
            format!("parameters that may be left out are new since the review: {}", new.join(", ")),
        );
    }
    changed
}

/// Hints that are new are worth knowing; hints that are gone or say something else are to be read. The first of these.
#[must_use]
pub fn of_hints(before: &Value, after: &Value) -> (Severity, String, Option<String>) {
    let none = Map::new();
    let before = before.as_object().unwrap_or(&none);
    let gone: Vec<&str> = before
        .iter()
        .filter(|(key, value)| *key != "title" && after.get(key.as_str()) != Some(value))
        .map(|(key, _)| key.as_str())
        .collect();
    match gone.first() {
        None => (Severity::Info, "annotations are new since the review".to_owned(), None),
        Some(first) => {
            let message = format!("annotations changed since the review: {}", gone.join(", "));
            (Severity::Warning, message, Some((*first).to_owned()))
        }
    }
}
