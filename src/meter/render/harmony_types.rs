//! A JSON Schema as the TypeScript-like text of the harmony format.
//!
//! Source: the format's public description and what openai-harmony 0.0.8 prints (2026-11). Dropped for free: bounds,
//! patterns, `additionalProperties`; `anyOf`, `allOf` and `$ref` are all `any`.

use serde_json::{Map, Value};

use crate::meter::render::style;

/// Levels of schema that are written out; deeper ones become `any`.
const DEEPEST: usize = 64;
/// Blanks a level of properties is indented by.
const STEP: usize = 4;
/// Blanks an alternative of `oneOf` is indented by.
const ALTERNATIVE: usize = 3;

/// Writes schemas one after the other into `out`.
#[derive(Debug, Default)]
pub struct Writer {
    /// The text so far.
    pub out: String,
    /// When present, titles and descriptions go here and not into the text.
    pub words: Option<Vec<String>>,
}

impl Writer {
    /// The type of a tool's parameters.
    pub fn parameters(&mut self, schema: &Value) {
        self.schema(schema, 0, 0);
    }

    /// One line of comment at the left edge.
    pub fn comment(&mut self, line: &str) {
        comment(&mut self.out, 0, line);
    }

    fn schema(&mut self, schema: &Value, indent: usize, depth: usize) {
        if depth > DEEPEST {
            self.out.push_str("any");
            return;
        }
        if let Some(alternatives) = schema["oneOf"].as_array() {
            self.alternatives(schema, alternatives, indent, depth);
            return;
        }
        match &schema["type"] {
            Value::Array(types) => self.types(types),
            Value::String(kind) => match kind.as_str() {
                "object" => self.object(schema, indent, depth),
                "array" => self.array(schema, indent, depth),
                "string" => self.string(schema),
                "integer" | "number" => self.out.push_str("number"),
                "boolean" => self.out.push_str("boolean"),
                _ => self.out.push_str("any"),
            },
            _ => self.out.push_str("any"),
        }
        if schema["nullable"] == Value::Bool(true) {
            self.out.push_str(" | null");
        }
    }

    fn types(&mut self, types: &[Value]) {
        let mut first = true;
        for kind in types.iter().filter_map(Value::as_str) {
            if !first {
                self.out.push_str(" | ");
            }
            first = false;
            self.out.push_str(if kind == "integer" { "number" } else { kind });
        }
        if first {
            self.out.push_str("any");
        }
    }

    fn string(&mut self, schema: &Value) {
        let choices = schema["enum"].as_array().map(Vec::as_slice).unwrap_or_default();
        let mut first = true;
        for choice in choices.iter().filter_map(Value::as_str) {
            self.out.push_str(if first { "\"" } else { " | \"" });
            first = false;
            self.out.push_str(choice);
            self.out.push('"');
        }
        if first {
            self.out.push_str("string");
        }
    }

    fn array(&mut self, schema: &Value, indent: usize, depth: usize) {
        match schema.get("items") {
            Some(items) => {
                self.schema(items, indent, depth + 1);
                self.out.push_str("[]");
            }
            None => self.out.push_str("Array<any>"),
        }
    }

    fn object(&mut self, schema: &Value, indent: usize, depth: usize) {
        if let Some(text) = schema["description"].as_str() {
            self.word(indent, text);
        }
        self.out.push_str("{\n");
        let required = schema["required"].as_array().map(Vec::as_slice).unwrap_or_default();
        let none = Map::new();
        for (name, property) in schema["properties"].as_object().unwrap_or(&none) {
            let mark = if required.iter().any(|known| known == name) { "" } else { "?" };
            self.property(name, mark, property, indent, depth + 1);
        }
        blanks(&mut self.out, indent);
        self.out.push('}');
    }

    fn property(&mut self, name: &str, mark: &str, schema: &Value, indent: usize, depth: usize) {
        if let Some(title) = schema["title"].as_str() {
            self.word(indent, title);
            blanks(&mut self.out, indent);
            self.out.push_str("//\n");
        }
        let alternatives = schema["oneOf"].as_array();
        if alternatives.is_some() {
            self.examples(schema, indent);
        }
        if let Some(text) = schema["description"].as_str() {
            self.word(indent, text);
        }
        match alternatives {
            Some(alternatives) => {
                if let Some(default) = default(schema) {
                    comment(&mut self.out, indent, &default);
                }
                self.name(name, mark, indent);
                self.alternatives(schema, alternatives, indent, depth);
                self.out.push('\n');
                blanks(&mut self.out, indent);
                self.out.push(',');
            }
            None => {
                self.examples(schema, indent);
                self.name(name, mark, indent);
                self.out.push(' ');
                self.schema(schema, indent + STEP, depth);
                self.out.push(',');
                if let Some(default) = default(schema) {
                    self.out.push_str(" // ");
                    self.out.push_str(&default);
                }
            }
        }
        self.out.push('\n');
    }

    fn name(&mut self, name: &str, mark: &str, indent: usize) {
        blanks(&mut self.out, indent);
        self.out.push_str(name);
        self.out.push_str(mark);
        self.out.push(':');
    }

