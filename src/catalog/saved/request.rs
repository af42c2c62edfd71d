//! Bodies sent to model providers, their answers, and the rows of logs: the tools that stand in them.

use crate::catalog::saved::dialect::{DECLARATION_KEYS, Setting};
use crate::catalog::saved::parse::join::Page;
use crate::catalog::saved::parse::list::{self, Lot};
use crate::catalog::saved::parse::object::Object;
use crate::catalog::saved::parse::reader::Reader;
use crate::catalog::saved::parse::scan::{Kind, Raw};
use crate::catalog::saved::parse::stranger::View;
use crate::catalog::saved::{Look, Shape, Verdict, mcp, mcp_list_tools};

/// Provider requests and log rows.
pub(crate) const SHAPE: Shape = Shape {
    name: "an Anthropic, OpenAI, Gemini or Bedrock request, or a log row around one",
    read: Look::AtValue(read),
};

/// Keys under which rows of logs keep a body (LiteLLM, Langfuse, gateways, recorded events), and the wrappings of the
/// providers' token-count endpoints.
const WRAPPING_KEYS: [&str; 23] = [
    "request",
    "input",
    "body",
    "request_body",
    "requestBody",
    "raw_request",
    "proxy_server_request",
    "optional_params",
    "model_parameters",
    "modelParameters",
    "kwargs",
    "params",
    "payload",
    "config",
    "session",
    "data",
    "event",
    "converse",
    "invokeModel",
    "generateContentRequest",
    "response",
    "output",
    "item",
];

/// Keys beside a prompt that make it a request.
const SETTING_KEYS: [&str; 6] =
    ["model", "max_tokens", "max_tokens_to_sample", "temperature", "textGenerationConfig", "chat_history"];

fn read(view: &View<'_>, reader: &mut Reader<'_>) -> Verdict {
    let Some(object) = &view.object else { return Verdict::Foreign };
    let conversation = conversation(object);
    let mut verdict = if conversation == Conversation::None { Verdict::Foreign } else { Verdict::Read };
    verdict = verdict.max(lists(object, reader, conversation));
    for key in WRAPPING_KEYS {
        for inner in object.all(key) {
            verdict = verdict.max(below(inner, reader, conversation));
        }
    }
    verdict
}

/// Which side of a conversation with a model an object is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Conversation {
    /// Neither.
    None,
    /// What is sent.
    Request,
    /// What OpenAI's Responses answer; it repeats the tools of the request.
    Answer,
}

fn conversation(object: &Object<'_>) -> Conversation {
    let is_list = |key: &str| object.of_kind(key, Kind::Array).is_some();
    let speaks =
        is_list("input") || ["input", "prompt", "message", "inputText"].iter().any(|key| object.string(key).is_some());
    if object.string("object").as_deref() == Some("response") {
        Conversation::Answer
    } else if is_list("messages") || is_list("contents") || (speaks && object.has_any(&SETTING_KEYS)) {
        Conversation::Request
    } else {
        Conversation::None
    }
}

/// What a log row wraps. Inside a conversation only lists of remote servers count: what the user says and what a tool
/// answers may look like a catalog and is none.
fn below(inner: Raw<'_>, reader: &mut Reader<'_>, conversation: Conversation) -> Verdict {
    match inner.kind() {
        Kind::Array if conversation != Conversation::None => {
            let items = inner.items().flatten().map(|raw| View { raw, object: raw.object() });
            items.map(|item| mcp_list_tools::read(&item, reader)).max().unwrap_or(Verdict::Foreign)
        }
        Kind::Object | Kind::Array => reader.value(inner),
        Kind::String if conversation == Conversation::None => {
            inner.string().map_or(Verdict::Foreign, |text| reader.text_inside(&text, inner))
        }
        _ => Verdict::Foreign,
    }
}

fn lists(object: &Object<'_>, reader: &mut Reader<'_>, conversation: Conversation) -> Verdict {
    let mut verdict = Verdict::Foreign;
    let config = object.of_kind("toolConfig", Kind::Object).and_then(|config| reader.object(config));
    if let Some(config) = config.filter(|config| config.get("tools").is_some()) {
        mcp::pages(reader, &config, None);
        verdict = Verdict::Read;
    }
    let is_echo = reader.echoes && conversation == Conversation::Answer;
    // A client that sends every setting sends `null` for no tools.
    let left_out = conversation != Conversation::None && object.of_kind("tools", Kind::Null).is_some();
    if object.get("tools").is_some() && !is_echo && !left_out {
        tools(object, reader, conversation);
        verdict = Verdict::Read;
    }
    if let Some(functions) = object.of_kind("functions", Kind::Array) {
        list::list(reader, functions, Lot::default(), Page::default());
        verdict = Verdict::Read;
    }
    for declarations in DECLARATION_KEYS.iter().filter_map(|key| object.of_kind(key, Kind::Array)) {
        let lot = Lot { setting: Setting::Declaration, ..Lot::default() };
        list::list(reader, declarations, lot, Page::default());
        verdict = Verdict::Read;
    }
    verdict
}

