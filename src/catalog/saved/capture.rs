//! A list of tools beside what is known of its server: captures of sessions, dumps of scanners.

use std::borrow::Cow;

use crate::catalog::saved::mcp;
use crate::catalog::saved::parse::object::Object;
use crate::catalog::saved::parse::reader::Reader;
use crate::catalog::saved::parse::scan::{Kind, Raw};
use crate::catalog::saved::parse::stranger::View;
use crate::catalog::saved::{Look, Shape, Verdict};

/// `{"server": …, "tools": […]}`.
pub(crate) const SHAPE: Shape =
    Shape { name: "a capture of one server ({\"server\":…,\"tools\":[…]})", read: Look::AtValue(read) };

/// Keys that hold the answer to `initialize` or `server/discover`.
const HANDSHAKE_KEYS: [&str; 5] = ["initialize_result", "initializeResult", "initialize", "discover", "server"];

fn read(view: &View<'_>, reader: &mut Reader<'_>) -> Verdict {
    let Some(object) = &view.object else { return Verdict::Foreign };
    let handshakes = || HANDSHAKE_KEYS.iter().filter_map(|key| object.get(key)).filter_map(Raw::object);
    let has_server = object.get("server").is_some() || handshakes().next().is_some();
    if !has_server || object.get("tools").is_none() {
        return Verdict::Foreign;
    }
    let server = object.of_kind("server", Kind::Object).and_then(Raw::object);
    let name = object.string("server").or_else(|| server.as_ref()?.string("name"));
    reader.under(name.as_deref(), |reader| {
        mcp::instructions(reader, object);
        for handshake in handshakes() {
            about(reader, &handshake);
        }
        mcp::pages(reader, object, None);
    });
    Verdict::Read
}

/// What a section tells about the server; the answer itself may stand one level deeper.
fn about(reader: &mut Reader<'_>, section: &Object<'_>) {
    mcp::own_name(reader, section);
    mcp::instructions(reader, section);
    if let Some(discover) = section.of_kind("discover", Kind::Object).and_then(Raw::object) {
        mcp::own_name(reader, &discover);
        mcp::instructions(reader, &discover);
    }
    let era = section.string("protocolVersion").map(Cow::into_owned);
    let version = section.string("version").map(Cow::into_owned);
    let server = reader.server();
    server.era = server.era.take().or(era);
    server.version = server.version.take().or(version);
}

#[cfg(test)]
mod tests {
    use crate::catalog::saved::read;

    #[test]
    fn the_server_gives_name_instructions_and_versions() {
        let text = r#"{"server":{"name":"peta","version":"1.0","protocolVersion":"2025-11-25","instructions":"Baca dulu.",
            "serverInfo":{"name":"other","version":"3"}},"tools":[{"name":"cari","inputSchema":{"type":"object"}}]}"#;
        let catalog = read("file.json", text.as_bytes()).expect("a catalog");
        let server = &catalog.servers[0];
        assert_eq!((server.name.as_str(), server.instructions.as_deref()), ("peta", Some("Baca dulu.")));
        assert_eq!((server.version.as_deref(), server.era.as_deref()), (Some("3"), Some("2025-11-25")));
        assert_eq!((server.tools.len(), catalog.problems), (1, vec![]));
        assert_eq!(server.tools[0].place.server.as_deref(), Some("peta"));
    }

    #[test]
    fn the_answer_to_initialize_may_stand_beside_the_tools() {
        let text =
            r#"{"initialize_result":{"serverInfo":{"name":"jam"},"instructions":"Pakai UTC."},"tools":[{"name":"a"}]}"#;
        let catalog = read("file.json", text.as_bytes()).expect("a catalog");
        assert_eq!(catalog.servers[0].name, "jam");
        assert_eq!(catalog.servers[0].instructions.as_deref(), Some("Pakai UTC."));
    }

    #[test]
    fn a_name_alone_is_enough() {
        let catalog = read("x", br#"{"server":"peta","tools":[{"name":"a"}]}"#).expect("a catalog");
        assert_eq!((catalog.servers.len(), catalog.servers[0].name.as_str()), (1, "peta"));
    }
}
