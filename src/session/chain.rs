//! Requests that each hold the conversation so far, as one session: a request that begins with another one follows it.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::mem;

use serde_json::Value;

use crate::session::messages::{self, Beside};
use crate::session::request::{Message, Part, Role};
use crate::session::tally::Tally;
use crate::session::turn::{Session, Size, Usage};
use crate::session::weave::Weave;

/// One request, its answer, and what was billed.
#[derive(Debug, Default)]
pub(crate) struct Link {
    /// Requests of different scopes never belong together.
    pub(crate) scope: String,
    /// What the session is to be called.
    pub(crate) id: String,
    /// The provider's id of the answer before, when the request points at it instead of holding it.
    pub(crate) previous: Option<String>,
    /// The provider's id of the answer.
    pub(crate) answered: Option<String>,
    /// The model.
    pub(crate) model: Option<String>,
    /// The system prompt.
    pub(crate) system: Vec<String>,
    /// What the request holds.
    pub(crate) messages: Vec<Message>,
    /// The answer.
    pub(crate) answer: Vec<Message>,
    /// What was billed.
    pub(crate) usage: Option<Usage>,
    /// Tokens of hidden reasoning in the answer.
    pub(crate) reasoning: Option<i64>,
    /// When it was sent, in milliseconds.
    pub(crate) time: Option<i64>,
    /// The line or position, from 1.
    pub(crate) at: usize,
    /// What the bodies say of calls.
    pub(crate) beside: Beside,
}

/// Gathers requests into conversations.
#[derive(Debug, Default)]
pub(crate) struct Chain {
    told: Vec<Told>,
    /// The conversation whose request so far hashes to this.
    by_content: HashMap<u64, usize>,
    by_answer: HashMap<String, usize>,
}

/// One conversation: its last request, and what is known of each.
#[derive(Debug, Default)]
struct Told {
    last: Link,
    tip: u64,
    hasher: DefaultHasher,
    /// Messages at the beginning that another conversation tells.
    shared: usize,
    marks: Vec<Mark>,
}

/// One request of a conversation: how many messages it held.
#[derive(Debug)]
struct Mark {
    messages: usize,
    usage: Option<Usage>,
    reasoning: Option<i64>,
    time: Option<i64>,
}

impl Chain {
    /// Adds a request, in the order in which they were sent.
    pub(crate) fn add(&mut self, mut link: Link, tally: &mut Tally) {
        let before = link.previous.take().and_then(|id| self.by_answer.get(&id).copied().map(|told| (id, told)));
        if let Some((id, told)) = before {
            let here = &mut self.told[told];
            if here.last.answered.as_deref() == Some(&id) {
                let mut messages = mem::take(&mut here.last.messages);
                let so_far = messages.len();
                messages.append(&mut here.last.answer);
                messages.append(&mut link.messages);
                let mut hasher = mem::take(&mut here.hasher);
                messages[so_far..].iter().for_each(|message| content(message, &mut hasher));
                link.messages = messages;
                return self.follow(told, link, hasher);
            }
        }
        let mut hasher = DefaultHasher::new();
        let hashes = hashes(&link, &mut hasher);
        let known = (1..hashes.len()).rev().find_map(|count| {
            self.by_content.get(&hashes[count]).map(|&told| (count, told, self.told[told].tip == hashes[count]))
        });
        match known {
            Some((count, told, true)) => {
                if count == link.messages.len() {
                    tally.skip("the same request again");
                }
                self.follow(told, link, hasher);
            }
            Some((shared, ..)) => {
                tally.skip_several("message of an earlier session", shared);
                self.begin(shared, link, hasher);
            }
            None => self.begin(0, link, hasher),
        }
    }

    fn begin(&mut self, shared: usize, link: Link, hasher: DefaultHasher) {
        self.told.push(Told { shared, ..Told::default() });
        self.follow(self.told.len() - 1, link, hasher);
    }

    /// Makes a request the last one of a conversation; the hasher has taken in all of it.
    fn follow(&mut self, told: usize, link: Link, hasher: DefaultHasher) {
        let tip = hasher.finish();
        self.by_content.insert(tip, told);
        if let Some(id) = &link.answered {
            self.by_answer.insert(id.clone(), told);
        }
        let here = &mut self.told[told];
        let messages = link.messages.len();
        while here.marks.pop_if(|mark| mark.messages >= messages).is_some() {}
        here.marks.push(Mark { messages, usage: link.usage, reasoning: link.reasoning, time: link.time });
        (here.tip, here.hasher) = (tip, hasher);
        let before = mem::replace(&mut here.last, link);
        here.last.model = before.model.or(here.last.model.take());
        if !before.id.is_empty() {
            here.last.id = before.id;
        }
        here.last.beside.join(before.beside);
    }

