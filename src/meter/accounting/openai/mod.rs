//! Adds up an OpenAI request: messages, the list of tools, calls and results, the schema asked of the answer.
//!
//! One rule for Chat Completions and Responses; what differs by endpoint and model family is in the constants. A chat
//! puts the list of tools into the system message, so both are counted as one text.

mod calls;
mod constants;
mod schema;

use crate::catalog::tool::Tool;
use crate::meter::accounting::openai::calls::Conversation;
use crate::meter::accounting::openai::constants::{Constants, Shared};
use crate::meter::accounting::rule::{Accounting, Parts};
use crate::meter::gauge::Gauge;
use crate::meter::shown::Shown;
use crate::session::request::{Message, Output, Part, Request, Role, ToolChoice, tools};

/// The rule with one row's constants.
#[derive(Debug, Clone)]
pub struct OpenAi {
    constants: Constants,
}

impl OpenAi {
    /// The rule with these constants; `None` when they are not its own.
    #[must_use]
    pub fn new(constants: &toml::Table) -> Option<OpenAi> {
        constants.clone().try_into().ok().map(|constants| OpenAi { constants })
    }
}

impl Accounting for OpenAi {
    fn preamble(&self, gauge: &Gauge<'_>, choice: &ToolChoice) -> i64 {
        let head = self.constants.shared.as_ref().map_or(0, |shared| shared.head);
        let named = match choice {
            ToolChoice::Named(name) => self.named(gauge, name),
            _ => 0,
        };
        self.constants.tools + head + named
    }

    fn request(&self, gauge: &Gauge<'_>, request: &Request) -> Parts {
        let visible: Vec<&Tool> = request.tools.iter().filter(|tool| !tool.defer_loading()).collect();
        let shown: Vec<Shown<'_>> = visible.iter().map(|tool| Shown::from(*tool)).collect();
        let conversation = Conversation::new(request);
        let mut parts = Parts {
            fixed: self.constants.start,
            tools: gauge.shares(&shown).iter().sum::<i64>() + self.added(gauge, request),
            messages: conversation.tokens(gauge, &self.constants.calls) + conversation.replayed(&self.constants.calls),
            notes: notes(request, visible.len()),
            ..Parts::default()
        };
        if !visible.is_empty() {
            parts.fixed += self.constants.tools + self.forced(gauge, request, &visible);
        }
        self.hosted(request, &mut parts);
        self.messages(gauge, request, visible.len(), &mut parts);
        if let Output::JsonSchema { name, description, schema } = &request.output {
            let frame = self.constants.schema;
            let alone = frame.alone.filter(|_| visible.is_empty()).unwrap_or(frame.frame);
            let described = description.as_deref().map_or(0, |text| gauge.text(text) + frame.described);
            let name = gauge.text(name.as_deref().unwrap_or_default());
            parts.messages += alone + described + name + gauge.text(&schema::as_shown(schema));
        }
        parts.notes.extend(conversation.unknown_reasoning());
        parts
    }
}

impl OpenAi {
    fn named(&self, gauge: &Gauge<'_>, name: &str) -> i64 {
        self.constants.named.map_or(0, |named| named + gauge.text(name))
    }

    /// What the request says about calling the tools.
    fn forced(&self, gauge: &Gauge<'_>, request: &Request, visible: &[&Tool]) -> i64 {
        let alone = request.parallel == Some(false) && visible.len() > 1;
        let one_at_a_time = if alone { self.constants.one_at_a_time } else { 0 };
        let named = match (&request.choice, visible) {
            (ToolChoice::Named(name), _) => self.named(gauge, name),
            (ToolChoice::Required, [only]) if self.constants.lone_required && request.hosted.is_empty() => {
                self.named(gauge, &only.name)
            }
            _ => 0,
        };
        one_at_a_time + named
    }

    fn hosted(&self, request: &Request, parts: &mut Parts) {
        for tool in &request.hosted {
            let kind = tool["type"].as_str().unwrap_or("unknown");
            parts.fixed += self.constants.hosted.get(kind).copied().unwrap_or(0);
            parts.notes.push(format!("lower bound: the provider runs {kind:?} and bills what it reads"));
        }
    }

