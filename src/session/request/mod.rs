//! A provider request as data: tools, system text, messages, and what it asks of the answer.
//!
//! One file an API shape reads the body into [`Request`]; the meter never sees raw bodies, so a rule for counting
//! is written once for all the shapes a provider accepts.

pub mod anthropic;
pub mod bedrock;
pub mod gemini;
pub mod openai_chat;
pub mod openai_responses;
pub mod tools;

use serde_json::Value;

use crate::catalog::tool::Tool;

/// One request to a model, as far as it decides the input tokens.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// Which API the body is written for.
    pub shape: Shape,
    /// The model the body names.
    pub model: Option<String>,
    /// Function tools, in order, deferred ones included.
    pub tools: Vec<Tool>,
    /// Tools the provider runs itself (`web_search`, `tool_search`, `googleSearch`, …), as sent.
    pub hosted: Vec<Value>,
    /// System or developer text that stands apart from the messages (Anthropic, Gemini, Bedrock, Responses `instructions`).
    pub system: Vec<String>,
    /// The conversation, in order.
    pub messages: Vec<Message>,
    /// What the request says about calling tools.
    pub choice: ToolChoice,
    /// `parallel_tool_calls`, or the inverse of `disable_parallel_tool_use`; `None` when not said.
    pub parallel: Option<bool>,
    /// The form asked of the answer.
    pub output: Output,
    /// Reasoning asked for.
    pub thinking: Thinking,
    /// What the body points at but does not hold: the count is a lower bound for each.
    pub unseen: Vec<String>,
    /// The body as sent, for the rare rule that needs more.
    pub body: Value,
}

/// The API a body is written for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Shape {
    /// OpenAI chat completions and the many APIs that copy it.
    #[default]
    OpenAiChat,
    /// OpenAI Responses.
    OpenAiResponses,
    /// Anthropic messages (also through Bedrock `invoke` and Vertex).
    Anthropic,
    /// Gemini `generateContent`.
    Gemini,
    /// Bedrock `converse`.
    BedrockConverse,
    /// Bedrock `invoke` with a Nova body.
    BedrockInvoke,
}

impl Shape {
    /// The name that logs and `endpoints.toml` use.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Shape::OpenAiChat => "openai-chat",
            Shape::OpenAiResponses => "openai-responses",
            Shape::Anthropic => "anthropic",
            Shape::Gemini => "gemini",
            Shape::BedrockConverse => "bedrock-converse",
            Shape::BedrockInvoke => "bedrock-invoke",
        }
    }
}

/// Who speaks in a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// System text inside the conversation.
    System,
    /// OpenAI's `developer`.
    Developer,
    /// The user; Gemini's `function` and Anthropic's results arrive under this role too.
    User,
    /// The model (`assistant`, `model`).
    Assistant,
    /// OpenAI's `tool`.
    Tool,
}

/// One message or content.
#[derive(Debug, Clone)]
pub struct Message {
    /// Who speaks.
    pub role: Role,
    /// OpenAI's `name` of the speaker.
    pub name: Option<String>,
    /// What is said, in order.
    pub parts: Vec<Part>,
}

/// One piece of a message.
#[derive(Debug, Clone)]
pub enum Part {
    /// Text.
    Text(String),
    /// A call of a tool by the model.
    Call {
        /// The provider's call id, when the body has one.
        id: Option<String>,
        /// The tool's name as the model wrote it.
        name: String,
        /// The arguments as a value.
        arguments: Value,
        /// The arguments' text as sent, where the API sends text (OpenAI).
        arguments_text: Option<String>,
    },
    /// The result of a call.
    Result {
        /// The call it answers.
        id: Option<String>,
        /// The tool's name, where the API repeats it (Gemini).
        name: Option<String>,
        /// Text blocks of the result, in order.
        text: Vec<String>,
        /// The result as sent.
        value: Value,
    },
    /// Reasoning that is sent back. A signature that rides on a call or a text (Gemini) is a part of its own, just before.
    Reasoning {
        /// Readable reasoning text.
        text: String,
        /// Length of the opaque part, in characters.
        signature: usize,
        /// Tokens the opaque part stands for, when known (`--replayed-reasoning`, or joined from an earlier row).
        tokens: Option<u64>,
        /// How `tokens` is known.
        basis: Basis,
    },
    /// Anything else (images, documents, server tool blocks), as sent.
    Other(Value),
}

/// How the tokens of replayed reasoning are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Basis {
    /// Not at all.
    #[default]
    Unknown,
    /// By the usage of the answer it came with, which came whole.
    Answer,
    /// By the usage of the answer it came with, which was streamed.
    Stream,
    /// The caller says what it is billed as.
    Caller,
}

