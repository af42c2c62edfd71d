//! Whatever the bytes are, reading a catalog ends, keeps what is well, and tells what is not.

use std::io::Cursor;

use proptest::prelude::*;
use toolrent::catalog::saved::lines::{Form, form, lines};
use toolrent::catalog::saved::{Unreadable, definition, own, read};
use toolrent::catalog::tool::{Catalog, Problem};

/// One small document of each family.
fn documents() -> Vec<&'static str> {
    vec![
        r#"{"tools":[{"name":"cari","description":"Cari \"kata\".","inputSchema":{"type":"object"}},{"name":"b"}],"nextCursor":"x"}"#,
        "[info] ready\n{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"serverInfo\":{\"name\":\"peta\"},\"capabilities\":{},\"protocolVersion\":\"2025-11-25\"}}\n{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{\"tools\":[{\"name\":\"a\"}]}}\nbye\n",
        "{\"name\":\"a\",\"inputSchema\":{}}\n{\"name\":\"b\",\"input_schema\":{\"type\":\"object\"}}\n",
        r#"{"model":"m","messages":[],"tools":[{"type":"function","function":{"name":"a","parameters":{}}},{"type":"web_search"},{"type":"namespace","name":"n","tools":[{"type":"function","name":"x"}]}]}"#,
        r#"{"request":{"model":"m","contents":[],"tools":[{"functionDeclarations":[{"name":"a","parameters":{"type":"OBJECT"}}]},{"googleSearch":{}}]}}"#,
        r#"{"toolConfig":{"tools":[{"toolSpec":{"name":"a","inputSchema":{"json":{"type":"object"}}}},{"cachePoint":{"type":"default"}}]}}"#,
        r#"{"peta":[{"name":"a","inputSchema":{}}],"jam":{"tools":{"b":{"description":"B.","parameters":{}}}}}"#,
        r#"{"spans":[{"attributes":[{"key":"gen_ai.tool.definitions","value":{"arrayValue":{"values":[{"kvlistValue":{"values":[{"key":"name","value":{"stringValue":"a"}}]}}]}}}]}]}"#,
        "event: message\ndata: {\"result\":{\"tools\":[\ndata: {\"name\":\"a\"}]}}\n\n: note\ndata: {\"result\":{\"tools\":[{\"name\":\"b\"}]}}\n\n",
        r#"{"log":{"entries":[{"request":{"url":"https://x.example/mcp","postData":{"text":"{\"tools\":[{\"name\":\"a\"}]}"}},"response":{"content":{"encoding":"base64","text":"eyJyZXN1bHQiOnsidG9vbHMiOlt7Im5hbWUiOiJhIn1dfX0="}}}]}}"#,
        "interactions:\n- request:\n    body: '{\"tools\": [{\"name\": \"a\"}]}'\n    uri: &u https://x.example\n  response:\n    body:\n      string: !!binary |\n        eyJyZXN1bHQiOnsidG9vbHMiOlt7Im5hbWUiOiJhIn1dfX0=\n    url: *u\n",
        "registry:\n  peta:\n    tools:\n    - name: a\n    - {name: b, description: \"q\\u00e9\"}\n",
        r#"{"manifest_version":"0.3","name":"p","server":{},"tools":[{"name":"a","description":"A."}]}"#,
        "{\"toolrent_catalog\":1}\n{\"server\":{\"name\":\"p\",\"instructions\":\"i\"}}\n{\"server\":\"p\",\"tool\":{\"name\":\"a\"},\"fidelity\":\"lower-bound\"}\n{\"problem\":{\"server\":\"q\",\"message\":\"m\",\"lost\":true}}\n",
        r#"[{"name":"a","description":"A.","arguments":[{"name":"x","type":"string","desc":"X."}]},{"name":"b","args":{"y":{"type":"integer"}}}]"#,
        r#"{"output":[{"type":"mcp_list_tools","server_label":"p","tools":[{"name":"a","input_schema":{}}]}],"object":"response"}"#,
    ]
}

fn names(catalog: &Catalog) -> Vec<&str> {
    catalog.tools().map(|tool| tool.name.as_str()).collect()
}

fn lost(catalog: &Catalog) -> Vec<&Problem> {
    catalog.problems.iter().filter(|problem| problem.lost).collect()
}

