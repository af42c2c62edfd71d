//! opencode: the map `mcp`, with the servers in it (first form) or under `servers` (second form).
//!
//! Source: opencode.ai/docs/mcp-servers, both forms seen, read 2026-11.

use serde_json::{Map, Value};

use crate::gather::config::dialect::{Dialect, Form};
use crate::gather::config::document::{Document, Syntax};
use crate::gather::config::draft::Draft;
use crate::gather::config::fields::{self, Wrong};
use crate::gather::config::surroundings::Surroundings;

/// opencode's `opencode.json`.
pub(crate) const DIALECT: Dialect = Dialect { id: "opencode", read, forms: &[Form::OpencodeEnv, Form::OpencodeFile] };

fn read(document: &Document, _: &Surroundings) -> Option<Vec<Draft>> {
    // `[mcp.servers.x]` in TOML is somebody's slip for Codex's table, not this.
    if document.syntax == Syntax::Toml {
        return None;
    }
    let mcp = document.value.get("mcp")?.as_object()?;
    let second = mcp.get("servers").and_then(Value::as_object).filter(|servers| are_entries(servers));
    match second {
        Some(servers) => Some(fields::drafts(servers, entry)),
        None => are_entries(mcp).then(|| fields::drafts(mcp, entry)),
    }
}

/// True when it holds at least one entry of this dialect.
fn are_entries(map: &Map<String, Value>) -> bool {
    map.values().any(|entry| {
        let kind = entry.get("type").and_then(Value::as_str);
        matches!(kind, Some("local" | "remote")) || entry.get("command").is_some_and(Value::is_array)
    })
}

fn entry(draft: &mut Draft, entry: &Value) -> Result<(), Wrong> {
    let mut command = fields::words(entry, "command")?;
    command.extend(fields::list(entry, "args")?);
    draft.command = fields::command(None, command);
    draft.env = fields::settings(fields::pairs(entry, "environment")?);
    if draft.env.is_empty() {
        draft.env = fields::settings(fields::pairs(entry, "env")?);
    }
    draft.cwd = fields::optional(entry, "cwd")?;
    draft.url = fields::optional(entry, "url")?;
    draft.headers = fields::settings(fields::pairs(entry, "headers")?);
    // An entry that only switches a server of another file on or off.
    if draft.command.is_empty() && draft.url.is_none() && draft.disabled.is_none() {
        draft.skipped = Some("it names neither a command nor a url".to_owned());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::gather::config::draft::Setting;

    fn of(value: Value, syntax: Syntax) -> Option<Vec<Draft>> {
        let document = Document { source: String::new(), folder: "".into(), value, syntax };
        read(&document, &Surroundings::default())
    }

    #[test]
    fn both_forms_are_read() {
        let first = json!({"$schema": "x", "mcp": {
            "peta": {"type": "local", "command": ["npx", "-y", "peta"], "environment": {"K": "{env:K}"}, "enabled": false},
            "jauh": {"type": "remote", "url": "https://jauh.example/mcp"}}});
        let drafts = of(first, Syntax::Json).expect("the first form");
        assert_eq!(drafts[0].command[2], Setting::Text("peta".to_owned()));
        assert_eq!((drafts[0].env.len(), drafts[0].disabled.is_some()), (1, true));
        let second = json!({"mcp": {"servers": {"jam": {"type": "local", "command": ["jam"], "disabled": true}}}});
        assert!(of(second.clone(), Syntax::Json).expect("the second form")[0].disabled.is_some());
        assert_eq!(of(second, Syntax::Toml), None);
    }

    #[test]
    fn lists_of_other_hosts_are_not_its_own() {
        assert_eq!(of(json!({"mcp": {"excluded": ["a"]}}), Syntax::Json), None);
    }
}
