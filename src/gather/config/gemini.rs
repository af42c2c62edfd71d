//! Gemini CLI: `mcpServers` in its settings, where `url` means SSE and `httpUrl` Streamable HTTP.
//!
//! Source: gemini-cli `docs/tools/mcp-server.md`, read 2026-11.

use serde_json::Value;

use crate::gather::config::dialect::{Dialect, Form};
use crate::gather::config::document::Document;
use crate::gather::config::draft::Draft;
use crate::gather::config::entry_keys;
use crate::gather::config::fields::{self, Wrong};
use crate::gather::config::surroundings::Surroundings;
use crate::gather::contact::Speaks;

/// Gemini CLI's settings, told by their content: somebody else's form may stand in them too.
pub(crate) const DIALECT: Dialect = Dialect { id: "gemini-cli", read, forms: FORMS_OF_ANY };

/// The same for a file that is known to be Gemini's by its path.
pub(crate) const BY_PATH: Dialect = Dialect { id: "gemini-cli", read: read_any, forms: FORMS };

/// What it expands.
const FORMS: &[Form] = &[Form::Dollar, Form::Braces, Form::BracesDefault];

/// The same with what a file of an unknown host may have; `$VAR` is expanded by this host alone.
const FORMS_OF_ANY: &[Form] =
    &[Form::Dollar, Form::Braces, Form::BracesDefault, Form::EnvColon, Form::EnvSlashes, Form::Input, Form::Editor];

/// The key that no other host's entries have. `trust` and `includeTools` are written for others too.
const OWN_KEY: &str = "httpUrl";

/// Keys of the settings file around the servers.
const OWN_SETTINGS: [&str; 8] =
    ["selectedAuthType", "security", "general", "ui", "tools", "context", "contextFileName", "coreTools"];

fn read(document: &Document, surroundings: &Surroundings) -> Option<Vec<Draft>> {
    let servers = document.value.get("mcpServers")?.as_object()?;
    let told_by_entries = servers.values().any(|entry| entry.get(OWN_KEY).is_some());
    let lists = document.value.get("mcp").and_then(Value::as_object);
    let told_by_lists = lists.is_some_and(|lists| lists.contains_key("allowed") || lists.contains_key("excluded"));
    let told_by_settings = OWN_SETTINGS.iter().any(|key| document.value.get(key).is_some());
    (told_by_entries || told_by_lists || told_by_settings).then(|| read_any(document, surroundings)).flatten()
}

fn read_any(document: &Document, _: &Surroundings) -> Option<Vec<Draft>> {
    let servers = document.value.get("mcpServers")?.as_object()?;
    let mut drafts = fields::drafts(servers, entry);
    let lists = document.value.get("mcp").unwrap_or(&Value::Null);
    let allowed = lists.get("allowed").and_then(Value::as_array);
    let excluded = lists.get("excluded").and_then(Value::as_array);
    let names = |list: &Vec<Value>, name: &str| list.iter().any(|item| item.as_str() == Some(name));
    for draft in drafts.iter_mut().filter(|draft| draft.disabled.is_none()) {
        if excluded.is_some_and(|list| names(list, &draft.name)) {
            draft.disabled = Some("\"mcp\".\"excluded\" names it".to_owned());
        } else if allowed.is_some_and(|list| !names(list, &draft.name)) {
            draft.disabled = Some("\"mcp\".\"allowed\" does not name it".to_owned());
        }
    }
    Some(drafts)
}

fn entry(draft: &mut Draft, entry: &Value) -> Result<(), Wrong> {
    entry_keys::read(draft, entry)?;
    let says = |key: &str| entry.get(key).is_some_and(Value::is_string);
    if says("url") && !says("httpUrl") && !says("type") {
        draft.speaks = Speaks::Sse;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::gather::config::document::Syntax;

    fn of(value: Value) -> Option<Vec<Draft>> {
        let document = Document { source: String::new(), folder: "".into(), value, syntax: Syntax::Json };
        read(&document, &Surroundings::default())
    }

    #[test]
    fn the_key_of_the_address_says_what_it_speaks() {
        let drafts = of(json!({"mcpServers": {
            "a": {"httpUrl": "https://a.example/mcp", "excludeTools": ["hapus(semua)"], "includeTools": ["cari"]},
            "b": {"url": "https://b.example/sse"}, "c": {"url": "https://c.example/mcp", "type": "http"}},
            "mcp": {"excluded": ["b"]}}))
        .expect("Gemini's settings");
        assert_eq!(
            drafts.iter().map(|draft| draft.speaks).collect::<Vec<_>>(),
            [Speaks::Http, Speaks::Sse, Speaks::Http]
        );
        assert_eq!(drafts[0].filter.exclude, ["hapus"]);
        assert_eq!(drafts[1].disabled.as_deref(), Some("\"mcp\".\"excluded\" names it"));
    }

    #[test]
    fn a_plain_map_of_servers_is_not_its_own() {
        assert_eq!(of(json!({"mcpServers": {"a": {"command": "x"}}})), None);
    }
}
