//! VCR cassettes (vcrpy, betamax, VCR for Ruby, go-vcr), in YAML or JSON.

use crate::catalog::saved::exchange::{self, Body, Written};
use crate::catalog::saved::parse::object::Object;
use crate::catalog::saved::parse::reader::Reader;
use crate::catalog::saved::parse::scan::{Kind, Raw};
use crate::catalog::saved::parse::stranger::View;
use crate::catalog::saved::{Look, Shape, Verdict};

/// `interactions[]` with a request and a response.
pub(crate) const SHAPE: Shape = Shape { name: "a VCR cassette", read: Look::AtValue(read) };

fn read(view: &View<'_>, reader: &mut Reader<'_>) -> Verdict {
    let Some(object) = &view.object else { return Verdict::Foreign };
    let list = |key: &str| object.of_kind(key, Kind::Array);
    let Some(interactions) = list("interactions").or_else(|| list("http_interactions")) else {
        return Verdict::Foreign;
    };
    for interaction in interactions.items().flatten().filter_map(Raw::object) {
        let part = |key: &str| interaction.of_kind(key, Kind::Object).and_then(Raw::object);
        let (request, response) = (part("request"), part("response"));
        let url = request.as_ref().and_then(|request| request.string("uri").or_else(|| request.string("url")));
        let request = request.as_ref().and_then(body);
        let response = response.as_ref().and_then(body);
        exchange::read(reader, url.as_deref(), request.as_slice(), response.as_slice());
    }
    Verdict::Read
}

/// The body of a message: a string, an object around one, or a value that the recorder has parsed already.
fn body<'a>(message: &Object<'a>) -> Option<Body<'a>> {
    let wrapped = || message.of_kind("body", Kind::Object)?.object();
    let parsed = message.get("parsed_body").map(|raw| (raw, Written::Plain));
    parsed
        .or_else(|| message.of_kind("body", Kind::String).map(|raw| (raw, Written::Plain)))
        .or_else(|| wrapped()?.get("base64_string").map(|raw| (raw, Written::Base64)))
        .or_else(|| wrapped()?.get("string").map(|raw| (raw, Written::Plain)))
        .or_else(|| message.get("body").map(|raw| (raw, Written::Plain)))
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    use flate2::Compression;
    use flate2::write::GzEncoder;

    use crate::catalog::saved::read;

    fn names(cassette: &str) -> Vec<String> {
        let catalog = read("kaset.yaml", cassette.as_bytes()).expect("a catalog");
        assert_eq!(catalog.problems, []);
        catalog.tools().map(|tool| tool.name.clone()).collect()
    }

    fn packed(text: &str) -> String {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(text.as_bytes()).expect("a buffer");
        STANDARD.encode(encoder.finish().expect("a buffer"))
    }

    #[test]
    fn bodies_in_every_wrapping_are_read() {
        let asked = r#"{"model":"m","messages":[],"tools":[{"name":"a","input_schema":{}}]}"#;
        let listed = r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"b"}]}}"#;
        let vcrpy = format!(
            "interactions:\n- request:\n    body: '{asked}'\n    method: POST\n    uri: https://api.example/v1\n  response:\n    \
             body:\n      string: !!binary |\n        {}\n    status:\n      code: 200\nversion: 1\n",
            packed(listed)
        );
        assert_eq!(names(&vcrpy), ["a", "b"]);
        let betamax = format!(
            r#"{{"http_interactions":[{{"request":{{"body":{{"encoding":"utf-8","string":{}}},"uri":"https://x.example"}},
            "response":{{"body":{{"base64_string":"{}"}}}}}}]}}"#,
            serde_json::Value::from(asked),
            packed(listed)
        );
        assert_eq!(names(&betamax), ["a", "b"]);
        let go = format!(
            "---\nversion: 2\ninteractions:\n    - id: 0\n      request:\n        body: |\n            {asked}\n        url: \
             https://x.example/mcp\n      response:\n        body: |-\n            data: {listed}\n\n"
        );
        assert_eq!(names(&go), ["a", "b"]);
    }

    #[test]
    fn a_parsed_body_is_read_as_it_stands() {
        let yaml = "interactions:\n- request:\n    parsed_body:\n      model: m\n      messages: []\n      tools:\n      - name: a\n        \
                    description: 'Ya: satu'\n        input_schema: {type: object, properties: {n: {type: integer, maximum: 10}}}\n";
        let catalog = read("kaset.yaml", yaml.as_bytes()).expect("a catalog");
        let tool = catalog.tools().next().expect("a tool");
        assert_eq!(tool.description(), Some("Ya: satu"));
        assert_eq!(tool.input_schema().expect("a schema")["properties"]["n"]["maximum"], 10);
        assert_eq!(tool.place.line, Some(7));
    }

    #[test]
    fn an_answer_that_repeats_the_tools_adds_none() {
        let asked = r#"{"model":"m","input":"hai","tools":[{"type":"function","name":"a","parameters":{}}]}"#;
        let answer = r#"{"object":"response","model":"m","output":[],"tools":[{"type":"function","name":"a","parameters":{},"strict":true}]}"#;
        let yaml = format!(
            "interactions:\n- request:\n    body: '{asked}'\n  response:\n    body:\n      string: '{answer}'\n"
        );
        assert_eq!(names(&yaml), ["a"]);
    }
}
