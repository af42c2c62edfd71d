//! Captures of server-sent events: `data: {…}` lines, as MCP over HTTP and streaming providers send them.

use crate::catalog::saved::parse::document::Document;
use crate::catalog::saved::parse::reader::Reader;
use crate::catalog::saved::parse::scan::{Raw, space_end};
use crate::catalog::saved::{Look, Shape, Verdict};

/// An event stream.
pub(crate) const SHAPE: Shape = Shape { name: "an SSE capture", read: Look::AtText(read) };

/// Fields of an event besides `data`.
const OTHER_FIELDS: [&str; 3] = ["event", "id", "retry"];

fn read<'a>(document: &'a Document<'a>, reader: &mut Reader<'_>) -> Verdict {
    if !is_event_stream(document.text) {
        return Verdict::Foreign;
    }
    let mut verdict = Verdict::Silent;
    let mut event = Vec::new();
    let mut at = 0;
    for line in document.text.split_inclusive('\n') {
        let content = line.trim_end_matches(['\n', '\r']);
        if content.is_empty() {
            verdict = verdict.max(dispatch(document, reader, &event));
            event.clear();
        } else if let Some(data) = content.strip_prefix("data:") {
            let start = at + content.len() - data.len();
            event.push((start + usize::from(data.starts_with(' ')), at + content.len()));
        }
        at += line.len();
    }
    verdict.max(dispatch(document, reader, &event))
}

/// True when every line up to the first `data:` is a field, a comment or empty, and the data is JSON.
fn is_event_stream(text: &str) -> bool {
    for line in text.lines().map(str::trim_end) {
        if let Some(data) = line.strip_prefix("data:") {
            return data.trim_start().is_empty() || data.trim_start().starts_with(['{', '[']);
        }
        let is_field = line.split_once(':').is_some_and(|(field, _)| field.is_empty() || OTHER_FIELDS.contains(&field));
        if !(line.is_empty() || is_field) {
            return false;
        }
    }
    false
}

/// Reads the data of one event; data over several lines are one text.
fn dispatch<'a>(document: &'a Document<'a>, reader: &mut Reader<'_>, event: &[(usize, usize)]) -> Verdict {
    let slice = |&(start, end): &(usize, usize)| document.text.get(start..end).unwrap_or_default();
    match event {
        [] => Verdict::Silent,
        [one] => {
            let start = space_end(document.text.as_bytes(), one.0);
            let Some(raw) = Raw::at(document, start).filter(|_| slice(one).trim_start().starts_with(['{', '['])) else {
                return Verdict::Silent;
            };
            if raw.end <= one.1 {
                return reader.value(raw);
            }
            reader.problem(raw, raw.start, "the data of this event is no valid JSON: it is not closed", true);
            Verdict::Silent
        }
        [first, ..] => {
            let data: Vec<_> = event.iter().map(slice).collect();
            let data = data.join("\n");
            let pointer = document.string_pointer().unwrap_or_default().to_owned();
            let document = Document::inside(&data, document.position(first.0), pointer);
            Raw::at(&document, space_end(data.as_bytes(), 0)).map_or(Verdict::Silent, |raw| reader.value(raw))
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::catalog::saved::read;

    #[test]
    fn events_are_read_with_comments_several_lines_and_crlf() {
        let text = ": ping\r\nevent: message\r\ndata: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[{\"name\":\"a\"}],\"nextCursor\":\"2\"}}\r\n\r\n\
                    id: 7\r\ndata: {\"jsonrpc\":\"2.0\",\"id\":2,\r\ndata: \"result\":{\"tools\":[{\"name\":\"b\"},{\"name\":3}]}}\r\n\r\ndata: [DONE]\r\n";
        let catalog = read("capture.txt", text.as_bytes()).expect("a catalog");
        let names: Vec<_> = catalog.tools().map(|tool| tool.name.as_str()).collect();
        assert_eq!(names, ["a", "b"]);
        assert!(!catalog.servers[0].incomplete);
        assert_eq!(catalog.servers[0].tools[0].place.line, Some(3));
        assert_eq!(catalog.problems.len(), 1);
        assert_eq!((catalog.problems[0].place.line, catalog.problems[0].lost), (Some(6), true));
    }

    #[test]
    fn tools_in_a_streamed_answer_are_found() {
        let text = "event: response.output_item.done\ndata: {\"type\":\"response.output_item.done\",\"item\":{\"type\":\"mcp_list_tools\",\
                    \"server_label\":\"peta\",\"tools\":[{\"name\":\"a\",\"input_schema\":{}}]}}\n\n";
        let catalog = read("capture.txt", text.as_bytes()).expect("a catalog");
        assert_eq!((catalog.servers[0].name.as_str(), catalog.servers[0].tools.len()), ("peta", 1));
    }

    #[test]
    fn a_broken_event_costs_that_event() {
        let text =
            "data: {\"result\":{\"tools\":[{\"name\":\"a\"\n\ndata: {\"result\":{\"tools\":[{\"name\":\"b\"}]}}\n\n";
        let catalog = read("capture.txt", text.as_bytes()).expect("a catalog");
        assert_eq!(catalog.tools().map(|tool| tool.name.as_str()).collect::<Vec<_>>(), ["b"]);
        assert_eq!(catalog.problems[0].place.line, Some(1));
    }
}
