//! gpt-oss: the messages of the harmony format.

use serde::Deserialize;

use crate::meter::accounting::open_weights::marked::Marked;
use crate::meter::accounting::open_weights::turn::{self, Speaker, Turn};
use crate::meter::accounting::rule::{Accounting, Parts};
use crate::meter::gauge::Gauge;
use crate::meter::render::harmony::{CLOSING, OPENING};
use crate::meter::shown::Shown;
use crate::session::request::{Output, Request, ToolChoice};

/// `<|start|>developer<|message|>` and `<|end|>`.
const DEVELOPER: i64 = 4;
/// What stands before the instructions.
const INSTRUCTIONS: &str = "# Instructions\n\n";

/// Constants of a gpt-oss profile.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Harmony {
    /// Tokens of the system message: identity, knowledge cutoff, date, reasoning effort, channels. No effort changes it.
    pub system_message: i64,
    /// Tokens of the sentence in the system message that names the channel for calls.
    pub channel_note: i64,
    /// Tokens that start the answer (`<|start|>assistant`).
    pub answer: i64,
    /// Tokens of the developer message that a host sends though it is empty; 0 when it does not.
    pub empty_developer: i64,
    /// Tokens a host adds once when there are tools.
    pub host_tools: i64,
    /// Tokens of a result's recipient and channel; 0 when a host leaves them out.
    pub result_route: i64,
    /// Tokens a host adds to ask for a JSON object.
    pub json_object: i64,
}

impl Accounting for Harmony {
    fn preamble(&self, gauge: &Gauge<'_>, _: &ToolChoice) -> i64 {
        self.channel_note + self.host_tools + DEVELOPER + gauge.text(OPENING) + gauge.text(CLOSING)
    }

    fn request(&self, gauge: &Gauge<'_>, request: &Request) -> Parts {
        let mut parts =
            Parts { fixed: self.system_message + self.answer, notes: turn::notes(request), ..Parts::default() };
        let turns = turn::turns(request);
        let system: Vec<&str> = turns.iter().filter(|turn| turn.speaker == Speaker::System).flat_map(texts).collect();
        let with_tools = !request.tools.is_empty();
        if with_tools {
            let shown: Vec<Shown<'_>> = request.tools.iter().map(Shown::from).collect();
            parts.fixed += self.preamble(gauge, &request.choice);
            parts.tools = gauge.shares(&shown).iter().sum();
        }
        match (system.is_empty(), with_tools) {
            (true, true) => {}
            (true, false) => parts.fixed += self.empty_developer,
            (false, true) => parts.system += gauge.text(&format!("{INSTRUCTIONS}{}\n\n", system.join("\n\n"))),
            (false, false) => {
                parts.system += DEVELOPER + gauge.text(&format!("{INSTRUCTIONS}{}", system.join("\n\n")));
            }
        }
        let open = turn::last_user(&turns);
        for (at, turn) in turns.iter().enumerate() {
            let in_loop = open.is_none_or(|user| at > user);
            parts.messages += self.turn(gauge, turn, in_loop);
        }
        match request.output {
            Output::Text => {}
            Output::JsonObject => parts.messages += self.json_object,
            Output::JsonSchema { .. } => {
                parts.notes.push("what the host adds for the answer's schema is not counted".to_owned());
            }
        }
        parts
    }
}

fn texts<'a>(turn: &Turn<'a>) -> Vec<&'a str> {
    turn.texts.clone()
}

impl Harmony {
    /// Reasoning is kept only in a tool loop that is still open (`in_loop`).
    fn turn(&self, gauge: &Gauge<'_>, turn: &Turn<'_>, in_loop: bool) -> i64 {
        let mut prompt = Marked::new(gauge);
        match turn.speaker {
            Speaker::System => {}
            Speaker::User => {
                prompt.control().text("user").control().text(&turn.texts.concat()).control();
            }
            Speaker::Assistant => assistant(&mut prompt, turn, in_loop),
            Speaker::Tool => {
                for answer in &turn.results {
                    prompt.control().text("functions.").text(answer.name.unwrap_or_default());
                    prompt.control().text(&answer.text("")).control();
                }
            }
        }
        let routes = i64::try_from(turn.results.len()).unwrap_or(i64::MAX);
        prompt.total() + self.result_route * routes
    }
}