    /// The conversations that wait for the result of a call, by the call's id.
    pub(crate) fn open_calls(&self) -> HashMap<String, usize> {
        let open = self.told.iter().enumerate().flat_map(|(told, here)| {
            let parts = here.last.answer.iter().flat_map(|message| &message.parts);
            parts.filter_map(move |part| match part {
                Part::Call { id: Some(id), .. } => Some((id.clone(), told)),
                _ => None,
            })
        });
        open.collect()
    }

    /// Adds what came after the last answer of a conversation and stands in no request.
    pub(crate) fn after(&mut self, told: usize, message: Message) {
        if let Some(here) = self.told.get_mut(told) {
            here.last.answer.push(message);
        }
    }

    /// The sessions, in the order in which they began.
    pub(crate) fn end(self, source: &str, tally: &mut Tally) -> Vec<Session> {
        self.told.into_iter().filter_map(|told| told.session(source, tally)).collect()
    }
}

impl Told {
    fn session(self, source: &str, tally: &mut Tally) -> Option<Session> {
        let Told { last, marks, shared, .. } = self;
        let mut weave = Weave::new(source, last.id);
        let is_system = |message: &Message| matches!(message.role, Role::System | Role::Developer);
        let head = last.messages.iter().take_while(|message| is_system(message)).count();
        let texts = last.messages[..head].iter().flat_map(|message| &message.parts).filter_map(|part| match part {
            Part::Text(text) => Some(text.clone()),
            _ => None,
        });
        let system: Vec<String> = last.system.into_iter().chain(texts).collect();
        weave.session().model = last.model;
        weave.session().system = (!system.is_empty()).then(|| Size::of(system.join("\n")));
        let mut marks = marks.into_iter().peekable();
        for (nth, message) in last.messages.iter().enumerate().skip(shared) {
            while let Some(mark) = marks.next_if(|mark| mark.messages <= nth) {
                mark.put(&mut weave, message.role == Role::Assistant && mark.messages == nth);
            }
            if nth >= head {
                messages::put(&mut weave, message, last.at, &last.beside, tally);
            }
        }
        if let Some(mark) = marks.last() {
            mark.put(&mut weave, !last.answer.is_empty() || mark.usage.is_some());
        }
        for message in &last.answer {
            messages::put(&mut weave, message, last.at, &last.beside, tally);
        }
        tally.skip_several("result of an unknown call", weave.orphans);
        weave.end()
    }
}

impl Mark {
    /// The request was sent here; when it is answered here too, its usage is that of the answer.
    fn put(&self, weave: &mut Weave, answered: bool) {
        weave.time(self.time);
        if answered {
            let at = weave.answer(None);
            if let Some(usage) = self.usage {
                weave.usage(at, usage, self.reasoning);
            }
        }
    }
}

/// One hash for each number of messages, from none to all.
fn hashes(link: &Link, hasher: &mut DefaultHasher) -> Vec<u64> {
    (&link.scope, &link.system).hash(hasher);
    let mut hashes = vec![hasher.finish()];
    for message in &link.messages {
        content(message, hasher);
        hashes.push(hasher.finish());
    }
    hashes
}

/// Reasoning is left out, which is dropped from later requests, and so are marks of the prompt cache, which move.
fn content(message: &Message, hasher: &mut DefaultHasher) {
    mem::discriminant(&message.role).hash(hasher);
    for part in &message.parts {
        match part {
            Part::Text(text) => (0, text).hash(hasher),
            Part::Call { name, arguments, .. } => (1, name, arguments.to_string()).hash(hasher),
            Part::Result { text, .. } if !text.is_empty() => (2, text).hash(hasher),
            Part::Result { value, .. } | Part::Other(value) => (3, unmarked(value)).hash(hasher),
            Part::Reasoning { .. } => {}
        }
    }
}

fn unmarked(value: &Value) -> String {
    let mut value = value.clone();
    let blocks = match &mut value {
        Value::Array(blocks) => blocks.as_mut_slice(),
        single => std::slice::from_mut(single),
    };
    for block in blocks {
        if let Some(object) = block.as_object_mut() {
            object.shift_remove("cache_control");
        }
    }
    value.to_string()
}
