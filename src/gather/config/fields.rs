//! Reads the parts of an entry, whatever the dialect, and says which key has the wrong type.

use serde_json::{Map, Value};

use crate::gather::config::draft::{Draft, Setting};
use crate::gather::contact::ToolFilter;
use crate::gather::note::{Note, Severity};

/// Why an entry cannot be used: one lowercase fragment that names the key.
pub(crate) type Wrong = String;

/// One draft from an entry; one that cannot be read is skipped with its reason, so that it takes no other with it.
pub(crate) fn draft(name: &str, entry: &Value, read: impl FnOnce(&mut Draft, &Value) -> Result<(), Wrong>) -> Draft {
    let mut draft = Draft { name: name.to_owned(), ..Draft::default() };
    if !entry.is_object() {
        draft.skipped = Some(format!("the entry is {}, not an object", kind(entry)));
        return draft;
    }
    switch(&mut draft, entry);
    if let Err(reason) = read(&mut draft, entry) {
        draft.skipped = Some(reason);
    }
    draft
}

/// One draft for each member of a map.
pub(crate) fn drafts(
    map: &Map<String, Value>,
    read: impl Fn(&mut Draft, &Value) -> Result<(), Wrong> + Copy,
) -> Vec<Draft> {
    map.iter().map(|(name, entry)| draft(name, entry, read)).collect()
}

/// A text; numbers and truth values are what a shell would see.
pub(crate) fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
        _ => None,
    }
}

/// A member that is a text; absent and null are nothing.
pub(crate) fn optional(entry: &Value, key: &str) -> Result<Option<String>, Wrong> {
    match entry.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(other) => Err(format!("{key} is {}, not text", kind(other))),
    }
}

/// The same where a number or a truth value stands for its text.
pub(crate) fn scalar(entry: &Value, key: &str) -> Result<Option<String>, Wrong> {
    match entry.get(key) {
        Some(value @ (Value::Number(_) | Value::Bool(_))) => Ok(text(value)),
        _ => optional(entry, key),
    }
}

/// A member that is a list of texts; absent and null are an empty list.
pub(crate) fn list(entry: &Value, key: &str) -> Result<Vec<String>, Wrong> {
    match entry.get(key) {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Array(items)) => {
            let one = |(index, item): (usize, &Value)| {
                text(item).ok_or_else(|| format!("{key}[{index}] is {}, not text", kind(item)))
            };
            items.iter().enumerate().map(one).collect()
        }
        Some(other) => Err(format!("{key} is {}, not a list", kind(other))),
    }
}

/// The same where a single text stands for a list of one.
pub(crate) fn words(entry: &Value, key: &str) -> Result<Vec<String>, Wrong> {
    match entry.get(key) {
        Some(Value::String(word)) => Ok(vec![word.clone()]),
        _ => list(entry, key),
    }
}

/// A member that is a map of texts, in its order, or a list of `name=value` (headers: `name: value`).
pub(crate) fn pairs(entry: &Value, key: &str) -> Result<Vec<(String, String)>, Wrong> {
    match entry.get(key) {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Object(map)) => map
            .iter()
            // VS Code takes a variable away with null.
            .filter(|(_, value)| !value.is_null())
            .map(|(name, value)| match text(value) {
                Some(text) => Ok((name.clone(), text)),
                None => Err(format!("{key}.{name} is {}, not text", kind(value))),
            })
            .collect(),
        Some(Value::Array(lines)) => {
            let separator = if key.ends_with("headers") { ':' } else { '=' };
            let parted = |(index, line): (usize, &Value)| {
                let parts = line.as_str().and_then(|line| line.split_once(separator));
                let (name, value) = parts.ok_or_else(|| format!("{key}[{index}] is no name{separator} value"))?;
                Ok((name.trim().to_owned(), value.trim().to_owned()))
            };
            lines.iter().enumerate().map(parted).collect()
        }
        Some(other) => Err(format!("{key} is {}, not an object", kind(other))),
    }
}

/// The same as settings whose variables are expanded.
pub(crate) fn settings(pairs: Vec<(String, String)>) -> Vec<(String, Setting)> {
    pairs.into_iter().map(|(name, text)| (name, Setting::Text(text))).collect()
}

