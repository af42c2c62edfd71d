//! Replayed reasoning: which earlier answer a request sends back, and what that answer's reasoning was billed as.
//!
//! Providers seal reasoning into opaque text (Gemini's thought signatures, encrypted items of OpenAI and Grok) and bill
//! it again when it comes back. Its size cannot be read off a body; the usage of the answer it came with tells it.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::session::recorded::Recorded;
use crate::session::request::{Basis, Message, Part, Request, Role, Shape};

/// The answers to the requests seen so far, by the conversation each request held; a few bytes a request.
#[derive(Debug, Default)]
pub struct Answers {
    known: HashMap<u64, Answer>,
}

#[derive(Debug, Clone, Copy)]
struct Answer {
    tokens: u64,
    basis: Basis,
}

impl Answers {
    /// Sets the tokens of the reasoning that this request sends back, as far as its answers are known, then remembers the
    /// answer to this request. Rows of a thread come in the order in which they were sent.
    pub fn follow(&mut self, row: &mut Recorded) {
        let mut so_far = DefaultHasher::new();
        row.thread.hash(&mut so_far);
        let mut said = false;
        for at in 0..row.request.messages.len() {
            let says = row.request.messages[at].role == Role::Assistant;
            if says
                && !said
                && let Some(answer) = self.known.get(&so_far.finish())
            {
                set(&mut row.request.messages[at..], *answer);
            }
            said = says;
            continue_with(&mut so_far, &row.request.messages[at]);
        }
        if let Some(answer) = answer(row) {
            self.known.insert(so_far.finish(), answer);
        }
    }
}

/// Sets the known reasoning tokens on the rows of one or more threads, each thread's in the order in which they were sent.
pub fn join<'r>(rows: impl IntoIterator<Item = &'r mut Recorded>) {
    let mut answers = Answers::default();
    for row in rows {
        answers.follow(row);
    }
}

/// Lets the caller say what all replayed reasoning of a request is billed as; false when it sends none back.
pub fn state(request: &mut Request, billed: u64) -> bool {
    let mut rest = Some(billed);
    for part in request.messages.iter_mut().flat_map(|message| &mut message.parts) {
        if let Part::Reasoning { tokens, basis, .. } = part {
            *tokens = Some(rest.take().unwrap_or(0));
            *basis = Basis::Caller;
        }
    }
    rest.is_none()
}

/// The answer whose usage a row holds. Gemini leaves the count out when there was no reasoning.
fn answer(row: &Recorded) -> Option<Answer> {
    let none = (row.request.shape == Shape::Gemini && row.billed.is_some()).then_some(0);
    let tokens = row.reasoning.or(none)?;
    let streamed = row.uri.as_deref().is_some_and(|uri| uri.to_ascii_lowercase().contains("stream"))
        || row.request.body["stream"] == true;
    Some(Answer { tokens, basis: if streamed { Basis::Stream } else { Basis::Answer } })
}

/// Gives the first sealed part of an answer the whole of its reasoning, and so every part that repeats it: the same
/// length within one answer is taken for the same seal.
fn set(messages: &mut [Message], answer: Answer) {
    let spoken = messages.iter_mut().take_while(|message| message.role == Role::Assistant);
    let mut first = None;
    for part in spoken.flat_map(|message| &mut message.parts) {
        if let Part::Reasoning { signature: length @ 1.., tokens: tokens @ None, basis, .. } = part {
            let repeats = *first.get_or_insert(*length) == *length;
            *tokens = Some(if repeats { answer.tokens } else { 0 });
            *basis = answer.basis;
        }
    }
}