    fn examples(&mut self, schema: &Value, indent: usize) {
        let examples = schema["examples"].as_array().map(Vec::as_slice).unwrap_or_default();
        if examples.is_empty() {
            return;
        }
        comment(&mut self.out, indent, "Examples:");
        for example in examples.iter().filter_map(Value::as_str) {
            blanks(&mut self.out, indent);
            self.out.push_str("// - \"");
            self.out.push_str(example);
            self.out.push_str("\"\n");
        }
    }

    fn alternatives(&mut self, schema: &Value, alternatives: &[Value], indent: usize, depth: usize) {
        let described = schema["description"].is_string();
        for alternative in alternatives {
            self.out.push('\n');
            blanks(&mut self.out, indent);
            self.out.push_str(" | ");
            self.schema(alternative, indent + ALTERNATIVE, depth + 1);
            let default = default(alternative);
            // Under a described property the reference library drops the words of an alternative without a default.
            let words = alternative["description"].as_str().filter(|_| !described || default.is_some());
            if words.is_some() || default.is_some() {
                self.out.push_str(" //");
            }
            if let Some(words) = words {
                match &mut self.words {
                    Some(kept) => kept.push(words.to_owned()),
                    None => {
                        self.out.push(' ');
                        self.out.push_str(words);
                    }
                }
            }
            if let Some(default) = default {
                self.out.push(' ');
                self.out.push_str(&default);
            }
        }
    }

    fn word(&mut self, indent: usize, text: &str) {
        match &mut self.words {
            Some(words) => words.push(text.to_owned()),
            None => comment(&mut self.out, indent, text),
        }
    }
}

/// `default: X`: the value of an enumeration bare, other strings in quotes but not escaped, everything else as JSON.
fn default(schema: &Value) -> Option<String> {
    let value = match schema.get("default")? {
        Value::String(text) if schema.get("enum").is_some() => text.clone(),
        Value::String(text) => format!("\"{text}\""),
        other => style::compact(other),
    };
    Some(format!("default: {value}"))
}

fn comment(out: &mut String, indent: usize, text: &str) {
    blanks(out, indent);
    out.push_str("// ");
    out.push_str(text);
    out.push('\n');
}

fn blanks(out: &mut String, n: usize) {
    out.extend(std::iter::repeat_n(' ', n));
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn written(schema: &Value) -> String {
        let mut writer = Writer::default();
        writer.parameters(schema);
        writer.out
    }

    #[test]
    fn writes_each_kind_of_property() {
        let schema = json!({
            "type": "object",
            "properties": {
                "mode": {"type": "string", "enum": ["cepat", "hemat"], "default": "hemat", "title": "Mode", "description": "Cara"},
                "limit": {"type": "integer", "default": 3, "minimum": 1},
                "tags": {"type": "array", "items": {"type": ["string", "null"]}, "nullable": true},
                "note": {"type": "string", "default": "a", "examples": ["x", 1]},
                "any": {"anyOf": [{"type": "string"}]},
                "list": {"type": "array"}
            },
            "required": ["mode"]
        });
        assert_eq!(
            written(&schema),
            "{\n// Mode\n//\n// Cara\nmode: \"cepat\" | \"hemat\", // default: hemat\n\
             limit?: number, // default: 3\ntags?: string | null[] | null,\n\
             // Examples:\n// - \"x\"\nnote?: string, // default: \"a\"\nany?: any,\nlist?: Array<any>,\n}"
        );
    }

    #[test]
    fn repeats_an_objects_description_and_indents_its_properties() {
        let schema = json!({"type": "object", "properties": {"to": {
            "type": "object", "description": "Tujuan", "properties": {"kota": {"type": "string"}}
        }}});
        assert_eq!(written(&schema), "{\n// Tujuan\nto?:     // Tujuan\n{\n    kota?: string,\n    },\n}");
        let mut writer = Writer { out: String::new(), words: Some(Vec::new()) };
        writer.parameters(&schema);
        assert_eq!(writer.out, "{\nto?: {\n    kota?: string,\n    },\n}");
        assert_eq!(writer.words, Some(vec!["Tujuan".to_owned(), "Tujuan".to_owned()]));
    }

    #[test]
    fn writes_alternatives_a_line_each() {
        let alternatives = json!([{"type": "string", "description": "teks"}, {"type": "integer", "default": 4}]);
        let schema = json!({"type": "object", "properties": {"id": {"oneOf": alternatives, "default": 4}}});
        assert_eq!(written(&schema), "{\n// default: 4\nid?:\n | string // teks\n | number // default: 4\n,\n}");
    }

    #[test]
    fn a_bottomless_schema_ends_in_any() {
        let mut schema = json!({"type": "string"});
        for _ in 0..600 {
            schema = json!({"type": "array", "items": schema});
        }
        assert_eq!(written(&schema), format!("any{}", "[]".repeat(DEEPEST + 1)));
        for _ in 0..600 {
            schema = json!({"type": "object", "properties": {"x": schema}});
        }
        assert!(written(&schema).contains("x?: any,"));
    }
}
