//! Reads Codex rollouts.
//!
//! What is known of the form comes from the source of Codex (`codex-rs/protocol`) and from public readers of rollouts
//! (read 2026-11: versions 0.46 to 0.156). What bears on counting:
//!
//! - What the model said and read stands in `response_item`; `event_msg` tells most of it again for the screen. Of the
//!   events, `token_count` has the usage and `mcp_tool_call_end` a call's server and its result in MCP's form.
//! - `token_count` comes again unchanged, with every change of a limit.
//! - A call and its output share `call_id`; a resumed or forked rollout repeats them.
//! - `compacted` holds the history that replaces the one so far.
//! - Older rollouts have the items bare, without an envelope.

use serde_json::Value;

use crate::session::blocks::{self, Content};
use crate::session::messages;
use crate::session::names;
use crate::session::reader::Reader;
use crate::session::tally::Tally;
use crate::session::time::millis;
use crate::session::turn::{Session, Size, ToolRef};
use crate::session::usage;
use crate::session::weave::{Weave, Written};

/// Kinds of lines.
const LINES: [&str; 5] = ["session_meta", "response_item", "event_msg", "compacted", "turn_context"];

/// Kinds of bare items that no other form has.
const ITEMS: [&str; 5] =
    ["function_call", "function_call_output", "custom_tool_call", "custom_tool_call_output", "local_shell_call"];

/// Reads one rollout.
#[derive(Debug)]
pub(crate) struct Codex {
    weave: Weave,
    /// The usage of all requests so far, as the last event told it.
    total: Value,
}

/// Whether a row is a line of a rollout.
pub(crate) fn is_row(row: &Value) -> bool {
    let kind = row["type"].as_str().unwrap_or_default();
    (row["payload"].is_object() && LINES.contains(&kind)) || ITEMS.contains(&kind)
}

impl Codex {
    /// Begins to read a rollout.
    pub(crate) fn new(source: &str) -> Codex {
        Codex { weave: Weave::new(source, ""), total: Value::Null }
    }

    fn meta(&mut self, meta: &Value) {
        let session = self.weave.session();
        // A fork tells the meta of its parent too, behind its own.
        if session.id.is_empty() {
            session.id = meta["id"].as_str().or_else(|| meta["session_id"].as_str()).unwrap_or_default().to_owned();
            let instructions = ["/base_instructions/text", "/base_instructions", "/instructions"];
            let system = instructions.iter().find_map(|at| meta.pointer(at)?.as_str());
            session.system = system.map(Size::of);
            session.model = meta["model"].as_str().map(str::to_owned);
        }
    }

    fn item(&mut self, at: usize, item: &Value, tally: &mut Tally) {
        let text = |key: &str| item[key].as_str();
        let kind = text("type").unwrap_or_default();
        let id = text("call_id").or(text("id"));
        match kind {
            "message" => self.message(item),
            "function_call" | "custom_tool_call" | "local_shell_call" => {
                let owner = self.weave.session().id.clone();
                match id {
                    Some(id) if !tally.is_of("call", id, &owner) => tally.skip("repeated call"),
                    Some(id) if self.weave.knows(id) => tally.skip("repeated call"),
                    _ => self.call(at, kind, id, item),
                }
            }
            "function_call_output" | "custom_tool_call_output" | "local_shell_call_output" => {
                self.weave.result(id, output(&item["output"]), None);
            }
            "reasoning" => {
                let turn = self.weave.answer(None);
                let texts = item["content"].as_array().into_iter().flatten();
                texts.filter_map(|part| part["text"].as_str()).for_each(|text| self.weave.thought(turn, text));
            }
            "tool_search_call" => {
                let turn = self.weave.answer(None);
                messages::search_call(&mut self.weave, turn, item);
            }
            "tool_search_output" => self.weave.found(text("call_id"), messages::found(&item["tools"])),
            "compaction" | "compaction_summary" | "context_compaction" => self.weave.compact(),
            other => tally.skip(&format!("item {other}")),
        }
    }

    fn message(&mut self, item: &Value) {
        let content = blocks::read(&item["content"]);
        if item["role"] == "assistant" {
            let turn = self.weave.answer(None);
            self.weave.text(turn, content.size.text.as_deref().unwrap_or_default());
        } else {
            self.weave.say(content.size);
        }
    }

    fn call(&mut self, at: usize, kind: &str, id: Option<&str>, item: &Value) {
        let shell = kind == "local_shell_call";
        let name = item["name"].as_str().unwrap_or(if shell { "local_shell" } else { kind });
        let written = ["arguments", "input"].iter().find_map(|key| item[*key].as_str());
        let arguments = match written {
            Some(text) => serde_json::from_str(text).unwrap_or_else(|_| Value::from(text)),
            None if shell => item["action"].clone(),
            None => item["arguments"].clone(),
        };
        let turn = self.weave.answer(None);
        let tool = names::spaced(item["namespace"].as_str(), name);
        self.weave.call(turn, Written { id, name, tool, arguments, text: written, at });
    }