    fn messages(&self, gauge: &Gauge<'_>, request: &Request, visible: usize, parts: &mut Parts) {
        let sections = visible > 0 || matches!(request.output, Output::JsonSchema { .. });
        let mut shared = self.constants.shared.as_ref().filter(|_| sections);
        for (at, said) in said(request).into_iter().enumerate() {
            let system = matches!(said.role, Role::System | Role::Developer);
            let host = if at == 0 && system { shared.take().filter(|_| visible > 0) } else { None };
            *if system { &mut parts.system } else { &mut parts.messages } += self.message(gauge, &said, host);
        }
        parts.fixed += shared.map_or(0, |shared| shared.head);
    }

    fn message(&self, gauge: &Gauge<'_>, said: &Said<'_>, shared: Option<&Shared>) -> i64 {
        let role = role_name(said.role);
        let name = match said.name {
            None => 0,
            // Recorded calls whose user is named "user" are billed one token for it.
            Some(name) if name == role => 1,
            Some(name) => 1 + gauge.text(name),
        };
        let text = match shared {
            Some(shared) => gauge.text(&format!("{}{}\n\n", shared.before, said.texts.concat())),
            None => said.texts.iter().map(|text| gauge.text(text)).sum(),
        };
        let channel = match (said.role, said.then_calls) {
            (Role::Assistant, true) => self.constants.spoken + self.constants.before_calls,
            (Role::Assistant, false) => self.constants.spoken,
            _ => 0,
        };
        self.constants.message + gauge.text(role) + name + text + channel
    }

    /// Tools that items of the conversation add.
    fn added(&self, gauge: &Gauge<'_>, request: &Request) -> i64 {
        let items = request.messages.iter().flat_map(|message| &message.parts).filter_map(|part| match part {
            Part::Other(item) if item["type"] == "additional_tools" => item["tools"].as_array(),
            _ => None,
        });
        items
            .map(|entries| {
                let tools: Vec<Tool> = entries.iter().filter_map(tools::function).collect();
                let shown: Vec<Shown<'_>> = tools.iter().map(Shown::from).collect();
                if shown.is_empty() { 0 } else { gauge.shares(&shown).iter().sum::<i64>() + self.constants.added_tools }
            })
            .sum()
    }
}

fn notes(request: &Request, visible: usize) -> Vec<String> {
    let mut notes = Vec::new();
    if visible < request.tools.len() {
        notes.push(format!("{} deferred tools are not counted until they load", request.tools.len() - visible));
    }
    for part in request.messages.iter().flat_map(|message| &message.parts) {
        if let Part::Other(item) = part
            && item["type"] != "additional_tools"
        {
            let kind = item["type"].as_str().unwrap_or("unknown");
            notes.push(format!("lower bound: an item of type {kind:?} is not counted"));
        }
    }
    notes
}

/// One text of the prompt and who says it.
struct Said<'a> {
    role: Role,
    name: Option<&'a str>,
    texts: Vec<&'a str>,
    then_calls: bool,
}

/// Everything that is said, in order; messages without a text of their own are left out.
fn said(request: &Request) -> Vec<Said<'_>> {
    let mut said: Vec<Said<'_>> = Vec::new();
    let system = |text| Said { role: Role::System, name: None, texts: vec![text], then_calls: false };
    said.extend(request.system.iter().map(|text| system(text.as_str())));
    let mut messages = request.messages.iter().peekable();
    while let Some(message) = messages.next() {
        let texts: Vec<&str> = message.parts.iter().filter_map(text).collect();
        if texts.is_empty() {
            continue;
        }
        // Chat sends the calls in the same message, Responses as the items that follow.
        let then_calls = calls(message) || messages.peek().is_some_and(|next| calls(next));
        said.push(Said { role: message.role, name: message.name.as_deref(), texts, then_calls });
    }
    said
}

fn text(part: &Part) -> Option<&str> {
    match part {
        Part::Text(text) => Some(text),
        _ => None,
    }
}

fn calls(message: &Message) -> bool {
    message.parts.iter().any(|part| matches!(part, Part::Call { .. }))
}

/// The role as the bill counts it: one token each.
fn role_name(role: Role) -> &'static str {
    match role {
        Role::System => "system",
        Role::Developer => "developer",
        Role::User => "user",
        Role::Assistant => "assistant",
        Role::Tool => "tool",
    }
}

#[cfg(test)]
mod tests;
