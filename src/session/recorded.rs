//! A recorded call: a request body and, where the recording has it, the input the provider billed for it.

use std::borrow::Cow;

use serde_json::Value;

use crate::catalog::saved::parse::value;
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

/// Where a row keeps the answer.
const ANSWERS: [&str; 2] = ["response", "output"];

/// Cache reads and writes that are no part of `input_tokens`.
const CACHED: [&str; 4] =
    ["/cache_creation_input_tokens", "/cache_read_input_tokens", "/cacheReadInputTokens", "/cacheWriteInputTokens"];

/// Reads one log row or bare request body; `None` when there is no request in it.
#[must_use]
pub fn read(row: &Value) -> Option<Recorded> {
    let own = request::shape(row);
    let answered = ["response", "output", "usage", "input_tokens"].iter().any(|key| row.get(key).is_some());
    let body = ["request", "body", "input"]
        .into_iter()
        // The `input` of a bare Responses body is what the user says, whatever it looks like.
        .filter(|key| *key != "input" || own.is_none() || answered)
        .filter_map(|key| row.get(key).map(unquoted))
        .find(|body| request::shape(body).is_some())
        .or_else(|| own.map(|_| Cow::Borrowed(row)))?;
    let body = body.as_ref();
    let text = |key: &str| row.get(key).and_then(Value::as_str).map(str::to_owned);
    let api = text("api");
    let shape = api.as_deref().and_then(shape_of_api).or_else(|| request::shape(body))?;
    let usage = usage(row);
    let usage = usage.as_ref();
    Some(Recorded {
        request: request::read(shape, body),
        provider: text("provider"),
        model: text("model"),
        uri: text("uri"),
        billed: whole_input(row.get("input_tokens").and_then(Value::as_u64), usage),
        flags: row.get("flags").map(strings),
        reasoning: reasoning(usage),
        output: first(usage, &["/output_tokens", "/completion_tokens", "/candidatesTokenCount", "/outputTokens"]),
        thread: row.pointer("/source/path").and_then(Value::as_str).map(str::to_owned),
        id: row.get("id").map(|id| id.as_str().map_or_else(|| id.to_string(), str::to_owned)),
        api,
    })
}

/// The body of the answer that a row keeps; `None` when it keeps none as JSON.
pub(crate) fn answer(row: &Value) -> Option<Cow<'_, Value>> {
    let found = ANSWERS.iter().filter_map(|key| row.get(key)).map(unquoted).find(|found| found.is_object())?;
    match found.get("body").map(unquoted) {
        Some(body) if body.is_object() => Some(Cow::Owned(body.into_owned())),
        _ => Some(found),
    }
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

/// A value, or what its text says when it is a string that holds JSON.
fn unquoted(value: &Value) -> Cow<'_, Value> {
    let text = value.as_str().filter(|text| text.trim_start().starts_with('{'));
    text.and_then(|text| value::of_text(text).ok()).map_or(Cow::Borrowed(value), Cow::Owned)
}

/// The usage that a row keeps, in its provider's words; null when it keeps none.
pub(crate) fn usage(row: &Value) -> Cow<'_, Value> {
    const NAMES: [&str; 2] = ["usage", "usageMetadata"];
    let inside =
        |holder: &Value| NAMES.iter().find_map(|name| holder.get(name).filter(|found| found.is_object())).cloned();
    if let Some(found) = NAMES.iter().find_map(|name| row.get(name).filter(|found| found.is_object())) {
        return Cow::Borrowed(found);
    }
    let answers = ANSWERS.iter().filter_map(|key| row.get(key)).map(unquoted);
    let found = answers.filter_map(|answer| inside(&answer).or_else(|| inside(&unquoted(answer.get("body")?)))).next();
    found.map_or(Cow::Owned(Value::Null), Cow::Owned)
}

/// A row's own `input_tokens` may be Anthropic's, which leaves out what was read from and written to the cache.
fn whole_input(own: Option<u64>, usage: &Value) -> Option<u64> {
    match (own, billed(usage)) {
        (Some(own), Some(billed)) if CACHED.iter().any(|key| usage.pointer(key).is_some()) => Some(own.max(billed)),
        (own, billed) => own.or(billed),
    }
}

fn billed(usage: &Value) -> Option<u64> {
    let whole = first(usage, &["/prompt_tokens", "/promptTokenCount", "/total_input_tokens"]);
    if whole.is_some() {
        return whole;
    }
    let input = first(usage, &["/input_tokens", "/inputTokens"])?;
    let cached = CACHED.iter().filter_map(|key| usage.pointer(key)?.as_u64());
    Some(cached.fold(input, u64::saturating_add))
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn billed_of(rest: &Value) -> Option<u64> {
        let mut row = json!({"request": {"model": "gpt-4o", "messages": []}});
        for (key, value) in rest.as_object().expect("an object") {
            row[key] = value.clone();
        }
        read(&row).expect("a request").billed
    }

    #[test]
    fn usage_is_found_where_recorders_keep_it() {
        for rest in [
            json!({"usage": {"prompt_tokens": 9}}),
            json!({"usageMetadata": {"promptTokenCount": 9}}),
            json!({"usage": null, "response": {"usage": {"prompt_tokens": 9}}}),
            json!({"response": {"usageMetadata": {"promptTokenCount": 9}}}),
            json!({"response": {"status": 200, "body": {"usage": {"input_tokens": 9}}}}),
            json!({"response": {"body": "{\"usage\": {\"input_tokens\": 9}}"}}),
            json!({"output": {"usage": {"inputTokens": 9}}}),
            json!({"output": "{\"usage\": {\"inputTokens\": 9}}"}),
        ] {
            assert_eq!(billed_of(&rest), Some(9), "{rest}");
        }
        assert_eq!(billed_of(&json!({"response": "selesai"})), None);
    }

    #[test]
    fn cache_reads_and_writes_belong_to_the_input() {
        let usage = json!({"input_tokens": 4, "cache_read_input_tokens": 90, "cache_creation_input_tokens": 6});
        assert_eq!(billed_of(&json!({"input_tokens": 4, "usage": usage})), Some(100));
        assert_eq!(billed_of(&json!({"input_tokens": 100, "usage": usage})), Some(100));
        assert_eq!(billed_of(&json!({"input_tokens": 4, "usage": {"input_tokens": 70}})), Some(4));
        let huge = json!({"input_tokens": u64::MAX, "cache_read_input_tokens": 9});
        assert_eq!(billed_of(&json!({ "usage": huge })), Some(u64::MAX));
    }

    #[test]
    fn a_request_may_be_a_string() {
        let text = r#"{"model":"gpt-4o","messages":[{"role":"user","content":"Halo"}]}"#;
        for key in ["request", "body", "input"] {
            let row = json!({key: text, "model": "gpt-4o", "output": "Halo juga"});
            assert_eq!(read(&row).expect("a request").request.messages.len(), 1, "{key}");
            assert_eq!(read(&row).expect("a request").request.shape, Shape::OpenAiChat, "{key}");
        }
        let asked = read(&json!({"model": "gpt-4o", "input": text})).expect("a request");
        assert_eq!(asked.request.shape, Shape::OpenAiResponses);
    }
}
