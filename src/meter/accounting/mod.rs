//! How a provider adds up a whole request, one file a rule.

pub mod anthropic;
pub mod gemini;
pub mod gemini_turns;
pub mod nova;
pub mod open_weights;
pub mod openai;
pub mod plain;
pub mod rule;

use serde::de::DeserializeOwned;

use crate::meter::accounting::gemini::Gemini;
use crate::meter::accounting::open_weights::{
    deepseek::DeepSeek, flat::Flat, harmony::Harmony, mistral::Mistral, qwen::Qwen,
};
use crate::meter::accounting::openai::OpenAi;
use crate::meter::accounting::plain::Plain;
use crate::meter::accounting::rule::Accounting;

/// The accounting of that name with its constants; `None` when there is no such rule or the constants do not fit it.
#[must_use]
pub fn build(name: &str, constants: &toml::Table) -> Option<Box<dyn Accounting>> {
    match name {
        "deepseek" => made::<DeepSeek>(constants),
        "flat" => made::<Flat>(constants),
        "gemini" => made::<Gemini>(constants),
        "harmony" => made::<Harmony>(constants),
        "mistral" => made::<Mistral>(constants),
        "openai" => OpenAi::new(constants).map(|accounting| Box::new(accounting) as Box<dyn Accounting>),
        "plain" => made::<Plain>(constants),
        "qwen" => made::<Qwen>(constants),
        "anthropic" => Some(Box::new(anthropic::Anthropic::new(constants)?)),
        "nova" => Some(Box::new(nova::Nova::new(constants)?)),
        _ => None,
    }
}

fn made<A: Accounting + DeserializeOwned + 'static>(constants: &toml::Table) -> Option<Box<dyn Accounting>> {
    constants.clone().try_into::<A>().ok().map(|accounting| Box::new(accounting) as Box<dyn Accounting>)
}
