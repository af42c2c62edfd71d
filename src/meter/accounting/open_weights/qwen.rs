//! Qwen3: its chat template around each turn, tools one a line in the system turn.

use serde::Deserialize;
use serde_json::Value;

use crate::catalog::tool::Tool;
use crate::meter::accounting::open_weights::marked::Marked;
use crate::meter::accounting::open_weights::turn::{self, Speaker, Turn};
use crate::meter::accounting::rule::{Accounting, Parts};
use crate::meter::gauge::Gauge;
use crate::meter::render::style;
use crate::meter::shown::Shown;
use crate::session::request::{Output, Request, Thinking, ToolChoice};

/// Characters of a schema's end that decide how what follows is cut into tokens.
const SCHEMA_END: usize = 16;

/// Constants of a Qwen3 profile.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Qwen {
    /// Tokens of the text around the list of tools, the system turn that holds it included.
    pub tools: i64,
    /// Tokens that start the answer (`<|im_start|>assistant` and a new line).
    pub answer: i64,
    /// Tokens of the empty thought that starts the answer when thinking is switched off.
    pub no_thinking: i64,
}

impl Accounting for Qwen {
    fn preamble(&self, _: &Gauge<'_>, _: &ToolChoice) -> i64 {
        self.tools
    }

    fn request(&self, gauge: &Gauge<'_>, request: &Request) -> Parts {
        let fixed = self.answer + if thinks(request) { 0 } else { self.no_thinking };
        let mut parts = Parts { fixed, notes: turn::notes(request), ..Parts::default() };
        let with_tools = !request.tools.is_empty();
        if with_tools {
            let shown: Vec<Shown<'_>> = request.tools.iter().map(Shown::from).collect();
            parts.fixed += self.preamble(gauge, &request.choice);
            parts.tools = gauge.shares(&shown).iter().sum::<i64>() + strictness(gauge, &request.tools);
        }
        let turns = turn::turns(request);
        let open = turn::last_user(&turns);
        for (at, turn) in turns.iter().enumerate() {
            match turn.speaker {
                // The tools follow the first system text in its own turn.
                Speaker::System if at == 0 && with_tools => {
                    parts.system += gauge.text(&format!("{}\n\n", turn.texts.join("\n")));
                }
                Speaker::System => parts.system += count(gauge, turn, Thoughts::Dropped),
                _ => {
                    let thoughts = if open.is_none_or(|user| at > user) { Thoughts::Kept } else { Thoughts::Dropped };
                    parts.messages += count(gauge, turn, thoughts);
                }
            }
        }
        if !matches!(request.output, Output::Text) {
            parts.notes.push("what the host adds for the asked form of the answer is not counted".to_owned());
        }
        parts
    }
}

/// Hosts of Qwen3 have different switches for its thoughts; it thinks unless one of them is off.
fn thinks(request: &Request) -> bool {
    let off = |switch: Option<&Value>| switch.and_then(Value::as_bool) == Some(false);
    let by_effort = matches!(&request.thinking, Thinking::Effort(effort) if effort == "none");
    let by_body = off(request.body.get("enable_thinking"));
    let by_template = off(request.body.pointer("/chat_template_kwargs/enable_thinking"));
    !(by_effort || by_body || by_template || request.thinking == Thinking::Disabled)
}

/// The template writes the function as sent: `strict` stands after the schema and costs what it adds there.
fn strictness(gauge: &Gauge<'_>, tools: &[Tool]) -> i64 {
    let added = |tool: &Tool| {
        let strict = tool.body().get("strict")?;
        let schema = style::spaced(tool.input_schema()?);
        let end = schema.char_indices().rev().nth(SCHEMA_END).map_or(0, |(at, _)| at);
        let end = schema.get(end..)?;
        Some(gauge.text(&format!("{end}, \"strict\": {strict}}}}}")) - gauge.text(&format!("{end}}}}}")))
    };
    tools.iter().filter_map(added).sum()
}

/// Whether the template writes a turn's reasoning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Thoughts {
    Kept,
    Dropped,
}

fn count(gauge: &Gauge<'_>, turn: &Turn<'_>, thoughts: Thoughts) -> i64 {
    let mut prompt = Marked::new(gauge);
    prompt.control();
    match turn.speaker {
        Speaker::System => {
            prompt.text("system\n").text(&turn.texts.join("\n"));
        }
        Speaker::User => {
            prompt.text("user\n").text(&turn.texts.join("\n"));
        }
        Speaker::Assistant => assistant(&mut prompt, turn, thoughts),
        Speaker::Tool => {
            prompt.text("user");
            for answer in &turn.results {
                prompt.text("\n").control().text("\n").text(&answer.text("\n")).text("\n").control();
            }
        }
    }
    prompt.control().text("\n").total()
}