    fn event(&mut self, at: usize, event: &Value, tally: &mut Tally) {
        match event["type"].as_str().unwrap_or_default() {
            "token_count" => self.usage(&event["info"], tally),
            "mcp_tool_call_end" => self.mcp_call(at, event, tally),
            "context_compacted" => self.weave.compact(),
            other => tally.skip(&format!("event {other}")),
        }
    }

    fn usage(&mut self, info: &Value, tally: &mut Tally) {
        let (last, total) = (&info["last_token_usage"], &info["total_token_usage"]);
        let told = if total.is_object() { total } else { last };
        let Some(usage) = usage::of(last).filter(|_| *told != self.total) else {
            return tally.skip("event token_count without news");
        };
        self.total = told.clone();
        match self.weave.requests().checked_sub(1) {
            Some(turn) if !self.weave.billed(turn) => self.weave.usage(turn, usage, usage::reasoning(last)),
            _ => tally.skip("event token_count without an answer"),
        }
    }

    fn mcp_call(&mut self, at: usize, event: &Value, tally: &mut Tally) {
        let asked = &event["invocation"];
        let text = |value: &Value| value.as_str().map(str::to_owned);
        let id = event["call_id"].as_str().unwrap_or_default();
        let tool = text(&asked["tool"]).map(|tool| ToolRef { server: text(&asked["server"]), tool });
        let result = event["result"].get("Ok").unwrap_or(&event["result"]);
        let error = event["result"].get("Err").or(event.get("error")).filter(|error| error.as_str() != Some(""));
        let content = match error.filter(|error| !error.is_null()) {
            Some(error) => Some(Content { failed: true, ..blocks::read(error) }),
            None => Some(result).filter(|result| !result.is_null()).map(blocks::read),
        };
        let owner = self.weave.session().id.clone();
        if !self.weave.knows(id) {
            let Some(tool) = tool.filter(|_| !id.is_empty() && tally.is_of("call", id, &owner)) else {
                return tally.skip("event mcp_tool_call_end of an unknown call");
            };
            let turn = self.weave.answer(None);
            let arguments = asked["arguments"].clone();
            let name = tool.tool.clone();
            self.weave.call(turn, Written { id: Some(id), name: &name, tool, arguments, text: None, at });
            return self.weave.result(Some(id), content.unwrap_or_default(), None);
        }
        self.weave.know(id, tool, content);
    }

    fn compacted(&mut self, compacted: &Value) {
        self.weave.compact();
        let history = compacted["replacement_history"].as_array().into_iter().flatten();
        let texts: Vec<Size> = history.map(|item| blocks::read(&item["content"]).size).collect();
        if texts.is_empty() {
            self.weave.say(Size::of(compacted["message"].as_str().unwrap_or_default()));
        }
        texts.into_iter().for_each(|said| self.weave.say(said));
    }
}

impl Reader for Codex {
    fn row(&mut self, at: usize, row: Value, tally: &mut Tally) {
        let payload = &row["payload"];
        match row["type"].as_str().unwrap_or_default() {
            "session_meta" => self.meta(payload),
            "turn_context" => {
                let model = payload["model"].as_str().map(str::to_owned);
                let known = &mut self.weave.session().model;
                *known = known.take().or(model);
            }
            "response_item" => self.item(at, payload, tally),
            "event_msg" => self.event(at, payload, tally),
            "compacted" => self.compacted(payload),
            "message" | "reasoning" => self.item(at, &row, tally),
            kind if ITEMS.contains(&kind) => self.item(at, &row, tally),
            // The head of older rollouts.
            "" if row["id"].is_string() => self.meta(&row),
            kind => tally.skip(if kind.is_empty() { "line without a type" } else { kind }),
        }
        // A request is sent when the line before its answer is written.
        self.weave.time(millis(&row["timestamp"]));
    }

    fn end(self: Box<Self>, tally: &mut Tally) -> Vec<Session> {
        let mut weave = self.weave;
        if weave.session().id.is_empty() {
            weave.session().id = weave.session().source.clone();
        }
        tally.skip_several("result of an unknown call", weave.orphans);
        weave.end().into_iter().collect()
    }
}

/// An output is a text, a list of blocks, or (older rollouts) an object with the text and whether it went well; shell
/// outputs are such an object in a text.
fn output(output: &Value) -> Content {
    if let Some(content) = output.get("content").filter(|_| output.get("success").is_some()) {
        return Content { failed: output["success"] == false, ..blocks::read(content) };
    }
    blocks::read(output)
}
