//! Codex: the table `mcp_servers` of its TOML, where variables are named, never expanded.
//!
//! Source: openai/codex `codex-rs/config/src/mcp_types.rs`, read 2026-11.

use serde_json::Value;

use crate::gather::config::dialect::Dialect;
use crate::gather::config::document::{Document, Syntax};
use crate::gather::config::draft::{Draft, Setting};
use crate::gather::config::fields::{self, Wrong};
use crate::gather::config::surroundings::Surroundings;

/// Codex's `config.toml`.
pub(crate) const DIALECT: Dialect = Dialect { id: "codex", read, forms: &[] };

fn read(document: &Document, _: &Surroundings) -> Option<Vec<Draft>> {
    if document.syntax != Syntax::Toml {
        return None;
    }
    Some(fields::drafts(document.value.get("mcp_servers")?.as_object()?, entry))
}

fn entry(draft: &mut Draft, entry: &Value) -> Result<(), Wrong> {
    draft.command = match fields::optional(entry, "command")? {
        Some(program) => fields::command(Some(program), fields::list(entry, "args")?),
        None => Vec::new(),
    };
    draft.env = fields::settings(fields::pairs(entry, "env")?);
    for name in variable_names(entry)? {
        draft.env.push((name.clone(), Setting::Inherited(name)));
    }
    draft.cwd = fields::optional(entry, "cwd")?;
    draft.url = fields::optional(entry, "url")?;
    draft.headers = fields::settings(fields::pairs(entry, "http_headers")?);
    for (header, variable) in fields::pairs(entry, "env_http_headers")? {
        draft.headers.push((header, Setting::Variable(variable)));
    }
    if let Some(variable) = fields::optional(entry, "bearer_token_env_var")? {
        draft.headers.push(("Authorization".to_owned(), Setting::Bearer(variable)));
    }
    draft.filter = fields::filter(entry, &["enabled_tools"], &["disabled_tools"]);
    Ok(())
}

/// `env_vars` names variables to hand on; an item may be a table with the name inside.
fn variable_names(entry: &Value) -> Result<Vec<String>, Wrong> {
    let Some(items) = entry.get("env_vars").and_then(Value::as_array) else { return Ok(Vec::new()) };
    let name = |item: &Value| fields::text(item.get("name").unwrap_or(item));
    items
        .iter()
        .map(|item| name(item).ok_or_else(|| "\"env_vars\" holds something else than names".to_owned()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> Vec<Draft> {
        let value: toml::Value = toml::from_str(text).expect("TOML");
        let value = serde_json::to_value(value).expect("a value");
        let document = Document { source: String::new(), folder: "".into(), value, syntax: Syntax::Toml };
        read(&document, &Surroundings::default()).expect("Codex's config")
    }

    #[test]
    fn variables_are_named_and_never_expanded() {
        let drafts = of(r#"
            [mcp_servers.catatan]
            command = "catatan"
            args = ["${TIDAK}"]
            env_vars = ["CATATAN_TOKEN"]
            disabled_tools = ["hapus"]
            startup_timeout_ms = 20_000
            [mcp_servers.toko]
            url = "https://toko.example/mcp"
            bearer_token_env_var = "TOKO"
            enabled = false
            env_http_headers = { "X-Kunci" = "KUNCI" }
        "#);
        assert_eq!(drafts[0].env, [("CATATAN_TOKEN".to_owned(), Setting::Inherited("CATATAN_TOKEN".to_owned()))]);
        assert_eq!(drafts[0].filter.exclude, ["hapus"]);
        assert!(DIALECT.forms.is_empty());
        assert_eq!(drafts[1].headers[1], ("Authorization".to_owned(), Setting::Bearer("TOKO".to_owned())));
        assert_eq!(drafts[1].disabled.as_deref(), Some("\"enabled\": false"));
    }
}
