//! JSON-RPC as text: writes our messages, and finds the messages in a line, an event or a body.
//!
//! Nothing is built from an answer but its id and its error: a result is a range of the text, so a list of any size,
//! depth or oddity passes, and only who reads it pays for it.

use std::borrow::Cow;
use std::ops::Range;

use serde_json::Value;

use crate::catalog::saved::parse::document::Document;
use crate::catalog::saved::parse::scan::{Kind, Raw, space_end};
use crate::catalog::saved::parse::value;
use crate::gather::wire::carrier::{Part, RpcError};

/// The id of an answer that cannot be to one of ours: we count from 1 and never get there.
pub(crate) const FOREIGN: u64 = u64::MAX;

/// A message from a server.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Message<'a> {
    /// An answer.
    Answer {
        /// Our request's number, sent back as a number or a string. `None` for an error without one: the server could
        /// not tell which request it could not read. Any other id is [`FOREIGN`].
        id: Option<u64>,
        /// What it says; its range is relative to the element.
        part: Part,
        /// The message's own text.
        element: &'a str,
    },
    /// A question of the server's own.
    Request {
        /// Its id, as it came.
        id: &'a str,
        /// What it asks.
        method: Cow<'a, str>,
    },
    /// What wants no answer.
    Notification {
        /// What it tells.
        method: Cow<'a, str>,
    },
}

/// A message and where it stands in the text.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Found<'a> {
    /// The offset of its first byte.
    pub(crate) start: usize,
    /// The message.
    pub(crate) message: Message<'a>,
}

/// What stands behind the messages of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rest {
    /// Nothing.
    Nothing,
    /// An object that starts here and has not ended.
    Open(usize),
    /// Something that is no message, from here on.
    Other(usize),
}

/// Writes a request.
pub(crate) fn encode_request(id: u64, method: &str, params: Option<&Value>) -> String {
    encoded(&format!(r#""id":{id},"#), method, params)
}

/// Writes a notification.
pub(crate) fn encode_notification(method: &str, params: Option<&Value>) -> String {
    encoded("", method, params)
}

/// Writes the empty result, which is what `ping` wants; the id as it came.
pub(crate) fn encode_empty_result(id: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{},"result":{{}}}}"#, one_line(id))
}

/// Writes a refusal of anything else that a server may ask; the id as it came.
pub(crate) fn encode_refusal(id: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{},"error":{{"code":-32601,"message":"Method not found"}}}}"#, one_line(id))
}