/// What a request says about calling tools.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum ToolChoice {
    /// Nothing said.
    #[default]
    Unset,
    /// `auto`.
    Auto,
    /// `none`.
    None,
    /// `required`, `any`.
    Required,
    /// One tool by name.
    Named(String),
    /// A list of allowed tools (OpenAI `allowed_tools`, Gemini `allowedFunctionNames`).
    Allowed(Vec<String>),
}

/// The form asked of the answer.
#[derive(Debug, Clone, Default)]
pub enum Output {
    /// Plain.
    #[default]
    Text,
    /// Any JSON object.
    JsonObject,
    /// JSON that fits a schema.
    JsonSchema {
        /// The schema's name.
        name: Option<String>,
        /// Its description.
        description: Option<String>,
        /// The schema.
        schema: Value,
    },
}

/// Reasoning asked for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Thinking {
    /// Nothing said.
    #[default]
    Unset,
    /// Switched off.
    Disabled,
    /// Switched on with a budget.
    Enabled,
    /// Left to the model.
    Adaptive,
    /// An effort by name.
    Effort(String),
}

/// The API a body is written for, by what only that API has; `None` when it is no request body.
#[must_use]
pub fn shape(body: &Value) -> Option<Shape> {
    let has = |key: &str| body.get(key).is_some();
    if has("contents") {
        return Some(Shape::Gemini);
    }
    if body.pointer("/input/converse").is_some() {
        return Some(Shape::BedrockConverse);
    }
    if has("input") && (has("model") || body["input"].is_array()) {
        return Some(Shape::OpenAiResponses);
    }
    let messages = body.get("messages")?.as_array()?;
    let parts = || messages.iter().filter_map(|message| message["content"].as_array()).flatten();
    let mut tools = body["tools"].as_array().into_iter().flatten();
    if has("anthropic_version") || tools.clone().any(|tool| tool.get("input_schema").is_some()) {
        return Some(Shape::Anthropic);
    }
    if has("schemaVersion") {
        return Some(Shape::BedrockInvoke);
    }
    if has("toolConfig") || has("inferenceConfig") || has("modelId") || body["system"].is_array() && !has("model") {
        return Some(Shape::BedrockConverse);
    }
    let claude = body["model"].as_str().is_some_and(|model| model.contains("claude"));
    // The id without a vendor is Anthropic's own; its token-count bodies name no `max_tokens`.
    let own = body["model"].as_str().is_some_and(|model| model.starts_with("claude-"))
        && !tools.any(|tool| tool.get("function").is_some())
        && !messages.iter().any(|message| message["role"] == "tool" || message.get("tool_calls").is_some());
    if own || has("system") || claude && has("max_tokens") || parts().any(|part| part["type"] == "tool_use") {
        return Some(Shape::Anthropic);
    }
    if parts().any(|part| part.get("type").is_none() && part.get("text").is_some()) && !has("model") {
        return Some(Shape::BedrockConverse);
    }
    Some(Shape::OpenAiChat)
}

/// Reads a body of that shape.
#[must_use]
pub fn read(shape: Shape, body: &Value) -> Request {
    let request = match shape {
        Shape::OpenAiChat => openai_chat::read(body),
        Shape::OpenAiResponses => openai_responses::read(body),
        Shape::Anthropic => anthropic::read(body),
        Shape::Gemini => gemini::read(body),
        Shape::BedrockConverse | Shape::BedrockInvoke => bedrock::read(body),
    };
    Request { shape, ..request }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn tells_the_shapes_of_claude_and_bedrock_apart() {
        let hello = json!([{"role": "user", "content": "hello"}]);
        for (body, expected) in [
            (json!({"model": "claude-sonnet-4-5", "messages": hello}), Shape::Anthropic),
            (json!({"anthropic_version": "bedrock-2023-05-31", "messages": hello}), Shape::Anthropic),
            (json!({"messages": hello, "tools": [{"type": "bash"}, {"input_schema": {}}]}), Shape::Anthropic),
            (
                json!({"model": "claude-sonnet-4-5", "messages": hello, "tools": [{"type": "function", "function": {}}]}),
                Shape::OpenAiChat,
            ),
            (json!({"model": "vendor/claude-sonnet-4.5", "messages": hello}), Shape::OpenAiChat),
            (json!({"schemaVersion": "messages-v1", "messages": hello}), Shape::BedrockInvoke),
            (json!({"modelId": "amazon.nova-micro-v1:0", "messages": hello}), Shape::BedrockConverse),
            (json!({"input": {"converse": {"messages": hello}}}), Shape::BedrockConverse),
        ] {
            assert_eq!(shape(&body), Some(expected), "{body}");
        }
        assert_eq!(shape(&json!({"messages": 7})), None);
    }
}
