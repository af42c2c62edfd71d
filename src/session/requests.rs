//! Reads recorded requests of any provider as sessions: logs of one conversation, and bodies that hold its history.
//!
//! A log whose requests each begin with the one before is one session; so is a chain of `previous_response_id`. What two
//! requests share otherwise (a branch, a side question) is told by the first and counted, not told again.

use std::borrow::Cow;

use serde_json::{Value, json};

use crate::session::chain::{Chain, Link};
use crate::session::messages::Beside;
use crate::session::reader::Reader;
use crate::session::recorded::{self, Recorded};
use crate::session::request::{self, Message, Shape};
use crate::session::tally::Tally;
use crate::session::time::millis;
use crate::session::turn::{Session, Usage};
use crate::session::usage;

/// Where recorders keep the time of a request.
const TIMES: [&str; 7] = ["timestamp", "time", "ts", "started_at", "startTime", "created_at", "date"];

/// Where recorders keep the name of a conversation.
const CONVERSATIONS: [&str; 5] = ["conversation_id", "conversationId", "session_id", "sessionId", "thread_id"];

/// Reads logs of requests.
#[derive(Debug)]
pub(crate) struct Requests {
    source: String,
    chain: Chain,
}

/// Whether a row is a recorded request or a request's body.
pub(crate) fn is_row(row: &Value) -> bool {
    recorded::read(row).is_some()
}

impl Requests {
    /// Begins to read a source.
    pub(crate) fn new(source: &str) -> Requests {
        Requests { source: source.to_owned(), chain: Chain::default() }
    }
}

impl Reader for Requests {
    fn row(&mut self, at: usize, row: Value, tally: &mut Tally) {
        match recorded::read(&row) {
            Some(recorded) => {
                let link = link(&self.source, at, &row, recorded);
                self.chain.add(link, tally);
            }
            None => tally.skip("entry without a request"),
        }
    }

    fn end(self: Box<Self>, tally: &mut Tally) -> Vec<Session> {
        self.chain.end(&self.source, tally)
    }
}

fn link(source: &str, at: usize, row: &Value, recorded: Recorded) -> Link {
    let told = recorded::usage(row);
    let request = recorded.request;
    let body = &request.body;
    let answer = recorded::answer(row).unwrap_or(Cow::Owned(Value::Null));
    let mut beside = Beside::default();
    beside.look(body);
    beside.look(&answer);
    let text = |value: &Value, key: &str| value[key].as_str().map(str::to_owned);
    let conversation = body["conversation"].as_str().or_else(|| body["conversation"]["id"].as_str());
    let conversation = conversation.or_else(|| CONVERSATIONS.iter().find_map(|key| row[*key].as_str()));
    let thread = conversation.map(str::to_owned).or(recorded.thread);
    let billed = recorded.billed.map(|input| Usage {
        input: i64::try_from(input).unwrap_or(i64::MAX),
        output: recorded.output.and_then(|output| i64::try_from(output).ok()).unwrap_or(0),
        ..Usage::default()
    });
    let beside_answer = answered(request.shape, &answer);
    Link {
        id: thread.clone().or(recorded.id).unwrap_or_else(|| format!("{source}:{at}")),
        scope: thread.unwrap_or_default(),
        previous: text(body, "previous_response_id"),
        answered: text(&answer, "id"),
        model: recorded.model.or(request.model),
        usage: usage::of(&told).or(billed),
        reasoning: usage::reasoning(&told),
        time: TIMES.iter().find_map(|key| millis(&row[*key])),
        answer: beside_answer,
        system: request.system,
        messages: request.messages,
        at,
        beside,
    }
}

/// The messages of an answer, read as the provider's next request would send them back.
fn answered(shape: Shape, answer: &Value) -> Vec<Message> {
    let body = match shape {
        Shape::Anthropic if answer["content"].is_array() => {
            json!({"messages": [{"role": "assistant", "content": answer["content"]}]})
        }
        Shape::OpenAiChat if answer["choices"].is_array() => json!({"messages": [answer["choices"][0]["message"]]}),
        Shape::OpenAiResponses if answer["output"].is_array() => json!({"input": answer["output"]}),
        Shape::Gemini if answer["candidates"].is_array() => {
            let content = &answer["candidates"][0]["content"];
            json!({"contents": [{"role": "model", "parts": content["parts"]}]})
        }
        Shape::BedrockConverse | Shape::BedrockInvoke if answer["output"]["message"].is_object() => {
            json!({"messages": [answer["output"]["message"]]})
        }
        _ => return Vec::new(),
    };
    request::read(shape, &body).messages
}
