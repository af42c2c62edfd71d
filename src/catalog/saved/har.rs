//! HAR files: what a browser or a proxy recorded of the traffic with servers and providers.

use crate::catalog::saved::exchange::{self, Body, Written};
use crate::catalog::saved::parse::object::Object;
use crate::catalog::saved::parse::reader::Reader;
use crate::catalog::saved::parse::scan::{Kind, Raw};
use crate::catalog::saved::parse::stranger::View;
use crate::catalog::saved::{Look, Shape, Verdict};

/// `log.entries[]`.
pub(crate) const SHAPE: Shape = Shape { name: "a HAR file", read: Look::AtValue(read) };

fn read(view: &View<'_>, reader: &mut Reader<'_>) -> Verdict {
    let log = view.object.as_ref().and_then(|object| object.of_kind("log", Kind::Object));
    let Some(log) = log.and_then(|log| reader.object(log)) else { return Verdict::Foreign };
    let Some(entries) = log.of_kind("entries", Kind::Array) else { return Verdict::Foreign };
    for entry in entries.items().flatten().filter_map(Raw::object) {
        let part = |key: &str| entry.of_kind(key, Kind::Object).and_then(Raw::object);
        let (request, response) = (part("request"), part("response"));
        let url = request.as_ref().and_then(|request| request.string("url"));
        let request = request.as_ref().and_then(|request| body(request, "postData"));
        let response = response.as_ref().and_then(|response| body(response, "content"));
        exchange::read(reader, url.as_deref(), request.as_slice(), response.as_slice());
    }
    Verdict::Read
}

fn body<'a>(message: &Object<'a>, key: &str) -> Option<Body<'a>> {
    let content = message.of_kind(key, Kind::Object)?.object()?;
    let written = match content.string("encoding").as_deref() {
        Some("base64") => Written::Base64,
        _ => Written::Plain,
    };
    Some((content.get("text")?, written))
}

#[cfg(test)]
mod tests {
    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    use serde_json::json;

    use crate::catalog::saved::read;

    #[test]
    fn bodies_of_both_sides_are_read() {
        let asked = r#"{"model":"m","messages":[],"tools":[{"name":"a","input_schema":{"type":"object"}}]}"#;
        let listed = r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"b"}]}}"#;
        let streamed = format!("event: message\ndata: {}\n\n", listed.replace("\"b\"", "\"c\""));
        let entry = |url: &str, request: serde_json::Value, content: serde_json::Value| json!({"request": {"url": url, "postData": request}, "response": {"content": content}});
        let har = json!({"log": {"version": "1.2", "entries": [
            entry("https://api.example/v1/messages", json!({"text": asked}), json!({"text": "{}"})),
            entry("https://peta.example/mcp", json!({"text": "{\"jsonrpc\":\"2.0\",\"method\":\"tools/list\"}"}),
                json!({"text": STANDARD.encode(listed), "encoding": "base64"})),
            entry("https://jam.example/mcp", json!({}), json!({"text": streamed})),
            entry("https://rusak.example/mcp", json!({}), json!({"text": "%%%", "encoding": "base64"})),
        ]}});
        let catalog = read("traffic.har", har.to_string().as_bytes()).expect("a catalog");
        let found: Vec<_> =
            catalog.servers.iter().map(|server| (server.name.as_str(), &*server.tools[0].name)).collect();
        assert_eq!(found, [("traffic", "a"), ("peta.example", "b"), ("jam.example", "c")]);
        assert_eq!(catalog.problems.len(), 1);
        assert_eq!(catalog.problems[0].place.pointer, "/log/entries/3/response/content/text");
    }
}
