//! The conversation as a chat template reads it: turns with their texts, thoughts, calls and results.

use std::collections::HashMap;

use serde_json::Value;

use crate::meter::render::style;
use crate::session::request::{Message, Part, Request, Role, Shape};

/// Who a turn belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Speaker {
    /// System or developer text.
    System,
    /// The user.
    User,
    /// The model.
    Assistant,
    /// Results of calls.
    Tool,
}

/// One turn: results that follow each other make one, and in Responses bodies so do items of the model.
#[derive(Debug, Clone)]
pub struct Turn<'a> {
    /// Whose it is.
    pub speaker: Speaker,
    /// Its texts, in order.
    pub texts: Vec<&'a str>,
    /// Readable reasoning, in order.
    pub thoughts: Vec<&'a str>,
    /// Tokens of reasoning that cannot be read, where they are known.
    pub hidden: i64,
    /// Calls, in order.
    pub calls: Vec<Call<'a>>,
    /// Results, in order.
    pub results: Vec<Answer<'a>>,
}

/// A call of a tool.
#[derive(Debug, Clone, Copy)]
pub struct Call<'a> {
    /// The tool's name.
    pub name: &'a str,
    /// The arguments as a value.
    pub arguments: &'a Value,
    sent: Option<&'a str>,
}

/// The result of a call.
#[derive(Debug, Clone, Copy)]
pub struct Answer<'a> {
    /// The tool's name, where the conversation tells it.
    pub name: Option<&'a str>,
    texts: &'a [String],
    value: &'a Value,
}

impl Call<'_> {
    /// The arguments as text, as sent where the API sends text.
    #[must_use]
    pub fn as_sent(&self) -> String {
        self.sent.map_or_else(|| style::compact(self.arguments), str::to_owned)
    }

    /// The arguments as Python's `json.dumps` writes them; as sent when they are no object.
    #[must_use]
    pub fn spaced(&self) -> String {
        if self.arguments.is_object() { style::spaced(self.arguments) } else { self.as_sent() }
    }
}

impl Answer<'_> {
    /// The result's text, blocks joined by `between`; a result without text as compact JSON.
    #[must_use]
    pub fn text(&self, between: &str) -> String {
        match self.value {
            _ if !self.texts.is_empty() => self.texts.join(between),
            Value::String(text) => text.clone(),
            Value::Null => String::new(),
            other => style::compact(other),
        }
    }
}

/// The turns of a request, system text first.
#[must_use]
pub fn turns(request: &Request) -> Vec<Turn<'_>> {
    let names = names(request);
    let mut turns: Vec<Turn<'_>> = Vec::new();
    for text in &request.system {
        turns.push(Turn { texts: vec![text], ..empty(Speaker::System) });
    }
    for message in &request.messages {
        for turn in of_message(message, &names) {
            let joins = turn.speaker == Speaker::Tool
                || turn.speaker == Speaker::Assistant && request.shape == Shape::OpenAiResponses;
            match turns.last_mut() {
                Some(last) if joins && last.speaker == turn.speaker => last.extend(turn),
                _ => turns.push(turn),
            }
        }
    }
    turns
}

