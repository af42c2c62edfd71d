//! What Anthropic's way of billing is made of: the constants of a profile, in tokens unless said otherwise.
//!
//! Each figure stands in `profiles.toml`, in a row that names its source and day.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::meter::profile;

/// The constants of one profile.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Constants {
    /// Once a request.
    pub(crate) start: f64,
    /// Every turn of text after the first.
    pub(crate) turn: f64,
    /// What one token of ordinary text is billed as.
    pub(crate) text: f64,
    /// What one token of the rendered tools is billed as.
    pub(crate) tools: f64,
    /// More when one tool is forced by name, besides that name; not when parallel calls are switched off.
    pub(crate) named: f64,
    /// More when the conversation opens with the assistant.
    pub(crate) assistant_first: f64,
    /// More when thinking is enabled with a budget.
    pub(crate) thinking: f64,
    /// Each block of thinking that is read again, besides its text.
    pub(crate) thinking_block: f64,
    /// An assistant turn that calls tools, besides its text and the calls.
    pub(crate) call_turn: f64,
    /// Each call of a turn after the first.
    pub(crate) further_call: f64,
    /// Each argument, besides its name and value.
    pub(crate) argument: f64,
    /// The results of a turn, besides their text.
    pub(crate) result_turn: f64,
    /// More when there are several results; the names of their tools are then billed again.
    pub(crate) several_results: f64,
    /// Each result after the first.
    pub(crate) further_result: f64,
    /// A result that brings in a deferred tool, besides the tool as rendered.
    pub(crate) reference: f64,
    /// A deferred tool that a message adds, besides the tool as rendered.
    pub(crate) addition: f64,
    /// Once when tools are deferred, whatever their number.
    pub(crate) deferred: f64,
    /// Once when a task budget is set.
    pub(crate) task_budget: f64,
    /// Once when the answer must fit a schema.
    pub(crate) schema: f64,
    /// What one token of that schema, indented by two, is billed as.
    pub(crate) schema_text: f64,
    /// Tools the provider brings along, by the front of their `type`.
    pub(crate) hosted: BTreeMap<String, f64>,
    /// The models, each by the front of its id; the longest that fits an id wins, the first row stands for an unnamed one.
    pub(crate) models: Vec<Model>,
}

/// What differs by model inside a family.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Model {
    /// The front of its id.
    pub(crate) id: String,
    /// The system prompt that tools bring along, when the model may call them or not.
    pub(crate) auto: f64,
    /// The same when it must call one.
    pub(crate) forced: f64,
    /// Added to `auto` when parallel calls are switched off.
    #[serde(default)]
    pub(crate) auto_single: f64,
    /// Added to `forced` when parallel calls are switched off.
    #[serde(default)]
    pub(crate) forced_single: f64,
    /// More when thinking is adaptive and no tool is there.
    #[serde(default)]
    pub(crate) adaptive: f64,
    /// Which blocks of thinking it reads again.
    #[serde(default)]
    pub(crate) thinking: Thinking,
}

/// Which blocks of thinking of earlier turns a model reads again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Thinking {
    /// Those of the turn that is still open: after the user's last own words.
    #[default]
    OpenTurn,
    /// All.
    Kept,
}

impl Constants {
    /// The constants of a row. With `same_as`, another profile's stand wherever the row has none of its own.
    #[must_use]
    pub(crate) fn of(row: &toml::Table) -> Option<Constants> {
        let mut whole = row.clone();
        if let Some(other) = whole.remove("same_as") {
            for (key, value) in &profile::named(other.as_str()?)?.constants {
                whole.entry(key.as_str()).or_insert_with(|| value.clone());
            }
        }
        let constants: Constants = whole.try_into().ok()?;
        (!constants.models.is_empty()).then_some(constants)
    }

    /// The row of a model; the second is false when its id is not known here and another's row must do.
    #[must_use]
    pub(crate) fn model(&self, id: Option<&str>) -> (&Model, bool) {
        let lower = id.unwrap_or_default().to_lowercase();
        let plain = lower.find("claude").map_or(lower.as_str(), |at| &lower[at..]);
        let fits = self.models.iter().filter(|model| plain.starts_with(&model.id)).max_by_key(|model| model.id.len());
        (fits.unwrap_or(&self.models[0]), fits.is_some())
    }

    /// What a tool that the provider brings along costs before it is used; `None` when nobody has said.
    #[must_use]
    pub(crate) fn hosted(&self, kind: &str) -> Option<f64> {
        let fits = self.hosted.iter().filter(|(front, _)| kind.starts_with(front.as_str()));
        fits.max_by_key(|(front, _)| front.len()).map(|(_, tokens)| *tokens)
    }
}
