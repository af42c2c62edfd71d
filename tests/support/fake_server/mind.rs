//! What a fake server knows between messages, and what a well-behaved one would answer.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::sync::{Condvar, Mutex};
use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::script::{Script, list_text};

/// One thing that was asked.
#[derive(Debug, Default)]
pub(crate) struct Asked {
    /// The id as it came; `None` for a notification.
    pub(crate) id: Option<String>,
    /// The method; empty for the answer to a request of ours.
    pub(crate) method: String,
    /// The parameters.
    pub(crate) params: Value,
    /// The whole message.
    pub(crate) text: String,
    /// Headers by lower-case name, over HTTP.
    pub(crate) headers: BTreeMap<String, String>,
    /// Path and query, over HTTP.
    pub(crate) target: String,
}

/// A server between messages.
#[derive(Debug)]
pub(crate) struct Mind {
    /// What it was told to be.
    pub(crate) script: Script,
    memory: Mutex<Memory>,
    heard: Condvar,
}

#[derive(Debug, Default)]
struct Memory {
    calls: BTreeMap<String, usize>,
    answers: BTreeSet<String>,
    page: usize,
    listings: usize,
    next: Option<Value>,
    initialized: bool,
}

impl Asked {
    /// One JSON-RPC message.
    pub(crate) fn read(text: &str) -> Option<Asked> {
        let message: Value = serde_json::from_str(text).ok()?;
        let id = message.get("id").filter(|id| !id.is_null()).map(Value::to_string);
        let method = message["method"].as_str().unwrap_or_default().to_owned();
        Some(Asked { id, method, params: message["params"].clone(), text: text.to_owned(), ..Asked::default() })
    }

    /// The version that a modern request carries.
    pub(crate) fn version(&self) -> Option<&str> {
        self.params["_meta"]["io.modelcontextprotocol/protocolVersion"].as_str()
    }
}

impl Mind {
    /// A server that has heard nothing yet.
    pub(crate) fn new(script: Script) -> Mind {
        Mind { script, memory: Mutex::default(), heard: Condvar::new() }
    }

    /// Writes down what was received.
    pub(crate) fn log(&self, verb: &str, asked: &Asked) {
        let Some(path) = self.script.text("log") else { return };
        let Asked { method, params, headers, target, text, .. } = asked;
        let line = json!({
            "verb": verb, "method": method, "params": params, "headers": headers, "target": target, "text": text,
        });
        let file = std::fs::OpenOptions::new().append(true).create(true).open(path);
        // One write, so that lines of other threads stay apart.
        file.expect("the log opens").write_all(format!("{line}\n").as_bytes()).expect("the log is written");
    }

    /// How often that method was called before; counts this call.
    pub(crate) fn count(&self, method: &str) -> usize {
        let mut memory = self.memory.lock().expect("no thread broke it");
        let calls = memory.calls.entry(method.to_owned()).or_default();
        *calls += 1;
        *calls - 1
    }

    /// Remembers that the client answered a request of ours.
    pub(crate) fn answered(&self, id: &str) {
        self.memory.lock().expect("no thread broke it").answers.insert(id.to_owned());
        self.heard.notify_all();
    }

    /// Waits for such an answer; false when none came for long.
    pub(crate) fn wait_for(&self, id: &str) -> bool {
        let memory = self.memory.lock().expect("no thread broke it");
        let open = |memory: &mut Memory| !memory.answers.contains(id);
        let waited = self.heard.wait_timeout_while(memory, Duration::from_secs(60), open);
        !waited.expect("no thread broke it").1.timed_out()
    }

    /// What a well-behaved server answers: the text of the result, or an error.
    pub(crate) fn answer(&self, asked: &Asked) -> Result<String, Value> {
        match (asked.version(), asked.method.as_str()) {
            (_, "initialize") => self.initialize(asked),
            (_, "notifications/initialized") => {
                self.memory.lock().expect("no thread broke it").initialized = true;
                Ok("{}".to_owned())
            }
            (Some(version), _) if self.script.speaks("modern") => self.modern(asked, version),
            (_, method) if method == "server/discover" || !self.script.speaks("legacy") => {
                Err(json!({"code": -32601, "message": "Method not found"}))
            }
            _ if !self.memory.lock().expect("no thread broke it").initialized => {
                Err(json!({"code": -32600, "message": "Received request before initialization was complete"}))
            }
            _ => self.list(asked, Map::new()),
        }
    }

