//! The separate strings that Vertex AI, and the Developer API for Gemini 2.0, count for a tool.
//!
//! Not what the model reads but what is billed: name, description and the strings of `parameters`, each tokenised alone,
//! and one token for every `type` and `nullable`. A schema that travels as `parametersJsonSchema` counts nothing, titles
//! count nothing. Verified on recorded calls (measured 2026-11): Vertex 2.5 13 of 13 exact, 2.0 17 of 18, Vertex 3.x 39
//! of 39 without descriptions. Extrapolated: members of `anyOf` count as they do in an answer's schema (one recorded
//! call), and references are followed.

use serde_json::Value;

use crate::meter::render::rendering::{Fields, Rendering};
use crate::meter::render::unrolled::{Node, Unroller};
use crate::meter::shown::Shown;
use crate::meter::tokenizer::Tokenizer;

/// The sum of separate strings.
pub struct Strings {
    /// Tokens that a tool with a description costs on top.
    described: i64,
}

/// Vertex 2.x and the Developer API for Gemini 2.0.
pub static PLAIN: Strings = Strings { described: 0 };

/// Vertex 3.x: a described tool is billed 7 or 8 tokens more than its strings (measured 2026-11, all three recorded
/// described tools, the one at hand 8; unexplained).
pub static DESCRIBED: Strings = Strings { described: 8 };

impl Rendering for Strings {
    fn shares(&self, tokenizer: &dyn Tokenizer, tools: &[Shown<'_>]) -> Vec<i64> {
        tools
            .iter()
            .map(|tool| {
                let fields = self.fields(tokenizer, tool);
                let described = tool.description.as_deref().is_some_and(|text| !text.is_empty());
                let extra = if described { self.described } else { 0 };
                fields.name + fields.description + fields.parameters + fields.schema + extra
            })
            .collect()
    }

    fn fields(&self, tokenizer: &dyn Tokenizer, tool: &Shown<'_>) -> Fields {
        let mut tally = Tally { tokenizer, words: 0, rest: 0 };
        if let Some(schema) = tool.schema.as_deref().filter(|_| !tool.json_schema_door) {
            let unroller = Unroller::new(schema);
            tally.schema(&unroller, &unroller.top());
        }
        Fields {
            name: whole(tokenizer.count(&tool.name)),
            description: whole(tool.description.as_deref().map_or(0, |text| tokenizer.count(text))),
            parameters: tally.words,
            schema: tally.rest,
        }
    }

    fn text(&self, _: &[Shown<'_>]) -> Option<String> {
        None
    }
}

/// Tokens of an answer's schema (`responseSchema`): counted like a tool's, `propertyOrdering` too (measured 2026-11, one
/// recorded call of Gemini 2.0: 41).
#[must_use]
pub fn answer(tokenizer: &dyn Tokenizer, schema: &Value) -> i64 {
    let mut tally = Tally { tokenizer, words: 0, rest: 0 };
    let unroller = Unroller::new(schema);
    tally.schema(&unroller, &unroller.top());
    tally.words + tally.rest + tally.orderings(&unroller, &unroller.top())
}

/// Tokens of arguments or a result: keys and strings each alone, one for everything else.
#[must_use]
pub fn value(tokenizer: &dyn Tokenizer, value: &Value) -> i64 {
    match value {
        Value::String(text) => whole(tokenizer.count(text)),
        Value::Array(items) => items.iter().map(|item| self::value(tokenizer, item)).sum(),
        Value::Object(object) => {
            object.iter().map(|(key, member)| whole(tokenizer.count(key)) + self::value(tokenizer, member)).sum()
        }
        _ => 1,
    }
}

struct Tally<'t> {
    tokenizer: &'t dyn Tokenizer,
    words: i64,
    rest: i64,
}

impl Tally<'_> {
    fn schema<'a>(&mut self, unroller: &Unroller<'a>, node: &Node<'a>) {
        self.words += self.string(node.text("description"));
        self.rest +=
            i64::from(node.get("type").is_some()) + i64::from(node.get("nullable") == Some(&Value::Bool(true)));
        self.rest += self.string(node.text("format"));
        self.rest += node.get("default").map_or(0, |value| self.printed(value));
        self.rest += node.choices().map(|choice| self.printed(choice)).sum::<i64>();
        self.rest += node.required().map(|name| self.string(Some(name))).sum::<i64>();
        for inner in inner(node) {
            self.schema(unroller, &unroller.step(node, inner));
        }
        for (name, schema) in node.properties() {
            self.rest += self.string(Some(name));
            self.schema(unroller, &unroller.step(node, schema));
        }
    }

    fn orderings<'a>(&self, unroller: &Unroller<'a>, node: &Node<'a>) -> i64 {
        let own = node.either("propertyOrdering", "property_ordering").and_then(Value::as_array);
        let own: i64 = own.into_iter().flatten().map(|name| self.string(name.as_str())).sum();
        let properties = node.properties().map(|(_, schema)| schema);
        let beneath = inner(node).into_iter().chain(properties);
        own + beneath.map(|schema| self.orderings(unroller, &unroller.step(node, schema))).sum::<i64>()
    }

    fn string(&self, text: Option<&str>) -> i64 {
        text.map_or(0, |text| whole(self.tokenizer.count(text)))
    }

    fn printed(&self, value: &Value) -> i64 {
        match value {
            Value::String(text) => self.string(Some(text)),
            other => self.string(Some(&other.to_string())),
        }
    }
}

