//! Reads our own workload JSONL: one session or one task a line.
//!
//! ```json
//! {"id": "pesanan-7", "model": "claude-sonnet-4-6", "system": "…", "turns": [
//!   {"said": "Where is order 7?", "gap_seconds": 40, "searches": ["order status"], "answer_tokens": 60,
//!    "calls": [{"server": "toko", "tool": "cari_pesanan", "arguments": {"nomor": 7}, "result": "dikirim"}]},
//!   {"answer": "It is on its way."}]}
//! {"id": "tugas-1", "query": "Berapa stok kopi?", "needed": ["gudang.stok", ["toko.cari", "toko.cari_barang"]]}
//! ```
//!
//! Every text may be given as a number of tokens (o200k) instead: `said_tokens`, `system_tokens`, `answer_tokens`,
//! `result_tokens`. `docs/workload.md` tells all fields; tasks and runs of public benchmarks are read too.

use serde_json::Value;

use crate::catalog::place::Place;
use crate::session::blocks;
use crate::session::call::Call;
use crate::session::reader::Reader;
use crate::session::tally::Tally;
use crate::session::task;
use crate::session::turn::{Session, Size, Turn, Used};
use crate::session::usage;

/// Reads a workload.
#[derive(Debug)]
pub(crate) struct Workload {
    source: String,
    sessions: Vec<Session>,
}

/// Whether a row is a session, a task, or a run.
pub(crate) fn is_row(row: &Value) -> bool {
    is_session(row) || task::is_row(row)
}

fn is_session(row: &Value) -> bool {
    row["turns"].as_array().is_some_and(|turns| turns.iter().all(Value::is_object))
}

impl Workload {
    /// Begins to read a workload.
    pub(crate) fn new(source: &str) -> Workload {
        Workload { source: source.to_owned(), sessions: Vec::new() }
    }

    fn session(&self, at: usize, row: &Value, tally: &mut Tally) -> Session {
        let turns = row["turns"].as_array().into_iter().flatten();
        let text = |key: &str| row[key].as_str().map(str::to_owned);
        Session {
            id: text("id").unwrap_or_else(|| format!("{}:{at}", self.source)),
            source: self.source.clone(),
            model: text("model"),
            system: size(row, "system"),
            turns: turns.map(|turn| self.turn(at, turn, tally)).collect(),
            needed: task::needed(row, tally),
            ..Session::default()
        }
    }

    fn turn(&self, at: usize, turn: &Value, tally: &mut Tally) -> Turn {
        let calls = turn["calls"].as_array().into_iter().flatten();
        let mut used = Vec::new();
        for call in calls {
            match self.call(at, call) {
                Some(call) => used.push(call),
                None => tally.bad("a call without a tool", at),
            }
        }
        let said = match turn["said"].as_array() {
            Some(said) => said.iter().filter_map(Value::as_str).map(Size::of).collect(),
            None => size(turn, "said").into_iter().collect(),
        };
        Turn {
            said,
            gap_ms: turn["gap_seconds"].as_f64().and_then(gap),
            searches: task::searches(&turn["searches"], &Value::Null),
            answer: size(turn, "answer").unwrap_or_default(),
            reasoning: turn["reasoning_tokens"].as_i64(),
            calls: used,
            usage: usage::of(&turn["usage"]),
            compacted: turn["compacted"] == true,
            ..Turn::default()
        }
    }

    fn call(&self, at: usize, written: &Value) -> Option<Used> {
        let tool = task::tool(written)?;
        let content = written.get("result").map(blocks::read);
        let result = Size {
            o200k: written["result_tokens"].as_i64(),
            ..content.as_ref().map(|content| content.size.clone()).unwrap_or_default()
        };
        let place = Place {
            source: self.source.clone(),
            server: tool.server.clone(),
            tool: Some(tool.tool.clone()),
            line: u32::try_from(at).ok(),
            ..Place::default()
        };
        let failed = written["failed"] == true || content.as_ref().is_some_and(|content| content.failed);
        let call = Call {
            server: tool.server,
            tool: Some(tool.tool),
            arguments: written.get("arguments").cloned(),
            result: content.map(|content| content.mcp).unwrap_or_default(),
            place,
            ..Call::default()
        };
        Some(Used { call, result, failed })
    }
}

impl Reader for Workload {
    fn row(&mut self, at: usize, row: Value, tally: &mut Tally) {
        if is_session(&row) {
            let session = self.session(at, &row, tally);
            self.sessions.push(session);
        } else if task::is_row(&row) {
            self.sessions.extend(task::read(&self.source, at, &row, tally));
        } else {
            tally.skip("line without turns and without a query");
        }
    }

    fn end(self: Box<Self>, _: &mut Tally) -> Vec<Session> {
        self.sessions
    }
}

/// Seconds as milliseconds; a gap of more than a year is a slip of the pen.
fn gap(seconds: f64) -> Option<u64> {
    const YEAR: f64 = 366.0 * 86_400.0;
    (0.0..=YEAR).contains(&seconds).then_some((seconds * 1000.0) as u64)
}

/// A text under its key, or the tokens under the key with `_tokens`.
fn size(holder: &Value, key: &str) -> Option<Size> {
    let tokens = holder[&*format!("{key}_tokens")].as_i64().filter(|tokens| *tokens >= 0);
    let text = holder[key].as_str().map(Box::from);
    (text.is_some() || tokens.is_some()).then(|| Size { text, o200k: tokens, ..Size::default() })
}