fn assistant(prompt: &mut Marked<'_>, turn: &Turn<'_>, thoughts: Thoughts) {
    prompt.text("assistant\n");
    let text = turn.texts.join("\n");
    // Reasoning that stands in the text is taken out of it.
    let said = text.rsplit_once("</think>").map_or(text.as_str(), |(_, said)| said.trim_start_matches('\n'));
    let thought = match text.rsplit_once("</think>") {
        Some((front, _)) => front.rsplit_once("<think>").map_or(front, |(_, thought)| thought).to_owned(),
        None => turn.thoughts.join("\n"),
    };
    if thoughts == Thoughts::Kept && !thought.trim().is_empty() {
        prompt.control().text("\n").text(thought.trim_matches('\n')).text("\n").control().text("\n\n");
    }
    prompt.text(said);
    for (at, call) in turn.calls.iter().enumerate() {
        if at > 0 || !said.is_empty() {
            prompt.text("\n");
        }
        prompt.control();
        prompt.text("\n{\"name\": \"").text(call.name).text("\", \"arguments\": ").text(&call.spaced()).text("}\n");
        prompt.control();
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::meter::meter::Meter;
    use crate::session::request::{self, Shape};

    fn predicted(body: &Value) -> Parts {
        Meter::named("qwen3").expect("a profile").request(&request::read(Shape::OpenAiChat, body))
    }

    #[test]
    fn a_turn_costs_its_frame() {
        let meter = Meter::named("qwen3").expect("a profile");
        let mut body = json!({"messages": [{"role": "user", "content": "Halo"}]});
        // <|im_start|>, "user", a new line, <|im_end|>, a new line; then three for the answer.
        assert_eq!(predicted(&body).total(), 5 + meter.text("Halo") + 3);
        body["reasoning_effort"] = json!("none");
        assert_eq!(predicted(&body).total(), 5 + meter.text("Halo") + 3 + 4);
    }

    #[test]
    fn strict_costs_what_it_adds_to_the_line() {
        let meter = Meter::named("qwen3").expect("a profile");
        let line = |strict: &str| {
            format!(
                r#"{{"type": "function", "function": {{"name": "jam", "parameters": {{"type": "object"}}{strict}}}}}"#
            )
        };
        let mut function = json!({"name": "jam", "parameters": {"type": "object"}, "strict": true});
        let tools = |function: &Value| predicted(&json!({"tools": [{"type": "function", "function": function}]})).tools;
        assert_eq!(tools(&function), meter.text(&line(r#", "strict": true"#)));
        function["strict"] = json!(false);
        assert_eq!(tools(&function), meter.text(&line(r#", "strict": false"#)));
    }

    #[test]
    fn thoughts_go_when_the_user_speaks_again() {
        let meter = Meter::named("qwen3").expect("a profile");
        let said = json!({"role": "assistant", "content": "<think>\npanjang sekali\n</think>\n\nhujan"});
        let user = json!({"role": "user", "content": "Halo"});
        let closed = predicted(&json!({"messages": [user, said, user]}));
        assert_eq!(closed.messages, 15 + 2 * meter.text("Halo") + meter.text("hujan"));
        let open = predicted(&json!({"messages": [user, said]}));
        // <think>, a new line, the thought and a new line, </think>, an empty line.
        let thought = 2 + meter.text("\npanjang sekali\n") + meter.text("\n\nhujan");
        assert_eq!(open.messages, 10 + meter.text("Halo") + thought);
    }

    #[test]
    fn calls_and_results_stand_in_their_tags() {
        let meter = Meter::named("qwen3").expect("a profile");
        let parts = predicted(&json!({"messages": [
            {"role": "assistant", "tool_calls": [
                {"id": "a", "type": "function", "function": {"name": "jam", "arguments": "{\"kota\":\"Bogor\"}"}}]},
            {"role": "tool", "tool_call_id": "a", "content": "07.30"}
        ]}));
        let call = "\n{\"name\": \"jam\", \"arguments\": {\"kota\": \"Bogor\"}}\n";
        // Two turns without text; a pair of tags for the call, a pair and a new line for the result.
        assert_eq!(parts.messages, 5 + 2 + meter.text(call) + 5 + 2 + meter.text("\n07.30\n"));
    }
}
