//! Catalogs written and read again: tools word for word, offers, provenance, servers of one name.

use super::*;
use crate::catalog::saved::read;

fn round(catalog: &Catalog) -> (String, Catalog) {
    let mut bytes = Vec::new();
    write(catalog, &mut bytes).expect("a buffer");
    let again = read("again.jsonl", &bytes).expect("a catalog");
    (String::from_utf8(bytes).expect("text"), again)
}

#[test]
fn what_is_written_is_read_again() {
    let text = r#"{"servers":[{"name":"peta","instructions":"Baca \"dulu\".","tools":[
        {"name":"cari","zz":1.50,"description":"Spasi  dua","inputSchema": {"type":"object", "maximum":1e400}},
        {"name":"rute","arguments":[{"name":"dari","type":"string"}]}]},
        {"name":"jam","tools":[{"functionDeclarations":[{"name":"pukul","parameters":{"properties":{}}}]}]},
        {"name":"kosong","tools":[]}, {"name":"peta","tools":[{"name":"lain"},{"nama":1}]}]}"#;
    let catalog = read("asal.json", text.as_bytes()).expect("a catalog");
    let (file, again) = round(&catalog);
    assert_eq!(file.lines().next(), Some(r#"{"toolrent_catalog":1}"#));
    assert!(file.contains(r#"{"server":"peta","tool":{"name":"cari","zz":1.50,"description":"Spasi  dua","inputSchema":{"type":"object","maximum":1e400}}}"#), "{file}");
    let told = |catalog: &Catalog| {
        let tools = |server: &Server| -> Vec<_> {
            server
                .tools
                .iter()
                .map(|tool| (tool.name.clone(), tool.value.clone(), tool.dialect, tool.fidelity))
                .collect()
        };
        let servers: Vec<_> = catalog
            .servers
            .iter()
            .map(|server| (server.name.clone(), server.instructions.clone(), tools(server)))
            .collect();
        let problems: Vec<_> = catalog.problems.iter().map(|problem| (problem.message.clone(), problem.lost)).collect();
        (servers, problems)
    };
    assert_eq!(told(&again), told(&catalog));
    assert_eq!(round(&again).0, file);
}

#[test]
fn a_raw_newline_in_a_string_breaks_no_line() {
    let catalog =
        read("x", b"[{\"name\":\"a\",\"description\":\"two\nlines\",\"inputSchema\":{}}]").expect("a catalog");
    let (file, again) = round(&catalog);
    assert_eq!(file.lines().count(), 4, "{file}");
    assert_eq!(again.servers[0].tools[0].description(), Some("two\nlines"));
}

#[test]
fn each_line_can_be_read_alone() {
    let line = r#"{"server":"peta","tool":{"name":"a"},"fidelity":"lower-bound","later":1}"#;
    let catalog = read("x", line.as_bytes()).expect("a catalog");
    assert_eq!(
        (catalog.servers[0].name.as_str(), catalog.servers[0].tools[0].fidelity),
        ("peta", Fidelity::LowerBound)
    );
}

#[test]
fn a_newer_version_is_read_with_a_note() {
    let catalog =
        read("x", b"{\"toolrent_catalog\":2}\n{\"server\":\"a\",\"tool\":{\"name\":\"b\"}}").expect("a catalog");
    assert_eq!((catalog.tools().count(), catalog.problems.len()), (1, 1));
}

/// A file with everything that one can hold.
const WHOLE: &str = concat!(
    r#"{"toolrent_catalog":1}"#,
    "\n",
    r#"{"server":{"name":"peta","instructions":"Baca dulu.","version":"2","era":"2026-07-28","gathered":"#,
    r#"{"transport":"http","gathered_at":"2026-11-30T08:00:00Z","origin":"berkas.json","#,
    r#""server_info":{"name":"peta-asli","$serde_json::private::Number":"5","build":1.10},"capabilities":{"tools":{}},"#,
    r#""supported_versions":["2026-07-28","2025-11-25"],"ttl_ms":300000,"cache_scope":"public"}}}"#,
    "\n",
    r#"{"server":"peta","tool":{"name":"cari","z":1e400,"z":2,"inputSchema":{}},"excluded_by_http_hosts":"a \"name\" twice"}"#,
    "\n",
    r#"{"server":"peta","tool":{"name":"rute","inputSchema":{}}}"#,
    "\n",
    r#"{"server":"peta","prompt":{"name":"sapa","title":"Sapa","arguments":[]}}"#,
    "\n",
    r#"{"server":"peta","resource":{"uri":"file:///a","name":"A"}}"#,
    "\n",
    r#"{"server":"peta","resource_template":{"uriTemplate":"file:///{x}","name":"X"}}"#,
    "\n",
    r#"{"server":{"name":"jam","incomplete":true}}"#,
    "\n",
    r#"{"server":{"name":"peta"}}"#,
    "\n",
    r#"{"server":"peta","tool":{"name":"cari","inputSchema":{}}}"#,
    "\n",
    r#"{"problem":{"server":"jam","tool":null,"pointer":"/x","message":"no answer","lost":true}}"#,
    "\n",
);

#[test]
fn a_file_with_everything_comes_back_byte_for_byte() {
    let catalog = read("whole.jsonl", WHOLE.as_bytes()).expect("a catalog");
    let (file, _) = round(&catalog);
    assert_eq!(file, WHOLE);
    let [peta, jam, other] = &catalog.servers[..] else { panic!("three servers") };
    assert_eq!((peta.tools.len(), jam.tools.len(), other.tools.len()), (2, 0, 1));
    assert_eq!(peta.tools[0].excluded_by_http_hosts.as_deref(), Some("a \"name\" twice"));
    assert_eq!(peta.tools[1].excluded_by_http_hosts, None);
    let offers: Vec<_> = peta.offers.iter().map(|offer| (offer.kind, offer.name.as_str())).collect();
    let expected =
        [(OfferKind::Prompt, "sapa"), (OfferKind::Resource, "file:///a"), (OfferKind::ResourceTemplate, "file:///{x}")];
    assert_eq!(offers, expected);
    assert_eq!((peta.offers[0].place.server.as_deref(), peta.offers[0].place.line), (Some("peta"), Some(5)));
    let provenance = peta.provenance.as_ref().expect("it was gathered");
    assert_eq!((provenance.ttl_ms, provenance.supported_versions.len()), (Some(300_000), 2));
    assert_eq!(provenance.server_info["build"].to_string(), "1.10");
    assert!(jam.incomplete && other.provenance.is_none());
}

#[test]
fn a_file_of_the_first_version_is_read_as_ever() {
    let old = concat!(
        r#"{"toolrent_catalog":1}"#,
        "\n",
        r#"{"server":{"name":"peta","instructions":"Baca dulu.","version":"1","era":"2025-11-25","incomplete":true}}"#,
        "\n",
        r#"{"server":"peta","tool":{"name":"cari","inputSchema":{}}}"#,
    );
    let catalog = read("old.jsonl", old.as_bytes()).expect("a catalog");
    let server = &catalog.servers[0];
    assert_eq!((server.tools.len(), server.incomplete, server.provenance.as_ref()), (1, true, None));
    assert!(catalog.problems.is_empty(), "{:?}", catalog.problems);
}

#[test]
fn texts_are_written_word_for_word_and_odd_ones_read_back() {
    let mut bytes = Vec::new();
    let mut writer = Writer::new(&mut bytes).expect("memory");
    writer.server(&ServerHead { name: "p\"ta", ..ServerHead::default() }).expect("memory");
    let spaced = "{ \"name\": \"a\",\n \"inputSchema\" : {\"maximum\":1.50} }";
    writer.tool("p\"ta", spaced, Some("why")).expect("memory");
    writer.tool("p\"ta", "{\"name\":\"b\",\"description\":\"two\nlines\"}", None).expect("memory");
    writer.tool("p\"ta", "{\"name\":\"c\"", None).expect("memory");
    writer.offer("p\"ta", OfferKind::Prompt, &format!("{}{}", "[".repeat(600), "]".repeat(600))).expect("memory");
    let file = String::from_utf8(bytes).expect("text");
    let line =
        r#"{"server":"p\"ta","tool":{"name":"a","inputSchema":{"maximum":1.50}},"excluded_by_http_hosts":"why"}"#;
    assert_eq!(file.lines().nth(2), Some(line));
    let catalog = read("x", file.as_bytes()).expect("a catalog");
    let [server] = &catalog.servers[..] else { panic!("one server") };
    assert_eq!((server.name.as_str(), server.tools.len()), ("p\"ta", 2));
    assert_eq!(server.tools[1].description(), Some("two\nlines"));
    assert_eq!(catalog.problems.iter().filter(|problem| problem.lost).count(), 2, "{:?}", catalog.problems);
}

#[test]
fn rows_of_other_files_are_no_offers() {
    for text in
        [r#"{"server":"a","prompt":{"text":"x"}}"#, r#"{"server":"a","prompt":"x"}"#, r#"{"prompt":{"name":"a"}}"#]
    {
        assert!(read("x", text.as_bytes()).is_err(), "{text}");
    }
    let capture = r#"{"server":"a","prompt":{"name":"p"},"tools":[{"name":"t","inputSchema":{}}]}"#;
    assert_eq!(read("x", capture.as_bytes()).expect("a catalog").tools().count(), 1);
}
