//! One tool definition of any dialect, told apart from tools that the provider runs itself.

use serde_json::{Map, Value};
use thiserror::Error;

use crate::catalog::place::Place;
use crate::catalog::saved::dialect::{DECLARATION_KEYS, SCHEMA_KEYS, Setting, dialect};
use crate::catalog::saved::parse::document::Document;
use crate::catalog::saved::parse::scan::{Kind, Raw, space_end};
use crate::catalog::saved::parse::value::{self, Doubt, NoValue, Unread, of_text};
use crate::catalog::saved::rebuilt;
use crate::catalog::tool::{Dialect, Fidelity, Tool};

/// Why an entry of a list of tools gives no [`Tool`].
#[derive(Debug, Clone, PartialEq, Error)]
pub enum NotATool {
    /// A tool without a definition of its own, which the provider or the host supplies: `web_search_20250305`, `mcp`,
    /// `googleSearch`, `cachePoint`, ….
    #[error("{kind} is no function tool: the provider supplies it")]
    Hosted {
        /// Its `type`, or the one key it has.
        kind: String,
        /// The entry as a value.
        value: Value,
    },
    /// Several definitions in one entry: Gemini's `functionDeclarations`, a namespace of OpenAI's.
    #[error("holds several definitions")]
    Group,
    /// No definition, or one that cannot be read.
    #[error("{message}")]
    Malformed {
        /// What is wrong, as a lowercase fragment.
        message: String,
        /// Byte offset of the place in the text.
        offset: usize,
    },
}

/// Reads one tool object of any dialect. Doubts (a repeated key, half a surrogate pair) are passed over here; reading
/// a whole source reports them.
///
/// # Errors
/// [`NotATool`] says what the text is instead.
pub fn tool(raw: &str, place: Place) -> Result<Tool, NotATool> {
    let document = Document::new(raw);
    let start = space_end(raw.as_bytes(), 0);
    let found = Raw::at(&document, start).ok_or_else(|| malformed("the text is empty"))?;
    if !raw.get(found.end..).unwrap_or_default().trim().is_empty() {
        return Err(NotATool::Malformed { message: "something follows the definition".to_owned(), offset: found.end });
    }
    read(found, Setting::Anywhere, place, &mut Vec::new())
}

/// Reads any JSON text under the same bounds and with the same leniency: a prompt, a resource.
///
/// # Errors
/// [`NotATool::Malformed`] when it is no JSON that we read.
pub fn json(text: &str) -> Result<Value, NotATool> {
    of_text(text).map_err(|unread| match unread {
        Unread::TooDeep => malformed("nested deeper than is read"),
        Unread::Malformed { offset } => NotATool::Malformed { message: "no valid JSON".to_owned(), offset },
    })
}

/// The same for an entry that has been parsed already, e.g. as a part of a request body.
///
/// # Errors
/// [`NotATool`] says what the entry is instead.
pub fn of_value(entry: &Value, place: Place) -> Result<Tool, NotATool> {
    if DECLARATION_KEYS.iter().any(|key| entry.get(key).is_some()) || entry["type"] == "namespace" {
        return Err(NotATool::Group);
    }
    classified(entry.clone(), &entry.to_string(), Setting::Anywhere, place)
}

/// Reads one definition and tells the doubts about its text. `place` is completed with the tool's name.
pub(crate) fn read(
    raw: Raw<'_>,
    setting: Setting<'_>,
    place: Place,
    doubts: &mut Vec<Doubt>,
) -> Result<Tool, NotATool> {
    if is_group(raw) {
        return Err(NotATool::Group);
    }
    let value =
        value::value(raw, doubts).map_err(|NoValue { message, offset }| NotATool::Malformed { message, offset })?;
    classified(value, raw.text(), setting, place)
}

