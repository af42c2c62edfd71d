//! A cheap look at bytes: may they name servers to contact, or are they worth no parser's time?

use memchr::memmem;

use crate::catalog::saved::parse::document::Document;
use crate::catalog::saved::parse::encoding;
use crate::catalog::saved::parse::scan::{Kind, Raw, space_end};

/// A config of this size was never seen; `~/.claude.json` with its histories comes to some megabytes.
const LARGEST: usize = 32 << 20;

/// Top-level keys under which some dialect holds its servers, as letters and digits alone.
const KEYS: [&str; 14] = [
    "mcpservers",
    "mcpserver",
    "contextservers",
    "contextserver",
    "servers",
    "server",
    "mcp",
    "extensions",
    "registry",
    "packages",
    "remotes",
    "projects",
    "settings",
    "customizations",
];

/// Top-level keys that Claude Code's lists have.
const LISTS: [&str; 3] = ["disabledmcpservers", "disabledmcpjsonservers", "enabledmcpjsonservers"];

/// Whether a config is worth looking for.
pub(crate) fn may_name_servers(bytes: &[u8]) -> bool {
    if bytes.len() > LARGEST || bytes.starts_with(&[0x1f, 0x8b]) {
        return false;
    }
    // A bundle: its reader looks inside.
    if bytes.starts_with(b"PK\x03\x04") {
        return true;
    }
    let Ok(text) = encoding::text(bytes) else { return false };
    let start = space_end(text.text.as_bytes(), 0);
    let document = Document::new(&text.text);
    match Raw::at(&document, start) {
        Some(raw) if raw.kind() == Kind::Object && text.text.as_bytes().get(start) == Some(&b'{') => {
            let Some(object) = raw.object() else { return false };
            let has_key = object.members.iter().any(|(key, _)| is_key(key));
            // A comment between members stops the scanner; then the words decide.
            has_key
                || object.members.iter().all(|(_, value)| value.kind() == Kind::Object)
                || (object.broken.is_some() && has_word(&text.text))
        }
        _ => has_word(&text.text),
    }
}

fn is_key(key: &str) -> bool {
    let plain: String = key.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
    KEYS.contains(&plain.as_str()) || LISTS.contains(&plain.as_str())
}

fn has_word(text: &str) -> bool {
    let words = ["servers", "Servers", "mcp", "extensions", "registry", "command", "docker"];
    words.iter().any(|word| memmem::find(text.as_bytes(), word.as_bytes()).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn saved_lists_are_passed_over_and_configs_are_not() {
        for text in [
            "{\"mcpServers\": {}}",
            "\u{feff}{\"context_servers\": {}}",
            "// catatan\n{\"servers\": {}}",
            "{\n// catatan\n\"theme\": \"gelap\", \"servers\": {}}",
            "{\"toko\": {\"command\": \"npx\"}}",
            "[mcp_servers.toko]\ncommand = 'x'\n",
            "extensions:\n  toko: {cmd: x}\n",
        ] {
            assert!(may_name_servers(text.as_bytes()), "{text}");
        }
        for text in [
            "{\"tools\": [{\"name\": \"command\", \"description\": \"mcpServers\"}]}",
            "{\"jsonrpc\": \"2.0\", \"result\": {\"tools\": []}}",
            "halo dunia",
            "",
        ] {
            assert!(!may_name_servers(text.as_bytes()), "{text}");
        }
        assert!(!may_name_servers(&vec![b' '; LARGEST + 1]));
    }
}
