//! The messages of a request to Claude: turns of text, calls and their results, thinking that is read again.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::meter::accounting::anthropic::constants::{Constants, Model, Thinking};
use crate::meter::gauge::Gauge;
use crate::meter::render::write::{self, Style};
use crate::meter::shown::Shown;
use crate::session::request::{Message, Part, Request, Role};

/// Adds up the messages of one request.
pub(crate) struct Conversation<'a> {
    /// Counts the words.
    pub(crate) gauge: &'a Gauge<'a>,
    /// The profile's constants.
    pub(crate) constants: &'a Constants,
    /// The model's own.
    pub(crate) model: &'a Model,
    /// The request.
    pub(crate) request: &'a Request,
    /// What the figure leaves out.
    pub(crate) notes: Vec<String>,
}

/// Messages of one role in a row are one turn.
struct Turn<'a> {
    role: Role,
    parts: Vec<&'a Part>,
}

impl Turn<'_> {
    fn has(&self, wanted: fn(&Part) -> bool) -> bool {
        self.parts.iter().copied().any(wanted)
    }
}

impl Conversation<'_> {
    /// Tokens of all messages.
    pub(crate) fn tokens(&mut self) -> f64 {
        let turns = turns(&self.request.messages);
        let names = call_names(&self.request.messages);
        let open_from = turns
            .iter()
            .rposition(|turn| turn.role == Role::User && !turn.has(|part| matches!(part, Part::Result { .. })))
            .unwrap_or(0);
        let mut total = self.between(&turns);
        for (at, turn) in turns.iter().enumerate() {
            let reread = at > open_from || self.model.thinking == Thinking::Kept;
            total += self.calls(turn) + self.results(turn, &names);
            total += turn.parts.iter().map(|part| self.plain(part, reread)).sum::<f64>();
        }
        total
    }

    /// What stands between turns of text; calls and results bring their own, the user's words after a result do not.
    fn between(&self, turns: &[Turn<'_>]) -> f64 {
        let speaks = |turn: &&Turn<'_>| {
            let answers = turn.has(|part| matches!(part, Part::Result { .. }));
            let says = turn.has(|part| matches!(part, Part::Text(_)));
            !turn.has(|part| matches!(part, Part::Call { .. })) && (says || !answers)
        };
        let spoken = turns.iter().filter(speaks).count();
        // An answer that the request begins is continued, not closed.
        let begun = turns.last().filter(|turn| turn.role == Role::Assistant && speaks(turn)).is_some();
        let after_first = spoken.saturating_sub(1).saturating_sub(usize::from(begun && spoken > 1));
        let first = if turns.first().is_some_and(|turn| turn.role == Role::Assistant) {
            self.constants.assistant_first
        } else {
            0.0
        };
        first + self.constants.turn * count(after_first)
    }

    fn calls(&self, turn: &Turn<'_>) -> f64 {
        let calls: Vec<_> = turn
            .parts
            .iter()
            .filter_map(
                |part| if let Part::Call { name, arguments, .. } = part { Some((name, arguments)) } else { None },
            )
            .collect();
        if calls.is_empty() {
            return 0.0;
        }
        let words: f64 = calls.iter().map(|(name, arguments)| self.text(name) + self.arguments(arguments)).sum();
        self.constants.call_turn + self.constants.further_call * count(calls.len() - 1) + words
    }

    fn arguments(&self, arguments: &Value) -> f64 {
        match arguments {
            Value::Null => 0.0,
            Value::Object(members) => members
                .iter()
                .map(|(name, value)| self.constants.argument + self.text(name) + self.text(&bare(value)))
                .sum(),
            other => self.text(&bare(other)),
        }
    }

    fn results(&mut self, turn: &Turn<'_>, names: &BTreeMap<&str, &str>) -> f64 {
        let results: Vec<_> = turn
            .parts
            .iter()
            .filter_map(|part| match part {
                Part::Result { id, text, value, .. } => Some((id, text, value)),
                _ => None,
            })
            .collect();
        if results.is_empty() {
            return 0.0;
        }
        let mut total = self.constants.result_turn;
        if results.len() > 1 {
            total += self.constants.several_results + self.constants.further_result * count(results.len() - 1);
            let called = results.iter().filter_map(|(id, ..)| names.get(id.as_deref()?));
            total += called.map(|name| self.text(name)).sum::<f64>();
        }
        for (_, text, value) in results {
            total += text.iter().map(|text| self.text(text)).sum::<f64>();
            for block in value.as_array().into_iter().flatten() {
                total += self.brought_in(block, "tool_reference", &block["tool_name"], self.constants.reference);
                self.note_media(block);
            }
        }
        total
    }

    /// Text, thinking, and what a message adds; calls and results are counted by turn.
    fn plain(&mut self, part: &Part, reread: bool) -> f64 {
        match part {
            Part::Text(text) => self.text(text),
            Part::Reasoning { tokens: Some(tokens), .. } if reread => {
                count(usize::try_from(*tokens).unwrap_or(usize::MAX))
            }
            Part::Reasoning { text, signature, .. } if reread => {
                if text.is_empty() && *signature > 0 {
                    self.note("thinking that cannot be read".to_owned());
                }
                self.constants.thinking_block + self.text(text)
            }
            Part::Other(block) => {
                self.note_media(block);
                self.brought_in(block, "tool_addition", &block["tool"]["name"], self.constants.addition)
            }
            Part::Reasoning { .. } | Part::Call { .. } | Part::Result { .. } => 0.0,
        }
    }

    /// A deferred tool that `block` brings in, when it is of that `kind`.
    fn brought_in(&self, block: &Value, kind: &str, name: &Value, besides: f64) -> f64 {
        if block["type"] != kind {
            return 0.0;
        }
        let tool = self.request.tools.iter().find(|tool| *name == tool.name.as_str());
        let rendered: i64 = tool.map_or(0, |tool| self.gauge.shares(&[Shown::from(tool)]).iter().sum());
        besides + count(usize::try_from(rendered).unwrap_or(0))
    }

    fn note_media(&mut self, block: &Value) {
        let kind = block["type"].as_str().or_else(|| block.as_object()?.keys().next().map(String::as_str));
        if let Some(kind) = kind.filter(|kind| !matches!(*kind, "text" | "json" | "tool_reference" | "tool_addition")) {
            self.note(format!("a block of type {kind}"));
        }
    }

    fn note(&mut self, note: String) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    fn text(&self, text: &str) -> f64 {
        self.constants.text * count(self.gauge.tokenizer.count(text))
    }
}

fn turns(messages: &[Message]) -> Vec<Turn<'_>> {
    let mut turns: Vec<Turn<'_>> = Vec::new();
    for message in messages {
        match turns.last_mut() {
            Some(turn) if turn.role == message.role => turn.parts.extend(&message.parts),
            _ => turns.push(Turn { role: message.role, parts: message.parts.iter().collect() }),
        }
    }
    turns
}

fn call_names(messages: &[Message]) -> BTreeMap<&str, &str> {
    let parts = messages.iter().flat_map(|message| &message.parts);
    parts
        .filter_map(|part| match part {
            Part::Call { id: Some(id), name, .. } => Some((id.as_str(), name.as_str())),
            _ => None,
        })
        .collect()
}

/// A value as the model reads it in a call: a string without quotes, anything else as spaced JSON.
fn bare(value: &Value) -> std::borrow::Cow<'_, str> {
    if let Value::String(text) = value {
        return text.into();
    }
    let mut out = Vec::new();
    write::value(&mut out, Style::SPACED, value);
    write::text(out).into()
}

/// A number of tokens or things, for reckoning with slopes.
#[must_use]
pub(crate) fn count(number: usize) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "counts stay far below 2^53")]
    let number = number as f64;
    number
}
