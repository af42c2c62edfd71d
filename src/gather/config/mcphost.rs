//! mcphost: the `mcpServers` family, with servers that live inside the host.
//!
//! Source: mark3labs/mcphost README, read 2026-11. Commands that are lists and headers that are lines are its habit, but
//! stand in other files too.

use serde_json::Value;

use crate::gather::config::dialect::{Dialect, Form};
use crate::gather::config::document::Document;
use crate::gather::config::draft::Draft;
use crate::gather::config::mcp_servers;
use crate::gather::config::surroundings::Surroundings;

/// A file with a server of type builtin, which no other host has.
pub(crate) const DIALECT: Dialect = Dialect { id: "mcphost", read, forms: mcp_servers::GENERIC.forms };

/// mcphost's `.mcphost.yml` or `.mcphost.json`.
pub(crate) const BY_PATH: Dialect = Dialect { id: "mcphost", read: mcp_servers::read, forms: &[Form::EnvSlashes] };

fn read(document: &Document, surroundings: &Surroundings) -> Option<Vec<Draft>> {
    let servers = mcp_servers::map(document)?;
    let is_builtin = |entry: &Value| entry.get("type").and_then(Value::as_str) == Some("builtin");
    servers.values().any(is_builtin).then(|| mcp_servers::read(document, surroundings)).flatten()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::gather::config::document::Syntax;

    #[test]
    fn commands_are_lists_and_headers_are_lines() {
        let value = json!({"mcpServers": {
            "peta": {"type": "local", "command": ["npx", "peta"], "environment": {"K": "${env://K:-x}"}, "allowedTools": ["cari"]},
            "jauh": {"type": "remote", "url": "https://jauh.example/mcp", "headers": ["Authorization: Bearer ${env://T}"]},
            "fs": {"type": "builtin", "name": "fs"}, "lama": {"command": "jam", "args": ["-v"]}}});
        let document = Document { source: String::new(), folder: "".into(), value, syntax: Syntax::Yaml };
        let drafts = read(&document, &Surroundings::default()).expect("mcphost's config");
        assert_eq!((drafts[0].command.len(), drafts[3].command.len()), (2, 2));
        assert_eq!(drafts[1].headers[0].0, "Authorization");
        assert!(drafts[2].skipped.is_some());
    }
}
