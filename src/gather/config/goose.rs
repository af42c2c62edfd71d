//! Goose: the map `extensions` in YAML, some of which are servers.
//!
//! Source: block/goose `crates/goose/src/agents/extension.rs`, read 2026-11.

use serde_json::Value;

use crate::gather::config::dialect::Dialect;
use crate::gather::config::document::Document;
use crate::gather::config::draft::{Draft, Setting};
use crate::gather::config::fields::{self, Wrong};
use crate::gather::config::surroundings::Surroundings;
use crate::gather::contact::Speaks;
use crate::gather::note::{Note, Severity};

/// Goose's `config.yaml`.
pub(crate) const DIALECT: Dialect = Dialect { id: "goose", read, forms: &[] };

fn read(document: &Document, _: &Surroundings) -> Option<Vec<Draft>> {
    let extensions = document.value.get("extensions")?.as_object()?;
    let is_one = |entry: &Value| ["type", "cmd", "uri"].iter().any(|key| entry.get(key).is_some());
    // An empty map names no servers, but neither is it anything else.
    extensions.values().all(is_one).then(|| fields::drafts(extensions, entry))
}

fn entry(draft: &mut Draft, entry: &Value) -> Result<(), Wrong> {
    match entry.get("type").and_then(Value::as_str) {
        Some("stdio") | None => {}
        Some("streamable_http") => {}
        Some("sse") => {
            draft.speaks = Speaks::Sse;
            draft.notes.push(Note {
                subject: draft.name.clone(),
                class: "config.unsupported_by_host",
                severity: Severity::Info,
                detail: "Goose keeps extensions of type sse but no longer starts them".to_owned(),
            });
        }
        Some(kind) => {
            draft.skipped = Some(format!("an extension of type {kind} lives inside Goose"));
            return Ok(());
        }
    }
    draft.command = match fields::optional(entry, "cmd")? {
        Some(program) => fields::command(Some(program), fields::list(entry, "args")?),
        None => Vec::new(),
    };
    draft.env = fields::settings(fields::pairs(entry, "envs")?);
    for name in fields::list(entry, "env_keys")? {
        draft.env.push((name.clone(), Setting::Variable(name)));
    }
    draft.url = fields::optional(entry, "uri")?;
    draft.headers = fields::settings(fields::pairs(entry, "headers")?);
    draft.filter = fields::filter(entry, &["available_tools"], &[]);
    // An empty list means all.
    draft.filter.include.take_if(|shown| shown.is_empty());
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::gather::config::document::Syntax;

    #[test]
    fn servers_are_told_from_what_lives_inside_goose() {
        let value = json!({"GOOSE_MODEL": "x", "extensions": {
            "catatan": {"enabled": true, "type": "stdio", "cmd": "uvx", "args": ["catatan"], "envs": {"A": "b"},
                "env_keys": ["CATATAN_TOKEN"], "available_tools": ["tulis"], "timeout": 300},
            "jauh": {"enabled": false, "type": "streamable_http", "uri": "https://jauh.example/mcp"},
            "developer": {"enabled": true, "type": "builtin", "name": "developer"}}});
        let document = Document { source: String::new(), folder: "".into(), value, syntax: Syntax::Yaml };
        let drafts = read(&document, &Surroundings::default()).expect("Goose's config");
        assert_eq!(drafts[0].env[1].1, Setting::Variable("CATATAN_TOKEN".to_owned()));
        assert_eq!(drafts[0].filter.include.as_deref(), Some(&["tulis".to_owned()][..]));
        assert!(drafts[1].disabled.is_some() && drafts[1].url.is_some());
        assert_eq!(drafts[2].skipped.as_deref(), Some("an extension of type builtin lives inside Goose"));
    }
}
