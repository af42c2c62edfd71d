//! A JSON Schema told apart: the words that describe, and everything else.

use serde_json::Value;

use crate::meter::render::style;

/// How JSON is separated.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spacing {
    /// `{"a":1,"b":2}`
    Compact,
    /// `{"a": 1, "b": 2}`, as Python's `json.dumps` writes it.
    Spaced,
}

impl Spacing {
    /// A value written this way.
    #[must_use]
    pub fn write(self, value: &Value) -> String {
        match self {
            Spacing::Compact => style::compact(value),
            Spacing::Spaced => style::spaced(value),
        }
    }

    /// What stands between two entries.
    #[must_use]
    pub fn comma(self) -> &'static str {
        match self {
            Spacing::Compact => ",",
            Spacing::Spaced => ", ",
        }
    }

    /// What stands between a key and its value.
    #[must_use]
    pub fn colon(self) -> &'static str {
        match self {
            Spacing::Compact => ":",
            Spacing::Spaced => ": ",
        }
    }
}

/// A schema as JSON without its words, and the words (every `description` and `title`) as JSON writes them, unquoted.
#[must_use]
pub fn apart(schema: &Value, spacing: Spacing) -> (String, Vec<String>) {
    let mut split = Split { spacing, rest: String::new(), words: Vec::new() };
    split.value(schema, Place::Schema);
    (split.rest, split.words)
}

/// A text as a JSON string without its quotes.
#[must_use]
pub fn escaped(text: &str) -> String {
    let quoted = Value::from(text).to_string();
    quoted.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or_default().to_owned()
}

/// What the keys of an object mean.
#[derive(Clone, Copy)]
enum Place {
    /// Keywords of JSON Schema.
    Schema,
    /// Names of properties or definitions, each with a schema.
    Names,
}

struct Split {
    spacing: Spacing,
    rest: String,
    words: Vec<String>,
}

impl Split {
    fn value(&mut self, value: &Value, place: Place) {
        match value {
            Value::Object(map) => {
                self.rest.push('{');
                let mut first = true;
                for (key, value) in map {
                    if let (Place::Schema, "description" | "title", Value::String(word)) = (place, key.as_str(), value)
                    {
                        self.words.push(escaped(word));
                        continue;
                    }
                    self.separate(&mut first);
                    self.rest.push_str(&Value::from(key.as_str()).to_string());
                    self.rest.push_str(self.spacing.colon());
                    self.under(key, value, place);
                }
                self.rest.push('}');
            }
            Value::Array(items) => {
                self.rest.push('[');
                let mut first = true;
                for item in items {
                    self.separate(&mut first);
                    self.value(item, Place::Schema);
                }
                self.rest.push(']');
            }
            other => self.rest.push_str(&self.spacing.write(other)),
        }
    }

    fn under(&mut self, key: &str, value: &Value, place: Place) {
        match (place, key) {
            (Place::Schema, "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas") => {
                self.value(value, Place::Names);
            }
            (Place::Schema, "default" | "enum" | "const" | "examples" | "example") => {
                self.rest.push_str(&self.spacing.write(value));
            }
            _ => self.value(value, Place::Schema),
        }
    }

    fn separate(&mut self, first: &mut bool) {
        if !*first {
            self.rest.push_str(self.spacing.comma());
        }
        *first = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn takes_words_out_of_a_schema_but_not_out_of_names_and_data() {
        let schema = serde_json::json!({
            "type": "object",
            "title": "Pesan",
            "properties": {
                "title": {"type": "string", "description": "Judul \"pendek\""},
                "kind": {"enum": [{"title": "kept"}], "default": {"description": "kept"}}
            },
            "$defs": {"description": {"title": "Inner", "type": "null"}}
        });
        let (rest, words) = apart(&schema, Spacing::Compact);
        assert_eq!(words, ["Pesan", "Judul \\\"pendek\\\"", "Inner"]);
        assert_eq!(
            rest,
            r#"{"type":"object","properties":{"title":{"type":"string"},"kind":{"enum":[{"title":"kept"}],"default":{"description":"kept"}}},"$defs":{"description":{"type":"null"}}}"#
        );
        let (spaced, _) = apart(&serde_json::json!({"title": "x", "type": ["a", 1]}), Spacing::Spaced);
        assert_eq!(spaced, r#"{"type": ["a", 1]}"#);
    }
}
