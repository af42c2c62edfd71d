//! Reads a Gemini body in either spelling of its keys: `generateContent`, `streamGenerateContent`, `countTokens`.

use serde_json::Value;

use crate::catalog::place::Place;
use crate::catalog::tool::{Dialect, Fidelity, Tool};
use crate::session::request::{Basis, Message, Output, Part, Request, Role, Thinking, ToolChoice};

/// Signatures that stand for no reasoning, as Google's documentation gives them to calls that another model made; sent
/// as they are or in base64.
const PLACEHOLDERS: [&str; 4] = [
    "skip_thought_signature_validator",
    "c2tpcF90aG91Z2h0X3NpZ25hdHVyZV92YWxpZGF0b3I",
    "context_engineering_is_the_way_to_go",
    "Y29udGV4dF9lbmdpbmVlcmluZ19pc190aGVfd2F5X3RvX2dv",
];

/// The request of such a body.
#[must_use]
pub fn read(body: &Value) -> Request {
    let content = member(body, "generateContentRequest").unwrap_or(body);
    let config = member(content, "generationConfig").or_else(|| member(content, "config")).unwrap_or(&Value::Null);
    let mut request = Request {
        model: member(content, "model").and_then(Value::as_str).map(str::to_owned),
        system: member(content, "systemInstruction").map(system).unwrap_or_default(),
        choice: choice(content),
        output: output(config),
        thinking: thinking(config),
        body: content.clone(),
        ..Request::default()
    };
    for entry in each(member(content, "tools")) {
        read_tool(entry, &mut request);
    }
    for entry in each(member(content, "contents")) {
        let message = message(entry, &mut request.unseen);
        request.messages.push(message);
    }
    if member(content, "cachedContent").is_some() {
        request.unseen.push("the cached content".to_owned());
    }
    request
}

/// The value of a key in camel or snake case; `null` counts as absent.
fn member<'a>(value: &'a Value, camel: &str) -> Option<&'a Value> {
    let snake = || {
        let mut key = String::with_capacity(camel.len() + 4);
        for letter in camel.chars() {
            if letter.is_ascii_uppercase() {
                key.push('_');
            }
            key.push(letter.to_ascii_lowercase());
        }
        value.get(&key)
    };
    value.get(camel).or_else(snake).filter(|value| !value.is_null())
}

/// The entries of an array; Google's libraries also let a single entry stand for an array of one.
fn each(value: Option<&Value>) -> &[Value] {
    match value {
        Some(Value::Array(entries)) => entries,
        Some(single) => std::slice::from_ref(single),
        None => &[],
    }
}

fn system(value: &Value) -> Vec<String> {
    let parts = member(value, "parts").unwrap_or(value);
    let text = |part: &Value| part.as_str().or_else(|| part.get("text")?.as_str()).map(str::to_owned);
    each(Some(parts)).iter().filter_map(text).collect()
}

fn read_tool(entry: &Value, request: &mut Request) {
    let declared = member(entry, "functionDeclarations");
    for declaration in each(declared).iter().chain(declared.is_none().then_some(entry)) {
        match tool(declaration) {
            Some(tool) => request.tools.push(tool),
            None if declared.is_some() => request.unseen.push("a function without a name".to_owned()),
            None => {}
        }
    }
    let Some(keys) = entry.as_object().filter(|_| entry.get("name").is_none()) else { return };
    for (key, value) in keys {
        if !matches!(key.as_str(), "functionDeclarations" | "function_declarations") {
            request.hosted.push(Value::Object([(key.clone(), value.clone())].into_iter().collect()));
        }
    }
}

fn tool(declaration: &Value) -> Option<Tool> {
    let as_schema =
        member(declaration, "parameters").is_none() && member(declaration, "parametersJsonSchema").is_some();
    Some(Tool {
        name: declaration.get("name")?.as_str()?.to_owned(),
        text: declaration.to_string().into_boxed_str(),
        value: declaration.clone(),
        dialect: if as_schema { Dialect::GeminiJsonSchema } else { Dialect::Gemini },
        fidelity: Fidelity::Whole,
        place: Place::default(),
        excluded_by_http_hosts: None,
    })
}

fn message(content: &Value, unseen: &mut Vec<String>) -> Message {
    let role = match content.get("role").and_then(Value::as_str) {
        Some("model" | "assistant") => Role::Assistant,
        Some("system") => Role::System,
        _ => Role::User,
    };
    let mut parts = Vec::new();
    for entry in each(member(content, "parts").or_else(|| content.is_string().then_some(content))) {
        read_part(entry, &mut parts, unseen);
    }
    Message { role, name: None, parts }
}

