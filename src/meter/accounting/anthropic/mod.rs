//! Adds up a request to Claude, on Anthropic's API, Bedrock or Vertex.
//!
//! Tools bring a system prompt along whose length depends on the model and on whether a call is forced; the tools
//! stand in it as text. A call and its result are billed like text with a fixed frame. All of it is read off recorded
//! calls; `profiles.toml` tells which.

mod constants;
mod conversation;
#[cfg(test)]
mod tests;

use serde_json::Value;

use crate::catalog::tool::Tool;
use crate::meter::accounting::anthropic::constants::{Constants, Model};
use crate::meter::accounting::anthropic::conversation::{Conversation, count};
use crate::meter::accounting::rule::{Accounting, Parts};
use crate::meter::gauge::Gauge;
use crate::meter::shown::Shown;
use crate::session::request::{Output, Request, Thinking, ToolChoice};

/// The accounting.
#[derive(Debug, Clone)]
pub struct Anthropic {
    constants: Constants,
}

impl Anthropic {
    /// The accounting with a profile's constants; `None` when they do not fit.
    #[must_use]
    pub fn new(constants: &toml::Table) -> Option<Anthropic> {
        Constants::of(constants).map(|constants| Anthropic { constants })
    }
}

impl Accounting for Anthropic {
    fn tool_slope(&self) -> f64 {
        self.constants.tools
    }

    fn text_slope(&self) -> f64 {
        self.constants.text
    }

    fn preamble(&self, gauge: &Gauge<'_>, choice: &ToolChoice) -> i64 {
        let (model, _) = self.constants.model(gauge.model);
        round(self.system_prompt(gauge, model, choice, None))
    }

    fn request(&self, gauge: &Gauge<'_>, request: &Request) -> Parts {
        let id = gauge.model.or(request.model.as_deref());
        let (model, known) = self.constants.model(id);
        let mut notes: Vec<String> = request.unseen.clone();
        if !known {
            notes.push(format!("counted with the figures of {}", model.id));
        }
        let fixed = self.fixed(gauge, model, request, &mut notes);
        let shown: Vec<_> = request.tools.iter().filter(|tool| !tool.defer_loading()).map(Shown::from).collect();
        let tools: i64 = gauge.shares(&shown).iter().sum();
        // Blanks at the end of a system text are cut off: the same text with and without is billed the same.
        let words = |text: &String| gauge.tokenizer.count(text.trim_end());
        let system = self.constants.text * count(request.system.iter().map(words).sum());
        let mut conversation = Conversation { gauge, constants: &self.constants, model, request, notes };
        let messages = conversation.tokens() + self.output(gauge, &request.output);
        let notes = conversation.notes;
        // Each part is the rounded running total less what went before, so the total is the rounded sum.
        let (upto_fixed, upto_system) = (round(fixed), round(fixed + system));
        let messages = round(fixed + system + messages) - upto_system;
        Parts { fixed: upto_fixed, tools, system: upto_system - upto_fixed, messages, notes }
    }
}

impl Anthropic {
    /// The system prompt that tools bring along.
    fn system_prompt(&self, gauge: &Gauge<'_>, model: &Model, choice: &ToolChoice, parallel: Option<bool>) -> f64 {
        let forced = matches!(choice, ToolChoice::Required | ToolChoice::Named(_) | ToolChoice::Allowed(_));
        match (choice, parallel) {
            (_, Some(false)) if forced => model.forced + model.forced_single,
            (_, Some(false)) => model.auto + model.auto_single,
            (ToolChoice::Named(name), _) => {
                model.forced + self.constants.named + self.constants.text * count(gauge.tokenizer.count(name))
            }
            _ if forced => model.forced,
            _ => model.auto,
        }
    }

    /// What stands once a request: its start, the prompt of the tools, tools the provider brings along, switches.
    fn fixed(&self, gauge: &Gauge<'_>, model: &Model, request: &Request, notes: &mut Vec<String>) -> f64 {
        let constants = &self.constants;
        let with_tools = !request.tools.is_empty() || !request.hosted.is_empty();
        let mut total = constants.start;
        if with_tools {
            total += self.system_prompt(gauge, model, &request.choice, request.parallel);
        }
        for tool in &request.hosted {
            let kind = tool["type"].as_str().unwrap_or("unknown");
            match constants.hosted(kind) {
                Some(tokens) => total += tokens,
                None => notes.push(format!("the definition and the results of {kind}")),
            }
        }
        if request.tools.iter().any(Tool::defer_loading) {
            total += constants.deferred;
        }
        if request.body["output_config"]["task_budget"].is_object() {
            total += constants.task_budget;
        }
        total
            + match request.thinking {
                Thinking::Enabled => constants.thinking,
                Thinking::Adaptive if !with_tools => model.adaptive,
                _ => 0.0,
            }
    }

    fn output(&self, gauge: &Gauge<'_>, asked: &Output) -> f64 {
        match asked {
            Output::JsonSchema { schema, .. } => {
                self.constants.schema + self.constants.schema_text * count(gauge.tokenizer.count(&indented(schema)))
            }
            Output::Text | Output::JsonObject => 0.0,
        }
    }
}

fn indented(schema: &Value) -> String {
    serde_json::to_string_pretty(schema).expect("a value serialises into memory")
}

fn round(tokens: f64) -> i64 {
    #[expect(clippy::cast_possible_truncation, reason = "token counts stay far below 2^53")]
    let rounded = tokens.round() as i64;
    rounded
}
