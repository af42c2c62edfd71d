//! How Gemini adds up a request, on the Developer API and on Vertex AI.
//!
//! Text is counted part by part. What differs between the endpoints and generations stands in each profile's constants:
//! whether a content and a system instruction cost a token of their own, how calls and results are written, and which
//! replayed reasoning is billed. The mode of function calling, allowed function names, an answer's schema (but see
//! [`Turns::Strings`]), temperature and ids cost nothing (measured 2026-11 on recorded calls).

use serde::Deserialize;
use serde_json::Value;

use crate::meter::accounting::gemini_turns::Turns;
use crate::meter::accounting::rule::{Accounting, Parts};
use crate::meter::gauge::Gauge;
use crate::meter::render::strings;
use crate::meter::shown::Shown;
use crate::session::request::{Basis, Message, Part, Request, Role, ToolChoice};

/// Characters of a signature for each token of the reasoning in it, times ten: the median of recorded signatures, 4.8 to
/// 7.8 between the 10th and 90th percentile (measured 2026-11). Only notes use it.
const SIGNATURE_TENTHS: usize = 53;

/// A profile's constants, and with them the rule.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Gemini {
    /// Tokens that every content costs beside its parts.
    content: i64,
    /// Tokens that a system instruction costs beside its text.
    system: i64,
    /// How calls and results are written.
    turns: Turns,
    /// Which replayed reasoning is billed.
    replayed: Replayed,
    /// Fronts of model ids that read no reasoning older than the newest text of the user.
    #[serde(default)]
    forgets: Vec<String>,
}

/// Which replayed reasoning is billed, as what it was billed when it was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Replayed {
    /// None.
    Never,
    /// That of answers that were streamed.
    Streamed,
    /// All.
    Always,
}

impl Accounting for Gemini {
    fn preamble(&self, _: &Gauge<'_>, _: &ToolChoice) -> i64 {
        0
    }

    fn request(&self, gauge: &Gauge<'_>, request: &Request) -> Parts {
        let shown: Vec<Shown<'_>> = request.tools.iter().map(Shown::from).collect();
        let mut parts = Parts { tools: gauge.shares(&shown).iter().sum(), ..Parts::default() };
        let (mut unknown, mut unread) = (0, 0);
        let spoken = self.system(gauge, request, &mut parts);
        let newest = newest_text(&request.messages);
        for (at, message) in spoken {
            parts.messages += self.content;
            for part in &message.parts {
                parts.messages += match part {
                    Part::Text(text) => gauge.text(text),
                    Part::Call { name, arguments, .. } => self.turns.call(gauge.tokenizer, name, arguments),
                    Part::Result { id, name, value, .. } => {
                        let name = name.as_deref().or_else(|| called(&request.messages, id.as_deref()?));
                        self.turns.result(gauge.tokenizer, name.unwrap_or_default(), value)
                    }
                    Part::Reasoning { text, signature, tokens, basis } => {
                        let forgotten = newest.is_some_and(|newest| at < newest) && self.forgets(gauge);
                        gauge.text(text) + self.hidden(*signature, *tokens, *basis, forgotten, &mut unknown)
                    }
                    Part::Other(_) => {
                        unread += 1;
                        0
                    }
                };
            }
        }
        if self.turns == Turns::Strings {
            parts.messages += answer_schema(request).map_or(0, |schema| strings::answer(gauge.tokenizer, schema));
        }
        parts.notes = notes(request, self.replayed, unknown, unread);
        parts
    }
}