fn read_part(entry: &Value, parts: &mut Vec<Part>, unseen: &mut Vec<String>) {
    let text = entry.as_str().or_else(|| entry.get("text")?.as_str());
    let signature = member(entry, "thoughtSignature").and_then(Value::as_str).map_or(0, length);
    let thought = entry.get("thought") == Some(&Value::Bool(true));
    if thought || signature > 0 {
        let text = text.filter(|_| thought).unwrap_or_default().to_owned();
        parts.push(Part::Reasoning { text, signature, tokens: None, basis: Basis::Unknown });
    }
    if let Some(text) = text {
        if !thought {
            parts.push(Part::Text(text.to_owned()));
        }
    } else if let Some(call) = member(entry, "functionCall") {
        parts.push(Part::Call {
            id: string(call, "id"),
            name: string(call, "name").unwrap_or_default(),
            arguments: member(call, "args").cloned().unwrap_or(Value::Null),
            arguments_text: None,
        });
    } else if let Some(result) = member(entry, "functionResponse") {
        parts.push(read_result(result));
        parts.extend(each(member(result, "parts")).iter().cloned().map(Part::Other));
    } else if entry.as_object().is_some_and(|object| object.keys().any(|key| !is_signature(key))) && !thought {
        if member(entry, "fileData").is_some() {
            unseen.push("a file".to_owned());
        }
        parts.push(Part::Other(entry.clone()));
    }
}

fn read_result(result: &Value) -> Part {
    let value = member(result, "response").cloned().unwrap_or(Value::Null);
    let members = value.as_object().into_iter().flatten();
    let text = members.filter_map(|(_, member)| member.as_str().map(str::to_owned)).collect();
    Part::Result { id: string(result, "id"), name: string(result, "name"), text, value }
}

fn is_signature(key: &str) -> bool {
    matches!(key, "thoughtSignature" | "thought_signature" | "thought")
}

fn length(signature: &str) -> usize {
    if PLACEHOLDERS.contains(&signature.trim_end_matches('=')) { 0 } else { signature.len() }
}

fn string(value: &Value, key: &str) -> Option<String> {
    value.get(key).and_then(Value::as_str).map(str::to_owned)
}

fn choice(body: &Value) -> ToolChoice {
    let config = member(body, "toolConfig").and_then(|config| member(config, "functionCallingConfig"));
    let Some(config) = config else { return ToolChoice::Unset };
    let allowed: Vec<String> = each(member(config, "allowedFunctionNames"))
        .iter()
        .filter_map(|name| name.as_str().map(str::to_owned))
        .collect();
    let mode = member(config, "mode").and_then(Value::as_str).map(str::to_ascii_uppercase);
    match (mode.as_deref(), allowed.is_empty()) {
        (Some("NONE"), _) => ToolChoice::None,
        (_, false) => ToolChoice::Allowed(allowed),
        (Some("ANY"), true) => ToolChoice::Required,
        (Some("AUTO" | "VALIDATED"), true) => ToolChoice::Auto,
        _ => ToolChoice::Unset,
    }
}

fn output(config: &Value) -> Output {
    let schema = member(config, "responseSchema").or_else(|| member(config, "responseJsonSchema"));
    match schema {
        Some(schema) => Output::JsonSchema { name: None, description: None, schema: schema.clone() },
        None if member(config, "responseMimeType").is_some_and(|kind| kind == "application/json") => Output::JsonObject,
        None => Output::Text,
    }
}

