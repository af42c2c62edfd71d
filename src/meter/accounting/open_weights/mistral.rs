//! Mistral: the control tokens of the V13 template around tekken text.

use serde::Deserialize;

use crate::meter::accounting::open_weights::marked::Marked;
use crate::meter::accounting::open_weights::turn::{self, Speaker, Turn};
use crate::meter::accounting::rule::{Accounting, Parts};
use crate::meter::gauge::Gauge;
use crate::meter::shown::Shown;
use crate::session::request::{Request, ToolChoice};

/// Blocks of one message, and messages of one speaker, are joined by an empty line.
const BETWEEN: &str = "\n\n";
/// `[AVAILABLE_TOOLS]` and `[/AVAILABLE_TOOLS]`.
const TOOLS: i64 = 2;

/// Constants of a Mistral profile.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mistral {
    /// Models whose newer template (V15) opens with the model's settings.
    pub settings: Settings,
}

/// The settings that stand in front of everything.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// Tokens of the block: two control tokens around `{"reasoning_effort": …}`, the same for every effort.
    pub tokens: i64,
    /// Beginnings of the ids of the models that have it.
    pub models: Vec<String>,
}

impl Accounting for Mistral {
    fn preamble(&self, _: &Gauge<'_>, _: &ToolChoice) -> i64 {
        TOOLS
    }

    fn request(&self, gauge: &Gauge<'_>, request: &Request) -> Parts {
        // `<s>` opens every prompt.
        let mut parts = Parts { fixed: 1 + self.settings(request), notes: turn::notes(request), ..Parts::default() };
        if !request.tools.is_empty() {
            let shown: Vec<Shown<'_>> = request.tools.iter().map(Shown::from).collect();
            parts.fixed += self.preamble(gauge, &request.choice);
            parts.tools = gauge.shares(&shown).iter().sum();
        }
        let turns = turn::turns(request);
        let mut rest = turns.as_slice();
        while let Some(first) = rest.first() {
            let together = if first.speaker == Speaker::User {
                rest.iter().take_while(|turn| turn.speaker == Speaker::User).count()
            } else {
                1
            };
            let (now, later) = rest.split_at(together);
            let tokens = count(gauge, now);
            match first.speaker {
                Speaker::System => parts.system += tokens,
                _ => parts.messages += tokens,
            }
            rest = later;
        }
        parts
    }
}

impl Mistral {
    fn settings(&self, request: &Request) -> i64 {
        let model = request.model.as_deref().unwrap_or_default();
        let model = model.rsplit('/').next().unwrap_or_default();
        let has = self.settings.models.iter().any(|start| model.starts_with(start.as_str()));
        if has { self.settings.tokens } else { 0 }
    }
}

/// Tokens of the turns of one speaker.
fn count(gauge: &Gauge<'_>, turns: &[Turn<'_>]) -> i64 {
    let mut prompt = Marked::new(gauge);
    let texts: Vec<&str> = turns.iter().flat_map(|turn| turn.texts.iter().copied()).collect();
    let text = texts.join(BETWEEN);
    match turns.first().map(|turn| turn.speaker) {
        Some(Speaker::System | Speaker::User) => {
            prompt.control().text(&text).control();
        }
        Some(Speaker::Assistant) => {
            for turn in turns {
                assistant(&mut prompt, turn, &text);
            }
        }
        Some(Speaker::Tool) => {
            for answer in turns.iter().flat_map(|turn| &turn.results) {
                prompt.control().text(&answer.text(BETWEEN)).control();
            }
        }
        None => {}
    }
    prompt.total()
}

/// `[THINK]…[/THINK]`, the text, `[TOOL_CALLS]name[ARGS]{…}` for each call, `</s>`.
fn assistant(prompt: &mut Marked<'_>, turn: &Turn<'_>, text: &str) {
    if !turn.thoughts.is_empty() {
        prompt.control().text(&turn.thoughts.join(BETWEEN)).control();
    }
    prompt.text(text);
    for call in &turn.calls {
        prompt.control().text(call.name).control().text(&call.spaced());
    }
    prompt.control();
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::meter::meter::Meter;
    use crate::session::request::{self, Shape};

    fn predicted(body: &serde_json::Value) -> Parts {
        Meter::named("mistral").expect("a profile").request(&request::read(Shape::OpenAiChat, body))
    }

    #[test]
    fn wraps_each_turn_in_control_tokens() {
        let meter = Meter::named("mistral").expect("a profile");
        let parts = predicted(&json!({"model": "mistral-large-latest", "messages": [
            {"role": "system", "content": "Jawab singkat."},
            {"role": "user", "content": [{"type": "text", "text": "Halo"}, {"type": "text", "text": "apa kabar?"}]},
            {"role": "assistant", "content": "", "tool_calls": [
                {"id": "a", "type": "function", "function": {"name": "cuaca", "arguments": "{\"kota\":\"Bogor\"}"}}]},
            {"role": "tool", "tool_call_id": "a", "content": "hujan"}
        ]}));
        assert_eq!(parts.fixed, 1);
        assert_eq!(parts.system, 2 + meter.text("Jawab singkat."));
        // [INST] and its end; [TOOL_CALLS], [ARGS] and </s>; [TOOL_RESULTS] and its end.
        let texts = ["Halo\n\napa kabar?", "cuaca", "{\"kota\": \"Bogor\"}", "hujan"];
        assert_eq!(parts.messages, 2 + 3 + 2 + texts.iter().map(|text| meter.text(text)).sum::<i64>());
    }

    #[test]
    fn newer_small_models_open_with_their_settings() {
        let body = |model: &str| json!({"model": model, "messages": [{"role": "user", "content": "Halo"}]});
        assert_eq!(predicted(&body("mistral-small-latest")).fixed, 13);
        assert_eq!(predicted(&body("mistral-large-latest")).fixed, 1);
    }
}