    fn initialize(&self, asked: &Asked) -> Result<String, Value> {
        if !self.script.speaks("legacy") {
            let data = json!({"supported": self.script.versions(), "requested": asked.params["protocolVersion"]});
            return Err(json!({"code": -32022, "message": "Unsupported protocol version", "data": data}));
        }
        if asked.params["protocolVersion"].is_null() || asked.params["capabilities"].is_null() {
            return Err(json!({"code": -32602, "message": "Invalid params"}));
        }
        let version = self.script.text("legacy_version").unwrap_or("2025-11-25");
        let mut result = json!({
            "protocolVersion": version, "capabilities": self.script.capabilities(),
            "serverInfo": self.script.server_info(),
        });
        if !self.script.get("instructions").is_null() {
            result["instructions"] = self.script.get("instructions").clone();
        }
        Ok(result.to_string())
    }

    fn modern(&self, asked: &Asked, version: &str) -> Result<String, Value> {
        let versions = self.script.versions();
        if !versions.as_array().is_some_and(|known| known.iter().any(|known| known == version)) {
            let data = json!({"supported": versions, "requested": version});
            return Err(json!({"code": -32022, "message": "Unsupported protocol version", "data": data}));
        }
        if !asked.params["_meta"]["io.modelcontextprotocol/clientCapabilities"].is_object() {
            return Err(json!({"code": -32602, "message": "clientCapabilities is missing"}));
        }
        let members = self.script.modern_members();
        if asked.method != "server/discover" {
            return self.list(asked, members);
        }
        let mut result = Value::Object(members);
        result["supportedVersions"] = versions;
        result["capabilities"] = self.script.capabilities();
        if !self.script.get("instructions").is_null() {
            result["instructions"] = self.script.get("instructions").clone();
        }
        Ok(result.to_string())
    }

    fn list(&self, asked: &Asked, members: Map<String, Value>) -> Result<String, Value> {
        let (key, place) = match asked.method.as_str() {
            "tools/list" => return self.tools(asked, members),
            "prompts/list" => ("prompts", "prompts"),
            "resources/list" => ("resources", "resources"),
            "resources/templates/list" => ("resourceTemplates", "templates"),
            "ping" => return Ok("{}".to_owned()),
            _ => return Err(json!({"code": -32601, "message": "Method not found"})),
        };
        match self.script.get(place) {
            Value::Null => Err(json!({"code": -32601, "message": "Method not found"})),
            spec => Ok(result(key, &list_text(spec), None, members)),
        }
    }

    fn tools(&self, asked: &Asked, members: Map<String, Value>) -> Result<String, Value> {
        let mut memory = self.memory.lock().expect("no thread broke it");
        let cursor = asked.params.get("cursor");
        if cursor.is_none() {
            (memory.page, memory.listings) = (0, memory.listings + 1);
        } else if cursor != memory.next.as_ref() {
            return Err(json!({"code": -32602, "message": format!("unknown cursor {}", asked.params["cursor"])}));
        } else {
            memory.page += 1;
        }
        let (spec, next) = self.page(memory.page, memory.listings - 1);
        memory.next.clone_from(&next);
        Ok(result("tools", &list_text(&spec), next, members))
    }

    fn page(&self, page: usize, listing: usize) -> (Value, Option<Value>) {
        let at = |list: &Value, index: usize| {
            list.as_array().and_then(|list| list.get(index).or(list.last())).cloned().unwrap_or_default()
        };
        if self.script.is("endless") {
            return (json!({"count": 1, "from": page}), Some(json!(format!("halaman-{}", page + 1))));
        }
        if self.script.get("pages").is_array() {
            let page = at(self.script.get("pages"), page);
            return (page["tools"].clone(), page.get("next").cloned());
        }
        if self.script.get("listings").is_array() {
            return (at(self.script.get("listings"), listing), None);
        }
        (self.script.get("tools").clone(), None)
    }
}

fn result(key: &str, list: &str, next: Option<Value>, members: Map<String, Value>) -> String {
    let mut text = format!("{{\"{key}\":{list}");
    if let Some(next) = next {
        text += &format!(",\"nextCursor\":{next}");
    }
    for (key, value) in members {
        text += &format!(",\"{key}\":{value}");
    }
    text + "}"
}
