//! Tools as plain JSON, each by itself: the count that most tools on the market print.

use serde_json::{Map, Value};

use crate::meter::render::rendering::{Fields, Rendering};
use crate::meter::shown::Shown;
use crate::meter::tokenizer::Tokenizer;

/// `{"name":…,"description":…,"inputSchema":…}` without blanks, absent keys left out, a line break between tools.
#[derive(Debug, Clone, Copy)]
pub struct RawJson;

/// The only way there is.
pub static RAW_JSON: RawJson = RawJson;

impl Rendering for RawJson {
    /// Each tool is counted alone; the line breaks of `text` are nobody's.
    fn shares(&self, tokenizer: &dyn Tokenizer, tools: &[Shown<'_>]) -> Vec<i64> {
        let mut text = String::new();
        tools
            .iter()
            .map(|tool| {
                text.clear();
                write(&mut text, tool);
                whole(tokenizer.count(&text))
            })
            .collect()
    }

    fn fields(&self, tokenizer: &dyn Tokenizer, tool: &Shown<'_>) -> Fields {
        let count = |text: &str| whole(tokenizer.count(text));
        let mut words = Vec::new();
        let schema = tool.schema.as_deref().map(|schema| wordless(schema, Keys::Keywords, &mut words));
        Fields {
            name: count(&tool.name),
            description: tool.description.as_deref().map_or(0, count),
            parameters: words.into_iter().map(count).sum(),
            schema: schema.map_or(0, |schema| count(&schema.to_string())),
        }
    }

    fn text(&self, tools: &[Shown<'_>]) -> Option<String> {
        let mut text = String::new();
        for tool in tools {
            write(&mut text, tool);
            text.push('\n');
        }
        Some(text)
    }
}

fn write(text: &mut String, tool: &Shown<'_>) {
    text.push_str("{\"name\":");
    text.push_str(&Value::from(&*tool.name).to_string());
    if let Some(description) = &tool.description {
        text.push_str(",\"description\":");
        text.push_str(&Value::from(&**description).to_string());
    }
    if let Some(schema) = &tool.schema {
        text.push_str(",\"inputSchema\":");
        text.push_str(&schema.to_string());
    }
    text.push('}');
}

/// What the keys of an object mean.
#[derive(Clone, Copy)]
enum Keys {
    /// Keywords of JSON Schema.
    Keywords,
    /// Names of properties or definitions, each with a schema.
    Names,
}

/// The schema without its titles and descriptions, which go to `words`.
fn wordless<'a>(value: &'a Value, keys: Keys, words: &mut Vec<&'a str>) -> Value {
    match value {
        Value::Array(items) => items.iter().map(|item| wordless(item, Keys::Keywords, words)).collect(),
        Value::Object(members) => {
            let mut rest = Map::new();
            for (key, value) in members {
                match (keys, key.as_str(), value) {
                    (Keys::Keywords, "title" | "description", Value::String(word)) => words.push(word),
                    (Keys::Keywords, "properties" | "patternProperties" | "$defs" | "definitions", names) => {
                        rest.insert(key.clone(), wordless(names, Keys::Names, words));
                    }
                    (Keys::Keywords, "default" | "const" | "enum" | "examples", data) => {
                        rest.insert(key.clone(), data.clone());
                    }
                    (_, _, schema) => {
                        rest.insert(key.clone(), wordless(schema, Keys::Keywords, words));
                    }
                }
            }
            Value::Object(rest)
        }
        other => other.clone(),
    }
}

fn whole(tokens: usize) -> i64 {
    i64::try_from(tokens).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::meter::encodings;

    fn shown(name: &'static str, description: Option<&'static str>, schema: Option<Value>) -> Shown<'static> {
        Shown {
            name: name.into(),
            description: description.map(Into::into),
            schema: schema.map(std::borrow::Cow::Owned),
            json_schema_door: false,
        }
    }

    #[test]
    fn writes_the_three_keys_in_order_and_keeps_what_was_sent() {
        let schema: Value = serde_json::from_str(r#"{"type":"object","b":1.50,"a":"Zürich"}"#).expect("valid");
        let text = RAW_JSON.text(&[shown("cuaca", Some("Say \"hujan\""), Some(schema)), shown("kosong", None, None)]);
        assert_eq!(
            text.as_deref(),
            Some(concat!(
                r#"{"name":"cuaca","description":"Say \"hujan\"","inputSchema":{"type":"object","b":1.50,"a":"Zürich"}}"#,
                "\n",
                r#"{"name":"kosong"}"#,
                "\n"
            ))
        );
    }

    #[test]
    fn a_list_is_the_sum_of_its_tools() {
        let tokenizer = encodings::named("o200k").expect("built in");
        let tools = [shown("a", Some("One."), None), shown("b", None, Some(json!({"type": "object"})))];
        let alone: Vec<i64> =
            tools.iter().map(|tool| RAW_JSON.shares(tokenizer, std::slice::from_ref(tool))[0]).collect();
        assert_eq!(RAW_JSON.shares(tokenizer, &tools), alone);
    }

    #[test]
    fn a_property_named_description_is_no_word() {
        let mut words = Vec::new();
        let schema = json!({"title": "Root", "properties": {"description": {"type": "string", "description": "Body"}},
            "default": {"title": "kept"}});
        let rest = wordless(&schema, Keys::Keywords, &mut words);
        assert_eq!(rest, json!({"properties": {"description": {"type": "string"}}, "default": {"title": "kept"}}));
        assert_eq!(words, ["Root", "Body"]);
    }
}
