//! VS Code: `servers` beside `inputs` in a file of its own, or the same under `mcp` in settings and dev containers.
//!
//! Source: microsoft/vscode-docs `docs/copilot/reference/mcp-configuration.md`, read 2026-11.

use serde_json::{Map, Value};

use crate::gather::config::dialect::{Dialect, Form};
use crate::gather::config::document::{Document, Syntax};
use crate::gather::config::draft::Draft;
use crate::gather::config::mcp_servers;
use crate::gather::config::surroundings::Surroundings;

/// VS Code's own file and its settings.
pub(crate) const DIALECT: Dialect = Dialect { id: "vscode", read, forms: &[Form::Input, Form::EnvColon, Form::Editor] };

/// Where the map stands: `mcp.json`, settings, workspace files, dev containers.
const POINTERS: [&str; 4] = ["/servers", "/mcp/servers", "/settings/mcp/servers", "/customizations/vscode/mcp/servers"];

fn read(document: &Document, _: &Surroundings) -> Option<Vec<Draft>> {
    if document.syntax == Syntax::Toml {
        return None;
    }
    let servers = POINTERS.iter().find_map(|pointer| document.value.pointer(pointer)?.as_object())?;
    (is_ours(document) || mcp_servers::names_a_way(servers)).then(|| mcp_servers::drafts(servers))
}

/// `servers` alone is a common word: an empty map, or one of broken entries, needs more to tell.
fn is_ours(document: &Document) -> bool {
    let object: Option<&Map<String, Value>> = document.value.as_object();
    let only = |object: &Map<String, Value>| object.keys().all(|key| matches!(key.as_str(), "servers" | "inputs"));
    let servers = document.value.get("servers").and_then(Value::as_object);
    let of_servers = |servers: &Map<String, Value>| servers.values().all(|entry| entry.get("tools").is_none());
    object.is_some_and(only) && servers.is_some_and(of_servers)
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
    fn the_map_is_found_in_every_file_that_holds_it() {
        let servers = json!({"toko": {"type": "stdio", "command": "npx"}, "rusak": 1});
        let expected = Some(vec!["toko".to_owned(), "rusak".to_owned()]);
        assert_eq!(names(json!({"servers": servers, "inputs": []})), expected);
        assert_eq!(names(json!({"editor.fontSize": 12, "mcp": {"servers": servers}})), expected);
        assert_eq!(names(json!({"folders": [], "settings": {"mcp": {"servers": servers}}})), expected);
        assert_eq!(names(json!({"image": "x", "customizations": {"vscode": {"mcp": {"servers": servers}}}})), expected);
        assert_eq!(names(json!({"inputs": [], "servers": {}})), Some(vec![]));
    }

    #[test]
    fn other_maps_of_servers_are_left_alone() {
        for value in [
            json!({"servers": {"toko": {"tools": [{"name": "cari"}]}}}),
            json!({"servers": [{"name": "toko", "status": "ok"}]}),
            json!({"openapi": "3.1", "servers": {"a": {"x": 1}}}),
            json!({"servers": {"prod": {"host": "a"}}, "version": 1}),
        ] {
            assert_eq!(names(value.clone()), None, "{value}");
        }
    }
}
