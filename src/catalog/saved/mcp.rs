//! What MCP servers answer: `tools/list` results, JSON-RPC messages, `initialize` and `server/discover`.

use std::borrow::Cow;

use crate::catalog::offer::OfferKind;
use crate::catalog::place::Place;
use crate::catalog::saved::definition::article_of;
use crate::catalog::saved::dialect::{DECLARATION_KEYS, Setting};
use crate::catalog::saved::maps;
use crate::catalog::saved::offering;
use crate::catalog::saved::parse::join::Page;
use crate::catalog::saved::parse::list::{self, Lot};
use crate::catalog::saved::parse::object::Object;
use crate::catalog::saved::parse::reader::Reader;
use crate::catalog::saved::parse::scan::{Kind, Raw};
use crate::catalog::saved::parse::stranger::View;
use crate::catalog::saved::{Look, Shape, Verdict};

/// MCP's own messages, and what the Inspector prints of them.
pub(crate) const SHAPE: Shape =
    Shape { name: "an MCP tools/list result or JSON-RPC response", read: Look::AtValue(read) };

/// The key under which a server of 2026-07-28 names itself in each result.
const SERVER_INFO: &str = "io.modelcontextprotocol/serverInfo";

fn read(view: &View<'_>, reader: &mut Reader<'_>) -> Verdict {
    let Some(object) = &view.object else { return Verdict::Foreign };
    let is_message = object.get("jsonrpc").is_some();
    let id = object.get("id").and_then(number);
    if let Some(result) = object.of_kind("result", Kind::Object) {
        let verdict = read_result(reader, result, id);
        if is_message {
            offers(reader, result);
        }
        return if is_message { verdict.max(Verdict::Silent) } else { verdict };
    }
    if let (true, Some(error)) = (is_message, object.of_kind("error", Kind::Object)) {
        let message = error.object().and_then(|error| error.string("message")).unwrap_or_default();
        reader.problem(error, error.start, format!("the server answered with an error: {message}"), true);
        return Verdict::Silent;
    }
    if is_message { Verdict::Silent } else { read_handshake(reader, object) }
}

/// A result of any method; one that holds neither tools nor a handshake is none of ours.
fn read_result(reader: &mut Reader<'_>, result: Raw<'_>, id: Option<u64>) -> Verdict {
    let Some(object) = reader.object(result) else { return Verdict::Foreign };
    if let Some(peer) = reader.peer.take() {
        reader.enter_peer(&peer);
    }
    let handshake = read_handshake(reader, &object);
    if object.get("tools").is_none() {
        return handshake;
    }
    own_name(reader, &object);
    pages(reader, &object, id);
    Verdict::Read
}

/// The prompts, resources and resource templates of a result. They make no catalog by themselves: a message that holds
/// nothing else stays silent, and the server it belongs to is one only if something else speaks of it.
fn offers(reader: &mut Reader<'_>, result: Raw<'_>) {
    let Some(object) = result.object() else { return };
    for kind in OfferKind::ALL {
        let Some(list) = object.of_kind(kind.list_key(), Kind::Array) else { continue };
        for item in list.items().flatten().filter(|item| item.kind() == Kind::Object) {
            match offering::offer(kind, item, reader.place(item.position())) {
                Ok(offer) if offer.name.is_empty() => {}
                Ok(offer) => reader.current_draft().list(offer),
                Err(no_value) => {
                    let message = format!("a {}: {}", kind.key(), no_value.message);
                    reader.problem(item, item.start + no_value.offset, message, false);
                }
            }
        }
    }
}

/// The `tools` of a result as pages of the current server. A key that comes twice is read twice: nothing is lost.
pub(crate) fn pages(reader: &mut Reader<'_>, object: &Object<'_>, id: Option<u64>) {
    for tools in object.all("tools") {
        if tools.kind() == Kind::Array {
            let next = object.string("nextCursor").map(Cow::into_owned);
            list::list(reader, tools, Lot::default(), Page { id, next, ..Page::default() });
        } else if let Some(map) = tools.object().filter(|map| map.has_any(&DECLARATION_KEYS)) {
            for list in DECLARATION_KEYS.iter().filter_map(|key| map.get(key)) {
                let lot = Lot { setting: Setting::Declaration, ..Lot::default() };
                list::list(reader, list, lot, Page::default());
            }
        } else if let Some(map) = tools.object().filter(maps::is_map_of_tools) {
            maps::tools(&map, reader);
        } else {
            reader.server();
            let message = format!("\"tools\" is {}, not an array", article_of(tools));
            reader.problem(tools, tools.start, message, true);
        }
    }
}

