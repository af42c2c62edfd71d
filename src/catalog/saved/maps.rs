//! Maps and lists of servers, and maps from a tool's name to its definition (AI SDK, LangChain).

use crate::catalog::saved::bare::{is_call, is_definition};
use crate::catalog::saved::parse::join::Page;
use crate::catalog::saved::parse::list::{self, Lot};
use crate::catalog::saved::parse::object::Object;
use crate::catalog::saved::parse::reader::Reader;
use crate::catalog::saved::parse::scan::{Kind, Raw};
use crate::catalog::saved::parse::stranger::View;
use crate::catalog::saved::{Look, Shape, Verdict};

/// Maps by name.
pub(crate) const SHAPE: Shape = Shape { name: "a map of servers or of tools by name", read: Look::AtValue(read) };

/// Keys that hold nothing but a schema, so that an object with one of them is a definition.
const OWN_KEYS: [&str; 5] =
    ["inputSchema", "input_schema", "parametersJsonSchema", "parameters_json_schema", "args_schema"];

/// Keys that other files have too, for lists and texts; only an object under them is a schema.
const SHARED_KEYS: [&str; 6] = ["parameters", "args", "schema", "jsonSchema", "function", "toolSpec"];

/// Keys of what is no map by name: a chat message, the description of an HTTP interface.
const FOREIGN_KEYS: [&str; 5] = ["role", "openapi", "swagger", "paths", "info"];

fn read(view: &View<'_>, reader: &mut Reader<'_>) -> Verdict {
    let Some(object) = &view.object else { return Verdict::Foreign };
    let is_foreign = |key: &&str| object.get(key).is_some_and(|value| !holds_tools(value));
    if FOREIGN_KEYS.iter().any(is_foreign) {
        return Verdict::Foreign;
    }
    if let Some(servers) = object.get("servers").or_else(|| object.get("mcpServers")) {
        return match servers.kind() {
            Kind::Array => reader.value(servers),
            Kind::Object => reader.object(servers).map_or(Verdict::Foreign, |servers| of_servers(&servers, reader)),
            _ => Verdict::Foreign,
        };
    }
    if is_map_of_tools(object) {
        tools(object, reader);
        return Verdict::Read;
    }
    of_servers(object, reader)
}

/// True when every member looks like a definition whose name is the key.
pub(crate) fn is_map_of_tools(object: &Object<'_>) -> bool {
    let is_tool = |value: &Raw<'_>| value.object().is_some_and(|tool| has_schema(&tool) && !is_call(&tool));
    !object.members.is_empty() && object.members.iter().all(|(_, value)| is_tool(value))
}

/// Reads a map of definitions as one list.
pub(crate) fn tools(object: &Object<'_>, reader: &mut Reader<'_>) {
    let members = object.members.iter().map(|(name, value)| (name.as_ref(), *value));
    list::members(reader, members, Page::default());
}

/// A map from a server's name to its tools, or to an object that has them. One member without tools is a server that
/// was not listed, unless none has any.
fn of_servers(object: &Object<'_>, reader: &mut Reader<'_>) -> Verdict {
    if !object.members.iter().any(|(_, value)| holds_tools(*value)) {
        return Verdict::Foreign;
    }
    for (name, value) in &object.members {
        reader.under(Some(name), |reader| {
            let verdict = match value.kind() {
                Kind::Array if holds_tools(*value) || value.items().next().is_none() => {
                    list::list(reader, *value, Lot::default(), Page::default());
                    Verdict::Read
                }
                Kind::Array => Verdict::Foreign,
                _ => reader.value(*value),
            };
            if verdict == Verdict::Foreign {
                reader.problem(*value, value.start, "no list of tools", true);
            }
        });
    }
    Verdict::Read
}

/// True for a list with a definition that has a schema, so that no list of names and descriptions passes for one, and
/// for an object that holds tools.
fn holds_tools(value: Raw<'_>) -> bool {
    let is_tool = |item: Object<'_>| is_definition(&item) && has_schema(&item);
    match value.kind() {
        Kind::Array => value.items().flatten().filter_map(Raw::object).any(is_tool),
        Kind::Object => value.object().is_some_and(|object| {
            let result = object.of_kind("result", Kind::Object).and_then(Raw::object);
            let is_list = |tools: Raw<'_>| matches!(tools.kind(), Kind::Array | Kind::Object | Kind::Null);
            let listed = |object: &Object<'_>| object.get("tools").is_some_and(is_list);
            listed(&object) || result.is_some_and(|result| listed(&result)) || is_map_of_tools(&object)
        }),
        _ => false,
    }
}

fn has_schema(tool: &Object<'_>) -> bool {
    tool.has_any(&OWN_KEYS)
        || SHARED_KEYS.iter().any(|key| tool.of_kind(key, Kind::Object).is_some())
        || tool.of_kind("arguments", Kind::Array).is_some()
}