fn assistant(prompt: &mut Marked<'_>, turn: &Turn<'_>, in_loop: bool) {
    let calls = !turn.calls.is_empty();
    let on = |prompt: &mut Marked<'_>, channel: &str, text: &str| {
        prompt.control().text("assistant").control().text(channel).control().text(text).control();
    };
    if in_loop {
        turn.thoughts.iter().for_each(|thought| on(prompt, "analysis", thought));
    }
    // Beside calls, reasoning that stands in the text is dropped; without them it is text like any other.
    let said = |text: &&&str| !(text.is_empty() || calls && text.trim_end().ends_with("</think>"));
    for text in turn.texts.iter().filter(said) {
        on(prompt, if calls { "commentary" } else { "final" }, text);
    }
    for call in &turn.calls {
        prompt.control().text("assistant to=functions.").text(call.name).control().text("commentary json");
        prompt.control().text(&call.as_sent()).control();
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::meter::meter::Meter;
    use crate::session::request::{self, Shape};

    fn predicted(profile: &str, body: &serde_json::Value) -> Parts {
        Meter::named(profile).expect("a profile").request(&request::read(Shape::OpenAiChat, body))
    }

    #[test]
    fn a_question_costs_the_system_message_and_its_frame() {
        let meter = Meter::named("gpt-oss").expect("a profile");
        let body = json!({"messages": [{"role": "user", "content": "Halo"}]});
        // The system message 61; <|start|>, "user", <|message|>, <|end|>; two for the answer.
        assert_eq!(predicted("gpt-oss", &body).total(), 61 + 4 + meter.text("Halo") + 2);
        // Groq sends an empty developer message too.
        assert_eq!(predicted("gpt-oss-groq", &body).total(), 61 + 4 + meter.text("Halo") + 2 + 4);
    }

    #[test]
    fn a_result_is_told_who_it_is_for() {
        let meter = Meter::named("gpt-oss").expect("a profile");
        let body = json!({"messages": [
            {"role": "assistant", "content": "<think>\npanjang\n</think>", "tool_calls": [
                {"id": "a", "type": "function", "function": {"name": "jam", "arguments": "{}"}}]},
            {"role": "tool", "tool_call_id": "a", "content": "07.30"}
        ]});
        let call = meter.text("assistant to=functions.jam") + meter.text("commentary json") + meter.text("{}");
        let result = meter.text("functions.jam") + meter.text("07.30");
        assert_eq!(predicted("gpt-oss", &body).messages, 4 + call + 3 + result + 6);
        assert_eq!(predicted("gpt-oss-groq", &body).messages, 4 + call + 3 + result);
    }

    #[test]
    fn instructions_and_tools_share_the_developer_message() {
        let meter = Meter::named("gpt-oss").expect("a profile");
        let tool = json!({"type": "function", "function": {"name": "jam", "description": "Jam sekarang"}});
        let alone = predicted("gpt-oss", &json!({"messages": [], "tools": [tool]}));
        let system = json!({"role": "developer", "content": "Jawab singkat."});
        let both = predicted("gpt-oss", &json!({"messages": [system], "tools": [tool]}));
        assert_eq!(both.system, meter.text("# Instructions\n\nJawab singkat.\n\n"));
        assert_eq!((both.fixed, both.tools), (alone.fixed, alone.tools));
        let plain = predicted("gpt-oss", &json!({"messages": [system]}));
        assert_eq!(plain.system, 4 + meter.text("# Instructions\n\nJawab singkat."));
    }
}
