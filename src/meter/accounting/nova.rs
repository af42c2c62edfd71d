//! Adds up a request to Amazon Nova on Bedrock. Rough: a few dozen recorded calls, one to two small tools each.

use serde::Deserialize;

use crate::catalog::tool::Tool;
use crate::meter::accounting::rule::{Accounting, Parts};
use crate::meter::gauge::Gauge;
use crate::meter::render::style;
use crate::meter::shown::Shown;
use crate::session::request::{Output, Part, Request, ToolChoice};

/// The constants of a profile, in tokens unless said otherwise; `profiles.toml` names source and day.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Nova {
    /// Once a request without tools.
    plain: f64,
    /// Once a request with tools, in place of `plain`.
    with_tools: f64,
    /// More when a call is forced.
    forced: f64,
    /// What one token of the rendered tools is billed as.
    tools: f64,
    /// Every message after the first that neither calls nor answers.
    turn: f64,
    /// A message with calls and the message with their results, besides their words.
    call_turn: f64,
    /// Each call of a message after the first, its result included.
    further_call: f64,
}

impl Nova {
    /// The accounting with a profile's constants; `None` when they do not fit.
    #[must_use]
    pub fn new(constants: &toml::Table) -> Option<Nova> {
        constants.clone().try_into().ok()
    }
}

impl Accounting for Nova {
    fn tool_slope(&self) -> f64 {
        self.tools
    }

    fn preamble(&self, _: &Gauge<'_>, choice: &ToolChoice) -> i64 {
        let forced = matches!(choice, ToolChoice::Required | ToolChoice::Named(_) | ToolChoice::Allowed(_));
        round(self.with_tools - self.plain + if forced { self.forced } else { 0.0 })
    }

    fn request(&self, gauge: &Gauge<'_>, request: &Request) -> Parts {
        let shown: Vec<_> = request.tools.iter().map(Shown::from).collect();
        let preamble = if shown.is_empty() { 0 } else { self.preamble(gauge, &request.choice) };
        let mut notes = request.unseen.clone();
        if !request.hosted.is_empty() {
            notes.push("tools that the provider runs".to_owned());
        }
        if request.tools.iter().any(Tool::defer_loading) {
            notes.push("deferred loading, which Nova does not know".to_owned());
        }
        let mut messages = self.frames(request);
        for part in request.messages.iter().flat_map(|message| &message.parts) {
            messages += words(gauge, part, &mut notes);
        }
        if let Output::JsonSchema { schema, .. } = &request.output {
            messages += tokens(gauge, &style::compact(schema));
            notes.push("how the answer's schema is told to the model".to_owned());
        }
        Parts {
            fixed: round(self.plain) + preamble,
            tools: gauge.shares(&shown).iter().sum(),
            system: request.system.iter().map(|text| tokens(gauge, text)).sum(),
            messages,
            notes,
        }
    }
}

impl Nova {
    fn frames(&self, request: &Request) -> i64 {
        let mut total = 0.0;
        let mut spoken = 0;
        for message in &request.messages {
            let calls = message.parts.iter().filter(|part| matches!(part, Part::Call { .. })).count();
            if calls > 0 {
                total += self.call_turn + self.further_call * f64::from(u32::try_from(calls - 1).unwrap_or(u32::MAX));
            } else if !message.parts.iter().any(|part| matches!(part, Part::Result { .. })) {
                spoken += 1;
            }
        }
        round(total + self.turn * f64::from(u32::saturating_sub(spoken, 1)))
    }
}

fn words(gauge: &Gauge<'_>, part: &Part, notes: &mut Vec<String>) -> i64 {
    match part {
        Part::Text(text) => tokens(gauge, text),
        Part::Call { name, arguments, .. } => tokens(gauge, name) + tokens(gauge, &style::compact(arguments)),
        Part::Result { text, .. } => text.iter().map(|text| tokens(gauge, text)).sum(),
        Part::Reasoning { tokens: Some(tokens), .. } => i64::try_from(*tokens).unwrap_or(i64::MAX),
        Part::Reasoning { text, .. } => tokens(gauge, text),
        Part::Other(_) => {
            let note = "images, documents and other blocks".to_owned();
            if !notes.contains(&note) {
                notes.push(note);
            }
            0
        }
    }
}

fn tokens(gauge: &Gauge<'_>, text: &str) -> i64 {
    i64::try_from(gauge.tokenizer.count(text)).unwrap_or(i64::MAX)
}

fn round(tokens: f64) -> i64 {
    #[expect(clippy::cast_possible_truncation, reason = "token counts stay far below 2^53")]
    let rounded = tokens.round() as i64;
    rounded
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::meter::meter::Meter;
    use crate::session::request::{self, Shape};

    fn count(profile: &str, body: &Value) -> Parts {
        Meter::named(profile).expect("a profile").request(&request::read(Shape::BedrockConverse, body))
    }

    #[test]
    fn text_tools_and_turns() {
        let hello = json!({"role": "user", "content": [{"text": "hello"}]});
        let answer = json!({"role": "assistant", "content": [{"text": "hello"}]});
        let tool = json!({"toolSpec": {"name": "ping", "inputSchema": {"json": {"type": "object"}}}});
        assert_eq!(count("nova-1", &json!({"messages": [hello]})).total(), 1);
        // Three words and two further turns at 2.5.
        assert_eq!(count("nova-1", &json!({"messages": [hello, answer, hello]})).total(), 8);
        assert_eq!(count("nova-2", &json!({"messages": [hello]})).total(), 47);
        let asked = |choice: Value| {
            count("nova-2", &json!({"messages": [hello], "toolConfig": {"tools": [tool], "toolChoice": choice}}))
        };
        assert_eq!(asked(json!({"auto": {}})).fixed, 859);
        assert_eq!(asked(json!({"any": {}})).fixed, 859 + 82);
        // `{"name":"ping","input_schema":{"type":"object"}}` is 12 tokens, billed at 1.09.
        assert_eq!(asked(json!({"auto": {}})).tools, 13);
    }

    #[test]
    fn calls_and_results() {
        let call = json!({"toolUse": {"toolUseId": "a", "name": "ping", "input": {}}});
        let result = json!({"toolResult": {"toolUseId": "a", "content": [{"text": "hello"}]}});
        let parts = count(
            "nova-1",
            &json!({"messages": [
            {"role": "user", "content": [{"text": "hello"}]},
            {"role": "assistant", "content": [call, call]},
            {"role": "user", "content": [result, result, {"image": {}}]}]}),
        );
        // 36 + 23, and the words: `hello`, twice `ping` and `{}`, twice `hello`.
        assert_eq!(parts.messages, 36 + 23 + 1 + 2 * 2 + 2);
        assert_eq!(parts.notes, ["images, documents and other blocks"]);
    }
}
