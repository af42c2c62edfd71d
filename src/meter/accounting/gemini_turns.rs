//! How Gemini writes calls and results in a conversation.

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::meter::render::marked::{self, Marked};
use crate::meter::render::strings;
use crate::meter::render::style;
use crate::meter::tokenizer::Tokenizer;

/// The ways of writing calls and results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Turns {
    /// Not written but added up: name, keys and strings each alone, one token for everything else (Vertex AI, and 2.0 on
    /// the Developer API). An answer's schema in `responseSchema` is added up in the same way.
    Strings,
    /// As Python: `print(default_api.name(key = value))` and `{"name_response": …}`, values as `json.dumps` writes them
    /// (2.5 on the Developer API; measured 2026-11, 13 of 13 recorded calls exact without any constant).
    Python,
    /// Between control tokens: `call:name{key:value}` and `response:name{…}`, keys in order, strings between control
    /// tokens of their own (3.x on the Developer API; measured 2026-11, all recorded calls exact).
    Declaration,
}

impl Turns {
    /// Tokens of a call.
    #[must_use]
    pub fn call(self, tokenizer: &dyn Tokenizer, name: &str, arguments: &Value) -> i64 {
        match self {
            Turns::Strings => strings_of(tokenizer, name, arguments),
            Turns::Declaration => whole(marked("call:", name, arguments).count(tokenizer)),
            Turns::Python => whole(tokenizer.count(&python_call(name, arguments))),
        }
    }

    /// Tokens of a result.
    #[must_use]
    pub fn result(self, tokenizer: &dyn Tokenizer, name: &str, value: &Value) -> i64 {
        let wrapped = object(value);
        let value = wrapped.as_ref().unwrap_or(value);
        match self {
            Turns::Strings => strings_of(tokenizer, name, value),
            Turns::Declaration => whole(marked("response:", name, value).count(tokenizer)),
            Turns::Python => whole(tokenizer.count(&python_result(name, value))),
        }
    }
}

/// A result that is no object (other APIs' bodies) under the key that Google's documentation asks for.
fn object(value: &Value) -> Option<Value> {
    if value.is_object() || value.is_null() {
        return None;
    }
    let mut wrapped = Map::new();
    wrapped.insert("result".to_owned(), value.clone());
    Some(Value::Object(wrapped))
}

fn strings_of(tokenizer: &dyn Tokenizer, name: &str, value: &Value) -> i64 {
    let inside = if value.is_null() { 0 } else { strings::value(tokenizer, value) };
    whole(tokenizer.count(name)) + inside
}

fn marked(verb: &str, name: &str, value: &Value) -> Marked {
    let mut out = Marked::default();
    out.mark();
    out.push(verb);
    out.push(name);
    if value.is_object() {
        marked::value(&mut out, value);
    } else {
        out.push("{}");
    }
    out.mark();
    out
}

fn python_call(name: &str, arguments: &Value) -> String {
    let mut out = format!("print(default_api.{name}(");
    for (at, (key, value)) in arguments.as_object().into_iter().flatten().enumerate() {
        if at > 0 {
            out.push_str(", ");
        }
        out.push_str(key);
        out.push_str(" = ");
        out.push_str(&style::spaced(value));
    }
    out.push_str("))");
    out
}

fn python_result(name: &str, value: &Value) -> String {
    let value = if value.is_null() { "{}".to_owned() } else { style::spaced(value) };
    format!("{{\"{name}_response\": {value}}}")
}

fn whole(tokens: usize) -> i64 {
    i64::try_from(tokens).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::meter::encodings;

    #[test]
    fn writes_calls_and_results() {
        let arguments = json!({"b": {"n": [1, true]}, "a": "Surabaya"});
        assert_eq!(python_call("rute", &arguments), r#"print(default_api.rute(b = {"n": [1, true]}, a = "Surabaya"))"#);
        assert_eq!(python_call("rute", &Value::Null), "print(default_api.rute())");
        assert_eq!(python_result("rute", &json!({"km": 780})), r#"{"rute_response": {"km": 780}}"#);
        assert_eq!(
            marked("call:", "rute", &arguments).text().replace("<escape>", "'"),
            "'call:rute{a:'Surabaya',b:{n:[1,true]}}'"
        );
        assert_eq!(marked("response:", "rute", &Value::Null).text(), "<escape>response:rute{}<escape>");
    }

    #[test]
    fn adds_up_strings() {
        let gemma = encodings::named("gemma3").expect("built in");
        // name 1, key 1, string 1, key 1, number 1
        assert_eq!(Turns::Strings.call(gemma, "city", &json!({"home": "work", "size": 12})), 5);
        assert_eq!(Turns::Strings.result(gemma, "city", &json!("work")), 3);
        assert_eq!(Turns::Strings.result(gemma, "city", &Value::Null), 1);
    }
}