fn thinking(config: &Value) -> Thinking {
    let Some(config) = member(config, "thinkingConfig") else { return Thinking::Unset };
    if let Some(level) = member(config, "thinkingLevel").and_then(Value::as_str) {
        return Thinking::Effort(level.to_ascii_lowercase());
    }
    match member(config, "thinkingBudget").and_then(Value::as_i64) {
        Some(0) => Thinking::Disabled,
        Some(-1) => Thinking::Adaptive,
        Some(_) => Thinking::Enabled,
        None => Thinking::Unset,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn reads_both_spellings() {
        let camel = json!({
            "systemInstruction": {"parts": [{"text": "Jawab singkat."}]},
            "contents": [{"role": "user", "parts": [{"text": "Hai"}]}],
            "tools": [{"functionDeclarations": [{"name": "a", "parameters": {}}]}, {"googleSearch": {}}],
            "toolConfig": {"functionCallingConfig": {"mode": "ANY", "allowedFunctionNames": ["a"]}},
            "generationConfig": {"responseJsonSchema": {"type": "object"}, "thinkingConfig": {"thinkingBudget": 0}},
            "cachedContent": "cachedContents/1"
        });
        let snake = json!({
            "system_instruction": "Jawab singkat.",
            "contents": "Hai",
            "tools": {"function_declarations": {"name": "a", "parameters": {}}, "google_search": {}},
            "tool_config": {"function_calling_config": {"mode": "any", "allowed_function_names": ["a"]}},
            "generation_config": {"response_json_schema": {"type": "object"}, "thinking_config": {"thinking_budget": 0}},
            "cached_content": "cachedContents/1"
        });
        for body in [camel, snake] {
            let request = read(&body);
            assert_eq!(request.system, ["Jawab singkat."]);
            assert!(matches!(request.messages[0].parts.as_slice(), [Part::Text(text)] if text == "Hai"));
            assert_eq!((request.tools[0].name.as_str(), request.tools[0].dialect), ("a", Dialect::Gemini));
            assert_eq!(request.hosted.len(), 1);
            assert_eq!(request.choice, ToolChoice::Allowed(vec!["a".to_owned()]));
            assert!(matches!(request.output, Output::JsonSchema { .. }));
            assert_eq!(request.thinking, Thinking::Disabled);
            assert_eq!(request.unseen, ["the cached content"]);
        }
    }

    #[test]
    fn a_signature_is_a_part_of_its_own() {
        let request = read(&json!({"contents": [
            {"role": "model", "parts": [
                {"text": "Mari lihat.", "thought": true},
                {"functionCall": {"name": "jam", "args": {"kota": "Medan"}}, "thoughtSignature": "abcd"},
                {"text": "", "thought_signature": "efg"}
            ]},
            {"role": "function", "parts": [{"functionResponse": {"name": "jam", "response": {"pukul": "08:10"}}}]},
            {"role": "model", "parts": [
                {"functionCall": {"name": "jam"}, "thoughtSignature": "skip_thought_signature_validator"},
                {"inlineData": {"mimeType": "image/png", "data": ""}}, {"thoughtSignature": "hijk"}
            ]}
        ]}));
        let kinds: Vec<String> = request.messages.iter().flat_map(|message| &message.parts).map(kind).collect();
        let expected = "thought Mari lihat. 0; thought  4; call jam; thought  3; text ; result jam 08:10; call jam; other; \
                        thought  4";
        assert_eq!(kinds.join("; "), expected);
        assert_eq!(request.messages[1].role, Role::User);
    }

    fn kind(part: &Part) -> String {
        match part {
            Part::Text(text) => format!("text {text}"),
            Part::Call { name, .. } => format!("call {name}"),
            Part::Result { name, text, .. } => format!("result {} {}", name.as_deref().unwrap_or("?"), text.join(",")),
            Part::Reasoning { text, signature, .. } => format!("thought {text} {signature}"),
            Part::Other(_) => "other".to_owned(),
        }
    }

    #[test]
    fn the_door_of_the_schema_decides_the_dialect() {
        let request = read(&json!({"contents": [], "tools": [{"functionDeclarations": [
            {"name": "a", "parameters_json_schema": {}}, {"name": "b", "parameters": null, "parametersJsonSchema": {}},
            {"name": "c", "parameters": {}, "parametersJsonSchema": {}}, {"description": "no name"}
        ]}]}));
        let dialects: Vec<Dialect> = request.tools.iter().map(|tool| tool.dialect).collect();
        assert_eq!(dialects, [Dialect::GeminiJsonSchema, Dialect::GeminiJsonSchema, Dialect::Gemini]);
        assert_eq!(request.unseen, ["a function without a name"]);
    }

    #[test]
    fn odd_bodies_are_read_as_far_as_they_go() {
        for body in [
            json!(null),
            json!({"contents": {"parts": {"text": 7}}, "tools": [null, 1, "x"], "toolConfig": []}),
            json!({"contents": [[], "x", {"parts": [null, {}, {"functionCall": "x"}, {"functionResponse": []}]}]}),
        ] {
            assert!(read(&body).tools.is_empty());
        }
        let counting = json!({"generateContentRequest": {"contents": "Hai", "model": "models/m"}});
        assert_eq!(read(&counting).model.as_deref(), Some("models/m"));
    }
}
