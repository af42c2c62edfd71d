//! JSON-RPC as text: what is sent is encoded, what is received is cut into messages.

use std::borrow::Cow;
use std::ops::Range;

use serde_json::{Value, json};

use crate::catalog::saved::parse::document::Document;
use crate::catalog::saved::parse::scan::{Kind, Object, Raw, space_end};
use crate::gather::wire::carrier::{Part, RpcError};

/// One message of a text.
pub(crate) enum Message<'a> {
    /// An answer to a request of ours.
    Answer {
        /// The request's id; `None` when it is null or none of ours.
        id: Option<u64>,
        /// Its result or error; ranges are relative to the element.
        part: Part,
        /// The message's own text.
        element: &'a str,
    },
    /// A request of the server's own.
    Request {
        /// Its id as received.
        id: &'a str,
        /// Its method.
        method: Cow<'a, str>,
    },
    /// A notification.
    Notification {
        /// Its method.
        method: Cow<'a, str>,
    },
}

/// A request.
pub(crate) fn encode_request(id: u64, method: &str, params: Option<&Value>) -> String {
    let mut message = json!({"jsonrpc": "2.0", "id": id, "method": method});
    if let Some(params) = params {
        message["params"] = params.clone();
    }
    message.to_string()
}

/// A notification.
pub(crate) fn encode_notification(method: &str, params: Option<&Value>) -> String {
    let mut message = json!({"jsonrpc": "2.0", "method": method});
    if let Some(params) = params {
        message["params"] = params.clone();
    }
    message.to_string()
}

/// The answer `{}` to a server's request, whose id is given as it was received.
pub(crate) fn encode_empty_result(id: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#)
}

/// The answer that a server's request is for nothing we do.
pub(crate) fn encode_refusal(id: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32601,"message":"Method not found"}}}}"#)
}

/// Hands out the messages of a text, an object or a batch; false when there is none.
pub(crate) fn read(text: &str, each: &mut dyn FnMut(Message<'_>)) -> bool {
    let document = Document::new(text);
    let Some(raw) = Raw::at(&document, space_end(text.as_bytes(), 0)) else { return false };
    let elements: Vec<Raw<'_>> = match raw.kind() {
        Kind::Array => raw.items().flatten().collect(),
        _ => vec![raw],
    };
    let mut found = false;
    for message in elements.into_iter().filter(|element| element.whole).filter_map(message) {
        found = true;
        each(message);
    }
    found
}

fn message(element: Raw<'_>) -> Option<Message<'_>> {
    let object = element.object()?;
    let id = object.get("id");
    if let Some(method) = object.string("method") {
        return Some(match id {
            Some(id) if id.kind() != Kind::Null => Message::Request { id: id.text(), method },
            _ => Message::Notification { method },
        });
    }
    let relative = |raw: Raw<'_>| Range { start: raw.start - element.start, end: raw.end - element.start };
    let part = match object.get("result").filter(|result| result.whole) {
        Some(result) if result.kind() != Kind::Null || object.get("error").is_none() => Part::Result(relative(result)),
        _ => Part::Error(error(&object.get("error")?.object()?)),
    };
    Some(Message::Answer { id: id.and_then(number), part, element: element.text() })
}

fn error(object: &Object<'_>) -> RpcError {
    let data = object.get("data").filter(|data| data.depth < 64);
    RpcError {
        code: object.get("code").and_then(|code| code.text().parse().ok()).unwrap_or(0),
        message: object.string("message").unwrap_or_default().into_owned(),
        data: data.and_then(|data| serde_json::from_str(data.text()).ok()).unwrap_or(Value::Null),
    }
}

fn number(id: Raw<'_>) -> Option<u64> {
    id.text().trim_matches('"').trim_end_matches(".0").parse().ok()
}