fn classified(value: Value, text: &str, setting: Setting<'_>, place: Place) -> Result<Tool, NotATool> {
    let Value::Object(object) = value else { return Err(malformed(&format!("is {}, not an object", article(&value)))) };
    let object = match setting {
        Setting::Named(name) if !object.contains_key("name") => named(name, object),
        _ => object,
    };
    let (object, fidelity) = normalised(object);
    let Some(dialect) = dialect(&object, setting) else { return Err(hosted_or_malformed(object)) };
    let body = match dialect {
        Dialect::OpenAiChat => object.get("function"),
        Dialect::Bedrock => object.get("toolSpec"),
        _ => None,
    };
    let name = match body.map_or_else(|| object.get("name"), |body| body.get("name")) {
        Some(Value::String(name)) if name.is_empty() => return Err(malformed("has an empty name")),
        Some(Value::String(name)) => name.clone(),
        Some(other) => return Err(malformed(&format!("has {} for a name", article(other)))),
        None => return Err(hosted_or_malformed(object)),
    };
    let place = Place { tool: Some(name.clone()), pointer: String::new(), ..place };
    let value = Value::Object(object);
    Ok(Tool { name, text: text.into(), value, dialect, fidelity, place, excluded_by_http_hosts: None })
}

/// True when an entry stands for several tools: Gemini's `functionDeclarations`, OpenAI's namespaces.
fn is_group(raw: Raw<'_>) -> bool {
    let text = raw.text().as_bytes();
    let mentions = |word: &str| memchr::memmem::find(text, word.as_bytes()).is_some();
    if !(mentions("unctionDeclarations\"") || mentions("unction_declarations\"") || mentions("\"namespace\"")) {
        return false;
    }
    let Some(object) = raw.object() else { return false };
    object.has_any(&DECLARATION_KEYS) || object.string("type").as_deref() == Some("namespace")
}

fn named(name: &str, object: Map<String, Value>) -> Map<String, Value> {
    std::iter::once(("name".to_owned(), Value::from(name))).chain(object).collect()
}

fn normalised(object: Map<String, Value>) -> (Map<String, Value>, Fidelity) {
    if let Some(Value::Object(unwrapped)) = rebuilt::unwrapped(&object) {
        return (unwrapped, Fidelity::Whole);
    }
    let has_schema = SCHEMA_KEYS.iter().any(|key| object.contains_key(*key));
    if has_schema || !object.contains_key("name") {
        return (object, Fidelity::Whole);
    }
    match rebuilt::with_input_schema(&object) {
        Some((Value::Object(rebuilt), fidelity)) => (rebuilt, fidelity),
        _ => (object, Fidelity::Whole),
    }
}

/// An entry without a name: a hosted tool has a `type` of its own, or one key that names it and holds its settings.
fn hosted_or_malformed(object: Map<String, Value>) -> NotATool {
    let own_type = object.get("type").and_then(Value::as_str).filter(|kind| !matches!(*kind, "function" | "custom"));
    let only_key = match object.iter().next() {
        Some((key, Value::Object(_))) if object.len() == 1 && !SCHEMA_KEYS.contains(&key.as_str()) => {
            Some(key.as_str())
        }
        _ => None,
    };
    match own_type.or(only_key).map(str::to_owned) {
        Some(kind) => NotATool::Hosted { kind, value: Value::Object(object) },
        None => malformed("has no name"),
    }
}

fn malformed(message: &str) -> NotATool {
    NotATool::Malformed { message: message.to_owned(), offset: 0 }
}