/// Reads by every door that takes foreign bytes. This is what a fuzzer calls, too.
fn by_every_door(bytes: &[u8]) {
    let _ = form(bytes);
    for line in lines("x", Cursor::new(bytes)) {
        line.expect("memory can be read");
    }
    if let Ok(catalog) = read("x", bytes) {
        let mut written = Vec::new();
        own::write(&catalog, &mut written).expect("memory can be written");
        let again = read("x", &written).expect("our own file");
        assert_eq!(names(&again), names(&catalog));
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = definition::tool(text, toolrent::catalog::place::Place::default());
    }
}

#[test]
fn every_family_is_read() {
    for document in documents() {
        let catalog = read("x", document.as_bytes()).expect(document);
        assert!(!names(&catalog).is_empty(), "{document}");
        by_every_door(document.as_bytes());
    }
}

#[test]
fn a_document_cut_anywhere_gives_no_panic_and_no_silence() {
    for document in documents() {
        let whole = read("x", document.as_bytes()).expect(document);
        for end in 0..document.len() {
            let cut = document.as_bytes().get(..end).expect("a prefix");
            by_every_door(cut);
            if let Ok(catalog) = read("x", cut) {
                let told = !catalog.problems.is_empty() || document.contains('\n');
                let all = names(&catalog).len() >= names(&whole).len();
                assert!(all || told, "{end}: {}", String::from_utf8_lossy(cut));
            }
        }
    }
}

