//! Reads Claude Code's session JSONL, and the stream of its SDK, which has the same lines.
//!
//! What is known of the form comes from public descriptions and readers of it and from transcripts that people have put
//! into public repositories (read 2026-11: versions 2.0 to 2.1). What bears on counting:
//!
//! - One answer stands on several lines, one a block; they share `message.id` and repeat the usage, whose output grows.
//!   Results of parallel calls may stand between them.
//! - `toolUseResult` is the host's own copy of a `tool_result` beside it; the model read the latter.
//! - Lines of subagents carry `isSidechain` and, in files of their own, `agentId`; each is a session of its own.
//! - Long results are put into files: a note with the file's name is what the model reads.
//! - Resumed and forked sessions repeat lines, with the same `uuid` or with the same answers under a new one.
//! - A prompt whose `parentUuid` is no longer the end of the conversation takes its place up again from there.

use std::collections::HashMap;

use serde_json::Value;

use crate::session::blocks::{self, Content};
use crate::session::messages::{self, Beside};
use crate::session::reader::Reader;
use crate::session::request::anthropic;
use crate::session::tally::{Files, Tally};
use crate::session::time::millis;
use crate::session::turn::{Session, Size};
use crate::session::usage;
use crate::session::weave::Weave;

/// Keys of which every line has one.
const KEYS: [&str; 6] = ["sessionId", "session_id", "uuid", "parentUuid", "leafUuid", "messageId"];

/// Attachments that are how a host tells of tools: what stands up front is what strategies differ in, so it is no part
/// of what was said.
const OF_TOOLS: [&str; 3] = ["deferred_tools_delta", "deferred_tools_record", "mcp_instructions_delta"];

/// Where attachments keep the text that the model reads.
const ATTACHED: [&str; 6] = ["/content", "/prompt", "/snippet", "/content/file/content", "/file/content", "/message"];

/// What stands before the file's name in a note on a long result.
const SPILLED: [&str; 2] = ["ull output saved to: ", "utput has been saved to "];

/// The model of lines that the host wrote itself (errors of the API, interruptions).
const SYNTHETIC: &str = "<synthetic>";

/// Reads the lines of one file.
pub(crate) struct ClaudeCode<'f> {
    source: String,
    files: Files<'f>,
    weaves: Vec<Weave>,
    by_name: HashMap<String, usize>,
    /// The session of a subagent's line and the requests it had then, by `uuid`.
    known: HashMap<String, (usize, usize)>,
    given_up: Vec<Session>,
}

/// Whether a row is a line of such a file.
pub(crate) fn is_row(row: &Value) -> bool {
    row["type"].is_string() && row.get("payload").is_none() && KEYS.iter().any(|key| row.get(*key).is_some())
}

impl<'f> ClaudeCode<'f> {
    /// Begins to read a file; `files` gives results that lie outside it.
    pub(crate) fn new(source: &str, files: Files<'f>) -> ClaudeCode<'f> {
        ClaudeCode {
            source: source.to_owned(),
            files,
            weaves: Vec::new(),
            by_name: HashMap::new(),
            known: HashMap::new(),
            given_up: Vec::new(),
        }
    }

    /// The session that a line belongs to.
    fn place(&mut self, row: &Value) -> usize {
        let text = |key: &str| row[key].as_str().filter(|text| !text.is_empty());
        let session = text("sessionId").or(text("session_id")).unwrap_or(&self.source);
        let agent = text("agentId").or(text("parent_tool_use_id"));
        let name = match agent {
            Some(agent) => format!("{session}/{agent}"),
            // Older versions kept subagents in the file of the session, as chains of their own.
            None if row["isSidechain"] == true => {
                if let Some(&(at, _)) = text("parentUuid").and_then(|parent| self.known.get(parent)) {
                    return at;
                }
                format!("{session}/{}", text("uuid").unwrap_or_default())
            }
            None => session.to_owned(),
        };
        *self.by_name.entry(name).or_insert_with_key(|name| {
            self.weaves.push(Weave::new(&self.source, name.as_str()));
            self.weaves.len() - 1
        })
    }

    fn user(&mut self, place: usize, row: &Value, tally: &mut Tally) {
        let content = &row["message"]["content"];
        if row["isCompactSummary"] == true {
            let weave = &mut self.weaves[place];
            weave.compact();
            return weave.say(blocks::read(content).size);
        }
        if row["isVisibleInTranscriptOnly"] == true {
            return tally.skip("user line that no model reads");
        }
        let list = content.as_array().map(Vec::as_slice).unwrap_or_default();
        let (results, said): (Vec<&Value>, Vec<&Value>) = list.iter().partition(|block| block["type"] == "tool_result");
        if results.is_empty() && row["isMeta"] != true {
            self.take_up(place, row);
        }
        for block in results {
            self.result(place, block);
        }
        let weave = &mut self.weaves[place];
        if let Some(text) = content.as_str() {
            weave.say(Size::of(text));
        } else if !said.is_empty() {
            weave.say(blocks::read(&said.into_iter().cloned().collect()).size);
        }
    }

    /// A prompt that does not follow the last request takes the conversation up where it belongs.
    fn take_up(&mut self, place: usize, row: &Value) {
        let parent = row["parentUuid"].as_str().and_then(|parent| self.known.get(parent));
        if let Some(&(at, requests)) = parent
            && at == place
            && requests < self.weaves[place].requests()
        {
            self.given_up.extend(self.weaves[place].give_up(requests));
        }
    }

    fn result(&mut self, place: usize, block: &Value) {
        let mut content = blocks::read(&block["content"]);
        content.failed |= block["is_error"] == true;
        let spilled = spilled(&content).map(|file| {
            let bytes = (self.files)(&file);
            let text = bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned().into_boxed_str());
            (file, text)
        });
        self.weaves[place].result(block["tool_use_id"].as_str(), content, spilled);
    }