/// The kind of a value with its article.
pub(crate) fn article(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

/// The same for a value that has not been parsed.
pub(crate) fn article_of(raw: Raw<'_>) -> &'static str {
    match (raw.kind(), raw.text()) {
        (Kind::Object, _) => "an object",
        (Kind::Array, _) => "an array",
        (Kind::String, _) => "a string",
        (Kind::Null, _) => "null",
        (Kind::Other, "true" | "false") => "a boolean",
        (Kind::Other, _) => "a number",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_one(text: &str) -> Result<Tool, NotATool> {
        tool(text, Place::default())
    }

    #[test]
    fn each_dialect_is_told_by_its_schema_key() {
        for (text, dialect) in [
            (r#"{"name":"t","inputSchema":{"type":"object"}}"#, Dialect::Mcp),
            (r#"{"name":"t"}"#, Dialect::Mcp),
            (r#"{"name":"t","input_schema":{"type":"object"},"type":"custom"}"#, Dialect::Anthropic),
            (r#"{"type":"function","function":{"name":"t","parameters":{"type":"object"}}}"#, Dialect::OpenAiChat),
            (r#"{"type":"function","name":"t","parameters":{"type":"object"}}"#, Dialect::OpenAiFlat),
            (r#"{"type":"function","name":"t"}"#, Dialect::OpenAiFlat),
            (r#"{"name":"t","parameters":{"type":"object"}}"#, Dialect::OpenAiFlat),
            (r#"{"name":"t","parameters":{"type":"OBJECT"}}"#, Dialect::Gemini),
            (r#"{"name":"t","parametersJsonSchema":{"type":"object"}}"#, Dialect::GeminiJsonSchema),
            (r#"{"toolSpec":{"name":"t","inputSchema":{"json":{"type":"object"}}}}"#, Dialect::Bedrock),
        ] {
            let tool = read_one(text).expect(text);
            assert_eq!((tool.name.as_str(), tool.dialect), ("t", dialect), "{text}");
            assert_eq!((&*tool.text, tool.value.to_string().as_str()), (text, text));
        }
    }

    #[test]
    fn tools_of_the_provider_are_told_apart() {
        for (text, kind) in [
            (r#"{"type":"web_search_20250305","name":"web_search"}"#, "web_search_20250305"),
            (r#"{"type":"mcp","server_label":"peta"}"#, "mcp"),
            (r#"{"type":"mcp_toolset","mcp_server_name":"peta"}"#, "mcp_toolset"),
            (r#"{"type":"tool_search"}"#, "tool_search"),
            (r#"{"googleSearch":{}}"#, "googleSearch"),
            (r#"{"cachePoint":{"type":"default"}}"#, "cachePoint"),
        ] {
            match read_one(text) {
                Err(NotATool::Hosted { kind: found, value }) => {
                    assert_eq!((found.as_str(), value.to_string().as_str()), (kind, text));
                }
                other => panic!("{text}: {other:?}"),
            }
        }
    }

    #[test]
    fn what_is_no_tool_says_why() {
        for (text, why) in [
            ("null", "is null, not an object"),
            ("[1]", "is an array, not an object"),
            (r#"{"description":"x"}"#, "has no name"),
            (r#"{"inputSchema":{}}"#, "has no name"),
            (r#"{"name":""}"#, "has an empty name"),
            (r#"{"name":7}"#, "has a number for a name"),
            (r#"{"type":"function","function":{"parameters":{}}}"#, "has no name"),
            (r#"{"name":"a","inputSchema":{"type":object}}"#, "no valid JSON: expected a value"),
            ("", "the text is empty"),
        ] {
            assert_eq!(read_one(text).expect_err(text).to_string(), why, "{text}");
        }
    }

    #[test]
    fn a_group_is_not_one_tool() {
        for text in [r#"{"functionDeclarations":[{"name":"a"}]}"#, r#"{"name":"peta","type":"namespace","tools":[]}"#] {
            assert_eq!(read_one(text).expect_err(text), NotATool::Group);
        }
        let speaks_of_it = r#"{"name":"a","inputSchema":{"enum":["namespace"]}}"#;
        assert!(read_one(speaks_of_it).is_ok());
    }

    #[test]
    fn text_that_looks_like_a_special_token_is_text() {
        let tool = read_one(r#"{"name":"a","description":"Ends at <|endoftext|>.","inputSchema":{}}"#).expect("a tool");
        assert_eq!(tool.description(), Some("Ends at <|endoftext|>."));
    }
}
