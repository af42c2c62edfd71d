//! Keys that look like the one under which servers stand, and that no host reads.

use serde_json::{Map, Value};

use crate::gather::config::document::{Document, Syntax};
use crate::gather::note::{Note, Severity};

/// Remarks on such keys.
pub(crate) fn notes(document: &Document) -> Vec<Note> {
    let Some(object) = document.value.as_object() else { return Vec::new() };
    let is_toml = document.syntax == Syntax::Toml;
    let mut details = Vec::new();
    for (key, value) in object.iter().filter(|(_, value)| value.is_object() || value.is_array()) {
        let servers = value.as_object();
        let nested = servers.and_then(|inner| inner.get("servers")).and_then(Value::as_object);
        match (nested, meant(key, is_toml)) {
            (Some(servers), _) if is_toml && key == "mcp" => {
                details.extend(tables("mcp.servers", "mcp_servers", servers))
            }
            (_, Some(meant)) if is_toml => match servers.filter(|servers| !servers.is_empty()) {
                Some(servers) => details.extend(tables(key, meant, servers)),
                None => details.push(format!("the table [{key}] is not known; did you mean [{meant}]?")),
            },
            (_, Some(meant)) => details.push(format!("the key {key:?} is not known; did you mean {meant:?}?")),
            _ => {}
        }
    }
    let note = |detail| {
        let subject = document.source.clone();
        Note { subject, class: "config.unknown_table", severity: Severity::Warning, detail }
    };
    details.into_iter().map(note).collect()
}

fn tables(written: &str, meant: &str, servers: &Map<String, Value>) -> Vec<String> {
    let detail = |name: &String| {
        let name = bare_or_quoted(name);
        format!("the table [{written}.{name}] is not known; did you mean [{meant}.{name}]?")
    };
    servers.keys().map(detail).collect()
}

/// The key that was meant, when this is a misspelling of one.
fn meant(key: &str, is_toml: bool) -> Option<&'static str> {
    let plain: String = key.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    let (meant, right): (&str, &[&str]) = match (plain.as_str(), is_toml) {
        ("mcpserver" | "mcpservers", true) => ("mcp_servers", &["mcp_servers"]),
        ("mcpserver" | "mcpservers", false) => ("mcpServers", &["mcpServers", "mcp_servers"]),
        ("contextserver" | "contextservers", false) => ("context_servers", &["context_servers"]),
        _ => return None,
    };
    (!right.contains(&key)).then_some(meant)
}

/// A name as TOML writes it in a table's head.
fn bare_or_quoted(name: &str) -> String {
    let is_bare = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '-');
    if is_bare { name.to_owned() } else { format!("{name:?}") }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::gather::config::document::parse;

    fn details(source: &str, text: &str) -> Vec<String> {
        let document = parse(source, text.as_bytes(), PathBuf::new()).expect("a document");
        notes(&document).into_iter().map(|note| note.detail).collect()
    }

    #[test]
    fn misspelt_tables_and_keys_are_told_with_what_was_meant() {
        let cases = [
            ("a.toml", "[mcp.servers.toko]\ncommand = 'x'\n", "[mcp.servers.toko]", "[mcp_servers.toko]"),
            (
                "a.toml",
                "[mcp.servers.\"to ko\"]\ncommand = 'x'\n",
                "[mcp.servers.\"to ko\"]",
                "[mcp_servers.\"to ko\"]",
            ),
            ("a.toml", "[mcpServers.toko]\ncommand = 'x'\n", "[mcpServers.toko]", "[mcp_servers.toko]"),
            ("a.toml", "[mcp-servers.toko]\ncommand = 'x'\n", "[mcp-servers.toko]", "[mcp_servers.toko]"),
            ("a.toml", "[[mcp_server]]\nname = 'x'\n", "[mcp_server]", "[mcp_servers]"),
            ("a.json", "{\"MCPServers\": {}}", "\"MCPServers\"", "\"mcpServers\""),
            ("a.json", "{\"mcpServer\": {}}", "\"mcpServer\"", "\"mcpServers\""),
            ("a.yaml", "mcp-servers:\n  a: {command: x}\n", "\"mcp-servers\"", "\"mcpServers\""),
            ("a.json", "{\"context-servers\": {}}", "\"context-servers\"", "\"context_servers\""),
        ];
        for (source, text, written, meant) in cases {
            let details = details(source, text);
            assert_eq!(details.len(), 1, "{text}");
            assert!(
                details[0].contains(written) && details[0].ends_with(&format!("did you mean {meant}?")),
                "{details:?}"
            );
        }
    }

    #[test]
    fn known_keys_and_other_words_are_no_misspellings() {
        for (source, text) in [
            ("a.toml", "[mcp_servers.a]\ncommand = 'x'\n[mcp]\nremote = true\n"),
            ("a.json", "{\"mcpServers\": {}, \"mcp\": {\"servers\": {}}, \"servers\": {}, \"mcp_servers\": {}}"),
            ("a.json", "{\"mcpServerCount\": {}, \"mcpserver\": 4}"),
        ] {
            assert_eq!(details(source, text), Vec::<String>::new(), "{text}");
        }
    }
}
