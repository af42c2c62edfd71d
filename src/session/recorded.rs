//! A recorded call: a request body and, where the recording has it, the input the provider billed for it.

use serde_json::Value;

use crate::session::request::{self, Request, Shape};

/// One row of a log: a request, what is known about where it went, and what was billed.
#[derive(Debug, Clone)]
pub struct Recorded {
    /// The request.
    pub request: Request,
    /// The provider, as the row names it.
    pub provider: Option<String>,
    /// The API form, as the row names it (`openai-chat`, `anthropic-messages`, …).
    pub api: Option<String>,
    /// The model, as the row names it; the body's own model stands in `request`.
    pub model: Option<String>,
    /// Where the request was sent.
    pub uri: Option<String>,
    /// Total input tokens billed, cache reads and writes included.
    pub billed: Option<u64>,
    /// Recorder's notes on the row (`tool_history`, `server_tools`, …); `None` when it made none.
    pub flags: Option<Vec<String>>,
    /// Reasoning tokens of the answer, which a later request may send back.
    pub reasoning: Option<u64>,
    /// Output tokens of the answer.
    pub output: Option<u64>,
    /// What ties rows of one conversation together (a cassette's path, a conversation id).
    pub thread: Option<String>,
    /// The row's own id.
    pub id: Option<String>,
}

/// Reads one log row or bare request body; `None` when there is no request in it.
#[must_use]
pub fn read(row: &Value) -> Option<Recorded> {
    let body = ["request", "body", "input"]
        .into_iter()
        .filter_map(|key| row.get(key))
        .find(|body| request::shape(body).is_some())
        .or_else(|| request::shape(row).map(|_| row))?;
    let text = |key: &str| row.get(key).and_then(Value::as_str).map(str::to_owned);
    let api = text("api");
    let shape = api.as_deref().and_then(shape_of_api).or_else(|| request::shape(body))?;
    let usage = row.get("usage").unwrap_or(&Value::Null);
    Some(Recorded {
        request: request::read(shape, body),
        provider: text("provider"),
        model: text("model"),
        uri: text("uri"),
        billed: row.get("input_tokens").and_then(Value::as_u64).or_else(|| billed(usage)),
        flags: row.get("flags").map(strings),
        reasoning: reasoning(usage),
        output: first(usage, &["/output_tokens", "/completion_tokens", "/candidatesTokenCount", "/outputTokens"]),
        thread: row.pointer("/source/path").and_then(Value::as_str).map(str::to_owned),
        id: row.get("id").map(|id| id.as_str().map_or_else(|| id.to_string(), str::to_owned)),
        api,
    })
}

fn shape_of_api(api: &str) -> Option<Shape> {
    Some(match api {
        "openai-chat" => Shape::OpenAiChat,
        "openai-responses" => Shape::OpenAiResponses,
        "anthropic-messages" => Shape::Anthropic,
        "gemini-generate" => Shape::Gemini,
        "bedrock-converse" => Shape::BedrockConverse,
        _ => return None,
    })
}

fn billed(usage: &Value) -> Option<u64> {
    let whole = first(usage, &["/prompt_tokens", "/promptTokenCount", "/total_input_tokens"]);
    if whole.is_some() {
        return whole;
    }
    let input = first(usage, &["/input_tokens", "/inputTokens"])?;
    let cached =
        ["/cache_creation_input_tokens", "/cache_read_input_tokens", "/cacheReadInputTokens", "/cacheWriteInputTokens"];
    Some(input + cached.iter().filter_map(|key| usage.pointer(key)?.as_u64()).sum::<u64>())
}

fn reasoning(usage: &Value) -> Option<u64> {
    first(
        usage,
        &[
            "/thoughtsTokenCount",
            "/output_tokens_details/reasoning_tokens",
            "/completion_tokens_details/reasoning_tokens",
        ],
    )
}

fn first(value: &Value, pointers: &[&str]) -> Option<u64> {
    pointers.iter().find_map(|pointer| value.pointer(pointer)?.as_u64())
}

fn strings(value: &Value) -> Vec<String> {
    value.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}