/// The schemas inside a schema that have no name of their own.
fn inner<'a>(node: &Node<'a>) -> Vec<&'a Value> {
    let mut inner = node.variants();
    inner.extend(node.get("items").filter(|items| items.is_object()));
    inner
}

fn whole(tokens: usize) -> i64 {
    i64::try_from(tokens).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use serde_json::json;

    use super::*;
    use crate::meter::encodings;

    fn tool(schema: Value, json_schema_door: bool) -> Shown<'static> {
        Shown {
            name: Cow::Borrowed("weather"),
            description: Some(Cow::Borrowed("Weather")),
            schema: Some(Cow::Owned(schema)),
            json_schema_door,
        }
    }

    fn gemma() -> &'static dyn Tokenizer {
        encodings::named("gemma3").expect("built in")
    }

    #[test]
    fn adds_up_strings_and_types() {
        // name 1, description 1; type 1, property name 1, its type 1, description 1, enum 1 + 1, required 1
        let schema = json!({
            "type": "OBJECT",
            "properties": {"city": {"type": "STRING", "title": "Free", "description": "city", "enum": ["home", "work"]}},
            "required": ["city"]
        });
        assert_eq!(PLAIN.shares(gemma(), &[tool(schema.clone(), false)]), [9]);
        assert_eq!(DESCRIBED.shares(gemma(), &[tool(schema.clone(), false)]), [17]);
        let fields = PLAIN.fields(gemma(), &tool(schema.clone(), false));
        assert_eq!(fields, Fields { name: 1, description: 1, parameters: 1, schema: 6 });
        assert_eq!(PLAIN.shares(gemma(), &[tool(schema, true)]), [2]);
    }

    #[test]
    fn an_answers_schema_counts_its_order() {
        // type 1, names 1 + 1, types 1 + 1, order 1 + 1
        let schema = json!({
            "type": "OBJECT", "property_ordering": ["city", "home"],
            "properties": {"city": {"type": "STRING"}, "home": {"type": "STRING"}}
        });
        assert_eq!(answer(gemma(), &schema), 7);
    }

    #[test]
    fn a_value_counts_keys_and_strings() {
        // keys 1 + 1 + 1, string 1, number 1, true and null 1 + 1
        assert_eq!(value(gemma(), &json!({"city": "home", "work": 7, "list": [true, null]})), 7);
    }
}