    fn assistant(&mut self, place: usize, row: &Value, line: usize, tally: &mut Tally) {
        let message = &row["message"];
        if message["model"] == SYNTHETIC {
            return tally.skip("assistant line of the host");
        }
        let weave = &mut self.weaves[place];
        let id = message["id"].as_str();
        if id.is_some_and(|id| !tally.is_of("answer", id, &weave.session().id)) {
            weave.forget();
            return tally.skip("repeated answer");
        }
        if weave.requests() == 0 {
            weave.time(millis(&row["timestamp"]));
        }
        let at = weave.answer(id);
        if weave.session().model.is_none() {
            weave.session().model = message["model"].as_str().map(str::to_owned);
        }
        match &message["content"] {
            Value::String(text) => weave.text(at, text),
            content => {
                let parts = content.as_array().into_iter().flatten().flat_map(anthropic::block);
                parts.for_each(|part| messages::answered(weave, at, &part, line, &Beside::default(), tally));
            }
        }
        if let Some(usage) = usage::of(&message["usage"]) {
            weave.usage(at, usage, None);
        }
    }

    fn attachment(&mut self, place: usize, attachment: &Value, tally: &mut Tally) {
        let kind = attachment["type"].as_str().unwrap_or_default();
        let text = ATTACHED.iter().find_map(|at| attachment.pointer(at)?.as_str());
        match text {
            Some(text) if !OF_TOOLS.contains(&kind) => self.weaves[place].say(Size::of(text)),
            _ => tally.skip(&format!("attachment {kind}")),
        }
    }
}

impl Reader for ClaudeCode<'_> {
    fn row(&mut self, at: usize, row: Value, tally: &mut Tally) {
        let kind = row["type"].as_str().unwrap_or("line without a type");
        if !matches!(kind, "user" | "assistant" | "system" | "attachment") {
            return tally.skip(kind);
        }
        let uuid = row["uuid"].as_str();
        if uuid.is_some_and(|uuid| !tally.is_new("line", uuid)) {
            return tally.skip("repeated line");
        }
        let place = self.place(&row);
        if kind != "assistant" {
            self.weaves[place].time(millis(&row["timestamp"]));
        }
        match kind {
            "user" => self.user(place, &row, tally),
            "assistant" => self.assistant(place, &row, at, tally),
            "attachment" => self.attachment(place, &row["attachment"], tally),
            _ if row["subtype"] == "compact_boundary" => self.weaves[place].compact(),
            _ => tally.skip(&format!("system {}", row["subtype"].as_str().unwrap_or_default())),
        }
        if let Some(uuid) = uuid {
            self.known.insert(uuid.to_owned(), (place, self.weaves[place].requests()));
        }
    }

    fn end(self: Box<Self>, tally: &mut Tally) -> Vec<Session> {
        let mut sessions = Vec::new();
        for weave in self.weaves {
            tally.skip_several("result of an unknown call", weave.orphans);
            sessions.extend(weave.end());
        }
        sessions.extend(self.given_up);
        sessions
    }
}

/// The file that a note on a long result names.
fn spilled(content: &Content) -> Option<String> {
    let text = content.size.text.as_deref()?;
    // The note stands at the beginning; a result that quotes one further down is none.
    let head = text.get(..text.floor_char_boundary(600))?;
    if !head.starts_with("<persisted-output>")
        && !head.starts_with("Error: result (")
        && !head.starts_with("Output too")
    {
        return None;
    }
    let behind = SPILLED.iter().find_map(|mark| Some(head.split_once(mark)?.1))?;
    let file = behind.lines().next().unwrap_or_default().trim_end().trim_end_matches('.');
    (!file.is_empty()).then(|| file.to_owned())
}
