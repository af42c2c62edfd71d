//! Reads a Bedrock body: `converse`, its token-count form, and `invoke` with a Nova body (the same blocks).

use serde_json::Value;

use crate::session::request::{Output, Part, Request, Thinking, ToolChoice};
use crate::session::request::{anthropic, tools};

/// The request of such a body.
#[must_use]
pub fn read(body: &Value) -> Request {
    let body = body.pointer("/input/converse").unwrap_or(body);
    let config = &body["toolConfig"];
    let more = &body["additionalModelRequestFields"];
    let entries = || config["tools"].as_array().into_iter().flatten();
    // The native fields of an Anthropic request travel here, tools that Claude brings along included.
    let native = || more["tools"].as_array().into_iter().flatten();
    let own = |entry: &&Value| tools::function(entry).is_none() && entry.get("cachePoint").is_none();
    Request {
        model: body["modelId"].as_str().map(str::to_owned),
        tools: entries().chain(native()).filter_map(tools::function).collect(),
        hosted: entries().chain(native()).filter(own).cloned().collect(),
        system: body["system"].as_array().into_iter().flatten().filter_map(text).collect(),
        messages: body["messages"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|sent| anthropic::message(sent, block))
            .collect(),
        choice: match choice(&config["toolChoice"]) {
            ToolChoice::Unset => anthropic::choice(&more["tool_choice"]),
            said => said,
        },
        parallel: more["tool_choice"]["disable_parallel_tool_use"].as_bool().map(|disabled| !disabled),
        output: match output(body) {
            Output::Text => anthropic::output(more),
            said => said,
        },
        thinking: thinking(more),
        unseen: unseen(body),
        body: body.clone(),
        ..Request::default()
    }
}

fn choice(asked: &Value) -> ToolChoice {
    if asked.get("any").is_some() {
        return ToolChoice::Required;
    }
    if asked.get("auto").is_some() {
        return ToolChoice::Auto;
    }
    asked["tool"]["name"].as_str().map_or(ToolChoice::Unset, |name| ToolChoice::Named(name.to_owned()))
}

/// The schema of `outputConfig` is JSON in a string.
fn output(body: &Value) -> Output {
    let asked = &body["outputConfig"]["textFormat"]["structure"]["jsonSchema"];
    let string = |key: &str| asked[key].as_str().map(str::to_owned);
    match string("schema").and_then(|schema| serde_json::from_str(&schema).ok()) {
        Some(schema) => Output::JsonSchema { name: string("name"), description: string("description"), schema },
        None => Output::Text,
    }
}

/// Claude's `thinking`, the `reasoning_config` that Bedrock had before it, and Nova's `reasoningConfig`.
fn thinking(more: &Value) -> Thinking {
    ["thinking", "reasoning_config", "reasoningConfig"]
        .into_iter()
        .map(|key| anthropic::thinking(&more[key]))
        .find(|asked| *asked != Thinking::Unset)
        .unwrap_or_default()
}

fn block(block: &Value) -> Vec<Part> {
    if let Some(text) = text(block) {
        return vec![Part::Text(text)];
    }
    let id = |value: &Value| value["toolUseId"].as_str().map(str::to_owned);
    if let Some(call) = block.get("toolUse") {
        return vec![Part::Call {
            id: id(call),
            name: call["name"].as_str().unwrap_or_default().to_owned(),
            arguments: call["input"].clone(),
            arguments_text: None,
        }];
    }
    if let Some(result) = block.get("toolResult") {
        let blocks = result["content"].as_array().into_iter().flatten();
        return vec![Part::Result {
            id: id(result),
            name: None,
            text: blocks.filter_map(|block| text(block).or_else(|| Some(block.get("json")?.to_string()))).collect(),
            value: result["content"].clone(),
        }];
    }
    if let Some(reasoning) = block.get("reasoningContent") {
        let said = &reasoning["reasoningText"];
        let opaque = if said.is_object() { &said["signature"] } else { &reasoning["redactedContent"] };
        return vec![anthropic::reasoning(said["text"].as_str().unwrap_or_default().to_owned(), opaque)];
    }
    if let Some(cited) = block.get("citationsContent") {
        return anthropic::texts(&cited["content"]).into_iter().map(Part::Text).collect();
    }
    if let Some(words) = block["document"]["source"]["text"].as_str() {
        let name = block["document"]["name"].as_str();
        return name.into_iter().chain([words]).map(|text| Part::Text(text.to_owned())).collect();
    }
    if block.get("cachePoint").is_some() { Vec::new() } else { vec![Part::Other(block.clone())] }
}

