//! Maps and lists of servers, and maps from a tool's name to its definition (AI SDK, LangChain).

use crate::catalog::saved::bare::is_definition;
use crate::catalog::saved::parse::join::Page;
use crate::catalog::saved::parse::list::{self, Lot};
use crate::catalog::saved::parse::reader::Reader;
use crate::catalog::saved::parse::scan::{Kind, Object, Raw};
use crate::catalog::saved::parse::stranger::View;
use crate::catalog::saved::{Look, Shape, Verdict};

/// Maps by name.
pub(crate) const SHAPE: Shape = Shape { name: "a map of servers or of tools by name", read: Look::AtValue(read) };

/// Keys that say of an object that it is a definition without its name.
const DEFINITION_KEYS: [&str; 8] = [
    "inputSchema",
    "input_schema",
    "parameters",
    "parametersJsonSchema",
    "parameters_json_schema",
    "args_schema",
    "args",
    "jsonSchema",
];

fn read(view: &View<'_>, reader: &mut Reader<'_>) -> Verdict {
    let Some(object) = &view.object else { return Verdict::Foreign };
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
    let is_tool = |value: &Raw<'_>| {
        value
            .object()
            .is_some_and(|tool| tool.has_any(&DEFINITION_KEYS) || tool.of_kind("function", Kind::Object).is_some())
    };
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
            let verdict = if value.kind() == Kind::Array {
                list::list(reader, *value, Lot::default(), Page::default());
                Verdict::Read
            } else {
                reader.value(*value)
            };
            if verdict == Verdict::Foreign {
                reader.problem(*value, value.start, "no list of tools", true);
            }
        });
    }
    Verdict::Read
}

fn holds_tools(value: Raw<'_>) -> bool {
    match value.kind() {
        Kind::Array => {
            let mut items = value.items().flatten();
            items.next().and_then(Raw::object).is_some_and(|item| is_definition(&item))
        }
        Kind::Object => value.object().is_some_and(|object| {
            let result = object.of_kind("result", Kind::Object).and_then(Raw::object);
            let listed = |object: &Object<'_>| object.get("tools").is_some();
            listed(&object) || result.is_some_and(|result| listed(&result)) || is_map_of_tools(&object)
        }),
        _ => false,
    }
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
}
