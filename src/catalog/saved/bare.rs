//! Tools without anything around them: an array, or one to a line.

use crate::catalog::saved::dialect::{DECLARATION_KEYS, SCHEMA_KEYS};
use crate::catalog::saved::parse::join::Page;
use crate::catalog::saved::parse::list::{self, Lot};
use crate::catalog::saved::parse::object::Object;
use crate::catalog::saved::parse::reader::Reader;
use crate::catalog::saved::parse::scan::{Kind, Raw};
use crate::catalog::saved::parse::stranger::View;
use crate::catalog::saved::{Look, Shape, Verdict};

/// Bare tools.
pub(crate) const SHAPE: Shape = Shape { name: "an array or NDJSON of tools", read: Look::AtValue(read) };

/// The keys that definitions have besides those of a schema.
const TOOL_KEYS: [&str; 18] = [
    "name",
    "title",
    "description",
    "annotations",
    "outputSchema",
    "icons",
    "execution",
    "_meta",
    "meta",
    "type",
    "strict",
    "cache_control",
    "defer_loading",
    "input_examples",
    "args",
    "schema",
    "parameter_definitions",
    "format",
];

fn read(view: &View<'_>, reader: &mut Reader<'_>) -> Verdict {
    match &view.object {
        Some(object) if is_definition(object) => {
            if list::single(reader, view.raw, Lot::default()) {
                Verdict::Read
            } else {
                Verdict::Foreign
            }
        }
        Some(_) => Verdict::Foreign,
        None => array(view.raw, reader),
    }
}

/// An array is a list of tools when most entries are; else each entry may be a document, e.g. in a JSON-RPC batch.
fn array(raw: Raw<'_>, reader: &mut Reader<'_>) -> Verdict {
    if raw.kind() != Kind::Array {
        return Verdict::Foreign;
    }
    let (mut tools, mut others) = (0_usize, 0_usize);
    for item in raw.items().flatten() {
        match item.object() {
            Some(object) if is_definition(&object) || is_group(&object) => tools += 1,
            _ => others += 1,
        }
    }
    if tools > 0 && tools >= others || tools + others == 0 {
        list::list(reader, raw, Lot::default(), Page::default());
        return Verdict::Read;
    }
    let mut verdict = Verdict::Foreign;
    for item in raw.items().flatten().filter(|item| matches!(item.kind(), Kind::Object | Kind::Array)) {
        verdict = verdict.max(reader.value(item));
    }
    verdict
}

/// True for what looks like one definition: a name and a schema, or a dialect's wrapping.
pub(crate) fn is_definition(object: &Object<'_>) -> bool {
    let holds = |key: &str| object.of_kind(key, Kind::Object).is_some();
    let named = object.get("name").is_some();
    let has_schema =
        (object.has_any(&SCHEMA_KEYS) && !is_call(object)) || object.of_kind("arguments", Kind::Array).is_some();
    let wraps = (holds("function") && !is_call(object)) || holds("toolSpec");
    wraps || (named && (has_schema || is_described(object)))
}

/// True for a call of a tool as chat messages hold it: a `function` with arguments and no parameters.
pub(crate) fn is_call(object: &Object<'_>) -> bool {
    let function = object.of_kind("function", Kind::Object).and_then(Raw::object);
    function.is_some_and(|function| function.get("arguments").is_some() && function.get("parameters").is_none())
}

/// True for a definition without a schema: nothing but keys of a tool, so that no list of packages passes for one.
fn is_described(object: &Object<'_>) -> bool {
    object.has_any(&["description", "annotations", "outputSchema", "args", "schema", "parameter_definitions"])
        && object.members.iter().all(|(key, _)| TOOL_KEYS.contains(&key.as_ref()))
}

fn is_group(object: &Object<'_>) -> bool {
    object.has_any(&DECLARATION_KEYS) || object.string("type").as_deref() == Some("namespace")
}

#[cfg(test)]
mod tests {
    use crate::catalog::saved::read;
    use crate::catalog::tool::{Dialect, Fidelity};

    fn found(text: &str) -> Vec<(String, Dialect, Fidelity)> {
        let catalog = read("x", text.as_bytes()).expect("a catalog");
        catalog.tools().map(|tool| (tool.name.clone(), tool.dialect, tool.fidelity)).collect()
    }

    #[test]
    fn arrays_and_rows_of_any_dialect_are_read() {
        let tools = [
            (r#"{"name":"a","description":"A.","inputSchema":{}}"#, Dialect::Mcp, Fidelity::Whole),
            (r#"{"name":"b","input_schema":{}}"#, Dialect::Anthropic, Fidelity::Whole),
            (r#"{"type":"function","function":{"name":"c"}}"#, Dialect::OpenAiChat, Fidelity::Whole),
            (r#"{"name":"d","description":"D.","args":{"x":{"type":"string"}}}"#, Dialect::Mcp, Fidelity::Approximate),
            (r#"{"name":"e","schema":{"type":"object"}}"#, Dialect::Mcp, Fidelity::Whole),
            (r#"{"toolSpec":{"name":"f","inputSchema":{"json":{}}}}"#, Dialect::Bedrock, Fidelity::Whole),
        ];
        let texts: Vec<_> = tools.iter().map(|(text, ..)| *text).collect();
        let expected: Vec<_> = "abcdef"
            .chars()
            .zip(tools)
            .map(|(name, (_, dialect, fidelity))| (name.to_string(), dialect, fidelity))
            .collect();
        assert_eq!(found(&format!("[{}]", texts.join(","))), expected);
        assert_eq!(found(&texts.join("\n")), expected);
    }

    #[test]
    fn an_array_of_documents_is_read_document_by_document() {
        let text = r#"[{"server":"peta","tools":[{"name":"a"}]},{"request":{"messages":[],"tools":[{"name":"b","input_schema":{}}]}},7]"#;
        let names: Vec<_> = found(text).into_iter().map(|(name, ..)| name).collect();
        assert_eq!(names, ["b", "a"]);
    }

    #[test]
    fn packages_and_messages_are_no_tools() {
        for text in [
            r#"[{"name":"left-pad","version":"1.0.0","description":"Pads."}]"#,
            r#"[{"name":"repo","description":"A.","stars":7}]"#,
            r#"[{"role":"user","name":"budi","content":"hai"}]"#,
            r#"{"name":"npx","description":"x","command":"npx"}"#,
        ] {
            assert!(read("x", text.as_bytes()).is_err(), "{text}");
        }
    }
}
