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
use crate::meter::meter::Meter;
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
    fn preamble(&self, meter: &Meter, choice: &ToolChoice) -> i64 {
        let head = self.constants.shared.as_ref().map_or(0, |shared| shared.head);
        let named = match choice {
            ToolChoice::Named(name) => self.named(meter, name),
            _ => 0,
        };
        self.constants.tools + head + named
    }

    fn request(&self, meter: &Meter, request: &Request) -> Parts {
        let visible: Vec<&Tool> = request.tools.iter().filter(|tool| !tool.defer_loading()).collect();
        let shown: Vec<Shown<'_>> = visible.iter().map(|tool| Shown::from(*tool)).collect();
        let conversation = Conversation::new(request);
        let mut parts = Parts {
            fixed: self.constants.start,
            tools: meter.shares(&shown).iter().sum::<i64>() + self.added(meter, request),
            messages: conversation.tokens(meter, &self.constants.calls) + conversation.replayed(),
            notes: notes(request, visible.len()),
            ..Parts::default()
        };
        if !visible.is_empty() {
            parts.fixed += self.constants.tools + self.forced(meter, request, &visible);
        }
        self.hosted(request, &mut parts);
        self.messages(meter, request, visible.len(), &mut parts);
        if let Output::JsonSchema { name, description, schema } = &request.output {
            let frame = self.constants.schema;
            let alone = frame.alone.filter(|_| visible.is_empty()).unwrap_or(frame.frame);
            let described = description.as_deref().map_or(0, |text| meter.text(text) + frame.described);
            let name = meter.text(name.as_deref().unwrap_or_default());
            parts.messages += alone + described + name + meter.text(&schema::as_shown(schema));
        }
        parts.notes.extend(conversation.unknown_reasoning());
        parts
    }
}

impl OpenAi {
    fn named(&self, meter: &Meter, name: &str) -> i64 {
        self.constants.named.map_or(0, |named| named + meter.text(name))
    }

    fn forced(&self, meter: &Meter, request: &Request, visible: &[&Tool]) -> i64 {
        match (&request.choice, visible) {
            (ToolChoice::Named(name), _) => self.named(meter, name),
            (ToolChoice::Required, [only]) if self.constants.lone_required && request.hosted.is_empty() => {
                self.named(meter, &only.name)
            }
            _ => 0,
        }
    }

    fn hosted(&self, request: &Request, parts: &mut Parts) {
        for tool in &request.hosted {
            let kind = tool["type"].as_str().unwrap_or("unknown");
            parts.fixed += self.constants.hosted.get(kind).copied().unwrap_or(0);
            parts.notes.push(format!("lower bound: the provider runs {kind:?} and bills what it reads"));
        }
    }

    fn messages(&self, meter: &Meter, request: &Request, visible: usize, parts: &mut Parts) {
        let sections = visible > 0 || matches!(request.output, Output::JsonSchema { .. });
        let mut shared = self.constants.shared.as_ref().filter(|_| sections);
        let instructions = request.system.iter().map(|text| (Role::System, None, vec![text.as_str()]));
        let spoken = request.messages.iter().map(|message| (message.role, message.name.as_deref(), texts(message)));
        for (at, (role, name, texts)) in instructions.chain(spoken).enumerate() {
            if texts.is_empty() {
                continue;
            }
            let system = matches!(role, Role::System | Role::Developer);
            let host = if at == 0 && system { shared.take().filter(|_| visible > 0) } else { None };
            let tokens = self.message(meter, role, name, &texts, host);
            *if system { &mut parts.system } else { &mut parts.messages } += tokens;
        }
        parts.fixed += shared.map_or(0, |shared| shared.head);
    }

    fn message(&self, meter: &Meter, role: Role, name: Option<&str>, texts: &[&str], shared: Option<&Shared>) -> i64 {
        let role_name = role_name(role);
        let name = match name {
            None => 0,
            // Autogen names the user "user": recorded calls bill one token for it.
            Some(name) if name == role_name => 1,
            Some(name) => 1 + meter.text(name),
        };
        let text = match shared {
            Some(shared) => meter.text(&format!("{}{}\n\n", shared.before, texts.concat())),
            None => texts.iter().map(|text| meter.text(text)).sum(),
        };
        let spoken = if role == Role::Assistant { self.constants.spoken } else { 0 };
        self.constants.message + meter.text(role_name) + name + text + spoken
    }

    /// Tools that items of the conversation add.
    fn added(&self, meter: &Meter, request: &Request) -> i64 {
        let items = request.messages.iter().flat_map(|message| &message.parts).filter_map(|part| match part {
            Part::Other(item) if item["type"] == "additional_tools" => item["tools"].as_array(),
            _ => None,
        });
        items
            .map(|entries| {
                let tools: Vec<Tool> = entries.iter().filter_map(tools::function).collect();
                let shown: Vec<Shown<'_>> = tools.iter().map(Shown::from).collect();
                if shown.is_empty() { 0 } else { meter.shares(&shown).iter().sum::<i64>() + self.constants.added_tools }
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

fn texts(message: &Message) -> Vec<&str> {
    let text = |part| match part {
        &Part::Text(ref text) => Some(text.as_str()),
        _ => None,
    };
    message.parts.iter().filter_map(text).collect()
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