/// Hands out the messages of a text: an object, a batch, or several of them. False when there is none.
pub(crate) fn read(text: &str, each: &mut dyn FnMut(Message<'_>)) -> bool {
    let (found, _) = find(text);
    let any = !found.is_empty();
    found.into_iter().for_each(|found| each(found.message));
    any
}

/// Finds the messages of a text, one behind the other, and what stands behind them.
pub(crate) fn find(text: &str) -> (Vec<Found<'_>>, Rest) {
    let bytes = text.as_bytes();
    let mut found = Vec::new();
    let mut at = behind_commas(bytes, 0);
    // The places inside it are never asked for, so the document is dropped with the walk.
    let document = Document::new(text);
    while let Some(raw) = Raw::at(&document, at) {
        let known = found.len();
        match raw.kind() {
            Kind::Object if !raw.whole => return (found, Rest::Open(at)),
            Kind::Object => found.extend(message(text, raw)),
            Kind::Array if raw.whole => found.extend(raw.items().flatten().filter_map(|item| message(text, item))),
            _ => {}
        }
        if found.len() == known {
            return (found, Rest::Other(at));
        }
        at = behind_commas(bytes, raw.end);
    }
    (found, Rest::Nothing)
}

fn encoded(id: &str, method: &str, params: Option<&Value>) -> String {
    let method = Value::from(method);
    match params {
        Some(params) => format!(r#"{{"jsonrpc":"2.0",{id}"method":{method},"params":{params}}}"#),
        None => format!(r#"{{"jsonrpc":"2.0",{id}"method":{method}}}"#),
    }
}

/// A raw line break inside an id would end the line that carries it back.
fn one_line(id: &str) -> Cow<'_, str> {
    if id.contains(['\n', '\r']) { Cow::Owned(id.replace(['\n', '\r'], " ")) } else { Cow::Borrowed(id) }
}

fn behind_commas(bytes: &[u8], at: usize) -> usize {
    let mut at = space_end(bytes, at);
    while bytes.get(at) == Some(&b',') {
        at = space_end(bytes, at + 1);
    }
    at
}

fn message<'t>(text: &'t str, raw: Raw<'_>) -> Option<Found<'t>> {
    if raw.kind() != Kind::Object || !raw.whole {
        return None;
    }
    let (mut marked, mut id, mut method, mut result, mut error) = (false, None, None, None, None);
    for (key, value) in raw.members().flatten() {
        match key.as_ref() {
            "jsonrpc" => marked = true,
            "id" => id = Some(value).filter(|id| id.kind() != Kind::Null),
            "method" => method = value.string().map(Cow::into_owned),
            "result" => result = Some(value),
            "error" => error = Some(value).filter(|error| error.kind() != Kind::Null),
            _ => {}
        }
    }
    let slice = |raw: Raw<'_>| text.get(raw.start..raw.end).unwrap_or_default();
    let message = match (method, result, error) {
        // Log lines speak of methods and errors too: without the mark, only what answers to an id is a message.
        (Some(method), None, None) if marked => match id {
            Some(id) if can_be_id(id) => Message::Request { id: slice(id), method: Cow::Owned(method) },
            _ => Message::Notification { method: Cow::Owned(method) },
        },
        (None, None, None) if !marked || id.is_none() => return None,
        (_, result, error) if marked || id.is_some_and(can_be_id) && (result.is_some() || is_object(error)) => {
            let lost = result.is_none() && error.is_some() && id.is_none();
            let id = if lost { None } else { Some(id.and_then(number).unwrap_or(FOREIGN)) };
            Message::Answer { id, part: part(raw, result, error), element: slice(raw) }
        }
        _ => return None,
    };
    Some(Found { start: raw.start, message })
}

/// A result that is not null counts, whatever stands under `error`.
fn part(message: Raw<'_>, result: Option<Raw<'_>>, error: Option<Raw<'_>>) -> Part {
    match (result, error) {
        (Some(result), error) if error.is_none() || result.kind() != Kind::Null => {
            Part::Result(relative(result.start..result.end, message.start))
        }
        (_, Some(error)) => Part::Error(rpc_error(error)),
        _ => {
            let message = "the answer holds neither a result nor an error".to_owned();
            Part::Error(RpcError { code: 0, message, data: Value::Null })
        }
    }
}

fn relative(range: Range<usize>, start: usize) -> Range<usize> {
    range.start - start..range.end - start
}

fn rpc_error(error: Raw<'_>) -> RpcError {
    let mut said = RpcError { code: 0, message: String::new(), data: Value::Null };
    if error.kind() != Kind::Object {
        said.message = error.string().map_or_else(|| error.text().to_owned(), Cow::into_owned);
    }
    for (key, value) in error.members().flatten() {
        match key.as_ref() {
            "code" => said.code = whole_number(value).unwrap_or(0),
            "message" => said.message = value.string().map_or_else(|| value.text().to_owned(), Cow::into_owned),
            "data" => said.data = value::value(value, &mut Vec::new()).unwrap_or(Value::Null),
            _ => {}
        }
    }
    said
}

fn is_object(raw: Option<Raw<'_>>) -> bool {
    raw.is_some_and(|raw| raw.kind() == Kind::Object)
}

fn can_be_id(raw: Raw<'_>) -> bool {
    match raw.kind() {
        Kind::String => true,
        Kind::Other => raw.text().parse::<f64>().is_ok(),
        _ => false,
    }
}

fn number(id: Raw<'_>) -> Option<u64> {
    whole_number(id).and_then(|number| u64::try_from(number).ok())
}

/// `1`, `1.0` and `"1"` are the same number.
fn whole_number(raw: Raw<'_>) -> Option<i64> {
    /// Whole numbers up to here are told apart by a float.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let text = raw.string().unwrap_or(Cow::Borrowed(raw.text()));
    let text = text.trim();
    text.parse().ok().or_else(|| {
        let float: f64 = text.parse().ok()?;
        (float.fract() == 0.0 && float.abs() < EXACT).then(|| format!("{float:.0}").parse().ok()).flatten()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn only(text: &str) -> Message<'_> {
        let (mut found, rest) = find(text);
        assert_eq!((found.len(), rest), (1, Rest::Nothing), "{text}");
        found.remove(0).message
    }

    fn answer(text: &str) -> (Option<u64>, Result<&str, RpcError>) {
        match only(text) {
            Message::Answer { id, part: Part::Result(range), element } => (id, Ok(&element[range])),
            Message::Answer { id, part: Part::Error(error), .. } => (id, Err(error)),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn ours_are_written_compact() {
        let params = json!({"cursor": "a\nb"});
        let request = encode_request(7, "tools/list", Some(&params));
        assert_eq!(request, r#"{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"cursor":"a\nb"}}"#);
        let told = encode_notification("notifications/initialized", None);
        assert_eq!(told, r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
        assert_eq!(encode_empty_result(r#""x""#), r#"{"jsonrpc":"2.0","id":"x","result":{}}"#);
        assert!(encode_refusal("3").contains(r#""id":3,"error":{"code":-32601"#));
        assert!(!encode_refusal("\"a\nb\"").contains('\n'));
    }

    #[test]
    fn an_id_may_come_back_as_another_kind_of_number() {
        for id in ["1", r#""1""#, "1.0", "1e0", r#"" 1 ""#] {
            assert_eq!(answer(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":[]}}"#)), (Some(1), Ok("[]")), "{id}");
        }
        for id in [r#""abc""#, "1.5", "-1", "[1]", "true", "null", "1e400"] {
            assert_eq!(answer(&format!(r#"{{"jsonrpc":"2.0","id":{id},"result":[]}}"#)).0, Some(FOREIGN), "{id}");
        }
    }

    #[test]
    fn a_result_is_a_range_whatever_is_in_it() {
        let deep = "[".repeat(50_000) + &"]".repeat(50_000);
        for result in [&deep, r#"{"a":1,"a":2}"#, "1e400", r#"{"s":"}\"{"}"#, r#"{"tools":[{"x":01}]}"#, "null"] {
            let text = format!(r#" {{"result": {result} ,"error":null,"id":2,"jsonrpc":"2.0"}}"#);
            assert_eq!(answer(&text), (Some(2), Ok(result)));
        }
    }

    #[test]
    fn errors_are_read_leniently() {
        let said =
            |error: &str| answer(&format!(r#"{{"jsonrpc":"2.0","id":1,"error":{error}}}"#)).1.expect_err("error");
        let error = said(r#"{"code":-32022,"message":"tidak cocok","data":{"supported":["x"]}}"#);
        assert_eq!((error.code, error.message.as_str()), (-32022, "tidak cocok"));
        assert_eq!(error.data, json!({"supported": ["x"]}));
        assert_eq!(said(r#"{"code":"-32601.0"}"#).code, -32601);
        assert_eq!(said(r#""rusak""#).message, "rusak");
        assert_eq!(said(r#"{"message":{"a":1},"code":1e99}"#).message, r#"{"a":1}"#);
        let both = answer(r#"{"jsonrpc":"2.0","id":1,"result":null,"error":{"code":5,"message":"m"}}"#);
        assert_eq!(both.1.expect_err("error").code, 5);
        assert_eq!(answer(r#"{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":5}}"#).1, Ok("{}"));
        let lost = answer(r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"parse"}}"#);
        assert_eq!((lost.0, lost.1.expect_err("error").code), (None, -32700));
        assert!(answer(r#"{"jsonrpc":"2.0","id":1}"#).1.is_err());
    }

    #[test]
    fn requests_and_notifications_are_told_apart() {
        let ping = only(r#"{"jsonrpc":"2.0","id":"p-1","method":"ping"}"#);
        assert_eq!(ping, Message::Request { id: r#""p-1""#, method: Cow::Borrowed("ping") });
        for text in [r#"{"jsonrpc":"2.0","method":"a\/b"}"#, r#"{"jsonrpc":"2.0","method":"a/b","id":null}"#] {
            assert_eq!(only(text), Message::Notification { method: Cow::Borrowed("a/b") });
        }
    }

    #[test]
    fn what_logs_say_is_no_message() {
        for text in [
            "",
            "  ",
            "mulai",
            "[INFO] siap",
            "[1,2]",
            "[]",
            "null",
            "7",
            "{}",
            r#"{"level":30,"msg":"siap"}"#,
            r#"{"error":"gagal"}"#,
            r#"{"method":"GET","id":3}"#,
            r#"{"jsonrpc":"2.0"}"#,
            r#"{"id":4,"error":"x"}"#,
        ] {
            assert!(!read(text, &mut |_| panic!("{text}")), "{text}");
        }
        assert_eq!(answer(r#"{"id":4,"result":{}}"#), (Some(4), Ok("{}")));
    }

    #[test]
    fn batches_and_neighbours_are_all_found() {
        let one = |id: usize| format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"n":{id}}}}}"#);
        let text = format!("[{}, 5, {}] {}{},{}", one(1), one(2), one(3), one(4), r#"{"jsonrpc":"#);
        let (found, rest) = find(&text);
        assert_eq!(rest, Rest::Open(text.rfind('{').expect("a brace")));
        let results = found.iter().map(|found| match &found.message {
            Message::Answer { part: Part::Result(range), element, .. } => {
                assert_eq!(text[found.start..].find(element), Some(0));
                &element[range.clone()]
            }
            other => panic!("{other:?}"),
        });
        assert_eq!(results.collect::<Vec<_>>(), [r#"{"n":1}"#, r#"{"n":2}"#, r#"{"n":3}"#, r#"{"n":4}"#]);
        let tail = format!("{} selesai", one(1));
        assert_eq!(find(&tail).1, Rest::Other(tail.find("selesai").expect("the word")));
    }

    #[test]
    fn of_a_repeated_key_the_last_counts() {
        assert_eq!(answer(r#"{"jsonrpc":"2.0","id":9,"id":1,"result":1,"result":2}"#), (Some(1), Ok("2")));
    }
}
