//! Continue: a list of servers in YAML, each with its name inside.
//!
//! Source: continue `docs/customize/deep-dives/mcp.mdx`, read 2026-11.

use serde_json::Value;

use crate::gather::config::dialect::{Dialect, Form};
use crate::gather::config::document::Document;
use crate::gather::config::draft::Draft;
use crate::gather::config::fields::{self, Wrong};
use crate::gather::config::surroundings::Surroundings;
use crate::gather::contact::Speaks;

/// Continue's `config.yaml` and the files of its `mcpServers` folder.
pub(crate) const DIALECT: Dialect = Dialect { id: "continue", read, forms: &[Form::ContinueSecret] };

fn read(document: &Document, _: &Surroundings) -> Option<Vec<Draft>> {
    let servers = document.value.get("mcpServers")?.as_array()?;
    let named = |(index, server): (usize, &Value)| {
        let name = server.get("name").and_then(fields::text).unwrap_or_else(|| format!("server-{}", index + 1));
        fields::draft(&name, server, entry)
    };
    Some(servers.iter().enumerate().map(named).collect())
}

fn entry(draft: &mut Draft, entry: &Value) -> Result<(), Wrong> {
    if let Some(block) = entry.get("uses").and_then(fields::text) {
        draft.skipped = Some(format!("it uses the block {block}, which Continue would fetch"));
        return Ok(());
    }
    draft.command = match fields::optional(entry, "command")? {
        Some(program) => fields::command(Some(program), fields::list(entry, "args")?),
        None => Vec::new(),
    };
    draft.env = fields::settings(fields::pairs(entry, "env")?);
    draft.cwd = fields::optional(entry, "cwd")?;
    draft.url = fields::optional(entry, "url")?;
    // Older configs keep the headers under `requestOptions`.
    let holder = entry.get("requestOptions").filter(|options| options.get("headers").is_some()).unwrap_or(entry);
    draft.headers = fields::settings(fields::pairs(holder, "headers")?);
    if entry.get("type").and_then(Value::as_str) == Some("sse") {
        draft.speaks = Speaks::Sse;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::gather::config::document::Syntax;

    #[test]
    fn a_list_is_read_and_a_map_is_left_to_others() {
        let of = |value| {
            let document = Document { source: String::new(), folder: "".into(), value, syntax: Syntax::Yaml };
            read(&document, &Surroundings::default())
        };
        let drafts = of(json!({"name": "c", "mcpServers": [
            {"name": "peta", "command": "npx", "args": ["-y", "peta"], "env": {"K": "${{ secrets.K }}"}},
            {"name": "jam", "type": "sse", "url": "https://jam.example/sse"}, {"uses": "org/blok"}, "rusak"]}))
        .expect("Continue's config");
        assert_eq!(
            drafts.iter().map(|draft| draft.name.as_str()).collect::<Vec<_>>(),
            ["peta", "jam", "server-3", "server-4"]
        );
        assert_eq!(drafts[1].speaks, Speaks::Sse);
        assert!(drafts[2].skipped.is_some() && drafts[3].skipped.is_some());
        assert_eq!(of(json!({"mcpServers": {"a": {"command": "x"}}})), None);
    }
}
