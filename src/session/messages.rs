//! From the messages of a request to the pieces of a session: who said what, which tools were searched and called.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use crate::session::blocks::{self, Content};
use crate::session::names;
use crate::session::request::{Message, Part, Role};
use crate::session::searching::query;
use crate::session::tally::Tally;
use crate::session::turn::ToolRef;
use crate::session::weave::{Searcher, Weave, Written};

/// What bodies say of a call beside what a message holds, by the call's id.
#[derive(Debug, Clone, Default)]
pub(crate) struct Beside {
    failed: HashSet<String>,
    namespaces: HashMap<String, String>,
}

impl Beside {
    /// Looks through a body for results that failed and calls that name their namespace.
    pub(crate) fn look(&mut self, body: &Value) {
        let list = |key: &str| body[key].as_array().into_iter().flatten();
        for block in list("messages").flat_map(|message| message["content"].as_array().into_iter().flatten()) {
            let result = block.get("toolResult").unwrap_or(block);
            let id = result["tool_use_id"].as_str().or_else(|| result["toolUseId"].as_str());
            if let Some(id) = id.filter(|_| result["is_error"] == true || result["status"] == "error") {
                self.failed.insert(id.to_owned());
            }
        }
        for item in list("input").chain(list("output")) {
            if let (Some(id), Some(namespace)) = (item["call_id"].as_str(), item["namespace"].as_str()) {
                self.namespaces.insert(id.to_owned(), namespace.to_owned());
            }
        }
    }

    /// Adds what another body says.
    pub(crate) fn join(&mut self, other: Beside) {
        self.failed.extend(other.failed);
        self.namespaces.extend(other.namespaces);
    }
}

/// Puts one message into a session.
pub(crate) fn put(weave: &mut Weave, message: &Message, line: usize, beside: &Beside, tally: &mut Tally) {
    for part in &message.parts {
        match part {
            Part::Result { id, text, value, .. } => {
                let mut content = result(text, value);
                content.failed |= id.as_ref().is_some_and(|id| beside.failed.contains(id));
                weave.result(id.as_deref(), content, None);
            }
            part if message.role == Role::Assistant => {
                let at = weave.answer(None);
                answered(weave, at, part, line, beside, tally);
            }
            Part::Text(text) => weave.say(blocks::of_text(text).size),
            Part::Other(value) => said(weave, value, tally),
            Part::Call { .. } | Part::Reasoning { .. } => tally.skip("call by the user"),
        }
    }
}

/// Something that is put before a model and is no text.
fn said(weave: &mut Weave, value: &Value, tally: &mut Tally) {
    let content = blocks::read(value);
    if content.size.images.is_empty() {
        tally.skip(value["type"].as_str().unwrap_or("block without a type"));
    } else {
        weave.say(content.size);
    }
}

/// One part of an answer.
pub(crate) fn answered(weave: &mut Weave, at: usize, part: &Part, line: usize, beside: &Beside, tally: &mut Tally) {
    match part {
        Part::Text(text) => weave.text(at, text),
        Part::Reasoning { text, .. } => weave.thought(at, text),
        Part::Call { id, name, arguments, arguments_text } => {
            let namespace = id.as_ref().and_then(|id| beside.namespaces.get(id));
            let tool = match namespace {
                Some(namespace) => names::spaced(Some(namespace), name),
                None => names::prefixed(name),
            };
            let text = arguments_text.as_deref();
            let arguments = arguments.clone();
            weave.call(at, Written { id: id.as_deref(), name, tool, arguments, text, at: line });
        }
        Part::Other(value) => hosted(weave, at, value, line, tally),
        Part::Result { .. } => tally.skip("result by the model"),
    }
}

/// What a provider runs itself within an answer: searches for tools, calls of MCP servers.
fn hosted(weave: &mut Weave, at: usize, value: &Value, line: usize, tally: &mut Tally) {
    let text = |key: &str| value[key].as_str();
    match text("type").unwrap_or_default() {
        "server_tool_use" if text("name").is_some_and(|name| name.starts_with("tool_search")) => {
            weave.search(at, text("id"), query(&value["input"]), Searcher::Provider);
        }
        "tool_search_tool_result" => {
            let found = value["content"]["tool_references"].as_array().into_iter().flatten();
            let names = found.filter_map(|reference| reference["tool_name"].as_str()).map(names::prefixed);
            weave.found(text("tool_use_id"), names.collect());
        }
        "tool_search_call" => search_call(weave, at, value),
        "tool_search_output" => weave.found(text("call_id"), found(&value["tools"])),
        "mcp_tool_use" | "mcp_call" => mcp_call(weave, at, value, line),
        "mcp_tool_result" => {
            let mut content = blocks::read(&value["content"]);
            content.failed |= value["is_error"] == true;
            weave.result_within(text("tool_use_id"), content, None);
        }
        "compaction" | "compaction_summary" => weave.compact(),
        other => tally.skip(if other.is_empty() { "block without a type" } else { other }),
    }
}

/// OpenAI's item for a search; `execution` says whether the provider answers it.
pub(crate) fn search_call(weave: &mut Weave, at: usize, item: &Value) {
    let searcher = if item["execution"] == "client" { Searcher::Host } else { Searcher::Provider };
    let written = item["arguments"].as_str().and_then(|text| serde_json::from_str(text).ok());
    let arguments: &Value = written.as_ref().unwrap_or(&item["arguments"]);
    weave.search(at, item["call_id"].as_str(), query(arguments), searcher);
}

/// The tools in OpenAI's answer to a search: functions, and namespaces of functions.
pub(crate) fn found(tools: &Value) -> Vec<ToolRef> {
    let list = |tools: &Value| tools.as_array().cloned().unwrap_or_default();
    let mut found = Vec::new();
    for entry in list(tools) {
        let name = entry["name"].as_str().or_else(|| entry["function"]["name"].as_str());
        if entry["type"] == "namespace" {
            let within = list(&entry["tools"]);
            let names = within.iter().filter_map(|tool| tool["name"].as_str());
            found.extend(names.map(|tool| names::spaced(name, tool)));
        } else {
            found.extend(name.map(names::prefixed));
        }
    }
    found
}

/// A call of an MCP server by the provider: OpenAI's item holds the result too.
fn mcp_call(weave: &mut Weave, at: usize, value: &Value, line: usize) {
    let text = |key: &str| value[key].as_str();
    let name = text("name").unwrap_or_default();
    let server = text("server_label").or(text("server_name"));
    let tool = ToolRef { server: server.map(str::to_owned), tool: name.to_owned() };
    let written = text("arguments");
    let arguments = written.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_else(|| value["input"].clone());
    weave.call(at, Written { id: text("id"), name, tool, arguments, text: written, at: line });
    if value["type"] == "mcp_call" {
        let failed = !value["error"].is_null();
        let output = if failed { &value["error"] } else { &value["output"] };
        weave.result_within(text("id"), Content { failed, ..blocks::read(output) }, None);
    }
}

fn result(text: &[String], value: &Value) -> Content {
    match value {
        Value::Object(object) if !text.is_empty() && !object.contains_key("content") => {
            blocks::of_text(&text.join("\n"))
        }
        other => blocks::read(other),
    }
}
