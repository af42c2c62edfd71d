//! Reads the parts of an entry, and says which key has the wrong type.

use serde_json::{Map, Value};

use crate::gather::config::draft::{Draft, Setting};

/// Why an entry cannot be used: one lowercase fragment that names the key.
pub(crate) type Wrong = String;

/// One draft from an entry; one that cannot be read is skipped with its reason, so that it takes no other with it.
pub(crate) fn draft(name: &str, entry: &Value, read: impl FnOnce(&mut Draft, &Value) -> Result<(), Wrong>) -> Draft {
    let mut draft = Draft { name: name.to_owned(), ..Draft::default() };
    let result = if entry.is_object() { read(&mut draft, entry) } else { Err("the entry is not an object".to_owned()) };
    if let Err(reason) = result {
        return Draft { name: draft.name, skipped: Some(reason), ..Draft::default() };
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
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(truth) => Some(truth.to_string()),
        _ => None,
    }
}

/// A member that is a text; absent and null are nothing.
pub(crate) fn optional(entry: &Value, key: &str) -> Result<Option<String>, Wrong> {
    match entry.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(value) => text(value).map(Some).ok_or_else(|| format!("{key:?} is not a string")),
    }
}

/// A member that is a list of texts; absent and null are an empty list, a single text is a list of one.
pub(crate) fn list(entry: &Value, key: &str) -> Result<Vec<String>, Wrong> {
    match entry.get(key) {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Array(items)) => items
            .iter()
            .map(|item| text(item).ok_or_else(|| format!("{key:?} holds something else than texts")))
            .collect(),
        Some(value) => text(value).map(|text| vec![text]).ok_or_else(|| format!("{key:?} is not a list")),
    }
}

/// A member that is a map of texts, in its order.
pub(crate) fn pairs(entry: &Value, key: &str) -> Result<Vec<(String, String)>, Wrong> {
    match entry.get(key) {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Object(map)) => map
            .iter()
            .filter(|(_, value)| !value.is_null())
            .map(|(name, value)| {
                let text = text(value).ok_or_else(|| format!("{key:?}: the value of {name:?} is not a string"))?;
                Ok((name.clone(), text))
            })
            .collect(),
        Some(_) => Err(format!("{key:?} is not a map")),
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

/// The reason when a switch stands as it should not: `off("enabled", false, …)`.
pub(crate) fn off(entry: &Value, key: &str, when: bool) -> Option<String> {
    (entry.get(key) == Some(&Value::Bool(when))).then(|| format!("\"{key}\": {when}"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_a_shell_would_see_is_a_text_and_the_rest_names_its_key() {
        let entry = json!({"port": 8080, "args": ["-y", 3], "env": {"A": true, "B": null, "C": "c"}, "bad": {"x": []}});
        assert_eq!(optional(&entry, "port"), Ok(Some("8080".to_owned())));
        assert_eq!(list(&entry, "args"), Ok(vec!["-y".to_owned(), "3".to_owned()]));
        assert_eq!(pairs(&entry, "env").map(|pairs| pairs.len()), Ok(2));
        assert_eq!(pairs(&entry, "bad"), Err("\"bad\": the value of \"x\" is not a string".to_owned()));
        assert_eq!(list(&entry, "env"), Err("\"env\" is not a list".to_owned()));
    }

    #[test]
    fn one_bad_entry_is_skipped_and_says_why() {
        let map = json!({"a": 7, "b": {"url": "https://b.example/mcp"}});
        let read = |draft: &mut Draft, entry: &Value| {
            draft.url = optional(entry, "url")?;
            Ok(())
        };
        let drafts = drafts(map.as_object().expect("a map"), read);
        assert_eq!(drafts[0].skipped.as_deref(), Some("the entry is not an object"));
        assert_eq!(drafts[1].url.as_deref(), Some("https://b.example/mcp"));
    }
}