/// The text of a block, guarded or not.
fn text(block: &Value) -> Option<String> {
    let text = block.get("text").or_else(|| block.pointer("/guardContent/text/text"))?;
    text.as_str().map(str::to_owned)
}

fn unseen(body: &Value) -> Vec<String> {
    let mut unseen = Vec::new();
    if body["promptVariables"].is_object() {
        unseen.push("a stored prompt".to_owned());
    }
    let blocks = body["messages"].as_array().into_iter().flatten().filter_map(|message| message["content"].as_array());
    let stored = |block: &Value| {
        ["document", "image", "video"].into_iter().any(|kind| block[kind]["source"].get("s3Location").is_some())
    };
    if blocks.flatten().any(stored) {
        unseen.push("files in a store".to_owned());
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
            "system": [{"text": "Kamu pemandu kereta."}, {"cachePoint": {"type": "default"}}],
            "toolConfig": {
                "tools": [
                    {"toolSpec": {"name": "cari", "description": "Cari kereta", "inputSchema": {"json": {"type": "object"}}}},
                    {"cachePoint": {"type": "default"}},
                    {"systemTool": {"name": "nova_grounding"}}
                ],
                "toolChoice": {"tool": {"name": "cari"}}
            },
            "outputConfig": {"textFormat": {"type": "json_schema", "structure": {"jsonSchema": {
                "name": "rute", "schema": "{\"type\":\"object\"}"}}}},
            "additionalModelRequestFields": {"thinking": {"type": "enabled", "budget_tokens": 1024}},
            "messages": [
                {"role": "user", "content": [{"text": "ke Solo"}, {"cachePoint": {"type": "default"}},
                    {"guardContent": {"text": {"text": "besok"}}}]},
                {"role": "assistant", "content": [
                    {"reasoningContent": {"reasoningText": {"text": "hmm", "signature": "abc"}}},
                    {"reasoningContent": {"redactedContent": "xyz1"}},
                    {"toolUse": {"toolUseId": "a", "name": "cari", "input": {"kota": "Solo"}}}]},
                {"role": "user", "content": [{"toolResult": {"toolUseId": "a", "content": [
                    {"text": "07.10"}, {"json": {"peron": 3}}]}}]}
            ]
        }));
        assert_eq!((request.tools.len(), request.hosted.len()), (1, 1));
        assert_eq!(request.tools[0].description(), Some("Cari kereta"));
        assert_eq!(request.system, ["Kamu pemandu kereta."]);
        assert_eq!(request.choice, ToolChoice::Named("cari".to_owned()));
        assert_eq!(request.thinking, Thinking::Enabled);
        assert!(matches!(&request.output, Output::JsonSchema { name: Some(name), .. } if name == "rute"));
        assert_eq!(request.messages[0].parts.len(), 2);
        assert!(matches!(&request.messages[1].parts[1], Part::Reasoning { signature: 4, .. }));
        assert!(
            matches!(&request.messages[2].parts[0], Part::Result { text, .. } if text == &["07.10", "{\"peron\":3}"])
        );
    }

    #[test]
    fn reads_the_token_count_form() {
        let request =
            read(&json!({"input": {"converse": {"messages": [{"role": "user", "content": [{"text": "hai"}]}]}}}));
        assert!(matches!(&request.messages[0].parts[..], [Part::Text(text)] if text == "hai"));
    }

    #[test]
    fn tolerates_wrong_types() {
        for body in [
            json!(null),
            json!({"messages": 7, "toolConfig": {"tools": {"a": 1}, "toolChoice": "auto"}, "system": "text"}),
            json!({"messages": [null, {"role": 1, "content": [null, {"toolUse": 3}, {"toolResult": []}, {"image": 1}]}]}),
            json!({"outputConfig": {"textFormat": {"structure": {"jsonSchema": {"schema": "not JSON"}}}}}),
        ] {
            let request = read(&body);
            assert_eq!((request.tools.len(), request.choice), (0, ToolChoice::Unset));
            assert!(matches!(request.output, Output::Text));
        }
    }
}
