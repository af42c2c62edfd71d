//! What stands for a tool whose definition is held back: its name, a hint, a signature line.

use serde_json::Value;

use crate::meter::shown::Shown;
use crate::simulate::strategy::Level;

/// The longest hint, in characters. No host publishes one; one line of a terminal is what `--list` of mcp2cli takes.
const HINT: usize = 60;

/// The name on a line of its own.
#[must_use]
pub fn name(tool: &Shown<'_>) -> String {
    format!("{}\n", tool.name)
}

/// The name and the start of what the tool is for, on one line.
#[must_use]
pub fn hint(tool: &Shown<'_>) -> String {
    let hint: String = first_sentence(tool.description.as_deref().unwrap_or_default()).chars().take(HINT).collect();
    format!("{}: {hint}\n", tool.name)
}

/// A server on a line of its own, with what it says of itself.
#[must_use]
pub fn server(name: &str, instructions: Option<&str>) -> String {
    match instructions {
        Some(text) => format!("{name}: {text}\n"),
        None => format!("{name}\n"),
    }
}

/// A line of mcp-compressor's listing.
#[must_use]
pub fn signature(tool: &Shown<'_>, level: Level) -> String {
    let name = tool.name.as_ref();
    let description = tool.description.as_deref().unwrap_or_default();
    let of = |said: &str| match said {
        "" => format!("<tool>{name}({})</tool>\n", arguments(tool)),
        said => format!("<tool>{name}({}): {said}</tool>\n", arguments(tool)),
    };
    match level {
        Level::Max => format!("<tool>{name}</tool>\n"),
        Level::High => of(""),
        Level::Medium => of(first_sentence(description)),
        Level::Low => of(description),
    }
}

/// The definition as text, as a meta tool answers with it: compact JSON.
#[must_use]
pub fn full(tool: &Shown<'_>) -> String {
    object(tool).to_string()
}

/// The definition as mcp-compressor describes it: the longest signature line and the indented schema.
#[must_use]
pub fn indented(tool: &Shown<'_>) -> String {
    let schema = tool.schema.as_deref().map(|schema| serde_json::to_string_pretty(schema).unwrap_or_default());
    format!("{}\n{}", signature(tool, Level::Low), schema.unwrap_or_default())
}

/// What comes before the first end of a sentence or of a line.
#[must_use]
pub fn first_sentence(text: &str) -> &str {
    let text = text.trim_start();
    &text[..text.find(['\n', '\r', '.']).unwrap_or(text.len())]
}

/// The names of the properties at the top, in the order of the schema.
fn arguments(tool: &Shown<'_>) -> String {
    let properties = tool.schema.as_deref().and_then(|schema| schema.get("properties")).and_then(Value::as_object);
    let names: Vec<&str> = properties.into_iter().flatten().map(|(name, _)| name.as_str()).collect();
    names.join(", ")
}

fn object(tool: &Shown<'_>) -> Value {
    let mut object = serde_json::Map::new();
    object.insert("name".to_owned(), Value::from(tool.name.as_ref()));
    if let Some(description) = &tool.description {
        object.insert("description".to_owned(), Value::from(description.as_ref()));
    }
    if let Some(schema) = &tool.schema {
        object.insert("inputSchema".to_owned(), schema.as_ref().clone());
    }
    Value::Object(object)
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use serde_json::json;

    use super::*;

    fn tool() -> Shown<'static> {
        Shown {
            name: Cow::Borrowed("cari_resep"),
            description: Some(Cow::Borrowed("Cari resep masakan. Hasilnya daftar judul.\n\nMaks. 20.")),
            schema: Some(Cow::Owned(json!({"type": "object", "properties": {"kata": {}, "asal": {}}}))),
            json_schema_door: false,
        }
    }

    #[test]
    fn a_signature_says_less_from_level_to_level() {
        let line = |level| signature(&tool(), level);
        assert_eq!(line(Level::Max), "<tool>cari_resep</tool>\n");
        assert_eq!(line(Level::High), "<tool>cari_resep(kata, asal)</tool>\n");
        assert_eq!(line(Level::Medium), "<tool>cari_resep(kata, asal): Cari resep masakan</tool>\n");
        assert!(line(Level::Low).ends_with("Maks. 20.</tool>\n"));
        assert_eq!(hint(&tool()), "cari_resep: Cari resep masakan\n");
    }

    #[test]
    fn a_tool_without_words_has_no_colon() {
        let bare = Shown { description: None, schema: None, ..tool() };
        assert_eq!(signature(&bare, Level::Low), "<tool>cari_resep()</tool>\n");
        assert_eq!(full(&bare), r#"{"name":"cari_resep"}"#);
    }
}
