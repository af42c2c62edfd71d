//! Zed: `context_servers` in its settings.
//!
//! Source: zed `docs/src/ai/mcp.md`, read 2026-11. Older settings nest the command; an extension's server has none.

use serde_json::Value;

use crate::gather::config::dialect::Dialect;
use crate::gather::config::document::Document;
use crate::gather::config::draft::Draft;
use crate::gather::config::fields::{self, Wrong};
use crate::gather::config::surroundings::Surroundings;

/// Zed's settings.
pub(crate) const DIALECT: Dialect = Dialect { id: "zed", read, forms: &[] };

fn read(document: &Document, _: &Surroundings) -> Option<Vec<Draft>> {
    Some(fields::drafts(document.value.get("context_servers")?.as_object()?, entry))
}

fn entry(draft: &mut Draft, entry: &Value) -> Result<(), Wrong> {
    draft.url = fields::optional(entry, "url")?;
    draft.headers = fields::settings(fields::pairs(entry, "headers")?);
    // Up to 2025 the command was an object with the path, the arguments and the variables inside.
    let holder = match entry.get("command") {
        Some(nested @ Value::Object(_)) => nested,
        _ => entry,
    };
    let program = if std::ptr::eq(holder, entry) { "command" } else { "path" };
    draft.command = match fields::optional(holder, program)? {
        Some(path) => fields::command(Some(path), fields::list(holder, "args")?),
        None => Vec::new(),
    };
    draft.env = fields::settings(fields::pairs(holder, "env")?);
    let from_extension = entry.get("source").and_then(Value::as_str) == Some("extension");
    if draft.command.is_empty() && draft.url.is_none() && (from_extension || entry.get("settings").is_some()) {
        draft.skipped = Some("an extension starts it; no command stands in the settings".to_owned());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::gather::config::document::Syntax;
    use crate::gather::config::draft::Setting;

    #[test]
    fn both_forms_of_the_command_and_what_has_none() {
        let value = json!({"theme": "One", "context_servers": {
            "baru": {"source": "custom", "command": "peta", "args": ["--stdio"], "env": {"BAHASA": "id"}},
            "lama": {"command": {"path": "jam", "args": ["-v"], "env": {"A": "b"}}},
            "jauh": {"url": "https://jauh.example/mcp", "headers": {"X-A": "b"}, "enabled": false},
            "ekstensi": {"source": "extension", "settings": {}}}});
        let document = Document { source: String::new(), folder: "".into(), value, syntax: Syntax::Json };
        let drafts = read(&document, &Surroundings::default()).expect("Zed's settings");
        assert_eq!(drafts[0].command, ["peta", "--stdio"].map(|text| Setting::Text(text.to_owned())));
        assert_eq!(drafts[1].command, ["jam", "-v"].map(|text| Setting::Text(text.to_owned())));
        assert_eq!(drafts[1].env.len(), 1);
        assert_eq!(drafts[2].disabled.as_deref(), Some("\"enabled\": false"));
        assert!(drafts[3].skipped.is_some());
    }
}