/// The result of `initialize` or `server/discover`: who the server is and what it asks hosts to tell the model.
pub(crate) fn read_handshake(reader: &mut Reader<'_>, object: &Object<'_>) -> Verdict {
    let modern = object.of_kind("supportedVersions", Kind::Array).is_some();
    let legacy = object.get("serverInfo").is_some() || object.get("protocolVersion").is_some();
    if !(modern || legacy && object.get("capabilities").is_some()) {
        return Verdict::Foreign;
    }
    own_name(reader, object);
    instructions(reader, object);
    let era =
        if modern { Some("2026-07-28".to_owned()) } else { object.string("protocolVersion").map(Cow::into_owned) };
    let server = reader.server();
    server.era = server.era.take().or(era);
    Verdict::Read
}

/// Takes the server's instructions; the first ones count.
pub(crate) fn instructions(reader: &mut Reader<'_>, object: &Object<'_>) {
    let Some(raw) = object.get("instructions").filter(|raw| raw.kind() != Kind::Null) else { return };
    let Some(text) = raw.string() else {
        let message = format!("\"instructions\" is {}, not a string", article_of(raw));
        reader.problem(raw, raw.start, message, false);
        return;
    };
    let place = Place { pointer: "/instructions".to_owned(), ..reader.place(raw.position()) };
    let server = reader.server();
    match &server.instructions {
        Some(known) if *known != text => {
            reader.problem(
                raw,
                raw.start,
                "the instructions differ from those given before; the first ones count",
                false,
            );
        }
        Some(_) => {}
        None => {
            server.instructions = Some(text.into_owned());
            server.instructions_at = Some((place, raw.text().into()));
        }
    }
}

/// Takes the name that a server gives itself. Another name than before is another server.
pub(crate) fn own_name(reader: &mut Reader<'_>, object: &Object<'_>) {
    let in_meta = || object.of_kind("_meta", Kind::Object)?.object()?.of_kind(SERVER_INFO, Kind::Object);
    let info = object.of_kind("serverInfo", Kind::Object).or_else(in_meta).and_then(Raw::object);
    let Some((name, version)) = info.map(|info| (info.string("name"), info.string("version"))) else { return };
    let Some(name) = name else { return };
    if reader.server().own_name.as_ref().is_some_and(|known| *known != name) {
        reader.enter(&name);
    }
    let server = reader.server();
    server.own_name = Some(name.into_owned());
    server.version = version.map(Cow::into_owned).or(server.version.take());
}

/// A request id; some servers answer with the number in quotes.
fn number(id: Raw<'_>) -> Option<u64> {
    id.text().trim_matches('"').parse().ok()
}

#[cfg(test)]
mod tests {
    use crate::catalog::saved::read;
    use crate::catalog::tool::{Catalog, Dialect};

    fn of(text: &str) -> Catalog {
        read("folder/peta.v2.json", text.as_bytes()).expect("a catalog")
    }

    fn names(catalog: &Catalog) -> Vec<&str> {
        catalog.tools().map(|tool| tool.name.as_str()).collect()
    }

    #[test]
    fn a_result_is_read_word_for_word_and_named_after_its_file() {
        let tool = r#"{"name":"a", "x-vendor": 1.0,"inputSchema":{"z":1,"a":2}}"#;
        let catalog = of(&format!("{{\n\"tools\": [ {tool} ], \"_meta\": {{}} }}\n"));
        let server = &catalog.servers[0];
        assert_eq!(
            (server.name.as_str(), server.source.as_str(), server.incomplete),
            ("peta", "folder/peta.v2.json", false)
        );
        let read = &server.tools[0];
        assert_eq!((&*read.text, read.dialect), (tool, Dialect::Mcp));
        assert_eq!(
            (read.place.line, read.place.column, read.place.server.as_deref()),
            (Some(2), Some(12), Some("peta"))
        );
        assert_eq!(read.value.to_string(), tool.replace(' ', ""));
    }

