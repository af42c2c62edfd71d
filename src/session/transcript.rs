//! Any transcript: tells its form by its content, reads the sessions, and counts what it could not read.

use std::collections::BTreeMap;

use crate::session::turn::Session;

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

/// Entries that could not be read for one reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unread {
    /// How many.
    pub count: usize,
    /// The line or position of the first, from 1.
    pub first: usize,
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