#[cfg(test)]
mod tests {
    use crate::catalog::saved::read;
    use crate::catalog::tool::Dialect;

    fn servers(text: &str) -> Vec<(String, Vec<String>)> {
        let catalog = read("file.json", text.as_bytes()).expect("a catalog");
        assert_eq!(catalog.problems, []);
        let names = |tools: &[crate::catalog::tool::Tool]| tools.iter().map(|tool| tool.name.clone()).collect();
        catalog.servers.iter().map(|server| (server.name.clone(), names(&server.tools))).collect()
    }

    #[test]
    fn servers_are_read_by_name() {
        for text in [
            r#"{"peta":[{"name":"a","inputSchema":{}}],"jam":[{"name":"b","inputSchema":{}}]}"#,
            r#"{"peta":{"tools":[{"name":"a"}]},"jam":{"tools":[{"name":"b"}]}}"#,
            r#"{"servers":[{"name":"peta","tools":[{"name":"a"}]},{"name":"jam","tools":[{"name":"b"}]}]}"#,
            r#"{"servers":{"peta":{"tools":[{"name":"a"}]},"jam":{"result":{"tools":[{"name":"b"}]}}}}"#,
        ] {
            let expected = [("peta".to_owned(), vec!["a".to_owned()]), ("jam".to_owned(), vec!["b".to_owned()])];
            assert_eq!(servers(text), expected, "{text}");
        }
    }

    #[test]
    fn a_map_of_tools_takes_the_names_from_its_keys() {
        let text = r#"{"cari":{"description":"Cari.","inputSchema":{"jsonSchema":{"type":"object"}}},
            "hitung":{"parameters":{"type":"object"},"description":"Hitung."}}"#;
        let catalog = read("file.json", text.as_bytes()).expect("a catalog");
        let tools = &catalog.servers[0].tools;
        assert_eq!((tools[0].name.as_str(), tools[0].dialect), ("cari", Dialect::Mcp));
        assert_eq!(tools[0].input_schema().expect("a schema").to_string(), r#"{"type":"object"}"#);
        assert_eq!((tools[1].name.as_str(), tools[1].description()), ("hitung", Some("Hitung.")));
        assert_eq!(&*tools[1].text, r#"{"parameters":{"type":"object"},"description":"Hitung."}"#);
    }

    #[test]
    fn a_server_without_a_list_is_told() {
        let catalog = read("x", br#"{"peta":{"tools":[]},"jam":{"error":"timeout"}}"#).expect("a catalog");
        assert_eq!(catalog.servers.len(), 2);
        assert!(catalog.problems[0].lost);
        assert_eq!(catalog.problems[0].place.server.as_deref(), Some("jam"));
    }

    #[test]
    fn lists_of_named_things_are_no_servers() {
        for text in [
            r#"{"openapi":"3.1.0","info":{"title":"Toko"},"tags":[{"name":"kopi","description":"Soal kopi."}]}"#,
            r#"{"swagger":"2.0","paths":{"/kopi":{"parameters":[],"get":{"parameters":[{"name":"batas","schema":{}}]}}}}"#,
            r#"{"tags":[{"name":"kopi","description":"Soal kopi."}]}"#,
            r#"{"role":"assistant","tool_calls":[{"id":"c1","function":{"name":"cari","arguments":"{}"}}]}"#,
            r#"{"tool_calls":[{"id":"c1","type":"function","function":{"name":"cari","arguments":"{}"}}]}"#,
            r#"[{"type":"function","function":{"name":"cari","arguments":"{}"}}]"#,
            r#"{"peta":{"command":"peta","args":["-v"]}}"#,
            r#"{"context_servers":{"peta":{"command":"peta","args":["-v"]}}}"#,
            r#"{"kecil":{"parameters":"7B"},"besar":{"parameters":"70B"}}"#,
        ] {
            assert!(read("x", text.as_bytes()).is_err(), "{text}");
        }
    }

    #[test]
    fn a_server_may_have_any_name() {
        let text = r#"{"info":{"tools":[{"name":"a"}]},"role":[{"name":"b","inputSchema":{}}]}"#;
        let names: Vec<_> = servers(text).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["info", "role"]);
    }

    #[test]
    fn a_list_without_schemas_beside_servers_is_told() {
        let text = br#"{"peta":[{"name":"a","inputSchema":{}}],"tags":[{"name":"t","description":"T."}],"jam":[]}"#;
        let catalog = read("x", text).expect("a catalog");
        assert_eq!(catalog.tools().count(), 1);
        let told: Vec<_> =
            catalog.problems.iter().map(|problem| (problem.place.pointer.as_str(), problem.lost)).collect();
        assert_eq!(told, [("/tags", true)]);
    }
}
