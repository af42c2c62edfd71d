//! Reads a Chat Completions body, and those of the many APIs that copy it.

use serde_json::Value;

use crate::session::request::{Basis, Message, Output, Part, Request, Role, Thinking, ToolChoice, tools};

/// The request of such a body.
#[must_use]
pub fn read(body: &Value) -> Request {
    let mut request = Request {
        model: body["model"].as_str().map(str::to_owned),
        choice: choice(body),
        parallel: body["parallel_tool_calls"].as_bool(),
        output: output(&body["response_format"], &body["response_format"]["json_schema"]),
        thinking: body["reasoning_effort"]
            .as_str()
            .map_or(Thinking::Unset, |effort| Thinking::Effort(effort.to_owned())),
        body: body.clone(),
        ..Request::default()
    };
    let declared = ["tools", "functions"].into_iter().filter_map(|key| body[key].as_array()).flatten();
    for entry in declared {
        match tools::function(entry) {
            Some(tool) => request.tools.push(tool),
            None => request.hosted.push(entry.clone()),
        }
    }
    if body["web_search_options"].is_object() {
        request.hosted.push(serde_json::json!({"type": "web_search_options"}));
    }
    let messages = body["messages"].as_array().into_iter().flatten();
    request.messages = messages.map(|entry| message(entry, &mut request.unseen)).collect();
    request
}

/// `text`, any JSON, or JSON by a schema; `schema` is the object that holds its name and form.
pub(super) fn output(format: &Value, schema: &Value) -> Output {
    match format["type"].as_str() {
        Some("json_object") => Output::JsonObject,
        Some("json_schema") => Output::JsonSchema {
            name: schema["name"].as_str().map(str::to_owned),
            description: schema["description"].as_str().map(str::to_owned),
            schema: schema["schema"].clone(),
        },
        _ => Output::Text,
    }
}

/// What `tool_choice` says, in the forms of Chat Completions and Responses.
pub(super) fn choice_of(choice: &Value) -> ToolChoice {
    match choice.as_str() {
        Some("auto") => return ToolChoice::Auto,
        Some("none") => return ToolChoice::None,
        Some("required" | "any") => return ToolChoice::Required,
        _ => {}
    }
    let name = |entry: &Value| entry["name"].as_str().or_else(|| entry["function"]["name"].as_str()).map(str::to_owned);
    if choice["type"] == "allowed_tools" {
        let allowed = if choice["tools"].is_array() { choice } else { &choice["allowed_tools"] };
        return ToolChoice::Allowed(allowed["tools"].as_array().into_iter().flatten().filter_map(name).collect());
    }
    name(choice).map_or(ToolChoice::Unset, ToolChoice::Named)
}

/// The text of a content that is a string or a list of parts; every other part, as sent, to `rest`.
pub(super) fn text<'a>(content: &'a Value, mut rest: impl FnMut(&'a Value)) -> Vec<&'a str> {
    if let Some(text) = content.as_str() {
        return vec![text];
    }
    let text = |part: &'a Value| {
        let text = part.as_str().or_else(|| part["text"].as_str()).or_else(|| part["refusal"].as_str());
        if text.is_none() {
            rest(part);
        }
        text
    };
    content.as_array().into_iter().flatten().filter_map(text).collect()
}

/// A call as the model wrote it; arguments that are no JSON stay a text.
pub(super) fn call(id: Option<&str>, name: &str, arguments: &Value) -> Part {
    let text = arguments.as_str().map(str::to_owned);
    let value = match &text {
        Some(text) => serde_json::from_str(text).unwrap_or(Value::Null),
        None => arguments.clone(),
    };
    Part::Call { id: id.map(str::to_owned), name: name.to_owned(), arguments: value, arguments_text: text }
}

fn choice(body: &Value) -> ToolChoice {
    match choice_of(&body["tool_choice"]) {
        ToolChoice::Unset => choice_of(&body["function_call"]),
        said => said,
    }
}

fn message(entry: &Value, unseen: &mut Vec<String>) -> Message {
    let role = role(entry["role"].as_str().unwrap_or_default());
    let name = entry["name"].as_str().map(str::to_owned);
    let mut others = Vec::new();
    let texts = text(&entry["content"], |part| others.push(part.clone()));
    if role == Role::Tool {
        let result = Part::Result {
            id: entry["tool_call_id"].as_str().map(str::to_owned),
            name,
            text: texts.into_iter().map(str::to_owned).collect(),
            value: entry["content"].clone(),
        };
        return Message { role, name: None, parts: vec![result] };
    }
    let calls: Vec<Part> = calls(entry).collect();
    let mut parts: Vec<Part> = texts
        .into_iter()
        .filter(|text| !text.is_empty() || calls.is_empty())
        .map(|text| Part::Text(text.to_owned()))
        .collect();
    unseen.extend(others.iter().filter(|part| part["file"]["file_id"].is_string()).map(|_| "a file".to_owned()));
    unseen.extend(others.iter().filter(|part| part["document_url"].is_string()).map(|_| "a document".to_owned()));
    parts.extend(others.into_iter().map(|part| thought(&part).unwrap_or(Part::Other(part))));
    parts.extend(reasoning(entry));
    parts.extend(calls);
    Message { role, name, parts }
}

