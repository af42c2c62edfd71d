//! OpenTelemetry spans of model calls: `gen_ai.tool.definitions`, however the exporter wrote it.

use std::borrow::Cow;

use serde_json::{Map, Value};

use crate::catalog::saved::parse::join::Page;
use crate::catalog::saved::parse::list::{self, Lot};
use crate::catalog::saved::parse::reader::Reader;
use crate::catalog::saved::parse::scan::{Kind, Raw, space_end};
use crate::catalog::saved::parse::stranger::View;
use crate::catalog::saved::parse::value;
use crate::catalog::saved::{Look, Shape, Verdict};

/// Spans and their attributes.
pub(crate) const SHAPE: Shape =
    Shape { name: "OpenTelemetry spans with gen_ai.tool.definitions", read: Look::AtValue(read) };

/// The attribute (semantic conventions for generative AI, opt-in).
const ATTRIBUTE: &str = "gen_ai.tool.definitions";

/// How deep exporters nest an attribute at most; each level walks over the text once more.
const DEEPEST_ATTRIBUTE: usize = 16;

/// Looks for the attribute at any depth: exporters nest resource, scope and span each in their own way.
fn read(view: &View<'_>, reader: &mut Reader<'_>) -> Verdict {
    if memchr::memmem::find(view.raw.text().as_bytes(), b"\"gen_ai.tool.definitions\"").is_none() {
        return Verdict::Foreign;
    }
    let mut open = vec![(view.raw, 0)];
    let mut verdict = Verdict::Foreign;
    while let Some((raw, level)) = open.pop() {
        let is_container =
            |value: &Raw<'_>| level < DEEPEST_ATTRIBUTE && matches!(value.kind(), Kind::Object | Kind::Array);
        let Some(object) = raw.object() else {
            let below: Vec<_> = raw.items().flatten().filter(is_container).collect();
            open.extend(below.into_iter().rev().map(|item| (item, level + 1)));
            continue;
        };
        let as_pair = object.get("value").filter(|_| object.string("key").as_deref() == Some(ATTRIBUTE));
        if let Some(found) = object.get(ATTRIBUTE).or(as_pair) {
            definitions(found, reader);
            verdict = Verdict::Read;
        }
        let below = object.members.iter().rev().map(|(_, value)| *value).filter(is_container);
        open.extend(below.map(|value| (value, level + 1)));
    }
    verdict
}

/// The value of the attribute: JSON in a string, a list, or OTLP's typed form of either.
fn definitions(found: Raw<'_>, reader: &mut Reader<'_>) {
    if found.kind() == Kind::Array {
        list::list(reader, found, Lot::default(), Page::default());
        return;
    }
    let typed = || value::value(found, &mut Vec::new()).ok().and_then(|value| plain(&value));
    let text = found.string().map(Cow::into_owned).or_else(|| match typed()? {
        Value::String(text) => Some(text),
        other => Some(other.to_string()),
    });
    let inside = text.unwrap_or_default();
    let document = reader.document_inside(&inside, found);
    match Raw::at(&document, space_end(inside.as_bytes(), 0)).filter(|raw| raw.kind() == Kind::Array) {
        Some(list) => list::list(reader, list, Lot::default(), Page::default()),
        None => reader.problem(found, found.start, "the attribute holds no list of definitions", true),
    }
}

/// OTLP's `{"stringValue": …}`, `{"arrayValue": {"values": […]}}`, `{"kvlistValue": …}` as the value they stand for.
pub(crate) fn plain(typed: &Value) -> Option<Value> {
    let (kind, value) = typed.as_object()?.iter().next()?;
    match kind.as_str() {
        "stringValue" | "boolValue" | "doubleValue" => Some(value.clone()),
        // 64-bit integers travel as strings.
        "intValue" => {
            Some(value.as_str().and_then(|text| text.parse().ok()).map_or_else(|| value.clone(), Value::Number))
        }
        "arrayValue" => value["values"].as_array().map_or(Some(Value::Array(Vec::new())), |items| {
            items.iter().map(plain).collect::<Option<_>>().map(Value::Array)
        }),
        "kvlistValue" => {
            let pair = |pair: &Value| Some((pair["key"].as_str()?.to_owned(), plain(&pair["value"])?));
            value["values"].as_array()?.iter().map(pair).collect::<Option<Map<_, _>>>().map(Value::Object)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::catalog::saved::read;

    fn names(text: &str) -> Vec<String> {
        let catalog = read("spans.json", text.as_bytes()).expect("a catalog");
        assert_eq!(catalog.problems, []);
        catalog.tools().map(|tool| tool.name.clone()).collect()
    }

    #[test]
    fn the_attribute_is_found_in_every_writing() {
        for attributes in [
            r#"{"gen_ai.tool.definitions":"[{\"type\":\"function\",\"name\":\"cari\",\"parameters\":{}}]"}"#,
            r#"{"gen_ai.tool.definitions":[{"type":"function","name":"cari","parameters":{}}]}"#,
            r#"[{"key":"gen_ai.tool.definitions","value":{"stringValue":"[{\"name\":\"cari\",\"parameters\":{}}]"}}]"#,
            r#"[{"key":"gen_ai.system","value":{"stringValue":"x"}},{"key":"gen_ai.tool.definitions","value":{"arrayValue":
                {"values":[{"kvlistValue":{"values":[{"key":"type","value":{"stringValue":"function"}},
                {"key":"name","value":{"stringValue":"cari"}}]}}]}}}]"#,
        ] {
            let span =
                format!(r#"{{"resourceSpans":[{{"scopeSpans":[{{"spans":[{{"attributes":{attributes}}}]}}]}}]}}"#);
            assert_eq!(names(&span), ["cari"], "{attributes}");
        }
    }

    #[test]
    fn spans_one_to_a_line_are_read_and_repetitions_counted_once() {
        let span = r#"{"name":"chat","attributes":{"gen_ai.tool.definitions":[{"type":"function","name":"cari"}]}}"#;
        let catalog = read("spans.jsonl", format!("{span}\n{span}\n").as_bytes()).expect("a catalog");
        assert_eq!(catalog.tools().count(), 1);
    }
}
