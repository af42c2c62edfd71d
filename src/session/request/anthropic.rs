//! Reads an Anthropic messages body: to the Claude API, or to Bedrock and Vertex in the same form.

use serde_json::Value;

use crate::session::request::tools;
use crate::session::request::{Basis, Message, Output, Part, Request, Role, Thinking, ToolChoice};

/// The request of such a body.
#[must_use]
pub fn read(body: &Value) -> Request {
    let entries = || body["tools"].as_array().into_iter().flatten();
    Request {
        model: body["model"].as_str().map(str::to_owned),
        tools: entries().filter_map(tools::function).collect(),
        hosted: entries().filter(|entry| tools::function(entry).is_none()).cloned().collect(),
        system: texts(&body["system"]),
        messages: body["messages"].as_array().into_iter().flatten().map(|sent| message(sent, block)).collect(),
        choice: choice(&body["tool_choice"]),
        parallel: body["tool_choice"]["disable_parallel_tool_use"].as_bool().map(|disabled| !disabled),
        output: output(body),
        thinking: thinking(&body["thinking"]),
        unseen: unseen(body),
        body: body.clone(),
        ..Request::default()
    }
}

/// `thinking` of a body; Bedrock's `converse` carries the same object among its additional fields.
pub(crate) fn thinking(asked: &Value) -> Thinking {
    match asked["type"].as_str() {
        Some("enabled") => Thinking::Enabled,
        Some("adaptive") => Thinking::Adaptive,
        Some("disabled") => Thinking::Disabled,
        _ => Thinking::Unset,
    }
}

/// `tool_choice` of a body.
pub(crate) fn choice(asked: &Value) -> ToolChoice {
    match asked["type"].as_str() {
        Some("auto") => ToolChoice::Auto,
        Some("any") => ToolChoice::Required,
        Some("none") => ToolChoice::None,
        Some("tool") => asked["name"].as_str().map_or(ToolChoice::Required, |name| ToolChoice::Named(name.to_owned())),
        _ => ToolChoice::Unset,
    }
}

/// `output_config.format`, or the `output_format` of the beta before it.
pub(crate) fn output(body: &Value) -> Output {
    let format = [&body["output_config"]["format"], &body["output_format"]];
    match format.into_iter().find_map(|format| format.get("schema")) {
        Some(schema) => Output::JsonSchema { name: None, description: None, schema: schema.clone() },
        None => Output::Text,
    }
}

/// A message of a body; `block` reads one block of its content. Bedrock's messages differ in nothing but the blocks.
pub(crate) fn message(sent: &Value, block: fn(&Value) -> Vec<Part>) -> Message {
    let role = match sent["role"].as_str() {
        Some("assistant") => Role::Assistant,
        Some("system") => Role::System,
        _ => Role::User,
    };
    let parts = match &sent["content"] {
        Value::String(text) => vec![Part::Text(text.clone())],
        Value::Array(blocks) => blocks.iter().flat_map(block).collect(),
        _ => Vec::new(),
    };
    Message { role, name: None, parts }
}

/// One block of a content.
pub(crate) fn block(block: &Value) -> Vec<Part> {
    let string = |key: &str| block[key].as_str().unwrap_or_default().to_owned();
    let kind = block["type"].as_str().unwrap_or(if block["text"].is_string() { "text" } else { "" });
    vec![match kind {
        "text" => Part::Text(string("text")),
        "tool_use" => Part::Call {
            id: block["id"].as_str().map(str::to_owned),
            name: string("name"),
            arguments: block["input"].clone(),
            arguments_text: None,
        },
        "tool_result" => Part::Result {
            id: block["tool_use_id"].as_str().map(str::to_owned),
            name: None,
            text: texts(&block["content"]),
            value: block["content"].clone(),
        },
        "thinking" => reasoning(string("thinking"), &block["signature"]),
        "redacted_thinking" => reasoning(String::new(), &block["data"]),
        "document" | "search_result" => return readable(block),
        _ => Part::Other(block.clone()),
    }]
}

/// A block of reasoning. Its signature only proves where readable text comes from; without the text it stands for it.
pub(crate) fn reasoning(text: String, signature: &Value) -> Part {
    let signature = if text.is_empty() { signature.as_str().map_or(0, |opaque| opaque.chars().count()) } else { 0 };
    Part::Reasoning { text, signature, tokens: None, basis: Basis::Unknown }
}

/// The words of a document or a search result, where the body holds them; else the block as sent.
fn readable(block: &Value) -> Vec<Part> {
    let source = &block["source"];
    let words = match source["type"].as_str() {
        Some("text") => texts(&source["data"]),
        Some("content") => texts(&source["content"]),
        _ => texts(&block["content"]),
    };
    if words.is_empty() {
        return vec![Part::Other(block.clone())];
    }
    let heads = ["title", "context"].into_iter().filter_map(|key| block[key].as_str()).map(str::to_owned);
    heads.chain(source.as_str().map(str::to_owned)).chain(words).map(Part::Text).collect()
}

