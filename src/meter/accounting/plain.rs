//! Adds nothing: the text alone, without framing, preamble or role.

use serde::Deserialize;

use crate::meter::accounting::rule::{Accounting, Parts};
use crate::meter::gauge::Gauge;
use crate::meter::shown::Shown;
use crate::session::request::{Message, Part, Request, Role, ToolChoice};

/// The rule without constants.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Plain {}

impl Accounting for Plain {
    fn preamble(&self, _meter: &Gauge<'_>, _choice: &ToolChoice) -> i64 {
        0
    }

    fn request(&self, gauge: &Gauge<'_>, request: &Request) -> Parts {
        let tools: Vec<Shown<'_>> = request.tools.iter().map(Shown::from).collect();
        let said = |message: &&Message| matches!(message.role, Role::System | Role::Developer);
        let (system, messages): (Vec<_>, Vec<_>) = request.messages.iter().partition(said);
        let of = |messages: Vec<&Message>| {
            messages.iter().flat_map(|message| &message.parts).map(|part| tokens(gauge, part)).sum::<i64>()
        };
        Parts {
            tools: gauge.shares(&tools).iter().sum(),
            system: request.system.iter().map(|text| gauge.text(text)).sum::<i64>() + of(system),
            messages: of(messages),
            ..Parts::default()
        }
    }
}

fn tokens(gauge: &Gauge<'_>, part: &Part) -> i64 {
    match part {
        Part::Text(text) => gauge.text(text),
        Part::Call { name, arguments, arguments_text, .. } => {
            let arguments = arguments_text.clone().unwrap_or_else(|| arguments.to_string());
            gauge.text(name) + gauge.text(&arguments)
        }
        Part::Result { text, .. } => text.iter().map(|text| gauge.text(text)).sum(),
        Part::Reasoning { text, .. } => gauge.text(text),
        Part::Other(_) => 0,
    }
}