/// Adds a message to what was said so far. Reasoning is left out: it is what differs between an answer and its replay.
fn continue_with(so_far: &mut DefaultHasher, message: &Message) {
    std::mem::discriminant(&message.role).hash(so_far);
    for part in &message.parts {
        match part {
            Part::Text(text) => text.hash(so_far),
            Part::Call { name, arguments, .. } => (name, arguments.to_string()).hash(so_far),
            Part::Result { value, .. } => value.to_string().hash(so_far),
            Part::Other(value) => value.to_string().hash(so_far),
            Part::Reasoning { .. } => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::session::recorded;

    fn row(contents: Value, thoughts: Option<u64>, verb: &str) -> Recorded {
        recorded::read(&json!({
            "api": "gemini-generate", "uri": format!("https://example.org/models/m:{verb}"),
            "request": {"contents": contents}, "source": {"path": "a.yaml"}, "input_tokens": 9,
            "usage": {"promptTokenCount": 9, "thoughtsTokenCount": thoughts}
        }))
        .expect("a request")
    }

    fn ask() -> Value {
        json!({"role": "user", "parts": [{"text": "Jam berapa?"}]})
    }

    fn call(signatures: &[&str]) -> Value {
        let part = |signature: &&str| json!({"functionCall": {"name": "jam"}, "thoughtSignature": signature});
        json!({"role": "model", "parts": signatures.iter().map(part).collect::<Vec<_>>()})
    }

    fn result() -> Value {
        json!({"role": "user", "parts": [{"functionResponse": {"name": "jam", "response": {"result": "08:10"}}}]})
    }

    fn known(row: &Recorded) -> Vec<(Option<u64>, Basis)> {
        let parts = row.request.messages.iter().flat_map(|message| &message.parts);
        parts
            .filter_map(|part| match part {
                Part::Reasoning { tokens, basis, .. } => Some((*tokens, *basis)),
                _ => None,
            })
            .collect()
    }

    #[test]
    fn every_turn_gets_the_reasoning_of_its_answer() {
        let mut rows = [
            row(json!([ask()]), Some(40), "generateContent"),
            row(json!([ask(), call(&["abcd"]), result()]), None, "streamGenerateContent"),
            row(json!([ask(), call(&["abcd"]), result(), call(&["efg"]), result()]), Some(7), "generateContent"),
        ];
        join(&mut rows);
        assert!(known(&rows[0]).is_empty());
        assert_eq!(known(&rows[1]), [(Some(40), Basis::Answer)]);
        assert_eq!(known(&rows[2]), [(Some(40), Basis::Answer), (Some(0), Basis::Stream)]);
    }

    #[test]
    fn an_answer_that_was_not_seen_stays_unknown() {
        let other = json!({"role": "user", "parts": [{"text": "Hari apa?"}]});
        let mut rows = [
            row(json!([other]), Some(40), "generateContent"),
            row(json!([ask(), call(&["abcd"]), result()]), None, "generateContent"),
        ];
        join(&mut rows);
        assert_eq!(known(&rows[1]), [(None, Basis::Unknown)]);
    }

    #[test]
    fn seals_of_one_answer_share_its_reasoning_unless_they_repeat_it() {
        let mut rows = [
            row(json!([ask()]), Some(44), "generateContent"),
            row(json!([ask(), call(&["abcd", "abcd"]), result()]), None, "generateContent"),
            row(json!([ask(), call(&["abcd", "abcdefgh"]), result()]), None, "generateContent"),
        ];
        join(&mut rows);
        assert_eq!(known(&rows[1]), [(Some(44), Basis::Answer), (Some(44), Basis::Answer)]);
        assert_eq!(known(&rows[2]), [(Some(44), Basis::Answer), (Some(0), Basis::Answer)]);
    }

    #[test]
    fn the_caller_may_state_it() {
        let mut stated = row(json!([ask(), call(&["abcd", "efg"]), result()]), None, "generateContent");
        assert!(state(&mut stated.request, 300));
        assert_eq!(known(&stated), [(Some(300), Basis::Caller), (Some(0), Basis::Caller)]);
        assert!(!state(&mut row(json!([ask()]), None, "generateContent").request, 300));
    }
}
