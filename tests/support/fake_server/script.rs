//! What a fake server was told to be, and the texts that follow from it.

use std::fmt::Write;

use serde_json::{Map, Value, json};

/// The script.
#[derive(Debug)]
pub(crate) struct Script {
    value: Value,
}

impl Script {
    /// Reads a script, given as JSON or as a path.
    pub(crate) fn read(given: &str) -> Script {
        let text = if given.trim_start().starts_with('{') {
            given.to_owned()
        } else {
            std::fs::read_to_string(given).expect("a script can be read")
        };
        Script { value: serde_json::from_str(&text).expect("a script is JSON") }
    }

    /// A part of the script; null when it says nothing.
    pub(crate) fn get(&self, key: &str) -> &Value {
        &self.value[key]
    }

    /// A text of the script.
    pub(crate) fn text(&self, key: &str) -> Option<&str> {
        self.value[key].as_str()
    }

    /// Whether a flag is set.
    pub(crate) fn is(&self, key: &str) -> bool {
        self.value[key] == true
    }

    /// Whether it speaks that era; without `eras` both.
    pub(crate) fn speaks(&self, era: &str) -> bool {
        self.get("eras").as_array().is_none_or(|eras| eras.iter().any(|known| known == era))
    }

    /// The modern versions it speaks, as `server/discover` names them.
    pub(crate) fn versions(&self) -> Value {
        if self.get("versions").is_null() { json!(["2026-07-28"]) } else { self.get("versions").clone() }
    }

    /// What it declares: as told, else what it has.
    pub(crate) fn capabilities(&self) -> Value {
        if !self.get("capabilities").is_null() {
            return self.get("capabilities").clone();
        }
        let mut all = json!({"tools": {}});
        if !self.get("prompts").is_null() {
            all["prompts"] = json!({});
        }
        if !self.get("resources").is_null() || !self.get("templates").is_null() {
            all["resources"] = json!({});
        }
        all
    }

    /// Its name and version.
    pub(crate) fn server_info(&self) -> Value {
        if self.get("server_info").is_null() {
            json!({"name": "tiruan", "version": "0.3.1"})
        } else {
            self.get("server_info").clone()
        }
    }

    /// The actions for the `call`-th call (from 0) of a method.
    pub(crate) fn actions(&self, method: &str, call: usize) -> Vec<Value> {
        let on = self.get("on");
        let turns = [method, "*"].into_iter().find_map(|key| on[key].as_array());
        let turn = turns.and_then(|turns| turns.get(call).or(turns.last()));
        turn.and_then(Value::as_array).cloned().unwrap_or_else(|| vec![Value::from("answer")])
    }

    /// `ttlMs` and `cacheScope`, with what else goes into a modern result.
    pub(crate) fn modern_members(&self) -> Map<String, Value> {
        let mut members = Map::new();
        members.insert("resultType".to_owned(), Value::from("complete"));
        for key in ["ttlMs", "cacheScope"] {
            if !self.get(key).is_null() {
                members.insert(key.to_owned(), self.get(key).clone());
            }
        }
        let info = json!({"io.modelcontextprotocol/serverInfo": self.server_info()});
        members.insert("_meta".to_owned(), info);
        members
    }
}

/// The text of an array of tools: a count, the entries, the very text, or a count with more to it.
pub(crate) fn list_text(spec: &Value) -> String {
    match spec {
        Value::Null => made(1, 0, 0),
        Value::String(text) => text.clone(),
        Value::Number(_) => made(whole(spec), 0, 0),
        Value::Object(about) if about.contains_key("build") => built(&spec["build"]),
        Value::Object(about) if about.contains_key("count") => {
            made(whole(&spec["count"]), whole(&spec["from"]), whole(&spec["pad"]))
        }
        entries => entries.to_string(),
    }
}

/// The text that a `build` describes: a nest of any depth.
pub(crate) fn built(spec: &Value) -> String {
    let part = |key: &str| spec[key].as_str().unwrap_or_default();
    let times = whole(&spec["times"]);
    let [prefix, core, suffix] = ["prefix", "core", "suffix"].map(part);
    format!("{prefix}{}{core}{}{suffix}", part("open").repeat(times), part("close").repeat(times))
}

/// A number of the script; 0 when there is none.
pub(crate) fn whole(value: &Value) -> usize {
    value.as_u64().and_then(|number| usize::try_from(number).ok()).unwrap_or(0)
}

fn made(count: usize, from: usize, pad: usize) -> String {
    let pad = "kata ".repeat(pad / 5);
    let mut text = String::with_capacity(count * (pad.len() + 160));
    text.push('[');
    for number in from..from + count {
        let comma = if number == from { "" } else { "," };
        write!(
            text,
            r#"{comma}{{"name":"alat_{number}","description":"Alat nomor {number}. {pad}","inputSchema":{{"type":"object","properties":{{"kota":{{"type":"string"}}}}}}}}"#
        )
        .expect("a string takes all");
    }
    text.push(']');
    text
}
