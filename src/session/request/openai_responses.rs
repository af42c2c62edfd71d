//! Reads a Responses body.

use serde_json::Value;

use crate::session::request::openai_chat::{call, choice_of, output, role, text};
use crate::session::request::{Basis, Message, Part, Request, Role, Thinking, tools};

/// The request of such a body.
#[must_use]
pub fn read(body: &Value) -> Request {
    let effort = body["reasoning"]["effort"].as_str();
    let mut request = Request {
        model: body["model"].as_str().map(str::to_owned),
        choice: choice_of(&body["tool_choice"]),
        parallel: body["parallel_tool_calls"].as_bool(),
        output: output(&body["text"]["format"], &body["text"]["format"]),
        thinking: effort.map_or(Thinking::Unset, |effort| Thinking::Effort(effort.to_owned())),
        body: body.clone(),
        ..Request::default()
    };
    declared(&body["tools"], &mut request);
    request.system.extend(body["instructions"].as_str().filter(|text| !text.is_empty()).map(str::to_owned));
    for (key, what) in [
        ("previous_response_id", "the conversation before"),
        ("conversation", "the conversation"),
        ("prompt", "a stored prompt"),
    ] {
        if body.get(key).is_some_and(|value| !value.is_null()) {
            request.unseen.push(what.to_owned());
        }
    }
    match &body["input"] {
        Value::String(said) => request.messages.push(spoken(Role::User, vec![Part::Text(said.clone())])),
        Value::Array(items) => items.iter().for_each(|entry| item(entry, &mut request)),
        _ => {}
    }
    request
}

/// Function tools, those inside a namespace too; the rest is run by the provider.
fn declared(entries: &Value, request: &mut Request) {
    for entry in entries.as_array().into_iter().flatten() {
        match tools::function(entry) {
            Some(tool) => request.tools.push(tool),
            None if entry["type"] == "namespace" => {
                request.tools.extend(entry["tools"].as_array().into_iter().flatten().filter_map(tools::function));
            }
            None => request.hosted.push(entry.clone()),
        }
    }
}

fn item(entry: &Value, request: &mut Request) {
    match entry["type"].as_str() {
        Some("function_call" | "custom_tool_call") => {
            let arguments = entry.get("arguments").or_else(|| entry.get("input")).unwrap_or(&Value::Null);
            let made = call(entry["call_id"].as_str(), entry["name"].as_str().unwrap_or_default(), arguments);
            // Calls that follow each other were made at once.
            match request.messages.last_mut() {
                Some(Message { parts, .. }) if matches!(parts.last(), Some(Part::Call { .. })) => parts.push(made),
                _ => request.messages.push(spoken(Role::Assistant, vec![made])),
            }
        }
        Some("function_call_output" | "custom_tool_call_output") => {
            request.messages.push(spoken(Role::Tool, vec![result(entry)]))
        }
        Some("reasoning") => request.messages.push(spoken(Role::Assistant, vec![reasoning(entry)])),
        Some("message") | None => {
            let message = message(entry, request);
            request.messages.push(message);
        }
        Some(kind) => {
            if kind == "item_reference" {
                request.unseen.push("a stored item".to_owned());
            }
            let by = if kind == "additional_tools" { Role::Developer } else { Role::Assistant };
            request.messages.push(spoken(by, vec![Part::Other(entry.clone())]));
        }
    }
}

fn message(entry: &Value, request: &mut Request) -> Message {
    let mut others = Vec::new();
    let texts = text(&entry["content"], |part| others.push(part.clone()));
    let mut parts: Vec<Part> = texts.into_iter().map(|text| Part::Text(text.to_owned())).collect();
    request.unseen.extend(others.iter().filter(|part| part["file_id"].is_string()).map(|_| "a file".to_owned()));
    parts.extend(others.into_iter().map(Part::Other));
    spoken(role(entry["role"].as_str().unwrap_or_default()), parts)
}

fn result(entry: &Value) -> Part {
    Part::Result {
        id: entry["call_id"].as_str().map(str::to_owned),
        name: None,
        text: text(&entry["output"], |_| {}).into_iter().map(str::to_owned).collect(),
        value: entry["output"].clone(),
    }
}

fn reasoning(entry: &Value) -> Part {
    let texts = |key: &str| entry[key].as_array().into_iter().flatten().filter_map(|part| part["text"].as_str());
    // Models that show their reasoning send it whole in `content`; the summary is then a shorter copy.
    let whole: String = texts("content").collect();
    Part::Reasoning {
        text: if whole.is_empty() { texts("summary").collect() } else { whole },
        signature: entry["encrypted_content"].as_str().map_or(0, str::len),
        tokens: None,
        basis: Basis::Unknown,
    }
}

fn spoken(role: Role, parts: Vec<Part>) -> Message {
    Message { role, name: None, parts }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn groups_calls_made_at_once() {
        let call = |id: &str| json!({"type": "function_call", "call_id": id, "name": "cuaca", "arguments": "{}"});
        let output = |id: &str| json!({"type": "function_call_output", "call_id": id, "output": "hujan"});
        let request = read(&json!({
            "model": "gpt-5", "instructions": "Jawab singkat.",
            "input": [
                {"role": "user", "content": [{"type": "input_text", "text": "Cuaca?"}]},
                {"type": "reasoning", "summary": [], "encrypted_content": "abcd"},
                call("a"), call("b"), output("a"), output("b"), call("c"), output("c"),
            ],
            "tools": [{"type": "function", "name": "cuaca", "parameters": null}, {"type": "web_search"},
                {"type": "namespace", "name": "n", "tools": [{"type": "function", "name": "dalam"}]}],
            "text": {"format": {"type": "json_schema", "name": "jawaban", "schema": {"type": "object"}}},
        }));
        let names: Vec<&str> = request.tools.iter().map(|tool| tool.name.as_str()).collect();
        assert_eq!((names, request.hosted.len()), (vec!["cuaca", "dalam"], 1));
        assert_eq!(request.system, ["Jawab singkat."]);
        let calls: Vec<usize> = request
            .messages
            .iter()
            .map(|message| message.parts.iter().filter(|part| matches!(part, Part::Call { .. })).count())
            .collect();
        assert_eq!(calls, [0, 0, 2, 0, 0, 1, 0]);
        assert!(matches!(request.messages[1].parts[0], Part::Reasoning { signature: 4, .. }));
        assert!(request.unseen.is_empty());
    }

    #[test]
    fn says_what_the_body_only_points_at() {
        let request = read(&json!({
            "input": "Lanjutkan.", "previous_response_id": "resp_1", "prompt": {"id": "p"}, "conversation": null,
        }));
        assert_eq!(request.unseen, ["the conversation before", "a stored prompt"]);
        assert!(matches!(&request.messages[0].parts[..], [Part::Text(_)]));
    }

    #[test]
    fn tolerates_anything() {
        for body in [json!({"input": [1, [], {"type": "function_call"}, {"type": 7}], "tools": {}}), json!(null)] {
            assert!(read(&body).tools.is_empty());
        }
    }
}
