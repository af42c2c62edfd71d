//! One entry with the keys of the `mcpServers` family: program or address, variables, headers, switches, filters.

use serde_json::{Map, Value};

use crate::gather::config::draft::{Draft, Setting};
use crate::gather::contact::{Speaks, ToolFilter};
use crate::gather::note::{Note, Severity};

/// Keys of the address, and what it speaks when nothing else says so.
const URL_KEYS: [&str; 4] = ["url", "serverUrl", "httpUrl", "uri"];

/// Keys of the transport; hosts write `type`, frameworks the other two.
const TYPE_KEYS: [&str; 3] = ["type", "transport", "transportType"];

/// Keys that name the only tools shown. `tools` says so when it lists names.
const INCLUDE_KEYS: [&str; 5] = ["tools", "includeTools", "enabled_tools", "allowedTools", "available_tools"];

/// Keys that name tools not shown.
const EXCLUDE_KEYS: [&str; 4] = ["disabledTools", "disabled_tools", "excludeTools", "excludedTools"];

/// Reads an entry; what is wrong with it is its reason to be skipped.
pub(crate) fn draft(name: &str, entry: &Value) -> Draft {
    let mut draft = Draft { name: name.to_owned(), ..Draft::default() };
    let Some(object) = entry.as_object() else {
        draft.skipped = Some(format!("the entry is {}, not an object", kind(entry)));
        return draft;
    };
    draft.disabled = switched_off(object);
    draft.filter = filter(object);
    if let Err(reason) = fill(&mut draft, object) {
        draft.skipped = Some(reason);
    }
    draft
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

fn fill(draft: &mut Draft, object: &Map<String, Value>) -> Result<(), String> {
    let transport = transport(object)?;
    let url = address(object)?;
    let command = command(object)?;
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
    draft.env = pairs(object, "env")?;
    for (name, setting) in pairs(object, "environment")? {
        draft.env.push((name, setting));
    }
    draft.env_file = text_at(object, "envFile")?;
    draft.cwd = text_at(object, "cwd")?;
    draft.headers = pairs(object, "headers")?;
    if object.contains_key("headersHelper") {
        draft.notes.push(Note {
            subject: format!("{}.headersHelper", draft.name),
            class: "config.headers_helper",
            severity: Severity::Warning,
            detail: "the program that makes its headers is not run; without them the server may refuse".to_owned(),
        });
    }
    Ok(())
}

fn transport(object: &Map<String, Value>) -> Result<Option<Transport>, String> {
    for key in TYPE_KEYS {
        let name = match object.get(key) {
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
            "ws" | "websocket" => Err(format!("its transport {name} is none that is spoken here")),
            "" => continue,
            _ => Err(format!("its transport {name:?} is not known")),
        };
    }
    Ok(None)
}

fn address(object: &Map<String, Value>) -> Result<Option<String>, String> {
    for key in URL_KEYS {
        match object.get(key) {
            None | Some(Value::Null) => {}
            Some(Value::String(url)) if url.trim().is_empty() => {}
            Some(Value::String(url)) => return Ok(Some(url.trim().to_owned())),
            Some(other) => return Err(format!("{key} is {}, not text", kind(other))),
        }
    }
    Ok(None)
}

fn refuse_sockets(url: &str) -> Result<(), String> {
    let scheme = url.split(':').next().unwrap_or_default().to_ascii_lowercase();
    match scheme.as_str() {
        "unix" | "pipe" => Err(format!("its address is a {scheme} socket, which is not spoken here")),
        "ws" | "wss" => Err(format!("its address is a WebSocket ({scheme}), which is not spoken here")),
        _ => Ok(()),
    }
}

/// `"npx"`, `["npx", "-y", "x"]`, or `{"path": "npx", "args": []}`; then `args`.
fn command(object: &Map<String, Value>) -> Result<Vec<Setting>, String> {
    let mut command = match object.get("command") {
        None | Some(Value::Null) => return Ok(Vec::new()),
        Some(Value::String(program)) if program.trim().is_empty() => return Ok(Vec::new()),
        Some(Value::String(program)) => vec![Setting::Text(program.clone())],
        Some(Value::Array(words)) => texts(words, "command")?,
        Some(Value::Object(inner)) => match text_at(inner, "path")? {
            Some(program) => {
                let args = inner.get("args").and_then(Value::as_array);
                let args = args.map_or(Ok(Vec::new()), |args| texts(args, "command.args"))?;
                std::iter::once(Setting::Text(program)).chain(args).collect()
            }
            None => return Err("command has no path".to_owned()),
        },
        Some(other) => return Err(format!("command is {}, not text", kind(other))),
    };
    match object.get("args") {
        None | Some(Value::Null) => {}
        Some(Value::Array(args)) => command.extend(texts(args, "args")?),
        Some(other) => return Err(format!("args is {}, not a list", kind(other))),
    }
    Ok(command)
}

fn texts(values: &[Value], key: &str) -> Result<Vec<Setting>, String> {
    let one = |(index, value): (usize, &Value)| {
        text(value).map(Setting::Text).ok_or_else(|| format!("{key}[{index}] is {}, not text", kind(value)))
    };
    values.iter().enumerate().map(one).collect()
}

/// A map of texts, or a list of `name: value`.
fn pairs(object: &Map<String, Value>, key: &str) -> Result<Vec<(String, Setting)>, String> {
    match object.get(key) {
        None | Some(Value::Null) => Ok(Vec::new()),
        Some(Value::Object(map)) => map
            .iter()
            // VS Code takes a variable away with null.
            .filter(|(_, value)| !value.is_null())
            .map(|(name, value)| match text(value) {
                Some(text) => Ok((name.clone(), Setting::Text(text))),
                None => Err(format!("{key}.{name} is {}, not text", kind(value))),
            })
            .collect(),
        Some(Value::Array(lines)) => lines
            .iter()
            .enumerate()
            .map(|(index, line)| {
                let separator = if key == "headers" { ':' } else { '=' };
                let (name, value) = line
                    .as_str()
                    .and_then(|line| line.split_once(separator))
                    .ok_or_else(|| format!("{key}[{index}] is no name{separator} value"))?;
                Ok((name.trim().to_owned(), Setting::Text(value.trim().to_owned())))
            })
            .collect(),
        Some(other) => Err(format!("{key} is {}, not an object", kind(other))),
    }
}

fn text_at(object: &Map<String, Value>, key: &str) -> Result<Option<String>, String> {
    match object.get(key) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(text)) => Ok(Some(text.clone())),
        Some(other) => Err(format!("{key} is {}, not text", kind(other))),
    }
}

fn switched_off(object: &Map<String, Value>) -> Option<String> {
    let is = |key: &str, value: bool| object.get(key) == Some(&Value::Bool(value));
    if is("disabled", true) {
        return Some("\"disabled\": true".to_owned());
    }
    is("enabled", false).then(|| "\"enabled\": false".to_owned())
}

fn filter(object: &Map<String, Value>) -> ToolFilter {
    let names = |key: &&str| -> Option<Vec<String>> {
        let names = object.get(*key)?.as_array()?;
        names.iter().map(|name| name.as_str().map(str::to_owned)).collect()
    };
    let include = INCLUDE_KEYS.iter().find_map(names);
    ToolFilter { include, exclude: EXCLUDE_KEYS.iter().filter_map(names).flatten().collect() }
}

/// A text; numbers and truth values as they stand.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
        _ => None,
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "true or false",
        Value::Number(_) => "a number",
        Value::String(_) => "text",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

#[cfg(test)]
mod tests;
