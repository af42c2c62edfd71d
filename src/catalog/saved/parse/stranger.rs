//! Says what a source looks like that no shape knows.

use crate::catalog::saved::parse::document::Document;
use crate::catalog::saved::parse::object::Object;
use crate::catalog::saved::parse::scan::{Kind, Raw, space_end};
use crate::catalog::saved::parse::value;

/// Keys of a foreign object that a message names.
const MOST_KEYS: usize = 6;

/// Keys under which hosts name the servers they start.
const CONFIG_KEYS: [&str; 5] = ["mcpServers", "servers", "context_servers", "mcp_servers", "mcp"];

/// Characters of foreign text that a message repeats.
const MOST_CHARACTERS: usize = 80;

/// One value that a shape looks at.
#[derive(Debug)]
pub(crate) struct View<'a> {
    /// The value.
    pub(crate) raw: Raw<'a>,
    /// Its members, when it is an object.
    pub(crate) object: Option<Object<'a>>,
}

/// What a text is that holds one JSON value and nothing else.
pub(crate) fn alone<'a>(document: &'a Document<'a>) -> Option<String> {
    let text = document.text.trim_end();
    let raw = Raw::at(document, space_end(text.as_bytes(), 0)).filter(|raw| raw.end == text.len())?;
    value::value(raw, &mut Vec::new()).ok()?;
    Some(described(&View { raw, object: raw.object() }))
}

/// What a value that no shape knows looks like, in a few words.
pub(crate) fn described(view: &View<'_>) -> String {
    let Some(object) = &view.object else {
        return match view.raw.kind() {
            Kind::Array => format!("a JSON array of {} values that are no tools", view.raw.items().flatten().count()),
            _ => "a JSON value that is neither object nor array".to_owned(),
        };
    };
    let is_config = |key: &&&str| object.get(key).is_some_and(|servers| servers.kind() == Kind::Object);
    if let Some(key) = CONFIG_KEYS.iter().find(is_config) {
        return format!("a host's config file ({key}), which names servers and holds no tools");
    }
    let keys: Vec<_> = object.members.iter().take(MOST_KEYS).map(|(key, _)| shortened(key)).collect();
    let more = if object.members.len() > MOST_KEYS { ", …" } else { "" };
    match keys.len() {
        0 => "an empty JSON object".to_owned(),
        1 => format!("a JSON object with the key {}", keys.join("")),
        _ => format!("a JSON object with the keys {}{more}", keys.join(", ")),
    }
}

/// A piece of foreign text that is short enough for a message.
pub(crate) fn shortened(text: &str) -> String {
    match text.char_indices().nth(MOST_CHARACTERS) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}
