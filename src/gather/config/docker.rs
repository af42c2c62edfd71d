//! Docker's MCP catalogs: `registry:` in YAML, and the `server.yaml` of a single server; each runs as a container.
//!
//! Source: docker/mcp-gateway `docs/catalog.md` and docker/mcp-registry `servers/*/server.yaml`, read 2026-11.

use serde_json::Value;

use crate::gather::config::dialect::{Dialect, Form};
use crate::gather::config::document::Document;
use crate::gather::config::draft::{Draft, Setting};
use crate::gather::config::fields::{self, Wrong};
use crate::gather::config::surroundings::Surroundings;
use crate::gather::contact::Speaks;

/// A catalog or a server file.
pub(crate) const DIALECT: Dialect = Dialect { id: "docker", read, forms: &[Form::DockerTemplate] };

fn read(document: &Document, _: &Surroundings) -> Option<Vec<Draft>> {
    if let Some(registry) = document.value.get("registry").and_then(Value::as_object) {
        let is_one = |entry: &Value| ["image", "type", "remote"].iter().any(|key| entry.get(key).is_some());
        return registry.values().any(is_one).then(|| fields::drafts(registry, entry));
    }
    let kind = document.value.get("type").and_then(Value::as_str);
    let is_server = matches!(kind, Some("server" | "remote" | "poci")) && document.value.get("name").is_some();
    let has_way = document.value.get("image").is_some() || document.value.get("remote").is_some();
    let name = document.value.get("name").and_then(fields::text)?;
    (is_server && has_way).then(|| vec![fields::draft(&name, &document.value, entry)])
}

fn entry(draft: &mut Draft, entry: &Value) -> Result<(), Wrong> {
    if entry.get("type").and_then(Value::as_str) == Some("poci") {
        draft.skipped = Some("a set of one-shot containers (type poci) is no server by itself".to_owned());
        return Ok(());
    }
    if let Some(remote) = entry.get("remote") {
        return address(draft, remote);
    }
    let Some(image) = fields::optional(entry, "image")? else {
        return Err("names neither an image nor a remote".to_owned());
    };
    // A single server's file keeps what a catalog has at the top under `config` and `run`.
    let config = entry.get("config").filter(|config| config.is_object()).unwrap_or(entry);
    let run = entry.get("run").filter(|run| run.is_object()).unwrap_or(entry);
    let mut command = ["docker", "run", "-i", "--rm", "--init"].map(str::to_owned).to_vec();
    for (name, setting) in variables(config)? {
        command.extend(["-e".to_owned(), name.clone()]);
        draft.env.push((name, setting));
    }
    for volume in fields::words(run, "volumes")? {
        command.extend(["-v".to_owned(), volume]);
    }
    command.push(image);
    command.extend(fields::words(run, "command")?);
    draft.command = fields::command(None, command);
    Ok(())
}

fn address(draft: &mut Draft, remote: &Value) -> Result<(), Wrong> {
    draft.url = fields::optional(remote, "url")?;
    draft.headers = fields::settings(fields::pairs(remote, "headers")?);
    let kind = fields::optional(remote, "transport_type")?;
    if kind.as_deref() == Some("sse") {
        draft.speaks = Speaks::Sse;
    }
    if draft.url.is_none() { Err("\"remote\" has no url".to_owned()) } else { Ok(()) }
}

/// `env` and `secrets`. Docker fills the secrets from its own store; here the variable of that name is taken.
fn variables(config: &Value) -> Result<Vec<(String, Setting)>, Wrong> {
    let listed = |key: &str| config.get(key).and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let mut variables = Vec::new();
    for item in listed("env") {
        let name = fields::optional(item, "name")?.ok_or("\"env\" holds an item without a name")?;
        variables.push((name, Setting::Text(fields::scalar(item, "value")?.unwrap_or_default())));
    }
    for item in listed("secrets") {
        let variable = match fields::optional(item, "env")? {
            Some(variable) => variable,
            None => fields::optional(item, "name")?.ok_or("\"secrets\" holds an item without a name")?,
        };
        variables.push((variable.clone(), Setting::Variable(variable)));
    }
    Ok(variables)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::gather::config::document::Syntax;

    fn of(value: Value) -> Option<Vec<Draft>> {
        let document = Document { source: String::new(), folder: "".into(), value, syntax: Syntax::Yaml };
        read(&document, &Surroundings::default())
    }

    fn line(draft: &Draft) -> String {
        let words = draft.command.iter().map(|setting| match setting {
            Setting::Text(text) => text.as_str(),
            _ => "?",
        });
        words.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_server_of_a_catalog_is_a_container() {
        let drafts = of(json!({"version": 2, "registry": {
            "gudang": {"type": "server", "image": "mcp/gudang@sha256:0", "command": ["--stdio"],
                "env": [{"name": "KOTA", "value": "{{gudang.kota}}"}], "secrets": [{"name": "gudang.kunci", "env": "KUNCI"}],
                "volumes": ["{{gudang.folder}}:/data"], "tools": [{"name": "stok"}]},
            "jauh": {"type": "remote", "remote": {"url": "https://jauh.example/mcp", "transport_type": "streamable-http"}},
            "sekali": {"type": "poci"}}}))
        .expect("a catalog");
        let run = "docker run -i --rm --init -e KOTA -e KUNCI -v {{gudang.folder}}:/data mcp/gudang@sha256:0 --stdio";
        assert_eq!(line(&drafts[0]), run);
        assert_eq!(drafts[0].env[1], ("KUNCI".to_owned(), Setting::Variable("KUNCI".to_owned())));
        assert_eq!(drafts[1].url.as_deref(), Some("https://jauh.example/mcp"));
        assert!(drafts[2].skipped.is_some());
    }

    #[test]
    fn a_single_servers_file_is_read_too() {
        let drafts = of(json!({"name": "jam", "image": "mcp/jam", "type": "server", "meta": {},
            "run": {"command": ["serve"]}, "config": {"secrets": [{"name": "jam.token", "env": "JAM_TOKEN"}]}}))
        .expect("a server");
        assert_eq!(line(&drafts[0]), "docker run -i --rm --init -e JAM_TOKEN mcp/jam serve");
        assert!(of(json!({"name": "x", "type": "module", "image": 1, "registry": 3})).is_none());
    }
}
