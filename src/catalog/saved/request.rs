//! Bodies sent to model providers and the rows of their logs: the tools that stand in them.

use crate::catalog::saved::definition::{DECLARATION_KEYS, Setting};
use crate::catalog::saved::mcp;
use crate::catalog::saved::parse::join::Page;
use crate::catalog::saved::parse::list::{self, Lot};
use crate::catalog::saved::parse::reader::{Reader, View};
use crate::catalog::saved::parse::scan::{Kind, Object};
use crate::catalog::saved::{Look, Shape, Verdict};

/// Provider requests and log rows.
pub(crate) const SHAPE: Shape =
    Shape { name: "an Anthropic, OpenAI, Gemini or Bedrock request", read: Look::AtValue(read) };

/// What a conversation is sent under, by provider.
const CONVERSATION_KEYS: [&str; 5] = ["messages", "contents", "input", "prompt", "system"];

/// Keys under which rows of logs keep the body (LiteLLM, Langfuse, gateways, this project's own shared logs).
const WRAPPING_KEYS: [&str; 18] = [
    "request",
    "input",
    "body",
    "request_body",
    "requestBody",
    "raw_request",
    "proxy_server_request",
    "optional_params",
    "model_parameters",
    "kwargs",
    "params",
    "payload",
    "data",
    "event",
    "response",
    "item",
    "config",
    "output",
];

fn read(view: &View<'_>, reader: &mut Reader<'_>) -> Verdict {
    let Some(object) = &view.object else { return Verdict::Foreign };
    let is_request = object.get("model").is_some() && object.has_any(&CONVERSATION_KEYS);
    let mut verdict = lists(object, reader);
    for key in WRAPPING_KEYS {
        for inner in object.all(key) {
            verdict = verdict.max(match inner.kind() {
                Kind::Object | Kind::Array => reader.value(inner),
                // In a request a string under these keys is what the user says.
                Kind::String if !is_request => {
                    inner.string().map_or(Verdict::Foreign, |text| reader.text_inside(&text, inner))
                }
                _ => Verdict::Foreign,
            });
        }
    }
    if is_request { Verdict::Read } else { verdict }
}

fn lists(object: &Object<'_>, reader: &mut Reader<'_>) -> Verdict {
    let mut verdict = Verdict::Foreign;
    let config = object.of_kind("toolConfig", Kind::Object).and_then(|config| reader.object(config));
    if let Some(config) = config.filter(|config| config.get("tools").is_some()) {
        mcp::pages(reader, &config, None);
        verdict = Verdict::Read;
    }
    let is_echo = reader.echoes && object.string("object").as_deref() == Some("response");
    if object.get("tools").is_some() && !is_echo {
        let name = object.string("name").filter(|_| !object.has_any(&CONVERSATION_KEYS));
        reader.under(name.as_deref(), |reader| {
            mcp::pages(reader, object, None);
            if !object.has_any(&CONVERSATION_KEYS) && object.get("model").is_none() {
                mcp::instructions(reader, object);
            }
        });
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