/// A program and its arguments as settings.
pub(crate) fn command(program: Option<String>, args: Vec<String>) -> Vec<Setting> {
    program.into_iter().chain(args).map(Setting::Text).collect()
}

/// The tools that lists under these keys show and hide. What is no list of names is no filter.
pub(crate) fn filter(entry: &Value, include: &[&str], exclude: &[&str]) -> ToolFilter {
    let names = |key: &&str| -> Option<Vec<String>> {
        // A list may say `name(arguments)`; only the name tells tools apart.
        let bare = |name: &str| name.split('(').next().unwrap_or_default().trim().to_owned();
        entry.get(*key)?.as_array()?.iter().map(|name| name.as_str().map(bare)).collect()
    };
    ToolFilter {
        include: include.iter().find_map(names),
        exclude: exclude.iter().filter_map(names).flatten().collect(),
    }
}

/// What a value is, for a person.
pub(crate) fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

/// Turns a draft off where a switch says so. A switch that says neither yes nor no starts nothing: hosts differ in how
/// they take it, and a program that ran cannot be taken back.
fn switch(draft: &mut Draft, entry: &Value) {
    for (key, off) in [("disabled", true), ("enabled", false)] {
        let reason = match entry.get(key) {
            None | Some(Value::Null) => continue,
            Some(Value::Bool(value)) if *value == off => format!("\"{key}\": {off}"),
            Some(Value::Bool(_)) => continue,
            Some(odd) => {
                let reason = format!("\"{key}\" is {}, not true or false", kind(odd));
                draft.notes.push(Note {
                    subject: format!("{}.{key}", draft.name),
                    class: "config.odd_switch",
                    severity: Severity::Warning,
                    detail: format!("{reason}; the server counts as off"),
                });
                reason
            }
        };
        draft.disabled.get_or_insert(reason);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_a_shell_would_see_is_a_text_and_the_rest_names_its_key() {
        let entry = json!({"port": 8080, "args": ["-y", 3], "env": {"A": true, "B": null, "C": "c"}, "bad": {"x": []}});
        assert_eq!(text(&entry["port"]), Some("8080".to_owned()));
        assert_eq!(optional(&entry, "port"), Err("port is a number, not text".to_owned()));
        assert_eq!(list(&entry, "args"), Ok(vec!["-y".to_owned(), "3".to_owned()]));
        assert_eq!(pairs(&entry, "env").map(|pairs| pairs.len()), Ok(2));
        assert_eq!(pairs(&entry, "bad"), Err("bad.x is a list, not text".to_owned()));
        assert_eq!(list(&entry, "env"), Err("env is an object, not a list".to_owned()));
    }

    #[test]
    fn one_bad_entry_is_skipped_and_says_why() {
        let map = json!({"a": 7, "b": {"url": "https://b.example/mcp"}});
        let read = |draft: &mut Draft, entry: &Value| {
            draft.url = optional(entry, "url")?;
            Ok(())
        };
        let drafts = drafts(map.as_object().expect("a map"), read);
        assert_eq!(drafts[0].skipped.as_deref(), Some("the entry is a number, not an object"));
        assert_eq!(drafts[1].url.as_deref(), Some("https://b.example/mcp"));
    }

    #[test]
    fn a_switch_that_says_neither_yes_nor_no_starts_nothing() {
        let of = |entry: Value| draft("toko", &entry, |_, _| Ok(()));
        let odd = [json!("true"), json!(1), json!("false"), json!(0), json!([]), json!("ya")];
        for (key, value) in odd.iter().flat_map(|value| [("disabled", value), ("enabled", value)]) {
            let draft = of(json!({ key: value }));
            assert!(draft.disabled.is_some(), "{key}: {value}");
            let notes: Vec<_> = draft.notes.iter().map(|note| (note.class, note.severity)).collect();
            assert_eq!(notes, [("config.odd_switch", Severity::Warning)], "{key}: {value}");
        }
        for (entry, off) in [
            (json!({"disabled": true}), Some("\"disabled\": true")),
            (json!({"enabled": false, "disabled": false}), Some("\"enabled\": false")),
            (json!({"enabled": true, "disabled": null}), None),
        ] {
            let draft = of(entry);
            assert_eq!((draft.disabled.as_deref(), draft.notes.len()), (off, 0));
        }
    }
}
