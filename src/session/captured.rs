//! Captured `tools/call` messages as one session: one call a turn, and no answers.

use serde_json::Value;

use crate::session::blocks;
use crate::session::capture;
use crate::session::tally::Tally;
use crate::session::turn::{Session, Turn, Used};

/// Envelopes in which loggers put a message.
const ENVELOPES: [&str; 5] = ["message", "payload", "data", "msg", "body"];

/// Whether a row is a JSON-RPC message, a record of a call, or the bare result of one.
pub(crate) fn is_row(row: &Value) -> bool {
    let message = |value: &Value| value.get("jsonrpc").is_some();
    let within = |value: &Value| {
        ENVELOPES.iter().any(|key| message(&value[*key]) || ENVELOPES.iter().any(|inner| message(&value[*key][*inner])))
    };
    let result = |value: &Value| value["content"].is_array() || value.get("structuredContent").is_some();
    message(row) || within(row) || result(&row["result"]) || (result(row) && row.get("role").is_none())
}

/// The session of a capture; none when no call stands in it.
pub(crate) fn sessions(source: &str, bytes: &[u8], tally: &mut Tally) -> Vec<Session> {
    let Ok(capture) = capture::read(source, bytes) else { return Vec::new() };
    for problem in &capture.problems {
        let at = problem.place.line.and_then(|line| usize::try_from(line).ok()).unwrap_or(1);
        match problem.lost {
            true => tally.bad("not JSON", at),
            false if problem.message.starts_with("a call that failed") => tally.skip("call without a result"),
            false => tally.skip("message without a call"),
        }
    }
    let turns = capture.calls.into_iter().map(|call| {
        let content = blocks::read(&call.result);
        let used = Used { result: content.size, failed: content.failed, call };
        Turn { calls: vec![used], ..Turn::default() }
    });
    let turns: Vec<Turn> = turns.collect();
    if turns.is_empty() {
        return Vec::new();
    }
    vec![Session { id: source.to_owned(), source: source.to_owned(), turns, ..Session::default() }]
}