/// The role a name stands for; whoever is unknown is taken for the user.
pub(super) fn role(name: &str) -> Role {
    match name {
        "system" => Role::System,
        "developer" => Role::Developer,
        "assistant" => Role::Assistant,
        "tool" | "function" => Role::Tool,
        _ => Role::User,
    }
}

fn calls(entry: &Value) -> impl Iterator<Item = Part> {
    let tool_calls = entry["tool_calls"].as_array().into_iter().flatten().filter_map(|made| {
        let function = if made["function"].is_object() { &made["function"] } else { &made["custom"] };
        let arguments = function.get("arguments").or_else(|| function.get("input")).unwrap_or(&Value::Null);
        Some(call(made["id"].as_str(), function["name"].as_str()?, arguments))
    });
    let legacy =
        entry.get("function_call").and_then(|made| Some(call(None, made["name"].as_str()?, &made["arguments"])));
    tool_calls.chain(legacy)
}

fn reasoning(entry: &Value) -> Option<Part> {
    let text = entry["reasoning_content"].as_str().or_else(|| entry["reasoning"].as_str())?;
    Some(Part::Reasoning { text: text.to_owned(), signature: 0, tokens: None, basis: Basis::Unknown })
}

/// Mistral's part of reasoning: texts inside a `thinking` list.
fn thought(part: &Value) -> Option<Part> {
    let texts: Vec<&str> = part["thinking"].as_array()?.iter().filter_map(|piece| piece["text"].as_str()).collect();
    Some(Part::Reasoning { text: texts.join("\n\n"), signature: 0, tokens: None, basis: Basis::Unknown })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn reads_calls_results_and_choice() {
        let request = read(&json!({
            "model": "gpt-4o",
            "messages": [
                {"role": "developer", "content": "Jawab singkat."},
                {"role": "user", "name": "sari", "content": [{"type": "text", "text": "Cuaca?"}, {"type": "image_url"}]},
                {"role": "assistant", "content": "", "tool_calls": [
                    {"id": "c1", "type": "function", "function": {"name": "cuaca", "arguments": "{\"kota\": \"Bogor\"}"}}]},
                {"role": "tool", "tool_call_id": "c1", "content": "hujan"},
            ],
            "tools": [{"type": "function", "function": {"name": "cuaca"}}, {"type": "custom", "custom": {"name": "sql"}}],
            "tool_choice": {"type": "function", "function": {"name": "cuaca"}},
        }));
        assert_eq!(request.tools.len(), 1);
        assert_eq!(request.hosted.len(), 1);
        assert_eq!(request.choice, ToolChoice::Named("cuaca".to_owned()));
        let roles: Vec<Role> = request.messages.iter().map(|message| message.role).collect();
        assert_eq!(roles, [Role::Developer, Role::User, Role::Assistant, Role::Tool]);
        assert_eq!(request.messages[1].name.as_deref(), Some("sari"));
        assert!(matches!(&request.messages[1].parts[..], [Part::Text(_), Part::Other(_)]));
        let [Part::Call { arguments, .. }] = &request.messages[2].parts[..] else { panic!("one call, no empty text") };
        assert_eq!(arguments, &json!({"kota": "Bogor"}));
        assert!(matches!(&request.messages[3].parts[..], [Part::Result { id: Some(_), .. }]));
    }

    #[test]
    fn reads_the_older_functions() {
        let request = read(&json!({
            "messages": [
                {"role": "assistant", "content": null, "function_call": {"name": "f", "arguments": "no json"}},
                {"role": "function", "name": "f", "content": "1"},
            ],
            "functions": [{"name": "f", "parameters": {"type": "object", "properties": {}}}],
            "function_call": {"name": "f"},
        }));
        assert_eq!(request.tools.len(), 1);
        assert_eq!(request.choice, ToolChoice::Named("f".to_owned()));
        assert!(matches!(&request.messages[0].parts[..], [Part::Call { arguments: Value::Null, .. }]));
        assert!(matches!(&request.messages[1].parts[..], [Part::Result { name: Some(_), .. }]));
    }

    #[test]
    fn tolerates_anything() {
        for body in [json!({"messages": [1, null, {"content": [[], {"text": 1}]}], "tools": [0]}), json!({"tools": 1})]
        {
            let request = read(&body);
            assert!(request.tools.is_empty());
        }
    }
}
