//! Hosts whose prompt is known by its cost only: a fixed frame, a cost per message, and the text.

use serde::Deserialize;

use crate::meter::accounting::open_weights::turn::{self, Speaker, Turn};
use crate::meter::accounting::rule::{Accounting, Parts};
use crate::meter::gauge::Gauge;
use crate::meter::shown::Shown;
use crate::session::request::{Output, Request, ToolChoice};

/// Constants of such a host.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Flat {
    /// Tokens of every request.
    pub request: i64,
    /// Tokens around each message of system, user or model; a call and its result have `pair` instead.
    pub message: i64,
    /// Tokens added once when there is system text.
    pub system: i64,
    /// Tokens of the text around the list of tools.
    pub tools: i64,
    /// The same when a call is demanded (`required` or by name).
    pub tools_forced: i64,
    /// What `tool_choice: none` does.
    pub none: Refusal,
    /// Tokens around one call and its result, besides name, arguments and the result's text.
    pub pair: i64,
}

/// What `tool_choice: none` does to the tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Refusal {
    /// The host leaves them out of the prompt.
    Drops,
    /// They stay.
    Keeps,
}

impl Accounting for Flat {
    fn preamble(&self, _: &Gauge<'_>, choice: &ToolChoice) -> i64 {
        match choice {
            ToolChoice::None if self.none == Refusal::Drops => 0,
            ToolChoice::Required | ToolChoice::Named(_) => self.tools_forced,
            _ => self.tools,
        }
    }

    fn request(&self, gauge: &Gauge<'_>, request: &Request) -> Parts {
        let mut parts = Parts { fixed: self.request, notes: turn::notes(request), ..Parts::default() };
        let dropped = request.choice == ToolChoice::None && self.none == Refusal::Drops;
        if !request.tools.is_empty() && !dropped {
            let shown: Vec<Shown<'_>> = request.tools.iter().map(Shown::from).collect();
            parts.fixed += self.preamble(gauge, &request.choice);
            parts.tools = gauge.shares(&shown).iter().sum();
        }
        let turns = turn::turns(request);
        for turn in &turns {
            match turn.speaker {
                Speaker::System => parts.system += self.turn(gauge, turn),
                _ => parts.messages += self.turn(gauge, turn),
            }
        }
        if turns.iter().any(|turn| turn.speaker == Speaker::System) {
            parts.system += self.system;
        }
        if matches!(request.output, Output::JsonSchema { .. }) {
            parts.notes.push("what the host adds for the answer's schema is not counted".to_owned());
        }
        parts
    }
}

impl Flat {
    fn turn(&self, gauge: &Gauge<'_>, turn: &Turn<'_>) -> i64 {
        let calls: i64 =
            turn.calls.iter().map(|call| self.pair + gauge.text(call.name) + gauge.text(&call.as_sent())).sum();
        let results: i64 = turn.results.iter().map(|answer| gauge.text(&answer.text(""))).sum();
        let frame = if turn.calls.is_empty() && turn.speaker != Speaker::Tool { self.message } else { 0 };
        calls + results + frame + turn.hidden + turn.texts.iter().map(|text| gauge.text(text)).sum::<i64>()
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

    fn body(choice: &str) -> serde_json::Value {
        let tool = json!({"type": "function", "function": {"name": "jam", "parameters": {}}});
        json!({"messages": [{"role": "user", "content": "Halo"}], "tools": [tool], "tool_choice": choice})
    }

    #[test]
    fn groq_has_its_own_frame_and_drops_tools_on_none() {
        let meter = Meter::named("groq-llama4").expect("a profile");
        let (text, list) = (meter.text("Halo"), meter.text(r#"[{"name":"jam","parameters":{}}]"#));
        // 668 with tools and 682 when a call is demanded, 9 of them the frame without tools.
        assert_eq!(predicted("groq-llama4", &body("auto")).total(), text + 668 + list);
        assert_eq!(predicted("groq-llama4", &body("required")).total(), text + 682 + list);
        assert_eq!(predicted("groq-llama4", &body("none")).total(), text + 9);
    }

    #[test]
    fn grok_differs_by_host() {
        let meter = Meter::named("grok-xai").expect("a profile");
        let list = |text: &str| meter.text(text) + meter.text("Halo");
        assert_eq!(
            predicted("grok-xai", &body("auto")).total(),
            192 + 31 + list(r#"{"name": "jam", "parameters": {}}"#)
        );
        assert_eq!(predicted("grok-azure", &body("auto")).total(), 149 + list(r#"[{"name":"jam","parameters":{}}]"#));
    }
}
