//! Reads captured `tools/call` results: our own records, bare results, and JSON-RPC logs in which requests meet answers.
//!
//! One document, a list, or one value a line, each of which may be a list too. What is no call is counted and told; it
//! never takes a call with it.

use std::collections::HashMap;

use serde_json::Value;

use crate::catalog::locate::{Located, Ruler, Spot};
use crate::catalog::place::Place;
use crate::catalog::tool::Problem;
use crate::session::call::Call;

/// What a capture holds.
#[derive(Debug, Clone, Default)]
pub struct Capture {
    /// The calls, in the order of their results.
    pub calls: Vec<Call>,
    /// What could not be read.
    pub problems: Vec<Problem>,
}

/// Why a file is no capture.
#[derive(Debug, thiserror::Error)]
pub enum NoCapture {
    /// Not a single value in it is JSON.
    #[error("neither JSON nor one JSON value a line")]
    NotJson(#[source] serde_json::Error),
    /// It is JSON, and holds no result of a call.
    #[error("holds no result of a tools/call")]
    NoCalls,
}

/// How deep a message may lie in an envelope of the program that wrote the log.
const ENVELOPES: usize = 3;

/// What the lines of a stream of server-sent events begin with that hold no message; no JSON value begins so.
const EVENT: [&[u8]; 4] = [b"event:", b"id:", b"retry:", b":"];

/// Reads a capture.
///
/// # Errors
/// When nothing in it is JSON, or no result of a call stands in it.
pub fn read(name: &str, bytes: &[u8]) -> Result<Capture, NoCapture> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let mut reader = Reader { name, ..Reader::default() };
    match serde_json::from_slice::<Value>(bytes) {
        Ok(Value::Array(items)) => reader.items(&items, std::str::from_utf8(bytes).unwrap_or_default()),
        Ok(value) => {
            let space = bytes.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            let before = bytes.get(..space).unwrap_or_default();
            let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
            reader.value(&value, reader.place(Some(line), String::new()));
        }
        Err(error) => reader.lines(bytes, error)?,
    }
    if reader.capture.calls.is_empty() {
        return Err(NoCapture::NoCalls);
    }
    reader.define();
    Ok(reader.capture)
}

#[derive(Default)]
struct Reader<'a> {
    name: &'a str,
    capture: Capture,
    /// Requests that wait for their answer, by server and id.
    open: HashMap<(Option<String>, String), Asked>,
    /// Definitions that the log itself lists, by server and tool.
    listed: HashMap<(Option<String>, String), Value>,
}

#[derive(Default)]
struct Asked {
    tool: Option<String>,
    arguments: Option<Value>,
}