impl Gemini {
    /// Counts the system text, which other APIs' bodies hold among the messages; returns the messages that are left.
    fn system<'r>(&self, gauge: &Gauge<'_>, request: &'r Request, parts: &mut Parts) -> Vec<(usize, &'r Message)> {
        let (inside, spoken): (Vec<_>, Vec<_>) = request
            .messages
            .iter()
            .enumerate()
            .partition(|(_, message)| matches!(message.role, Role::System | Role::Developer));
        let texts = inside.iter().flat_map(|(_, message)| &message.parts).filter_map(|part| match part {
            Part::Text(text) => Some(text),
            _ => None,
        });
        let mut any = false;
        for text in request.system.iter().chain(texts) {
            any = true;
            parts.system += gauge.text(text);
        }
        if any {
            parts.system += self.system;
        }
        spoken
    }

    fn forgets(&self, gauge: &Gauge<'_>) -> bool {
        let Some(model) = gauge.model else { return false };
        let id = model.rsplit('/').next().unwrap_or(model);
        self.forgets.iter().any(|front| id.starts_with(front.as_str()))
    }

    fn hidden(&self, signature: usize, tokens: Option<u64>, basis: Basis, forgotten: bool, unknown: &mut usize) -> i64 {
        match (self.replayed, tokens, basis) {
            (_, Some(tokens), Basis::Caller) => whole(tokens),
            (Replayed::Never, ..) | (Replayed::Streamed, _, Basis::Answer) => 0,
            _ if forgotten => 0,
            (_, Some(tokens), _) => whole(tokens),
            (_, None, _) => {
                *unknown += signature;
                0
            }
        }
    }
}

fn newest_text(messages: &[Message]) -> Option<usize> {
    messages.iter().rposition(|message| {
        message.role == Role::User && message.parts.iter().any(|part| matches!(part, Part::Text(_)))
    })
}

fn called<'r>(messages: &'r [Message], wanted: &str) -> Option<&'r str> {
    messages.iter().flat_map(|message| &message.parts).find_map(|part| match part {
        Part::Call { id: Some(id), name, .. } if id == wanted => Some(name.as_str()),
        _ => None,
    })
}

fn answer_schema(request: &Request) -> Option<&Value> {
    let config = ["generationConfig", "generation_config"].iter().find_map(|key| request.body.get(key))?;
    config.get("responseSchema").or_else(|| config.get("response_schema")).filter(|schema| !schema.is_null())
}

fn notes(request: &Request, replayed: Replayed, unknown: usize, unread: usize) -> Vec<String> {
    let mut notes = Vec::new();
    for hosted in &request.hosted {
        for name in hosted.as_object().into_iter().flat_map(|tool| tool.keys()) {
            notes.push(format!("{name} runs at the provider: what it adds is not counted"));
        }
    }
    if unread > 0 {
        notes.push(format!("parts that are no text, call or result are not counted: {unread}"));
    }
    if unknown > 0 {
        let about = unknown.saturating_mul(10) / SIGNATURE_TENTHS;
        let when = if replayed == Replayed::Streamed { ", billed if its answer was streamed" } else { "" };
        notes.push(format!(
            "replayed reasoning is not counted: {unknown} characters of signatures, about {about} tokens{when}"
        ));
    }
    notes
}

