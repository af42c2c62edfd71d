//! mcphost: `mcpServers` whose commands are lists and whose headers are lines.
//!
//! Source: mark3labs/mcphost README, read 2026-11.

use serde_json::{Map, Value};

use crate::gather::config::dialect::{Dialect, Form};
use crate::gather::config::document::Document;
use crate::gather::config::draft::{Draft, Setting};
use crate::gather::config::fields::{self, Wrong};
use crate::gather::config::surroundings::Surroundings;
use crate::gather::contact::{Speaks, ToolFilter};

/// mcphost's `.mcphost.yml` or `.mcphost.json`.
pub(crate) const DIALECT: Dialect = Dialect { id: "mcphost", read, forms: &[Form::EnvSlashes] };

fn read(document: &Document, _: &Surroundings) -> Option<Vec<Draft>> {
    let servers = document.value.get("mcpServers")?.as_object()?;
    is_own(servers).then(|| fields::drafts(servers, entry))
}

/// True when an entry has what only this host writes.
fn is_own(servers: &Map<String, Value>) -> bool {
    servers.values().any(|entry| {
        entry.get("command").is_some_and(Value::is_array)
            || entry.get("headers").is_some_and(Value::is_array)
            || ["allowedTools", "excludedTools"].iter().any(|key| entry.get(key).is_some())
            || entry.get("type").and_then(Value::as_str) == Some("builtin")
    })
}

fn entry(draft: &mut Draft, entry: &Value) -> Result<(), Wrong> {
    if entry.get("type").and_then(Value::as_str) == Some("builtin") {
        draft.skipped = Some("a server of type builtin lives inside mcphost".to_owned());
        return Ok(());
    }
    // The old form has a command and separate arguments, and `env` for `environment`.
    let mut command = fields::list(entry, "command")?;
    command.extend(fields::list(entry, "args")?);
    draft.command = fields::command(None, command);
    draft.env = fields::settings(fields::pairs(entry, "environment")?);
    draft.env.extend(fields::settings(fields::pairs(entry, "env")?));
    draft.cwd = fields::optional(entry, "cwd")?;
    draft.url = fields::optional(entry, "url")?;
    draft.headers = headers(entry)?;
    if ["type", "transport"].iter().any(|key| entry.get(key).and_then(Value::as_str) == Some("sse")) {
        draft.speaks = Speaks::Sse;
    }
    let include = entry.get("allowedTools").is_some_and(Value::is_array);
    draft.filter = ToolFilter {
        include: if include { Some(fields::list(entry, "allowedTools")?) } else { None },
        exclude: fields::list(entry, "excludedTools")?,
    };
    draft.disabled = fields::off(entry, "disabled", true).or_else(|| fields::off(entry, "enabled", false));
    Ok(())
}

/// `["Name: value"]`, or the map that other hosts use.
fn headers(entry: &Value) -> Result<Vec<(String, Setting)>, Wrong> {
    if entry.get("headers").is_some_and(Value::is_object) {
        return Ok(fields::settings(fields::pairs(entry, "headers")?));
    }
    let parted = |line: String| -> Result<(String, Setting), Wrong> {
        let (name, value) = line.split_once(':').ok_or("\"headers\" holds a line without a colon")?;
        Ok((name.trim().to_owned(), Setting::Text(value.trim().to_owned())))
    };
    fields::list(entry, "headers")?.into_iter().map(parted).collect()
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