impl Reader<'_> {
    fn place(&self, line: Option<usize>, pointer: String) -> Place {
        let line = line.and_then(|line| u32::try_from(line).ok());
        Place { source: self.name.to_owned(), pointer, line, column: line.map(|_| 1), ..Place::default() }
    }

    /// The items of a document that is one list, each at the line and column where it starts.
    fn items(&mut self, items: &[Value], text: &str) {
        let pointers: Vec<String> = (0..items.len()).map(|at| format!("/{at}")).collect();
        let located = Located::new(text, pointers.iter().map(String::as_str));
        let start = Place { line: Some(1), column: Some(1), utf16_column: Some(1), ..Place::default() };
        let ruler = Ruler::new(text, &start);
        for (item, pointer) in items.iter().zip(pointers) {
            let spot = located.nearest(&pointer).filter(|found| found.steps > 0);
            let spot = spot.zip(ruler.as_ref()).map(|(found, ruler)| ruler.spot(found.value.start));
            let mut place = self.place(None, pointer);
            if let Some(Spot { line, column, utf16_column }) = spot {
                (place.line, place.column, place.utf16_column) = (Some(line), Some(column), Some(utf16_column));
            }
            self.value(item, place);
        }
    }

    fn lines(&mut self, bytes: &[u8], whole: serde_json::Error) -> Result<(), NoCapture> {
        let mut read = 0;
        for (at, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
            let line = match line.strip_prefix(b"data:") {
                Some(data) => data,
                None if EVENT.iter().any(|field| line.starts_with(field)) => continue,
                None => line,
            };
            if line.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            let place = self.place(Some(at + 1), String::new());
            match serde_json::from_slice::<Value>(line) {
                Ok(value) => {
                    read += 1;
                    self.value(&value, place);
                }
                Err(error) => {
                    let message = format!("not JSON: {error}");
                    self.capture.problems.push(Problem { place, message, lost: true });
                }
            }
        }
        if read == 0 { Err(NoCapture::NotJson(whole)) } else { Ok(()) }
    }

    /// One record, message or result, or a batch of them.
    fn value(&mut self, value: &Value, place: Place) {
        if let Value::Array(batch) = value {
            for (at, item) in batch.iter().enumerate() {
                let pointer = format!("{}/{at}", place.pointer);
                self.value(item, Place { pointer, ..place.clone() });
            }
            return;
        }
        let server = named(value, &["server", "serverName", "server_name"]);
        if let Some(message) = message(value) {
            self.message(server, message, place);
        } else if value.get("result").is_some_and(is_result) {
            self.record(server, value, place);
        } else if is_result(value) {
            self.capture.calls.push(Call {
                server,
                tool: None,
                definition: None,
                arguments: None,
                result: value.clone(),
                place,
            });
        } else {
            let message = "no result of a call".to_owned();
            self.capture.problems.push(Problem { place, message, lost: false });
        }
    }

    fn record(&mut self, server: Option<String>, value: &Value, place: Place) {
        let definition = value.get("tool").filter(|tool| tool.is_object()).cloned();
        let tool = definition.as_ref().and_then(|tool| named(tool, &["name"])).or(named(value, &["tool", "name"]));
        let arguments = value.get("arguments").cloned();
        self.capture.calls.push(Call { server, tool, definition, arguments, result: value["result"].clone(), place });
    }

    fn message(&mut self, server: Option<String>, message: &Value, place: Place) {
        let key = (server.clone(), message["id"].to_string().trim_matches('"').to_owned());
        if message["method"] == "tools/call" {
            let params = &message["params"];
            let asked = Asked { tool: named(params, &["name"]), arguments: params.get("arguments").cloned() };
            self.open.insert(key, asked);
        } else if let Some(tools) = message["result"]["tools"].as_array() {
            let defined =
                tools.iter().filter_map(|tool| Some(((server.clone(), named(tool, &["name"])?), tool.clone())));
            self.listed.extend(defined);
        } else if let Some(result) = message.get("result") {
            let asked = self.open.remove(&key);
            if asked.is_some() || is_result(result) {
                let Asked { tool, arguments } = asked.unwrap_or_default();
                let result = result.clone();
                self.capture.calls.push(Call { server, tool, definition: None, arguments, result, place });
            }
        } else if message.get("error").is_some() && self.open.remove(&key).is_some() {
            let message =
                format!("a call that failed: {}", message["error"]["message"].as_str().unwrap_or("no message"));
            self.capture.problems.push(Problem { place, message, lost: false });
        }
    }

    /// Gives each call the definition that the log lists.
    fn define(&mut self) {
        for call in self.capture.calls.iter_mut().filter(|call| call.definition.is_none()) {
            let Some(tool) = &call.tool else { continue };
            call.definition = self.listed.get(&(call.server.clone(), tool.clone())).cloned();
        }
    }
}

/// The JSON-RPC message that a value is, or carries as the only one of its envelope.
fn message(value: &Value) -> Option<&Value> {
    let mut at = value;
    for _ in 0..=ENVELOPES {
        if at.get("jsonrpc").is_some() {
            return Some(at);
        }
        at = ["message", "payload", "data", "msg", "body"].iter().find_map(|key| at.get(*key))?;
    }
    None
}

/// Whether a value looks like the result of a call.
fn is_result(value: &Value) -> bool {
    value.get("content").is_some_and(Value::is_array)
        || value.get("structuredContent").is_some()
        || is_input_required(value)
}

/// The answer of a server of 2026-07-28 that first wants something from the user.
fn is_input_required(value: &Value) -> bool {
    value.get("inputRequests").is_some()
}

