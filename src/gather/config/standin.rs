//! Stands in for the reading of configs until that is here.

use serde_json::Value;

use crate::gather::config::document::Broken;
use crate::gather::config::entry::{Config, Entry, State};
use crate::gather::config::surroundings::Surroundings;
use crate::gather::contact::{Contact, Launch, Origin, Remote, Scope, Speaks, ToolFilter, Way};
use crate::gather::secret;

/// Whether it names servers.
#[must_use]
pub fn is_config(bytes: &[u8], _source: &str) -> bool {
    serde_json::from_slice::<Value>(bytes).is_ok_and(|value| value.get("mcpServers").is_some())
}

/// Its entries.
///
/// # Errors
/// When it is no config.
pub fn read(source: &str, bytes: &[u8], surroundings: &Surroundings) -> Result<Config, Broken> {
    let value: Value = serde_json::from_slice(bytes).map_err(|error| Broken::Syntax {
        line: error.line(),
        column: error.column(),
        message: error.to_string(),
    })?;
    let Some(servers) = value.get("mcpServers").and_then(Value::as_object) else { return Err(Broken::NoServers) };
    let entries = servers.iter().map(|(name, entry)| one(name, entry, source, surroundings)).collect();
    Ok(Config { entries, notes: Vec::new() })
}

fn one(name: &str, entry: &Value, source: &str, surroundings: &Surroundings) -> Entry {
    let text = |key: &str| entry.get(key).and_then(Value::as_str).map(str::to_owned);
    let origin = Origin { source: source.to_owned(), host: "claude-code".to_owned(), scope: Scope::Project };
    let args: Vec<String> =
        entry["args"].as_array().into_iter().flatten().map(|arg| arg.to_string().replace('"', "")).collect();
    let way = match text("url") {
        Some(url) => Way::Http(Remote { url, headers: Vec::new(), speaks: Speaks::Http }),
        None => Way::Stdio(Launch { program: text("command").unwrap_or_default(), args, ..Launch::default() }),
    };
    let shown = secret::shown(&way);
    let state = match text("unset") {
        _ if entry["disabled"] == true => State::Disabled("\"disabled\": true".to_owned()),
        Some(id) if surroundings.input(&id).is_none() => State::Unresolved(format!("unresolved input {id}")),
        _ => State::Ready(Contact {
            name: name.to_owned(),
            way,
            origin: origin.clone(),
            filter: ToolFilter::default(),
            secrets: Vec::new(),
        }),
    };
    Entry { name: name.to_owned(), origin, state, shown, filter: ToolFilter::default(), notes: Vec::new() }
}