/// Position of the last turn of the user; reasoning after it belongs to a tool loop that is still open.
#[must_use]
pub fn last_user(turns: &[Turn<'_>]) -> Option<usize> {
    turns.iter().rposition(|turn| turn.speaker == Speaker::User)
}

/// What these rules leave out of a request, each a lowercase fragment.
#[must_use]
pub fn notes(request: &Request) -> Vec<String> {
    let mut notes: Vec<String> = request.unseen.iter().map(|what| format!("not in the body: {what}")).collect();
    if !request.hosted.is_empty() {
        notes.push("tools that the provider runs are not counted".to_owned());
    }
    let parts = || request.messages.iter().flat_map(|message| &message.parts);
    if parts().any(|part| matches!(part, Part::Other(_))) {
        notes.push("images, documents and unknown parts are not counted".to_owned());
    }
    if parts().any(|part| matches!(part, Part::Reasoning { tokens: None, signature: 1.., text, .. } if text.is_empty()))
    {
        notes.push("hidden reasoning is sent back and its tokens are not known".to_owned());
    }
    notes
}

impl<'a> Turn<'a> {
    fn extend(&mut self, other: Turn<'a>) {
        self.texts.extend(other.texts);
        self.thoughts.extend(other.thoughts);
        self.hidden += other.hidden;
        self.calls.extend(other.calls);
        self.results.extend(other.results);
    }

    fn is_empty(&self) -> bool {
        self.texts.is_empty() && self.thoughts.is_empty() && self.calls.is_empty() && self.results.is_empty()
    }
}

fn names(request: &Request) -> HashMap<&str, &str> {
    let parts = request.messages.iter().flat_map(|message| &message.parts);
    parts
        .filter_map(|part| match part {
            Part::Call { id: Some(id), name, .. } => Some((id.as_str(), name.as_str())),
            _ => None,
        })
        .collect()
}

fn empty<'a>(speaker: Speaker) -> Turn<'a> {
    Turn { speaker, texts: Vec::new(), thoughts: Vec::new(), hidden: 0, calls: Vec::new(), results: Vec::new() }
}

/// A message is one turn; results inside a user's message (Anthropic's form) come first, as their own turn.
fn of_message<'a>(message: &'a Message, names: &HashMap<&str, &'a str>) -> Vec<Turn<'a>> {
    let speaker = match message.role {
        Role::System | Role::Developer => Speaker::System,
        Role::User => Speaker::User,
        Role::Assistant => Speaker::Assistant,
        Role::Tool => Speaker::Tool,
    };
    let (mut results, mut said) = (empty(Speaker::Tool), empty(speaker));
    for part in &message.parts {
        match part {
            Part::Text(text) => said.texts.push(text),
            Part::Call { name, arguments, arguments_text, .. } => {
                said.calls.push(Call { name, arguments, sent: arguments_text.as_deref() });
            }
            Part::Result { id, name, text, value } => {
                let known = || id.as_deref().and_then(|id| names.get(id).copied());
                results.results.push(Answer { name: name.as_deref().or_else(known), texts: text, value });
            }
            Part::Reasoning { text, tokens: Some(tokens), .. } if text.is_empty() => {
                said.hidden += i64::try_from(*tokens).unwrap_or(i64::MAX);
            }
            Part::Reasoning { text, .. } => said.thoughts.push(text),
            Part::Other(_) => {}
        }
    }
    let keep_said = results.is_empty() || !said.is_empty();
    let results = (!results.is_empty()).then_some(results);
    results.into_iter().chain(keep_said.then_some(said)).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::session::request::Basis;

    fn message(role: Role, parts: Vec<Part>) -> Message {
        Message { role, name: None, parts }
    }

    fn call(id: &str, name: &str) -> Part {
        Part::Call {
            id: Some(id.to_owned()),
            name: name.to_owned(),
            arguments: json!({"kota": "Bogor"}),
            arguments_text: None,
        }
    }

    fn result(id: &str, text: &[&str]) -> Part {
        let text = text.iter().map(ToString::to_string).collect();
        Part::Result { id: Some(id.to_owned()), name: None, text, value: json!({"ok": true}) }
    }

    #[test]
    fn results_make_one_turn_and_know_their_tool() {
        let request = Request {
            system: vec!["singkat".to_owned()],
            messages: vec![
                message(Role::Assistant, vec![call("a", "cuaca")]),
                message(Role::Assistant, vec![call("b", "jam")]),
                message(Role::Tool, vec![result("b", &["07", "30"])]),
                message(Role::User, vec![result("a", &[]), Part::Text("lalu?".to_owned())]),
            ],
            ..Request::default()
        };
        let chat = turns(&request);
        let speakers: Vec<_> = chat.iter().map(|turn| turn.speaker).collect();
        use Speaker::{Assistant, System, Tool, User};
        assert_eq!(speakers, [System, Assistant, Assistant, Tool, User]);
        assert_eq!(chat[3].results[0].name, Some("jam"));
        assert_eq!(chat[3].results[0].text(":"), "07:30");
        assert_eq!((chat[3].results[1].name, chat[3].results[1].text("").as_str()), (Some("cuaca"), r#"{"ok":true}"#));
        assert_eq!(chat[1].calls[0].spaced(), r#"{"kota": "Bogor"}"#);
        assert_eq!(last_user(&chat), Some(4));
        let responses = Request { shape: Shape::OpenAiResponses, ..request };
        assert_eq!(turns(&responses)[1].calls.len(), 2);
    }

    #[test]
    fn notes_tell_what_is_left_out() {
        let hidden = |tokens| Part::Reasoning { text: String::new(), signature: 40, tokens, basis: Basis::Unknown };
        let request = Request {
            messages: vec![message(Role::Assistant, vec![hidden(Some(12)), hidden(None), Part::Other(json!(1))])],
            hosted: vec![json!({})],
            unseen: vec!["previous_response_id".to_owned()],
            ..Request::default()
        };
        assert_eq!(notes(&request).len(), 4);
        assert_eq!(turns(&request)[0].hidden, 12);
        assert!(notes(&Request::default()).is_empty());
    }
}