fn whole(tokens: u64) -> i64 {
    i64::try_from(tokens).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::meter::meter::Meter;
    use crate::session::replay;
    use crate::session::request::{self, Shape};

    fn count(profile: &str, request: &Request) -> Parts {
        Meter::named(profile).expect("a profile").request(request)
    }

    fn read(body: Value) -> Request {
        request::read(Shape::Gemini, &body)
    }

    fn conversation() -> Request {
        read(json!({
            "systemInstruction": {"parts": [{"text": "hello"}]},
            "contents": [
                {"role": "user", "parts": [{"text": "hello"}]},
                {"role": "model", "parts": [
                    {"functionCall": {"name": "city", "args": {"home": "work"}, "id": "x1"}, "thoughtSignature": "a".repeat(53)}
                ]},
                {"role": "user", "parts": [{"functionResponse": {"name": "city", "response": {"home": "work"}}}]}
            ],
            "toolConfig": {"functionCallingConfig": {"mode": "ANY"}}
        }))
    }

    #[test]
    fn vertex_counts_strings_alone() {
        // system 1; text 1; call: name, key, string; result: the same
        let parts = count("vertex-2.5", &conversation());
        assert_eq!((parts.system, parts.messages, parts.fixed, parts.tools), (1, 7, 0, 0));
        assert_eq!(parts.notes, ["replayed reasoning is not counted: 53 characters of signatures, about 10 tokens"]);
        assert!(count("vertex-3", &conversation()).notes.is_empty());
    }

    #[test]
    fn the_developer_api_counts_what_the_model_reads() {
        let gemma = crate::meter::encodings::named("gemma3").expect("built in");
        // system 1 + 1; three contents; text 1; the two texts
        let python = gemma.count(r#"print(default_api.city(home = "work"))"#)
            + gemma.count(r#"{"city_response": {"home": "work"}}"#);
        let parts = count("gemini-api-2.5", &conversation());
        assert_eq!((parts.system, parts.messages), (2, 4 + i64::try_from(python).expect("small")));
        // call and result: the control tokens at their ends and around the string, `call:city{home:`, `work`, `}`
        let marked = 8 + gemma.count("call:city{home:") + gemma.count("response:city{home:") + 2 + 2;
        let parts = count("gemini-api-3", &conversation());
        assert_eq!((parts.system, parts.messages), (2, 4 + i64::try_from(marked).expect("small")));
    }

    #[test]
    fn replayed_reasoning_is_billed_where_the_profile_says_so() {
        let without = |profile| count(profile, &conversation()).messages;
        let with = |profile, basis, model: &str| {
            let mut request = conversation();
            for part in request.messages.iter_mut().flat_map(|message| &mut message.parts) {
                if let Part::Reasoning { tokens, basis: known, .. } = part {
                    (*tokens, *known) = (Some(50), basis);
                }
            }
            request.messages.push(Message { role: Role::User, name: None, parts: vec![Part::Text(String::new())] });
            let meter = Meter::for_model(crate::meter::profile::named(profile).expect("a profile"), Some(model));
            meter.request(&request).messages - without(profile)
        };
        assert_eq!(with("gemini-api-3", Basis::Answer, "models/gemini-3.5-flash"), 51);
        assert_eq!(with("gemini-api-3", Basis::Answer, "gemini-3-flash-preview"), 1);
        assert_eq!(with("gemini-api-3", Basis::Caller, "gemini-3-flash-preview"), 51);
        assert_eq!(with("gemini-api-2.5", Basis::Answer, "m"), 1);
        assert_eq!(with("gemini-api-2.5", Basis::Stream, "m"), 51);
        assert_eq!(with("vertex-2.5", Basis::Answer, "m"), 50);
        assert_eq!(with("vertex-3", Basis::Stream, "m"), 0);
        let mut stated = conversation();
        assert!(replay::state(&mut stated, 300));
        assert_eq!(count("gemini-api-2.5", &stated).messages - without("gemini-api-2.5"), 300);
    }

    #[test]
    fn an_answers_schema_counts_only_among_strings() {
        let schema = json!({"type": "OBJECT", "properties": {"home": {"type": "STRING"}}});
        let request = read(json!({"contents": [], "generationConfig": {"responseSchema": schema}}));
        assert_eq!(count("gemini-api-2.0", &request).messages, 3);
        assert_eq!(count("gemini-api-3", &request).messages, 0);
    }

    #[test]
    fn notes_say_what_is_left_out() {
        let request = read(json!({
            "contents": [{"parts": [{"fileData": {"fileUri": "gs://a/b"}}]}],
            "tools": [{"googleSearch": {}}], "cachedContent": "cachedContents/1"
        }));
        assert_eq!(
            count("gemini-api-3", &request).notes,
            [
                "googleSearch runs at the provider: what it adds is not counted",
                "parts that are no text, call or result are not counted: 1"
            ]
        );
    }
}
