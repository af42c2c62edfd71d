//! One GenAI span, however the exporter wrote it.

use serde_json::Value;

use crate::catalog::saved::otel::plain;
use crate::session::otel_messages::Attributes;
use crate::session::time::millis;
use crate::session::turn::Usage;

/// Names of the operation in which a model answers.
const CHAT: [&str; 3] = ["chat", "generate_content", "text_completion"];

const STARTS: [&str; 4] = ["startTimeUnixNano", "start_time", "startTime", "start_time_unix_nano"];
const PARENTS: [&str; 3] = ["parentSpanId", "parent_span_id", "parent_id"];
const TRACES: [&str; 2] = ["traceId", "trace_id"];

/// A span.
#[derive(Debug)]
pub(crate) struct Span {
    /// Its trace.
    pub(crate) trace: String,
    /// Its own id; ids of different traces may be the same.
    pub(crate) id: String,
    /// The span it belongs to; empty for none.
    pub(crate) parent: String,
    /// What it tells of.
    pub(crate) kind: Kind,
    /// The name of its operation.
    pub(crate) operation: String,
    /// When it began, in milliseconds.
    pub(crate) start: Option<i64>,
    /// Whether what it tells of failed.
    pub(crate) failed: bool,
    /// Its attributes.
    pub(crate) attributes: Attributes,
    /// Its events, by name.
    pub(crate) events: Vec<(String, Attributes)>,
    /// The line or position, from 1.
    pub(crate) at: usize,
}

/// What a span tells of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A request to a model.
    Chat,
    /// A call of a tool.
    Tool,
    /// Anything else.
    Other,
}

/// Whether a value is a span.
pub(crate) fn is_span(value: &Value) -> bool {
    value.get("attributes").is_some() && id(value, &TRACES).is_some()
}

/// Reads a span at that line or position.
pub(crate) fn read(span: &Value, at: usize) -> Span {
    let attributes = attributes(&span["attributes"]);
    let text = |key: &str| attributes.get(key).and_then(Value::as_str);
    let operation = text("gen_ai.operation.name").unwrap_or_default().to_owned();
    let kind = if CHAT.contains(&&*operation) {
        Kind::Chat
    } else if operation == "execute_tool" || text("mcp.method.name") == Some("tools/call") {
        Kind::Tool
    } else {
        Kind::Other
    };
    let event =
        |event: &Value| (event["name"].as_str().unwrap_or_default().to_owned(), self::attributes(&event["attributes"]));
    Span {
        trace: id(span, &TRACES).unwrap_or_default(),
        id: id(span, &["spanId", "span_id"]).unwrap_or_default(),
        parent: PARENTS.iter().find_map(|key| span[*key].as_str()).unwrap_or_default().to_owned(),
        kind,
        operation,
        start: STARTS.iter().find_map(|key| millis(&span[*key])),
        failed: attributes.contains_key("error.type") || failed(&span["status"]),
        events: span["events"].as_array().into_iter().flatten().map(event).collect(),
        attributes,
        at,
    }
}

impl Span {
    /// An attribute that is a text with something in it.
    pub(crate) fn text(&self, key: &str) -> Option<&str> {
        self.attributes.get(key).and_then(Value::as_str).filter(|text| !text.is_empty())
    }

    /// The conversation that it names.
    pub(crate) fn conversation(&self) -> Option<&str> {
        self.text("gen_ai.conversation.id")
    }

    /// The model that answered, else the one that was asked.
    pub(crate) fn model(&self) -> Option<String> {
        self.text("gen_ai.response.model").or(self.text("gen_ai.request.model")).map(str::to_owned)
    }

    /// The conventions count what was read from the cache and written to it in the input.
    pub(crate) fn usage(&self) -> Option<Usage> {
        let tokens = |name: &str| self.tokens(&format!("gen_ai.usage.{name}"));
        let (input, output) = (tokens("input_tokens"), tokens("output_tokens"));
        (input.is_some() || output.is_some()).then(|| Usage {
            input: input.unwrap_or(0),
            cache_read: tokens("cache_read.input_tokens").unwrap_or(0),
            cache_write: tokens("cache_creation.input_tokens").unwrap_or(0),
            output: output.unwrap_or(0),
        })
    }

    /// Tokens of hidden reasoning.
    pub(crate) fn reasoning(&self) -> Option<i64> {
        self.tokens("gen_ai.usage.reasoning.output_tokens")
    }

    fn tokens(&self, key: &str) -> Option<i64> {
        let value = self.attributes.get(key)?;
        value.as_i64().or_else(|| value.as_str()?.parse().ok()).map(|tokens| tokens.max(0))
    }
}

fn id(span: &Value, keys: &[&str]) -> Option<String> {
    let holders = [span, &span["context"], &span["spanContext"]];
    holders.iter().find_map(|holder| keys.iter().find_map(|key| holder[*key].as_str())).map(str::to_owned)
}

fn failed(status: &Value) -> bool {
    let named = |key: &str| matches!(status[key].as_str(), Some("ERROR" | "STATUS_CODE_ERROR"));
    status["code"] == 2 || named("code") || named("status_code")
}

/// Attributes as an object, or as OTLP's list of typed pairs.
fn attributes(written: &Value) -> Attributes {
    match written {
        Value::Object(attributes) => attributes.clone(),
        Value::Array(pairs) => {
            let pair = |pair: &Value| Some((pair["key"].as_str()?.to_owned(), plain(&pair["value"])?));
            pairs.iter().filter_map(pair).collect()
        }
        _ => Attributes::new(),
    }
}