/// The `tools` of a request; outside of one, `name` and `instructions` beside them are the server's.
fn tools(object: &Object<'_>, reader: &mut Reader<'_>, conversation: Conversation) {
    let is_server = conversation == Conversation::None && object.get("model").is_none();
    let name = object.string("name").filter(|_| is_server);
    reader.under(name.as_deref(), |reader| {
        if is_server {
            mcp::instructions(reader, object);
        }
        mcp::pages(reader, object, None);
    });
}

#[cfg(test)]
mod tests {
    use crate::catalog::saved::read;
    use crate::catalog::tool::{Catalog, Dialect};

    fn of(text: &str) -> Catalog {
        read("log.json", text.as_bytes()).expect("a catalog")
    }

    fn found(text: &str) -> Vec<(String, Dialect)> {
        of(text).tools().map(|tool| (tool.name.clone(), tool.dialect)).collect()
    }

    #[test]
    fn bodies_of_each_provider_are_read() {
        for (text, dialect) in [
            (
                r#"{"model":"m","system":"s","messages":[],"tools":[{"name":"a","input_schema":{}}]}"#,
                Dialect::Anthropic,
            ),
            (
                r#"{"model":"m","messages":[],"tools":[{"type":"function","function":{"name":"a"}}]}"#,
                Dialect::OpenAiChat,
            ),
            (r#"{"model":"m","messages":[],"functions":[{"name":"a","parameters":{}}]}"#, Dialect::OpenAiFlat),
            (
                r#"{"model":"m","input":"hai","tools":[{"type":"function","name":"a","parameters":{}}]}"#,
                Dialect::OpenAiFlat,
            ),
            (r#"{"contents":[],"tools":[{"functionDeclarations":[{"name":"a","parameters":{}}]}]}"#, Dialect::Gemini),
            (r#"{"contents":[],"tools":{"function_declarations":[{"name":"a"}]}}"#, Dialect::Gemini),
            (
                r#"{"contents":[],"tools":[{"functionDeclarations":[{"name":"a","parametersJsonSchema":{}}],"googleSearch":{}}]}"#,
                Dialect::GeminiJsonSchema,
            ),
            (
                r#"{"messages":[],"toolConfig":{"tools":[{"toolSpec":{"name":"a","inputSchema":{"json":{}}}}]}}"#,
                Dialect::Bedrock,
            ),
        ] {
            assert_eq!(found(text), [("a".to_owned(), dialect)], "{text}");
        }
    }

    #[test]
    fn rows_of_logs_wrap_a_body_in_many_ways() {
        let body = r#"{"model":"m","messages":[],"tools":[{"name":"a","input_schema":{}}]}"#;
        let text = serde_json::Value::from(body);
        for row in [
            format!(r#"{{"id":1,"request":{body}}}"#),
            format!(r#"{{"request":{text},"response":"{{}}"}}"#),
            format!(r#"{{"type":"GENERATION","input":{body},"output":{{"content":"x"}}}}"#),
            format!(r#"{{"proxy_server_request":{{"url":"u","body":{body}}},"messages":[]}}"#),
            format!(r#"{{"event":{{"payload":{{"body":{text}}}}}}}"#),
        ] {
            assert_eq!(found(&row), [("a".to_owned(), Dialect::Anthropic)], "{row}");
        }
    }

    #[test]
    fn what_is_said_in_a_conversation_is_no_catalog() {
        let text = r#"{"model":"m","input":[{"type":"function_call_output","output":"{\"tools\":[{\"name\":\"x\"}]}"},
            {"type":"mcp_list_tools","server_label":"peta","tools":[{"name":"a","input_schema":{}}]}]}"#;
        assert_eq!(found(text), [("a".to_owned(), Dialect::Anthropic)]);
        let text = r#"{"model":"m","input":"{\"tools\":[{\"name\":\"x\"}]}"}"#;
        assert_eq!(found(text), []);
    }

    #[test]
    fn tools_of_the_provider_are_told_and_namespaces_are_servers() {
        let catalog = of(r#"{"model":"m","input":"","tools":[{"type":"web_search"},{"type":"mcp","server_label":"x"},
            {"type":"namespace","name":"peta","tools":[{"type":"function","name":"a","defer_loading":true}]}]}"#);
        assert_eq!((catalog.servers.len(), catalog.servers[0].name.as_str()), (1, "peta"));
        assert!(catalog.servers[0].tools[0].defer_loading());
        let told: Vec<_> =
            catalog.problems.iter().map(|problem| (problem.place.pointer.as_str(), problem.lost)).collect();
        assert_eq!(told, [("/tools/0", false), ("/tools/1", false)]);
    }

    #[test]
    fn a_body_without_tools_is_no_problem() {
        for body in [
            r#"{"model":"m","messages":[{"role":"user","content":"hai"}]}"#,
            r#"{"messages":[],"tools":null}"#,
            r#"{"prompt":"hai","max_tokens":10}"#,
        ] {
            let catalog = of(body);
            assert_eq!((catalog.servers.len(), catalog.problems.len()), (0, 0), "{body}");
        }
    }
}
