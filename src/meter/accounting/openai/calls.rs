//! Calls, their results and replayed reasoning, as the next prompt repeats them.

use std::collections::HashMap;
use std::fmt::Write as _;

use serde_json::Value;

use crate::meter::accounting::openai::constants::{Author, Calls, Parallel};
use crate::meter::gauge::Gauge;
use crate::meter::render::style;
use crate::session::request::{Part, Request, Role};

/// The calls of a request, those made at once together, with the results that answer them.
pub(super) struct Conversation<'a> {
    turns: Vec<Turn<'a>>,
    /// Results that answer no call of the request: author and text.
    strays: Vec<(&'a str, String)>,
    reasoning: Vec<(usize, Option<u64>)>,
}

#[derive(Default)]
struct Turn<'a> {
    calls: Vec<Call<'a>>,
    /// Number of the call that is answered, and the answer.
    results: Vec<(usize, String)>,
}

struct Call<'a> {
    recipient: String,
    name: &'a str,
    arguments: Value,
    has_item_id: bool,
}

impl<'a> Conversation<'a> {
    /// Reads the calls out of a request.
    pub(super) fn new(request: &'a Request) -> Self {
        let items = Items::of(request);
        let mut found = Conversation { turns: Vec::new(), strays: Vec::new(), reasoning: Vec::new() };
        let mut by_id: HashMap<&str, (usize, usize)> = HashMap::new();
        let last_word = request.messages.iter().rposition(|message| {
            message.role == Role::User && message.parts.iter().any(|part| matches!(part, Part::Text(_)))
        });
        for (at, message) in request.messages.iter().enumerate() {
            let mut turn = Turn::default();
            for part in &message.parts {
                match part {
                    Part::Call { id, name, .. } => {
                        if let Some(id) = id {
                            by_id.insert(id, (found.turns.len(), turn.calls.len()));
                        }
                        turn.calls.push(items.call(part, id.as_deref(), name));
                    }
                    Part::Result { id, name, text, value } => {
                        let text = if text.is_empty() { plain(value) } else { text.concat() };
                        let call = id.as_deref().and_then(|id| by_id.get(id));
                        match call.and_then(|(turn, call)| Some((found.turns.get_mut(*turn)?, *call))) {
                            Some((turn, call)) => turn.results.push((call, text)),
                            None => found.strays.push((name.as_deref().unwrap_or_default(), text)),
                        }
                    }
                    // A finished turn's reasoning is left out once the user has spoken again.
                    Part::Reasoning { signature, tokens, .. } if last_word.is_none_or(|last| at > last) => {
                        found.reasoning.push((*signature, *tokens));
                    }
                    _ => {}
                }
            }
            if !turn.calls.is_empty() {
                found.turns.push(turn);
            }
        }
        found
    }

    /// Tokens of all calls and results.
    pub(super) fn tokens(&self, gauge: &Gauge<'_>, calls: &Calls) -> i64 {
        let strays = self.strays.iter().map(|(author, text)| calls.result + gauge.text(author) + gauge.text(text));
        self.turns.iter().map(|turn| turn.tokens(gauge, calls)).chain(strays).sum()
    }

    /// Tokens of replayed reasoning, as far as they are known.
    pub(super) fn replayed(&self, calls: &Calls) -> i64 {
        let known = self.reasoning.iter().filter_map(|(_, tokens)| i64::try_from((*tokens)?).ok());
        known.map(|tokens| tokens.saturating_add(calls.reasoning)).fold(0, i64::saturating_add)
    }

    /// A note for reasoning whose tokens nobody has said.
    pub(super) fn unknown_reasoning(&self) -> Option<String> {
        let unknown = self.reasoning.iter().filter(|(signature, tokens)| *signature > 0 && tokens.is_none()).count();
        (unknown > 0).then(|| format!("lower bound: the tokens of {unknown} replayed reasoning items are not known"))
    }
}

impl Turn<'_> {
    fn tokens(&self, gauge: &Gauge<'_>, calls: &Calls) -> i64 {
        match calls.parallel {
            Some(parallel) if self.calls.len() > 1 => self.at_once(gauge, parallel),
            _ => {
                let made = self.calls.iter().map(|call| {
                    let id = if call.has_item_id { 0 } else { calls.without_id };
                    calls.call + id + gauge.text(&call.recipient) + gauge.text(&written(&call.arguments))
                });
                let answered = self.results.iter().filter_map(|(at, text)| {
                    let call = self.calls.get(*at)?;
                    let author = if calls.author == Author::Name { call.name } else { &call.recipient };
                    Some(calls.result + gauge.text(author) + gauge.text(text))
                });
                made.sum::<i64>() + answered.sum::<i64>()
            }
        }
    }

    fn at_once(&self, gauge: &Gauge<'_>, parallel: Parallel) -> i64 {
        let mut uses = String::from(r#"{"tool_uses":["#);
        for (at, call) in self.calls.iter().enumerate() {
            let comma = if at > 0 { "," } else { "" };
            let recipient = Value::from(call.recipient.as_str());
            let _ = write!(uses, r#"{comma}{{"recipient_name":{recipient},"parameters":{}}}"#, call.arguments);
        }
        uses.push_str("]}");
        let results = self
            .results
            .iter()
            .map(|(_, text)| serde_json::from_str::<Value>(text).unwrap_or_else(|_| Value::from(text.as_str())));
        let results = style::spaced(&results.collect());
        let results = if parallel.ascii { ascii(&results) } else { results };
        parallel.frame + gauge.text(&uses) + gauge.text(&results)
    }
}

/// Arguments as the prompt repeats them: without blanks.
fn written(arguments: &Value) -> String {
    match arguments {
        Value::String(text) => text.clone(),
        other => style::compact(other),
    }
}

fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| if value.is_null() { String::new() } else { value.to_string() }, str::to_owned)
}

/// A JSON text with everything beyond ASCII escaped.
fn ascii(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for char in text.chars() {
        if char.is_ascii() {
            out.push(char);
            continue;
        }
        for unit in char.encode_utf16(&mut [0; 2]) {
            let _ = write!(out, "\\u{unit:04x}");
        }
    }
    out
}

/// What only the items of a Responses body say about calls, by call id.
struct Items<'a> {
    by_call: HashMap<&'a str, &'a Value>,
}

impl<'a> Items<'a> {
    fn of(request: &'a Request) -> Self {
        let items = request.body["input"].as_array().into_iter().flatten();
        let calls = items.filter(|item| item["type"] == "function_call");
        Items { by_call: calls.filter_map(|item| Some((item["call_id"].as_str()?, item))).collect() }
    }

    fn call(&self, part: &'a Part, id: Option<&str>, name: &'a str) -> Call<'a> {
        let item = id.and_then(|id| self.by_call.get(id));
        let namespace = item.and_then(|item| item["namespace"].as_str()).unwrap_or("functions");
        let arguments = match part {
            Part::Call { arguments, arguments_text, .. } => match (arguments, arguments_text) {
                (Value::Null, Some(text)) => Value::from(text.as_str()),
                (arguments, _) => arguments.clone(),
            },
            _ => Value::Null,
        };
        Call {
            recipient: format!("{namespace}.{name}"),
            name,
            arguments,
            has_item_id: item.is_none_or(|item| item["id"].is_string()),
        }
    }
}
