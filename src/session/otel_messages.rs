//! Messages in the attributes and events of a GenAI span, as the messages of a request.

use serde_json::{Map, Value, json};

use crate::catalog::saved::parse::value;
use crate::session::request::{self, Basis, Message, Part, Role, Shape};

/// Attributes that hold messages (semantic conventions for generative AI from 1.37 on).
const INPUT: &str = "gen_ai.input.messages";
const OUTPUT: &str = "gen_ai.output.messages";
const SYSTEM: &str = "gen_ai.system_instructions";

/// What a span tells of one request.
#[derive(Debug, Default)]
pub(crate) struct Told {
    /// The system prompt.
    pub(crate) system: Vec<String>,
    /// The messages of the request.
    pub(crate) input: Vec<Message>,
    /// The messages of the answer.
    pub(crate) output: Vec<Message>,
}

/// Attributes of a span or of an event.
pub(crate) type Attributes = Map<String, Value>;

/// The messages of a span: in its attributes, in an event's attributes, or an event each (conventions before 1.37).
pub(crate) fn read(attributes: &Attributes, events: &[(String, Attributes)]) -> Told {
    let mut told = Told::default();
    for attributes in std::iter::once(attributes).chain(events.iter().map(|(_, attributes)| attributes)) {
        told.system.extend(system(attributes.get(SYSTEM)));
        told.input.extend(messages(attributes.get(INPUT)));
        told.output.extend(messages(attributes.get(OUTPUT)));
    }
    for (name, attributes) in events {
        event(name, attributes, &mut told);
    }
    told
}

/// A value, or what its text says: exporters write structures as JSON in a text.
pub(crate) fn unquoted(value: &Value) -> Value {
    let text = value.as_str().filter(|text| text.trim_start().starts_with(['{', '[']));
    text.and_then(|text| value::of_text(text).ok()).unwrap_or_else(|| value.clone())
}

fn system(instructions: Option<&Value>) -> Vec<String> {
    match instructions.map(unquoted) {
        Some(Value::Array(parts)) => {
            let text = |part: &Value| part.as_str().or(part["content"].as_str()).map(str::to_owned);
            parts.iter().filter_map(text).collect()
        }
        Some(Value::String(text)) => vec![text],
        _ => Vec::new(),
    }
}

fn messages(list: Option<&Value>) -> Vec<Message> {
    let list = list.map(unquoted);
    list.iter().filter_map(Value::as_array).flatten().flat_map(message).collect()
}

fn message(message: &Value) -> Vec<Message> {
    let Some(parts) = message["parts"].as_array() else {
        // Some write the messages of OpenAI's API in the attribute.
        return request::read(Shape::OpenAiChat, &json!({ "messages": [message] })).messages;
    };
    let role = match message["role"].as_str() {
        Some("system") => Role::System,
        Some("developer") => Role::Developer,
        Some("assistant" | "model") => Role::Assistant,
        Some("tool") => Role::Tool,
        _ => Role::User,
    };
    vec![Message { role, name: None, parts: parts.iter().map(part).collect() }]
}

fn part(part: &Value) -> Part {
    let text = |key: &str| part[key].as_str().map(str::to_owned);
    match part["type"].as_str().unwrap_or_default() {
        "text" => Part::Text(text("content").or(text("text")).unwrap_or_default()),
        "tool_call" => Part::Call {
            id: text("id"),
            name: text("name").unwrap_or_default(),
            arguments: unquoted(&part["arguments"]),
            arguments_text: text("arguments"),
        },
        "tool_call_response" => {
            let value = ["response", "result", "content"].iter().find_map(|key| part.get(*key));
            result(text("id"), value.unwrap_or(&Value::Null))
        }
        "reasoning" | "thinking" => Part::Reasoning {
            text: text("content").unwrap_or_default(),
            signature: 0,
            tokens: None,
            basis: Basis::Unknown,
        },
        _ => Part::Other(part.clone()),
    }
}

/// The result of a call: a text that is itself an MCP result is read as one.
pub(crate) fn result(id: Option<String>, value: &Value) -> Part {
    let read = unquoted(value);
    let is_mcp = read["content"].is_array() || read.get("structuredContent").is_some();
    Part::Result { id, name: None, text: Vec::new(), value: if is_mcp { read } else { value.clone() } }
}

fn event(name: &str, attributes: &Attributes, told: &mut Told) {
    let get = |key: &str| attributes.get(key).map(unquoted).unwrap_or_default();
    let role = match name {
        "gen_ai.system.message" => "system",
        "gen_ai.user.message" => "user",
        "gen_ai.assistant.message" => "assistant",
        "gen_ai.tool.message" => "tool",
        "gen_ai.choice" => {
            let answer = get("message");
            let answer = if answer.is_object() { answer } else { Value::Object(attributes.clone()) };
            let answer = json!({"role": "assistant", "content": answer["content"],
                "tool_calls": unquoted(&answer["tool_calls"])});
            return told.output.extend(message(&answer));
        }
        _ => return,
    };
    let content = attributes.get("content").cloned().unwrap_or_default();
    let said = json!({"role": role, "content": content, "tool_calls": get("tool_calls"), "tool_call_id": get("id")});
    told.input.extend(message(&said));
}
