//! Any transcript: tells its form by its content, reads the sessions, and counts what it could not read.

use std::collections::BTreeMap;
use std::mem;

use serde_json::Value;

use crate::session::captured;
use crate::session::claude_code::{self, ClaudeCode};
use crate::session::codex::{self, Codex};
use crate::session::otel::{self, Otel};
use crate::session::reader::Reader;
use crate::session::requests::{self, Requests};
use crate::session::rows::rows;
use crate::session::tally::{Files, Seen, Tally, Unread, named};
use crate::session::turn::Session;
use crate::session::workload::{self, Workload};

/// The sessions of one source.
#[derive(Debug, Clone, Default)]
pub struct Transcript {
    /// The form it was read as.
    pub form: Option<Form>,
    /// The sessions, in order.
    pub sessions: Vec<Session>,
    /// Entries that say nothing about turns, calls or usage, by their kind.
    pub skipped: BTreeMap<String, usize>,
    /// Entries that could not be read, by reason, with the first line each.
    pub unread: BTreeMap<String, Unread>,
}

/// The form of a transcript.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Claude Code's session JSONL.
    ClaudeCode,
    /// A Codex rollout.
    Codex,
    /// Recorded requests of Anthropic or OpenAI, chat or Responses.
    Requests,
    /// Captured `tools/call` messages or results.
    Capture,
    /// OpenTelemetry GenAI spans.
    Otel,
    /// Our own workload, one session or one task a line.
    Workload,
}

impl Form {
    /// The form in words, as a message names it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Form::ClaudeCode => "a Claude Code session",
            Form::Codex => "a Codex rollout",
            Form::Requests => "recorded requests",
            Form::Capture => "captured tools/call messages",
            Form::Otel => "OpenTelemetry GenAI spans",
            Form::Workload => "a workload",
        }
    }
}

/// Why a source is no transcript. No variant holds text of the source but the names of its keys and kinds.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoTranscript {
    /// There is nothing in it.
    #[error("holds nothing")]
    Empty,
    /// Not one row of it could be read.
    #[error("holds no JSON that can be read: {reason} (line {line})")]
    NotJson {
        /// What is wrong with the first row.
        reason: String,
        /// Its line, from 1.
        line: usize,
    },
    /// It is JSON of no form that is known.
    #[error("is no transcript: it holds {found}")]
    Unknown {
        /// What was found instead.
        found: String,
    },
    /// Its form is known, and there is no session in it.
    #[error("holds no session: {}, with {found}", form.name())]
    NoSession {
        /// The form.
        form: Form,
        /// What was found instead.
        found: String,
    },
}

/// Reads a transcript of any form.
///
/// # Errors
/// When there is no session in it.
pub fn read(source: &str, bytes: &[u8]) -> Result<Transcript, NoTranscript> {
    read_with(source, bytes, &|_| None)
}

/// Reads a transcript whose long results lie in files beside it.
///
/// # Errors
/// When there is no session in it.
pub fn read_with(source: &str, bytes: &[u8], files: Files<'_>) -> Result<Transcript, NoTranscript> {
    read_after(source, bytes, files, &mut Seen::default())
}

/// Reads one of several transcripts: what an earlier one held is not read again.
///
/// # Errors
/// When there is no session in it, or none that is new.
pub fn read_after(source: &str, bytes: &[u8], files: Files<'_>, seen: &mut Seen) -> Result<Transcript, NoTranscript> {
    let form = form(bytes)?;
    let mut tally = Tally { seen: mem::take(seen), ..Tally::default() };
    let sessions = match form {
        Form::ClaudeCode => sessions(Box::new(ClaudeCode::new(source, files)), bytes, &mut tally),
        Form::Codex => sessions(Box::new(Codex::new(source)), bytes, &mut tally),
        Form::Requests => sessions(Box::new(Requests::new(source)), bytes, &mut tally),
        Form::Otel => sessions(Box::new(Otel::new(source)), bytes, &mut tally),
        Form::Workload => sessions(Box::new(Workload::new(source)), bytes, &mut tally),
        Form::Capture => captured::sessions(source, bytes, &mut tally),
    };
    *seen = tally.seen;
    if sessions.is_empty() {
        return Err(NoTranscript::NoSession { form, found: listed(&tally.skipped, &tally.unread) });
    }
    Ok(Transcript { form: Some(form), sessions, skipped: tally.skipped, unread: tally.unread })
}

fn sessions(mut reader: Box<dyn Reader + '_>, bytes: &[u8], tally: &mut Tally) -> Vec<Session> {
    for (at, row) in rows(bytes) {
        match row {
            Ok(row) => reader.row(at, row, tally),
            Err(reason) => tally.bad(reason, at),
        }
    }
    reader.end(tally)
}

/// The form of the first row that tells one.
fn form(bytes: &[u8]) -> Result<Form, NoTranscript> {
    let mut bad = None;
    let mut found = None;
    for (at, row) in rows(bytes) {
        match row {
            Ok(row) => {
                if let Some(form) = form_of(&row) {
                    return Ok(form);
                }
                found.get_or_insert_with(|| described(&row));
            }
            Err(reason) => {
                bad.get_or_insert((reason, at));
            }
        }
    }
    match (found, bad) {
        (Some(found), _) => Err(NoTranscript::Unknown { found }),
        (None, Some((reason, line))) => Err(NoTranscript::NotJson { reason: reason.to_owned(), line }),
        (None, None) => Err(NoTranscript::Empty),
    }
}

fn form_of(row: &Value) -> Option<Form> {
    row.as_object()?;
    let told = [
        (otel::is_row(row), Form::Otel),
        (codex::is_row(row), Form::Codex),
        (claude_code::is_row(row), Form::ClaudeCode),
        (workload::is_row(row), Form::Workload),
        (captured::is_row(row), Form::Capture),
        (requests::is_row(row), Form::Requests),
    ];
    told.into_iter().find(|(is_row, _)| *is_row).map(|(_, form)| form)
}

/// What a row is, by the names of its keys; they are told when they look like names and not like content.
fn described(row: &Value) -> String {
    let Some(object) = row.as_object() else {
        return if row.is_array() { "lists".to_owned() } else { "values that are no objects".to_owned() };
    };
    let names: Vec<&str> = object.keys().map(|key| named(key)).take(6).collect();
    if names.is_empty() { "empty objects".to_owned() } else { format!("objects with {}", names.join(", ")) }
}

fn listed(skipped: &BTreeMap<String, usize>, unread: &BTreeMap<String, Unread>) -> String {
    let skipped = skipped.iter().map(|(kind, count)| format!("{count} x {kind}"));
    let unread = unread.iter().map(|(reason, unread)| format!("{} x {reason}", unread.count));
    let listed: Vec<String> = skipped.chain(unread).take(6).collect();
    if listed.is_empty() { "no entries".to_owned() } else { listed.join(", ") }
}