    #[test]
    fn a_session_gives_name_instructions_version_and_all_pages() {
        let catalog = of(concat!(
            r#"{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{"name":"jam","version":"2"},"instructions":"Pakai UTC."}}"#,
            "\n",
            r#"{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}"#,
            "\n",
            r#"{"jsonrpc":"2.0","id":"2","result":{"tools":[{"name":"b"}]}}"#,
            "\n",
            r#"{"jsonrpc":"2.0","id":"1","result":{"tools":[{"name":"a"}],"nextCursor":"x"}}"#,
        ));
        let server = &catalog.servers[0];
        assert_eq!((server.name.as_str(), server.instructions.as_deref()), ("jam", Some("Pakai UTC.")));
        assert_eq!((server.version.as_deref(), server.era.as_deref()), (Some("2"), Some("2025-06-18")));
        assert_eq!((names(&catalog), server.incomplete), (vec!["a", "b"], false));
    }

    #[test]
    fn a_modern_server_names_itself_in_each_result() {
        let info = r#""_meta":{"io.modelcontextprotocol/serverInfo":{"name":"jam","version":"2"}}"#;
        let catalog = of(&format!(
            r#"[{{"jsonrpc":"2.0","id":1,"result":{{"supportedVersions":["2026-07-28"],"capabilities":{{}},{info}}}}},
                {{"jsonrpc":"2.0","id":2,"result":{{"tools":[{{"name":"a"}}],"resultType":"complete",{info}}}}}]"#
        ));
        assert_eq!((catalog.servers.len(), catalog.servers[0].name.as_str()), (1, "jam"));
        assert_eq!((catalog.servers[0].era.as_deref(), catalog.problems.len()), (Some("2026-07-28"), 0));
    }

    #[test]
    fn prompts_and_resources_of_a_session_are_kept_once() {
        let session = concat!(
            r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a"}]}}"#,
            "\n",
            r#"{"jsonrpc":"2.0","id":2,"result":{"prompts":[{"name":"sapa", "title":"Sapa"},{"title":"x"},7]}}"#,
            "\n",
            r#"{"jsonrpc":"2.0","id":3,"result":{"resources":[{"uri":"file:///a","name":"A"}]}}"#,
            "\n",
            r#"{"jsonrpc":"2.0","id":4,"result":{"resourceTemplates":[{"uriTemplate":"file:///{x}","name":"X"}]}}"#,
            "\n",
            r#"{"jsonrpc":"2.0","id":5,"result":{"resources":[{"uri":"file:///a","name":"A"}]}}"#,
        );
        let catalog = of(session);
        let [server] = &catalog.servers[..] else { panic!("one server") };
        let names: Vec<_> = server.offers.iter().map(|offer| offer.name.as_str()).collect();
        assert_eq!((names, server.tools.len()), (vec!["sapa", "file:///a", "file:///{x}"], 1));
        assert_eq!(&*server.offers[0].text, r#"{"name":"sapa", "title":"Sapa"}"#);
        assert_eq!(server.offers[0].place.server.as_deref(), Some("peta"));
        let alone = r#"{"jsonrpc":"2.0","id":2,"result":{"prompts":[{"name":"sapa"}]}}"#;
        assert!(read("x", alone.as_bytes()).is_err());
    }

    #[test]
    fn an_error_is_told_and_what_the_inspector_prints_is_read() {
        let catalog = of(concat!(
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}"#,
            r#"{"result":{"tools":[{"name":"a"}]}}"#,
        ));
        assert_eq!(names(&catalog), ["a"]);
        assert!(catalog.problems[0].lost && catalog.problems[0].message.ends_with("Method not found"));
    }

    #[test]
    fn a_key_that_comes_twice_hides_no_tools() {
        assert_eq!(names(&of(r#"{"tools":[{"name":"a"}],"tools":[{"name":"b"}]}"#)), ["a", "b"]);
    }
}
