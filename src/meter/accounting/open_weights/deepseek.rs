//! DeepSeek V4: its published prompt encoding, with calls in its own markup.

use serde::Deserialize;
use serde_json::Value;

use crate::meter::accounting::open_weights::marked::Marked;
use crate::meter::accounting::open_weights::turn::{self, Call, Speaker, Turn};
use crate::meter::accounting::rule::{Accounting, Parts};
use crate::meter::gauge::Gauge;
use crate::meter::render::style;
use crate::meter::shown::Shown;
use crate::session::request::{Output, Request, Shape, Thinking, ToolChoice};

/// The sentence start, and what starts the answer: whose turn it is and the open thought.
const FRAME: i64 = 3;

/// Constants of a DeepSeek profile.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeepSeek {
    /// Tokens of the text around the list of tools.
    pub tools: i64,
    /// Tokens added when a call is demanded (`required` or by name).
    pub forced: i64,
    /// Tokens of the text that asks for the deepest reasoning; the Responses endpoint always sends it.
    pub deepest: i64,
    /// Efforts that ask for it on the chat endpoint, after the published encoding; no recorded chat call has one. That
    /// `high` costs it too was read off a Responses call only, where every effort does.
    pub deepest_efforts: Vec<String>,
}

impl Accounting for DeepSeek {
    fn preamble(&self, _: &Gauge<'_>, choice: &ToolChoice) -> i64 {
        match choice {
            ToolChoice::None => 0,
            ToolChoice::Required | ToolChoice::Named(_) => self.tools + self.forced,
            ToolChoice::Unset | ToolChoice::Auto | ToolChoice::Allowed(_) => self.tools,
        }
    }

    fn request(&self, gauge: &Gauge<'_>, request: &Request) -> Parts {
        let fixed = FRAME + if self.is_deepest(request) { self.deepest } else { 0 };
        let mut parts = Parts { fixed, notes: turn::notes(request), ..Parts::default() };
        let with_tools = !request.tools.is_empty() && request.choice != ToolChoice::None;
        if with_tools {
            let shown: Vec<Shown<'_>> = request.tools.iter().map(Shown::from).collect();
            parts.fixed += self.preamble(gauge, &request.choice);
            parts.tools = gauge.shares(&shown).iter().sum();
        }
        let turns = turn::turns(request);
        let open = turn::last_user(&turns);
        let thinks = request.body["thinking"]["type"] != "disabled";
        let mut before = None;
        let mut prompt = Marked::new(gauge);
        for (at, turn) in turns.iter().enumerate() {
            match turn.speaker {
                Speaker::System => parts.system += gauge.text(&turn.texts.concat()),
                Speaker::User => user(&mut prompt, turn, before),
                Speaker::Assistant => {
                    let keeps = thinks && (with_tools || open.is_none_or(|user| at > user));
                    assistant(&mut prompt, turn, keeps);
                }
                Speaker::Tool => results(&mut prompt, turn),
            }
            before = Some(turn.speaker);
        }
        parts.messages = prompt.total();
        if matches!(request.output, Output::JsonSchema { .. }) {
            parts.notes.push("what the host adds for the answer's schema is not counted".to_owned());
        }
        parts
    }
}

impl DeepSeek {
    fn is_deepest(&self, request: &Request) -> bool {
        let asked = matches!(&request.thinking, Thinking::Effort(effort) if self.deepest_efforts.contains(effort));
        asked || request.shape == Shape::OpenAiResponses
    }
}

/// A message of the user; after results it goes on in their turn.
fn user(prompt: &mut Marked<'_>, turn: &Turn<'_>, before: Option<Speaker>) {
    if before == Some(Speaker::Tool) {
        prompt.text("\n\n");
    } else {
        prompt.control();
    }
    prompt.text(&turn.texts.concat());
}