/// A text, or the texts of a list of blocks.
pub(crate) fn texts(content: &Value) -> Vec<String> {
    match content {
        Value::String(text) => vec![text.clone()],
        Value::Array(blocks) => blocks.iter().filter_map(|block| block["text"].as_str()).map(str::to_owned).collect(),
        _ => Vec::new(),
    }
}

fn unseen(body: &Value) -> Vec<String> {
    let some = |value: &Value| match value {
        Value::Null => false,
        Value::Array(items) => !items.is_empty(),
        _ => true,
    };
    let mut unseen = Vec::new();
    if some(&body["mcp_servers"]) {
        unseen.push("tools of remote MCP servers".to_owned());
    }
    if some(&body["container"]) {
        unseen.push("skills and state of a container".to_owned());
    }
    let blocks = body["messages"].as_array().into_iter().flatten().filter_map(|message| message["content"].as_array());
    let elsewhere = |block: &&Value| matches!(block["source"]["type"].as_str(), Some("url" | "file"));
    if blocks.flatten().any(|block| elsewhere(&block)) {
        unseen.push("files and addresses".to_owned());
    }
    unseen
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn reads_every_piece() {
        let request = read(&json!({
            "model": "claude-sonnet-4-6",
            "system": [{"type": "text", "text": "Kamu pemandu kereta."}],
            "tools": [
                {"name": "cari", "description": "Cari kereta", "input_schema": {"type": "object"}},
                {"type": "custom", "name": "pesan", "input_schema": {"type": "object"}, "defer_loading": true},
                {"type": "web_search_20250305", "name": "web_search"}
            ],
            "tool_choice": {"type": "tool", "name": "cari", "disable_parallel_tool_use": true},
            "thinking": {"type": "enabled", "budget_tokens": 2000},
            "output_config": {"effort": "low", "format": {"type": "json_schema", "schema": {"type": "object"}}},
            "mcp_servers": [{"type": "url", "url": "https://example.com"}],
            "messages": [
                {"role": "user", "content": "ke mana?"},
                {"role": "assistant", "content": [
                    {"type": "thinking", "thinking": "hmm", "signature": "abc"},
                    {"type": "redacted_thinking", "data": "xyz1"},
                    {"type": "tool_use", "id": "a", "name": "cari", "input": {"kota": "Solo"}}]},
                {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "a", "content": [
                    {"type": "text", "text": "07.10"}, {"type": "image", "source": {"type": "url"}}]}]},
                {"role": "system", "content": "Ringkas."}
            ]
        }));
        assert_eq!((request.tools.len(), request.hosted.len()), (2, 1));
        assert!(request.tools[1].defer_loading());
        assert_eq!(request.choice, ToolChoice::Named("cari".to_owned()));
        assert_eq!((request.parallel, request.thinking), (Some(false), Thinking::Enabled));
        assert!(matches!(request.output, Output::JsonSchema { .. }));
        assert_eq!(request.unseen, ["tools of remote MCP servers"]);
        assert_eq!(request.messages[3].role, Role::System);
        assert!(matches!(&request.messages[1].parts[0], Part::Reasoning { text, signature: 0, .. } if text == "hmm"));
        assert!(matches!(&request.messages[1].parts[1], Part::Reasoning { signature: 4, .. }));
        assert!(matches!(&request.messages[2].parts[0], Part::Result { text, .. } if text == &["07.10"]));
    }

    #[test]
    fn tolerates_wrong_types() {
        for body in [
            json!(null),
            json!({"messages": 7, "tools": {"a": 1}, "system": 3}),
            json!({"messages": [null, {"role": 1, "content": [null, 4, {"type": "tool_use"}, {"type": "document"}]}]}),
            json!({"tools": [null, {"name": 3}, "x"], "tool_choice": "auto", "output_config": [], "thinking": "on"}),
        ] {
            let request = read(&body);
            assert_eq!((request.tools.len(), request.choice), (0, ToolChoice::Unset));
        }
    }

    #[test]
    fn reads_documents_that_are_text() {
        let request = read(&json!({"messages": [{"role": "user", "content": [
            {"type": "document", "title": "Jadwal", "source": {"type": "text", "data": "07.10 Solo"}},
            {"type": "document", "source": {"type": "base64", "data": "AAAA"}},
            {"type": "search_result", "source": "example.com", "title": "Peron", "content": [{"type": "text", "text": "3"}]}
        ]}]}));
        let words: Vec<_> = request.messages[0]
            .parts
            .iter()
            .map(|part| if let Part::Text(text) = part { text.as_str() } else { "-" })
            .collect();
        assert_eq!(words, ["Jadwal", "07.10 Solo", "-", "Peron", "example.com", "3"]);
    }
}
