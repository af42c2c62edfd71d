//! One entry with the keys of the `mcpServers` family: program or address, variables, headers, filters.

use serde_json::Value;

use crate::gather::config::draft::{Draft, Setting};
use crate::gather::config::fields::{self, Wrong, kind};
use crate::gather::contact::Speaks;
use crate::gather::note::{Note, Severity};

/// Keys of the address, and what it speaks when nothing else says so.
const URL_KEYS: [&str; 4] = ["url", "serverUrl", "httpUrl", "uri"];

/// Keys of the transport; hosts write `type`, frameworks the other two.
const TYPE_KEYS: [&str; 3] = ["type", "transport", "transportType"];

/// Keys that name the only tools shown. `tools` says so when it lists names.
const INCLUDE_KEYS: [&str; 5] = ["tools", "includeTools", "enabled_tools", "allowedTools", "available_tools"];

/// Keys that name tools not shown.
const EXCLUDE_KEYS: [&str; 4] = ["disabledTools", "disabled_tools", "excludeTools", "excludedTools"];

/// Reads an entry.
pub(crate) fn read(draft: &mut Draft, entry: &Value) -> Result<(), Wrong> {
    draft.filter = fields::filter(entry, &INCLUDE_KEYS, &EXCLUDE_KEYS);
    let transport = transport(entry)?;
    let url = address(entry)?;
    let command = command(entry)?;
    match (transport, command.is_empty(), url) {
        (None, false, Some(_)) => {
            return Err("has both a command and an address, and no type that says which".to_owned());
        }
        (None, true, None) => return Err("has neither a command nor an address".to_owned()),
        (Some(Transport::Stdio), true, _) => return Err("its type is stdio, but it has no command".to_owned()),
        (Some(Transport::Http(_)), _, None) => return Err("its type is a remote one, but it has no address".to_owned()),
        (Some(Transport::Stdio) | None, false, _) => draft.command = command,
        (transport, _, Some(url)) => {
            let Transport::Http(speaks) = transport.unwrap_or(Transport::Http(Speaks::Http)) else { return Ok(()) };
            refuse_sockets(&url)?;
            draft.url = Some(url);
            draft.speaks = speaks;
        }
    }
    draft.env = fields::settings(fields::pairs(entry, "env")?);
    draft.env.extend(fields::settings(fields::pairs(entry, "environment")?));
    draft.env_file = fields::optional(entry, "envFile")?;
    draft.cwd = fields::optional(entry, "cwd")?;
    draft.headers = fields::settings(fields::pairs(entry, "headers")?);
    if entry.get("headersHelper").is_some() {
        draft.notes.push(Note {
            subject: format!("{}.headersHelper", draft.name),
            class: "config.headers_helper",
            severity: Severity::Warning,
            detail: "the program that makes its headers is not run; without them the server may refuse".to_owned(),
        });
    }
    Ok(())
}

/// Whether an entry says how to reach a server.
pub(crate) fn names_a_way(entry: &Value) -> bool {
    let is_text = |key: &str| entry.get(key).is_some_and(Value::is_string);
    let of_texts =
        |key: &str| entry.get(key).and_then(Value::as_array).is_some_and(|list| list.iter().all(Value::is_string));
    is_text("command") || of_texts("command") || URL_KEYS.iter().any(|key| is_text(key))
}

/// What the entry says of its transport.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Transport {
    Stdio,
    Http(Speaks),
}

fn transport(entry: &Value) -> Result<Option<Transport>, Wrong> {
    for key in TYPE_KEYS {
        let name = match entry.get(key) {
            Some(Value::String(name)) => name,
            // `transport: {type: http}`, as gateways write it.
            Some(Value::Object(inner)) => match inner.get("type").and_then(Value::as_str) {
                Some(name) => name,
                None => continue,
            },
            None | Some(Value::Null) => continue,
            Some(other) => return Err(format!("{key} is {}, not text", kind(other))),
        };
        let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect::<String>().to_ascii_lowercase();
        return match plain.as_str() {
            "stdio" | "local" => Ok(Some(Transport::Stdio)),
            "http" | "streamablehttp" | "streamable" | "remote" => Ok(Some(Transport::Http(Speaks::Http))),
            "sse" => Ok(Some(Transport::Http(Speaks::Sse))),
            "builtin" => Err("a server of type builtin lives inside its host".to_owned()),
            "ws" | "websocket" => Err(format!("its transport {name} is none that is spoken here")),
            "" => continue,
            _ => Err(format!("its transport {name:?} is not known")),
        };
    }
    Ok(None)
}

fn address(entry: &Value) -> Result<Option<String>, Wrong> {
    for key in URL_KEYS {
        match entry.get(key) {
            None | Some(Value::Null) => {}
            Some(Value::String(url)) if url.trim().is_empty() => {}
            Some(Value::String(url)) => return Ok(Some(url.trim().to_owned())),
            Some(other) => return Err(format!("{key} is {}, not text", kind(other))),
        }
    }
    Ok(None)
}

fn refuse_sockets(url: &str) -> Result<(), Wrong> {
    let scheme = url.split(':').next().unwrap_or_default().to_ascii_lowercase();
    match scheme.as_str() {
        "unix" | "pipe" => Err(format!("its address is a {scheme} socket, which is not spoken here")),
        "ws" | "wss" => Err(format!("its address is a WebSocket ({scheme}), which is not spoken here")),
        _ => Ok(()),
    }
}

/// `"npx"`, `["npx", "-y", "x"]`, or `{"path": "npx", "args": []}`; then `args`.
fn command(entry: &Value) -> Result<Vec<Setting>, Wrong> {
    let mut words = match entry.get("command") {
        None | Some(Value::Null) => return Ok(Vec::new()),
        Some(Value::String(program)) if program.trim().is_empty() => return Ok(Vec::new()),
        Some(Value::String(program)) => vec![program.clone()],
        Some(Value::Array(_)) => fields::list(entry, "command")?,
        Some(inner @ Value::Object(_)) => {
            let program = fields::optional(inner, "path")?.ok_or("command has no path")?;
            let args = fields::list(inner, "args").map_err(|wrong| format!("command.{wrong}"))?;
            std::iter::once(program).chain(args).collect()
        }
        Some(other) => return Err(format!("command is {}, not text", kind(other))),
    };
    words.extend(fields::list(entry, "args")?);
    Ok(fields::command(None, words))
}

#[cfg(test)]
mod tests;
