//! Entries of the `mcpServers` family, with every key and every slip.

use serde_json::json;

use super::*;

fn draft(name: &str, entry: &Value) -> Draft {
    fields::draft(name, entry, read)
}

fn words(draft: &Draft) -> Vec<String> {
    let word = |setting: &Setting| match setting {
        Setting::Text(text) => text.clone(),
        other => format!("{other:?}"),
    };
    draft.command.iter().map(word).collect()
}

#[test]
fn programs_are_read_in_every_way_they_are_written() {
    for entry in [
        json!({"command": "npx", "args": ["-y", 8080, true]}),
        json!({"type": "stdio", "command": "npx", "args": ["-y", 8080, true]}),
        json!({"type": "local", "command": ["npx", "-y", "8080", "true"]}),
        json!({"command": {"path": "npx", "args": ["-y", 8080]}, "args": [true]}),
        json!({"type": "stdio", "command": "npx", "args": ["-y", "8080", "true"], "url": "https://x.example"}),
    ] {
        let draft = draft("toko", &entry);
        assert_eq!(draft.skipped, None, "{entry}");
        assert_eq!(words(&draft), ["npx", "-y", "8080", "true"], "{entry}");
        assert_eq!(draft.url, None, "{entry}");
    }
}

#[test]
fn addresses_are_read_under_every_key_and_type() {
    let cases = [
        (json!({"url": "https://a.example/mcp"}), Speaks::Http),
        (json!({"serverUrl": " https://a.example/mcp"}), Speaks::Http),
        (json!({"httpUrl": "https://a.example/mcp"}), Speaks::Http),
        (json!({"uri": "https://a.example/mcp", "type": "streamable_http"}), Speaks::Http),
        (json!({"url": "https://a.example/mcp", "type": "streamableHttp"}), Speaks::Http),
        (json!({"url": "https://a.example/mcp", "type": "streamable-http"}), Speaks::Http),
        (json!({"url": "https://a.example/mcp", "type": "remote"}), Speaks::Http),
        (json!({"url": "https://a.example/mcp", "transport": "SSE"}), Speaks::Sse),
        (json!({"url": "https://a.example/mcp", "transport": {"type": "sse"}}), Speaks::Sse),
        (json!({"url": "https://a.example/mcp", "type": "http", "command": "x"}), Speaks::Http),
    ];
    for (entry, speaks) in cases {
        let draft = draft("toko", &entry);
        assert_eq!(
            (draft.skipped, draft.url.as_deref(), draft.speaks),
            (None, Some("https://a.example/mcp"), speaks),
            "{entry}"
        );
        assert!(draft.command.is_empty(), "{entry}");
    }
}

#[test]
fn what_cannot_be_contacted_says_why_and_keeps_its_name() {
    let cases = [
        (json!(5), "the entry is a number, not an object"),
        (json!({}), "neither a command nor an address"),
        (json!({"command": ""}), "neither a command nor an address"),
        (json!({"command": "a", "url": "https://a.example"}), "both a command and an address"),
        (json!({"type": "stdio", "url": "https://a.example"}), "no command"),
        (json!({"type": "http", "command": "a"}), "no address"),
        (json!({"type": "ws", "url": "wss://a.example"}), "transport ws"),
        (json!({"url": "wss://a.example"}), "WebSocket"),
        (json!({"type": "http", "url": "unix:///run/a.sock#/mcp"}), "unix socket"),
        (json!({"type": "http", "url": "pipe:///a"}), "pipe socket"),
        (json!({"type": "telepati", "url": "https://a.example"}), "\"telepati\" is not known"),
        (json!({"command": "a", "args": ["b", {}]}), "args[1] is an object"),
        (json!({"command": "a", "args": "-y b"}), "args is text, not a list"),
        (json!({"command": 7}), "command is a number"),
        (json!({"command": "a", "env": {"K": []}}), "env.K is a list"),
        (json!({"url": "https://a.example", "headers": {"X": {}}}), "headers.X is an object"),
    ];
    for (entry, reason) in cases {
        let draft = draft("toko", &entry);
        assert_eq!(draft.name, "toko");
        let skipped = draft.skipped.unwrap_or_default();
        assert!(skipped.contains(reason), "{entry}: {skipped}");
    }
}

#[test]
fn variables_headers_switches_and_filters() {
    let entry = json!({
        "command": "a", "env": {"PORT": 80, "ON": true, "OFF": null}, "envFile": ".env", "cwd": "x",
        "disabled": true, "tools": ["cari"], "disabledTools": ["hapus"], "excludeTools": ["buang"],
    });
    let toko = draft("toko", &entry);
    let text = |name: &str, value: &str| (name.to_owned(), Setting::Text(value.to_owned()));
    assert_eq!(toko.env, [text("PORT", "80"), text("ON", "true")]);
    assert_eq!((toko.env_file.as_deref(), toko.cwd.as_deref()), (Some(".env"), Some("x")));
    assert_eq!(toko.disabled.as_deref(), Some("\"disabled\": true"));
    assert_eq!(["cari", "hapus", "buang", "lain"].map(|tool| toko.filter.keeps(tool)), [true, false, false, false]);
    let remote = draft("r", &json!({"url": "https://a.example", "headers": ["X-A: b: c"], "enabled": false}));
    assert_eq!(remote.headers, [text("X-A", "b: c")]);
    assert_eq!(remote.disabled.as_deref(), Some("\"enabled\": false"));
    let all = draft("r", &json!({"url": "https://a.example", "tools": ["*"], "disabled": false}));
    assert!(all.filter.keeps("apa saja") && all.disabled.is_none());
}

#[test]
fn an_entry_that_is_off_is_off_even_when_it_is_broken() {
    let draft = draft("toko", &json!({"disabled": true}));
    assert!(draft.disabled.is_some() && draft.skipped.is_some());
}