#[test]
fn a_file_cut_in_the_seventh_tool_gives_six() {
    let tools: Vec<_> = (1..=9)
        .map(|n| {
            format!(r#"{{"name":"t{n}","inputSchema":{{"type":"object","properties":{{"a":{{"type":"string"}}}}}}}}"#)
        })
        .collect();
    let list = format!("{{\"tools\":[\n{}\n]}}", tools.join(",\n"));
    let seventh = list.find("t7").expect("the tool");
    for end in [seventh + 1, seventh + 20, seventh + 60] {
        let catalog = read("x", list.get(..end).expect("ASCII").as_bytes()).expect("a catalog");
        assert_eq!(names(&catalog), ["t1", "t2", "t3", "t4", "t5", "t6"], "{end}");
        let lost = lost(&catalog);
        assert_eq!(
            (lost.len(), lost[0].place.pointer.as_str(), lost[0].place.line),
            (1, "/tools/6", Some(8)),
            "{lost:?}"
        );
    }
}

#[test]
fn a_broken_tool_costs_only_itself() {
    let good = |name: &str| format!(r#"{{"name":"{name}","description":"Baik.","inputSchema":{{"type":"object"}}}}"#);
    for broken in [
        r#"{"name":"x","description":"an "open" quote","inputSchema":{}}"#,
        r#"{"name":"x","description":"no closing quote,"inputSchema":{"type":"object"}}"#,
        r#"{"name":"x","inputSchema":{"type":"object"}"#,
        r#"{"name":"x","inputSchema":{"type":"object"}]}"#,
        r#"{"name":"x","inputSchema":{"default":NaN}}"#,
        r#"{"name":"x","inputSchema":{"type":"object",}}"#,
        r#"{"name":"x","inputSchema":"#,
        "{\"name\":\"x\",\"description\":\"bad \\q escape\"}",
        "null",
        "7",
        r#"{"description":"no name"}"#,
        r#"{"name":["x"]}"#,
    ] {
        let list = format!("{{\"tools\":[{},{broken},{},{}]}}", good("a"), good("b"), good("c"));
        let catalog = read("x", list.as_bytes()).expect("a catalog");
        assert_eq!(names(&catalog), ["a", "b", "c"], "{broken}");
        assert!(!lost(&catalog).is_empty(), "{broken}");
        let place = &lost(&catalog)[0].place;
        assert_eq!((place.pointer.as_str(), place.line), ("/tools/1", Some(1)), "{broken}");
    }
}

#[test]
fn oddities_are_kept_and_told() {
    let list = concat!(
        "\u{feff}{\"tools\": [\r\n",
        "{\"name\":\"dua\",\"description\":\"satu\",\"description\":\"dua\"},\r\n",
        "{\"name\":\"besar\",\"inputSchema\":{\"maximum\":1e400}},\r\n",
        "{\"name\":\"separuh\",\"description\":\"\\ud83d\"},\r\n",
        "{\"name\":\"akhir\",\"description\":\"<|endoftext|>\"}\r\n]}\r\n",
    );
    let catalog = read("x", list.as_bytes()).expect("a catalog");
    assert_eq!(names(&catalog), ["dua", "besar", "separuh", "akhir"]);
    assert!(lost(&catalog).is_empty());
    let told: Vec<_> =
        catalog.problems.iter().map(|problem| (problem.place.tool.as_deref(), problem.place.line)).collect();
    assert_eq!(told, [(Some("dua"), Some(2)), (Some("separuh"), Some(4))]);
    assert_eq!(catalog.problems[0].place.pointer, "/description");
    assert!(catalog.tools().nth(1).expect("a tool").value.to_string().contains("1e400"));
}

#[test]
fn bad_bytes_are_told_with_their_tool() {
    let list = b"{\"tools\":[{\"name\":\"a\"},\n{\"name\":\"kopi\",\"description\":\"caf\xe9\"}]}";
    let catalog = read("x", list).expect("a catalog");
    assert_eq!(names(&catalog), ["a", "kopi"]);
    let place = &catalog.problems[0].place;
    assert_eq!((place.line, place.column, place.tool.as_deref()), (Some(2), Some(34), Some("kopi")));
}

#[test]
fn what_is_no_catalog_says_what_it_is() {
    assert_eq!(read("x", b" \n").map(|_| ()), Err(Unreadable::Empty));
    for (text, found) in [
        ("{}", "an empty JSON object"),
        (r#"{"a":1,"b":2}"#, "a JSON object with the keys a, b"),
        ("[1,2,3]", "a JSON array of 3 values that are no tools"),
        ("hello", "text that is not JSON"),
        ("12", "a JSON value that is neither object nor array"),
        (
            r#"{"mcpServers":{"a":{"command":"x"}}}"#,
            "a host's config file (mcpServers), which names servers and holds no tools",
        ),
        (r#"{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"no"}}"#, "the server answered with an error: no"),
        (r#"{"jsonrpc":"2.0","method":"ping","id":1}"#, "JSON-RPC messages without a list of tools"),
    ] {
        match read("x", text.as_bytes()) {
            Err(Unreadable::NotACatalog { found: said }) => assert_eq!(said, found, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
}

#[test]
fn files_of_other_programs_are_no_catalogs() {
    for text in [
        r#"{"name":"toko","version":"1.0.0","description":"Toko.","scripts":{"test":"x"},"dependencies":{"tools":"1"}}"#,
        r#"{"compilerOptions":{"strict":true,"plugins":[{"name":"p","description":"P."}]},"include":["src"]}"#,
        r#"{"type":"FeatureCollection","name":"kota","features":[{"type":"Feature","properties":{"name":"Solo"},"geometry":null}]}"#,
        r#"{"name":"toko","lockfileVersion":3,"packages":{"":{"name":"toko"},"node_modules/a":{"version":"1.0.0"}}}"#,
        r#"[{"role":"user","content":"hai"},{"role":"assistant","content":null,"tool_calls":[{"id":"1","type":"function","function":{"name":"cari","arguments":"{}"}}]}]"#,
        r#"{"openapi":"3.0.0","info":{"title":"T","version":"1"},"servers":[{"url":"https://x.example","description":"x"}],"tags":[{"name":"t","description":"T."}],"paths":{}}"#,
    ] {
        assert!(matches!(read("x", text.as_bytes()), Err(Unreadable::NotACatalog { .. })), "{text}");
    }
}

#[test]
fn a_call_in_a_conversation_is_no_tool() {
    let row = r#"{"input":{"messages":[],"tools":[{"type":"function","function":{"name":"cari","parameters":{}}}]},
        "output":{"role":"assistant","content":null,"tool_calls":[{"id":"1","type":"function","function":{"name":"cari","arguments":"{}"}}]}}"#;
    let catalog = read("x", row.as_bytes()).expect("a catalog");
    assert_eq!((catalog.servers.len(), names(&catalog)), (1, vec!["cari"]));
}

#[test]
fn an_empty_list_is_an_answer_and_no_list_is_a_problem() {
    let empty = read("x", br#"{"tools":[]}"#).expect("a catalog");
    assert_eq!((empty.servers.len(), empty.problems.len()), (1, 0));
    for text in [r#"{"tools":null}"#, r#"{"tools":{}}"#, r#"{"tools":"none"}"#] {
        let catalog = read("x", text.as_bytes()).expect("a catalog");
        assert_eq!((catalog.servers.len(), lost(&catalog).len()), (1, 1), "{text}");
        assert_eq!(lost(&catalog)[0].place.pointer, "/tools");
    }
}

#[test]
fn depth_never_overflows_a_small_stack() {
    let nested = |levels: usize| format!("{}1{}", r#"{"a":"#.repeat(levels), "}".repeat(levels));
    let documents = move || {
        let around = |schema: &str| format!(r#"{{"tools":[{{"name":"a","inputSchema":{schema}}},{{"name":"b"}}]}}"#);
        [
            (around(&nested(200)), 2),
            (around(&nested(100_000)), 1),
            (around(&"[".repeat(100_000)), 0),
            (format!("{}{}", r#"{"request":"#.repeat(100_000), "}".repeat(100_000)), 0),
            (format!("{}{}", r#"[{"data":"#.repeat(100_000), "}]".repeat(100_000)), 0),
            ("[".repeat(100_000), 0),
            ("[{".repeat(50_000), 0),
            ("{\"".repeat(50_000), 0),
            (format!("a: {}", "[".repeat(100_000)), 0),
            ("- ".repeat(10_000) + "a", 0),
        ]
    };
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(move || {
        for (text, expected) in documents() {
            by_every_door(text.as_bytes());
            let found = read("x", text.as_bytes()).map_or(0, |catalog| catalog.tools().count());
            assert_eq!(found, expected, "{}", text.get(..40).expect("ASCII"));
        }
    });
    thread.expect("a thread").join().expect("no overflow");
}

#[test]
fn the_first_bytes_tell_ndjson() {
    let rows = documents()[2];
    assert_eq!(form(rows.as_bytes()), Form::Lines);
    assert_eq!(form(documents()[0].as_bytes()), Form::Unclear);
}

/// Work that grows with the square of the size would not end here: each text is some megabytes of one broken thing.
#[test]
fn broken_texts_of_some_megabytes_are_read_in_linear_time() {
    let tool = |n: usize| format!(r#"{{"name":"t{n}","inputSchema":{{"type":"object"}}}}"#);
    let unclosed: Vec<_> = (0..20_000).map(|n| tool(n).trim_end_matches('}').to_owned() + &" ".repeat(100)).collect();
    for text in [
        "{\"a\":[\n".repeat(400_000),
        "x {\"a\":[\n".repeat(400_000),
        "x {\"a\":[\n".repeat(200_000) + &"]}".repeat(200_000),
        format!("{{\"tools\":[{}]}}", unclosed.join(",")),
        unclosed.join("\n"),
        format!("[{}]", vec![r#"{"tools":null}"#; 100_000].join(",")),
        "data: {\"a\":[\n".repeat(200_000),
        "- {".repeat(100_000),
        format!("[{}]", vec![r#"{"name":"a","inputSchema":{}}"#; 50_000].join(",")),
        format!("{{\"tools\":[{}]}}", "{\"name\":\"a\",\"inputSchema\":{\"x\":[,{\"a\":".repeat(50_000)),
    ] {
        by_every_door(text.as_bytes());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn arbitrary_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        by_every_door(&bytes);
    }

    #[test]
    fn arbitrary_brackets_never_panic(
        pieces in proptest::collection::vec(prop::sample::select(vec![
            "{", "}", "[", "]", "\"", ":", ",", "\\", "\n", "data: ", "\"tools\"", "\"name\"", "\"a\"", "1e9", "null",
            "- ", "a: ", "|\n", "&x ", "*x", "\u{feff}", "\"result\"", "\"functionDeclarations\"", "é", "---\n",
        ]), 0..60),
    ) {
        by_every_door(pieces.concat().as_bytes());
    }

    #[test]
    fn mutated_documents_never_panic(
        which in any::<prop::sample::Index>(),
        edits in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3_u8), 1..6),
    ) {
        let documents = documents();
        let mut bytes = documents[which.index(documents.len())].as_bytes().to_vec();
        for (at, byte, kind) in edits {
            let at = at.index(bytes.len().max(1));
            match kind {
                0 if at < bytes.len() => bytes[at] = byte,
                1 if at < bytes.len() => { bytes.remove(at); }
                _ => bytes.insert(at.min(bytes.len()), byte),
            }
        }
        by_every_door(&bytes);
    }
}
