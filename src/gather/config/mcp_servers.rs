//! The `mcpServers` family: one map of entries that most hosts share, read with every key that any of them knows.
//!
//! The hosts differ in where the file lies and in which variables they expand; the table says the latter, `places.toml`
//! the former. Keys that a host does not know do no harm, so that one reader serves all.

use serde_json::{Map, Value};

use crate::gather::config::dialect::{Dialect, Form};
use crate::gather::config::document::{Document, Syntax};
use crate::gather::config::draft::Draft;
use crate::gather::config::entry_keys;
use crate::gather::config::fields;
use crate::gather::config::surroundings::Surroundings;

/// A file of no host that we know by its path: whatever any host of the family expands.
pub(crate) const GENERIC: Dialect = Dialect {
    id: "mcpServers",
    read,
    forms: &[Form::Braces, Form::BracesDefault, Form::EnvColon, Form::EnvSlashes, Form::Input, Form::Editor],
};

/// Cursor's forms, which other editors took over.
const OF_EDITORS: &[Form] = &[Form::EnvColon, Form::Editor];

/// Hosts whose files are told apart by their paths alone. What each expands is read in its documentation where that
/// says it (2026-11): Cursor, Windsurf, Roo Code, Kiro; Copilot CLI, Kilo Code, Amazon Q and LM Studio are inferred.
pub(crate) const HOSTS: &[Dialect] = &[
    host("claude-desktop", &[]),
    host("cursor", OF_EDITORS),
    host("copilot-cli", &[Form::Braces, Form::BracesDefault]),
    host("windsurf", &[Form::EnvColon]),
    host("cline", &[Form::EnvColon]),
    host("roo-code", OF_EDITORS),
    host("kilo-code", OF_EDITORS),
    host("kiro", &[Form::Braces]),
    host("amazon-q", &[Form::Braces, Form::EnvColon]),
    host("junie", &[]),
    host("air", &[]),
    host("lm-studio", OF_EDITORS),
    host("inspector", &[]),
];

const fn host(id: &'static str, forms: &'static [Form]) -> Dialect {
    Dialect { id, read, forms }
}

/// Keys under which the map stands; the second is what some agents write in YAML and JSON.
const KEYS: [&str; 2] = ["mcpServers", "mcp_servers"];

/// Reads the map under `mcpServers`, or a bare map of entries.
pub(crate) fn read(document: &Document, _: &Surroundings) -> Option<Vec<Draft>> {
    map(document).map(drafts)
}

/// That map.
pub(crate) fn map(document: &Document) -> Option<&Map<String, Value>> {
    let object = document.value.as_object()?;
    // In TOML no host reads the other spelling, nor a bare map.
    let is_toml = document.syntax == Syntax::Toml;
    let keys = KEYS.iter().filter(|key| !is_toml || **key == "mcp_servers");
    let mut keyed = keys.filter_map(|key| object.get(*key)?.as_object()).filter(|servers| !holds_definitions(servers));
    keyed.next().or_else(|| (!is_toml && is_bare_map(object)).then_some(object))
}

/// One draft an entry.
pub(crate) fn drafts(servers: &Map<String, Value>) -> Vec<Draft> {
    fields::drafts(servers, entry_keys::read)
}

/// Whether at least one entry says how to reach a server.
pub(crate) fn names_a_way(servers: &Map<String, Value>) -> bool {
    !holds_definitions(servers) && servers.values().any(entry_keys::names_a_way)
}

/// A saved list of tools by server has the same outer shape.
fn holds_definitions(servers: &Map<String, Value>) -> bool {
    let has_tools = |entry: &Value| {
        let tools = entry.get("tools").and_then(Value::as_array);
        tools.is_some_and(|tools| tools.iter().any(Value::is_object))
    };
    servers.values().any(has_tools)
}

fn is_bare_map(object: &Map<String, Value>) -> bool {
    object.values().all(Value::is_object) && names_a_way(object)
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use serde_json::json;

    use super::*;

    fn names(value: Value) -> Option<Vec<String>> {
        let document = Document { source: "x".to_owned(), folder: PathBuf::new(), value, syntax: Syntax::Json };
        let drafts = read(&document, &Surroundings::default())?;
        Some(drafts.into_iter().map(|draft| draft.name).collect())
    }

    #[test]
    fn the_map_is_found_under_its_key_or_bare() {
        let entry = json!({"command": "npx"});
        assert_eq!(
            names(json!({"mcpServers": {"z": entry, "a": 5}, "theme": "gelap"})),
            Some(vec!["z".into(), "a".into()])
        );
        assert_eq!(names(json!({"mcpServers": {}})), Some(vec![]));
        assert_eq!(
            names(json!({"toko": entry, "gudang": {"url": "https://g.example"}})),
            Some(vec!["toko".into(), "gudang".into()])
        );
    }

    #[test]
    fn what_is_something_else_is_left_to_others() {
        for value in [
            json!({"tools": [{"name": "cari", "inputSchema": {}}]}),
            json!({"toko": {"tools": [{"name": "cari"}]}}),
            json!({"mcpServers": {"toko": {"url": "https://t.example", "tools": [{"name": "cari"}]}}}),
            json!({"mcpServers": [{"name": "x", "command": "y"}]}),
            json!({"scripts": {"command": "x"}, "version": "1"}),
            json!({"a": {"b": 1}}),
            json!([]),
        ] {
            assert_eq!(names(value.clone()), None, "{value}");
        }
    }
}