fn named(value: &Value, keys: &[&str]) -> Option<String> {
    keys.iter().find_map(|key| value.get(*key)?.as_str()).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tools(capture: &Capture) -> Vec<Option<&str>> {
        capture.calls.iter().map(|call| call.tool.as_deref()).collect()
    }

    #[test]
    fn records_and_bare_results_are_read() {
        let text = r#"{"server":"toko","tool":"cari","result":{"content":[{"type":"text","text":"ada"}]}}
bukan JSON
{"tool":{"name":"stok","outputSchema":{}},"result":{"structuredContent":{"n":1}}}

{"content":[]}
{"lain":1}"#;
        let capture = read("log.jsonl", text.as_bytes()).expect("three calls");
        assert_eq!(tools(&capture), [Some("cari"), Some("stok"), None]);
        assert_eq!(capture.calls[0].server.as_deref(), Some("toko"));
        assert!(capture.calls[1].definition.is_some());
        assert_eq!(capture.calls[1].place.line, Some(3));
        let lost: Vec<(Option<u32>, bool)> = capture.problems.iter().map(|p| (p.place.line, p.lost)).collect();
        assert_eq!(lost, [(Some(2), true), (Some(6), false)]);
    }

    #[test]
    fn requests_meet_their_answers() {
        let text = r#"[{"direction":"out","message":{"jsonrpc":"2.0","id":1,"method":"tools/list"}},
          {"direction":"in","message":{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"cari"}]}}},
          {"direction":"out","message":{"jsonrpc":"2.0","id":"2","method":"tools/call","params":{"name":"cari","arguments":{"q":1}}}},
          {"direction":"in","message":{"jsonrpc":"2.0","id":"2","result":{"content":[]}}}]"#;
        let capture = read("log.json", text.as_bytes()).expect("a call");
        assert_eq!(tools(&capture), [Some("cari")]);
        assert_eq!(capture.calls[0].arguments, Some(serde_json::json!({"q": 1})));
        assert_eq!(capture.calls[0].definition, Some(serde_json::json!({"name": "cari"})));
    }

    #[test]
    fn every_call_of_a_list_has_its_line_and_column() {
        let text = "\u{feff}[\n {\"content\":[]}, {\"jsonrpc\":\"2.0\",\"id\":\"😀\",\"result\":{\"content\":[]}},\t{\"content\":[]},\n\
                    [{\"content\":[]},\n{\"content\":[]}]]";
        let capture = read("log.json", text.as_bytes()).expect("five calls");
        let places: Vec<_> = capture.calls.iter().map(|call| &call.place).collect();
        let spots: Vec<_> = places.iter().map(|place| (place.line, place.column, place.utf16_column)).collect();
        let at = |line, column, utf16| (Some(line), Some(column), Some(utf16));
        assert_eq!(spots, [at(2, 2, 2), at(2, 18, 18), at(2, 70, 71), at(3, 1, 1), at(3, 1, 1)]);
        assert_eq!(places[4].pointer, "/3/1");
        let one = read("log.json", b"\n\n{\"content\":[]}").expect("a call");
        assert_eq!(one.calls[0].place.line, Some(3));
    }

    #[test]
    fn batches_and_events_are_read_line_by_line() {
        let call = r#"{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"cari"}}"#;
        let answer = r#"{"jsonrpc":"2.0","id":1,"result":{"content":[]}}"#;
        let batches = format!("[{call}]\n[{answer}]");
        let events = format!(": halo\nevent: message\nid: 1\ndata: {call}\n\ndata:{answer}\nretry: 9");
        for (text, line) in [(batches, 2), (events, 6)] {
            let capture = read("log", text.as_bytes()).expect("a call");
            assert_eq!((tools(&capture), capture.calls[0].place.line), (vec![Some("cari")], Some(line)), "{text}");
            assert!(capture.problems.is_empty(), "{text}");
        }
    }

    #[test]
    fn what_is_no_capture_says_why() {
        assert!(matches!(read("a", b"halo"), Err(NoCapture::NotJson(_))));
        assert!(matches!(read("a", b"{\"tools\":[]}"), Err(NoCapture::NoCalls)));
    }
}