/// Whose turn it is, the thought or its end alone, the text, the calls, the sentence end.
fn assistant(prompt: &mut Marked<'_>, turn: &Turn<'_>, keeps_thoughts: bool) {
    prompt.control();
    if keeps_thoughts {
        prompt.control().text(&turn.thoughts.concat());
    }
    prompt.control().text(&turn.texts.join("\n\n"));
    if !turn.calls.is_empty() {
        prompt.text("\n\n<").control().text("tool_calls>\n");
        for call in &turn.calls {
            invoke(prompt, call);
        }
        prompt.text("</").control().text("tool_calls>");
    }
    prompt.control();
}

fn invoke(prompt: &mut Marked<'_>, call: &Call<'_>) {
    prompt.text("<").control().text("invoke name=\"").text(call.name).text("\">\n");
    let arguments = call.arguments.as_object().filter(|arguments| !arguments.is_empty());
    if arguments.is_none() {
        prompt.text("\n");
    }
    for (name, value) in arguments.into_iter().flatten() {
        let (kind, text) = match value {
            Value::String(text) => ("true", text.clone()),
            other => ("false", style::spaced(other)),
        };
        prompt.text("<").control().text("parameter name=\"").text(name).text("\" string=\"").text(kind).text("\">");
        prompt.text(&text).text("</").control().text("parameter>\n");
    }
    prompt.text("</").control().text("invoke>\n");
}

fn results(prompt: &mut Marked<'_>, turn: &Turn<'_>) {
    prompt.control();
    for (at, answer) in turn.results.iter().enumerate() {
        if at > 0 {
            prompt.text("\n\n");
        }
        prompt.text("<tool_result>").text(&answer.text("")).text("</tool_result>");
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::meter::meter::Meter;
    use crate::session::request;

    fn meter() -> Meter {
        Meter::named("deepseek-v4").expect("a profile")
    }

    fn predicted(shape: Shape, body: &Value) -> Parts {
        meter().request(&request::read(shape, body))
    }

    #[test]
    fn a_question_costs_four_tokens_more_and_responses_asks_for_deep_thought() {
        let chat = json!({"messages": [{"role": "user", "content": "Halo"}]});
        assert_eq!(predicted(Shape::OpenAiChat, &chat).total(), meter().text("Halo") + 4);
        let responses = json!({"model": "deepseek-v4-flash", "input": [{"role": "user", "content": "Halo"}]});
        assert_eq!(predicted(Shape::OpenAiResponses, &responses).total(), meter().text("Halo") + 4 + 79);
    }

    #[test]
    fn the_choice_decides_about_the_tools() {
        let body = |choice: &str| {
            let tool = json!({"type": "function", "function": {"name": "jam", "parameters": {}}});
            json!({"messages": [], "tools": [tool], "tool_choice": choice})
        };
        let of = |choice: &str| predicted(Shape::OpenAiChat, &body(choice));
        assert_eq!(of("auto").fixed, 3 + 221);
        assert_eq!(of("required").fixed, 3 + 221 + 7);
        assert_eq!(of("none").total(), 3);
        assert_eq!(of("auto").tools, meter().text(r#"{"name": "jam", "parameters": {}}"#));
    }

    #[test]
    fn a_call_and_its_result_are_written_in_markup() {
        let body = json!({"messages": [
            {"role": "assistant", "content": "", "tool_calls": [{"id": "a", "type": "function",
                "function": {"name": "cuaca", "arguments": "{\"kota\":\"Bogor\",\"hari\":2}"}}]},
            {"role": "tool", "tool_call_id": "a", "content": "hujan"}
        ]});
        let pieces = [
            "\n\n<",
            "tool_calls>\n<",
            "invoke name=\"cuaca\">\n<",
            "parameter name=\"kota\" string=\"true\">Bogor</",
            "parameter>\n<",
            "parameter name=\"hari\" string=\"false\">2</",
            "parameter>\n</",
            "invoke>\n</",
            "tool_calls>",
            "<tool_result>hujan</tool_result>",
        ];
        let text: i64 = pieces.iter().map(|piece| meter().text(piece)).sum();
        // Control tokens: whose turn, both ends of the thought, eight of the markup, the sentence end; the user's turn.
        assert_eq!(predicted(Shape::OpenAiChat, &body).messages, text + 3 + 8 + 1 + 1);
    }
}
