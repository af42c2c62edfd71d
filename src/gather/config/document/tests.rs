//! Config files by their syntax, whole and broken.

use serde_json::json;

use super::*;

fn read(source: &str, text: &[u8]) -> Result<(Value, Syntax), Broken> {
    parse(source, text, PathBuf::new()).map(|document| (document.value, document.syntax))
}

#[test]
fn what_strict_readers_refuse_is_named() {
    let cases: [(&[u8], Syntax); 6] = [
        (b"{\"a\": \"b // c\"}", Syntax::Json),
        (b"\r\n{\"a\": \"b // c\"\r\n}", Syntax::Json),
        (b"// kepala\n{\"a\": \"b // c\"} /* akhir */", Syntax::Jsonc(vec!["comments"])),
        (b"{\"a\": \"b // c\",}", Syntax::Jsonc(vec!["trailing commas"])),
        (b"\xef\xbb\xbf{\"a\": \"b // c\"}", Syntax::Jsonc(vec!["a byte order mark"])),
        (
            b"\xef\xbb\xbf{\"a\": \"b // c\", // x\r\n}",
            Syntax::Jsonc(vec!["comments", "trailing commas", "a byte order mark"]),
        ),
    ];
    for (text, syntax) in cases {
        let shown = String::from_utf8_lossy(text);
        let (value, found) = read("x.json", text).unwrap_or_else(|broken| panic!("{shown}: {broken}"));
        assert_eq!(value, json!({"a": "b // c"}), "{shown}");
        let sorted = |syntax: Syntax| match syntax {
            Syntax::Jsonc(mut extras) => {
                extras.sort_unstable();
                Syntax::Jsonc(extras)
            }
            other => other,
        };
        assert_eq!(sorted(found), sorted(syntax), "{shown}");
    }
    let utf16: Vec<u8> =
        [0xff, 0xfe].into_iter().chain("{\"a\":1}".encode_utf16().flat_map(u16::to_le_bytes)).collect();
    assert_eq!(read("x.json", &utf16), Ok((json!({"a": 1}), Syntax::Jsonc(vec!["UTF-16"]))));
}

#[test]
fn the_content_tells_the_syntax_and_the_ending_does_not() {
    for ending in ["json", "toml", "yaml", "txt"] {
        let source = format!("berkas.{ending}");
        let read = |text: &str| read(&source, text.as_bytes()).map(|(_, syntax)| syntax);
        assert_eq!(read("# satu\n[a.b]\nc = 1\n"), Ok(Syntax::Toml), "{ending}");
        assert_eq!(read("a = \"x: y\"\n"), Ok(Syntax::Toml), "{ending}");
        assert_eq!(read("# satu\na:\n  b: 1\n"), Ok(Syntax::Yaml), "{ending}");
        assert_eq!(read("- a: 1\n"), Ok(Syntax::Yaml), "{ending}");
        assert_eq!(read("{\"a\": 1}"), Ok(Syntax::Json), "{ending}");
        assert_eq!(read("[{\"a\": 1}]"), Ok(Syntax::Json), "{ending}");
    }
}

#[test]
fn order_is_kept_in_toml() {
    let (value, _) = read("c.toml", b"[s.z]\na = 1\n[s.b]\na = 1\n[s.m]\na = 1\n").expect("a table");
    let names: Vec<_> = value["s"].as_object().expect("a table").keys().collect();
    assert_eq!(names, ["z", "b", "m"]);
}

#[test]
fn a_broken_file_says_where() {
    let cases = [
        ("a.json", "{\n  \"a\": {\n    \"b\" 1\n  }\n}", 3),
        ("a.json", "{\"a\": [1, 2}", 1),
        ("a.toml", "[a]\nb = \n", 2),
        ("a.yaml", "a:\n  b: [1, 2\nc: 3\n", 3),
    ];
    for (source, text, at_line) in cases {
        let Err(Broken::Syntax { line, column, message }) = read(source, text.as_bytes()) else {
            panic!("{text} is read")
        };
        assert_eq!(line, at_line, "{text}: {message}");
        assert!(column >= 1 && !message.is_empty(), "{text}");
    }
    for nothing in ["halo dunia", "42", "null"] {
        assert_eq!(read("x", nothing.as_bytes()), Err(Broken::NoServers), "{nothing}");
    }
}

#[test]
fn depth_is_bounded() {
    for text in ["[".repeat(100_000), "{\"a\":".repeat(100_000), "a:\n- - ".to_owned() + &"- ".repeat(100_000)] {
        assert!(read("x", text.as_bytes()).is_err());
    }
}

#[test]
fn anchors_and_merge_keys_are_resolved() {
    let yaml = "dasar: &d {command: npx, env: {A: '1'}}\nservers:\n  x:\n    <<: *d\n    command: uvx\n";
    let (value, _) = read("x.yaml", yaml.as_bytes()).expect("a map");
    assert_eq!(value["servers"]["x"], json!({"command": "uvx", "env": {"A": "1"}}));
}

#[test]
fn a_key_that_stands_twice_is_found_with_its_line() {
    let found = repeated_keys(b"{\"mcpServers\": {\n\"db\": {},\n\"db\": {}}}");
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].0, 3);
    assert!(repeated_keys(b"// c\n{}").is_empty());
}

#[test]
fn what_is_not_closed_is_told_at_the_end() {
    for (text, place) in [
        ("{\"mcpServers\": {\n  \"x\": {\"command\": \"y\"}\n}\n", (3, 2)),
        ("{\"a\": [\n1", (2, 2)),
        ("// x\n{\"a\": 1", (2, 8)),
    ] {
        let Err(Broken::Syntax { line, column, message }) = read("x.json", text.as_bytes()) else { panic!("{text}") };
        assert_eq!((line, column), place, "{text}");
        assert!(message.starts_with("the file ends here"), "{message}");
    }
}

#[test]
fn unmarked_utf16_is_called_that() {
    for unit in [u16::to_le_bytes, u16::to_be_bytes] {
        let bytes: Vec<u8> = "{\"mcpServers\": {}}".encode_utf16().flat_map(unit).collect();
        let Err(broken) = read("x.json", &bytes) else { panic!("read") };
        assert!(broken.to_string().contains("UTF-16"), "{broken}");
    }
}
